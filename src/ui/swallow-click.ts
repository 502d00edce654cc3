/**
 * Suppresses the click and the context menu that the browser generates for a touch that was already handled. Ends with that click, or with
 * the next press of a finger, mouse or key. There is no timeout, because a busy page gets the click long after the finger was lifted.
 */
export function swallowClick(): void {
  const abortController = new AbortController();
  const options = { capture: true, signal: abortController.signal };
  const end = (): void => abortController.abort();
  const suppress = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('contextmenu', suppress, options);
  addEventListener(
    'click',
    (event) => {
      // A mouse click is a separate action, however soon it comes.
      if (event instanceof PointerEvent && event.pointerType === 'mouse') return;
      suppress(event);
      end();
    },
    options,
  );
  addEventListener('pointerdown', end, options);
  addEventListener('keydown', end, options);
}
