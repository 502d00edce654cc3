interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Kept free between the menu, its opener and the edges of the window, in CSS pixels. */
const gap = 8;

/** Where a menu of this size stands: under its opener, ends aligned; above it where there is no room below. */
export function placeMenu(opener: Box, menu: { width: number; height: number }, view: { width: number; height: number }): { left: number; top: number } {
  const below = opener.bottom + gap / 2;
  const fitsBelow = below + menu.height <= view.height - gap;
  const top = fitsBelow ? below : Math.max(gap, opener.top - gap / 2 - menu.height);
  const left = Math.min(Math.max(gap, opener.right - menu.width), Math.max(gap, view.width - menu.width - gap));
  return { left, top };
}
