/**
 * Keeps from the page what the system generates for a touch that was already handled: its click, and the system's menu. Ends with that
 * click or with the next press of a finger, pointer or key. A busy page gets the click long after the finger has left, so no timeout ends
 * it.
 */
export function swallowClick(): void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  const end = (): void => ending.abort();
  const keepBack = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('contextmenu', keepBack, options);
  addEventListener(
    'click',
    (event) => {
      // A mouse click is a separate action, however soon it comes.
      if (event instanceof PointerEvent && event.pointerType === 'mouse') return;
      keepBack(event);
      end();
    },
    options,
  );
  addEventListener('pointerdown', end, options);
  addEventListener('keydown', end, options);
}
