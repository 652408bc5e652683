/**
 * The look of everything that opens beside its button: menus, lists, small panels. They fade and never move, so that a
 * quick press hits what is under it.
 */
export const popupClasses =
  'rounded-card border border-line bg-raised p-1 text-text shadow-overlay outline-none ' +
  'transition-opacity duration-menu data-starting-style:opacity-0 data-ending-style:opacity-0'
