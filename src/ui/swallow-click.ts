/**
 * Keeps from the page what the system makes of a finger that did something else already: its click, and the system's menu.
 *
 * @param signal Ends it.
 */
export function swallowClick(signal: AbortSignal): void {
  const options = { capture: true, signal };
  const swallow = (event: MouseEvent): void => {
    // Another pointer's click is somebody's, however soon it comes.
    if (event instanceof PointerEvent && event.pointerType === 'mouse') return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('contextmenu', swallow, options);
  addEventListener('click', swallow, options);
}
