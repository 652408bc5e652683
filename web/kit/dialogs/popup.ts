/**
 * The classes of menus, lists and small panels that open beside their button. They fade and never move, so that a quick
 * press hits its target.
 */
export const popupClasses =
  'rounded-card border border-line bg-raised p-1 text-text shadow-overlay outline-none ' +
  'transition-opacity duration-menu data-starting-style:opacity-0 data-ending-style:opacity-0'
