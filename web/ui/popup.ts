/** The look of everything that opens beside its button: menus, lists, small panels. */
export const popupClasses =
  'origin-(--transform-origin) rounded-card border border-line bg-raised p-1 text-text shadow-overlay outline-none ' +
  'transition-[opacity,scale] duration-menu ' +
  'data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:scale-[0.98] data-ending-style:opacity-0'
