/** Elements that handle keys themselves while focused: fields, menus, sliders, the player, a dialog. */
const keyOwners =
  'input, textarea, select, [contenteditable], [role="menu"], [role="slider"], [role="tablist"], [role="radiogroup"], dialog, video, [data-owns-keys]';

/** Whether a key press is for the page, and not for a single element (SPEC §5: never with ctrl, meta or alt). */
export function isKeyForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  return !(event.target instanceof Element && event.target.closest(keyOwners));
}
