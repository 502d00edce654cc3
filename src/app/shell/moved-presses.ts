// Corrects clicks on controls that have moved. Content that appears above a control while it is pressed (a notice, a waiting change)
// moves the control away from the pointer. The browser then clicks whatever is there now, or nothing. This module passes the click on to
// the control that was pressed. Called by the late notices.

const controls = 'a, button, input, label, summary';
/** A pointer that moves farther was dragged away from the control, which cancels a press. */
const maxMovePx = 10;

interface Press {
  control: Element;
  x: number;
  y: number;
  /** The distance of the control's top edge from the top of the viewport when it was pressed. */
  top: number;
}

/** Returns a function that stops the corrections. */
export function redirectMovedPresses(): () => void {
  const abortController = new AbortController();
  const options = { capture: true, signal: abortController.signal };
  let press: Press | null = null;

  function begin({ target, clientX: x, clientY: y }: PointerEvent): void {
    const control = target instanceof Element ? target.closest(controls) : null;
    press = control && { control, x, y, top: control.getBoundingClientRect().top };
  }

  function redirect(event: PointerEvent): void {
    const lastPress = press;
    press = null;
    // Keys and scripts click without a pointer.
    if (!lastPress || !event.isTrusted || event.detail === 0 || !hasMovedAway(lastPress, event)) return;
    event.preventDefault();
    event.stopPropagation();
    lastPress.control.dispatchEvent(new PointerEvent('click', event));
  }

  // A person who turns the wheel while the mouse is held down moves the control on purpose. The browser scrolls by itself too, for example
  // if a notice disappears at the end of a page.
  function cancel(): void {
    press = null;
  }

  addEventListener('pointerdown', begin, options);
  addEventListener('wheel', cancel, { ...options, passive: true });
  addEventListener('click', redirect, options);
  return () => abortController.abort();
}

/**
 * Whether the control has moved away from a pointer that has hardly moved. A control that is only covered (by the menu of a long press) gets
 * no click.
 */
function hasMovedAway({ control, x, y, top }: Press, { target, clientX, clientY }: PointerEvent): boolean {
  const isUnder = control.contains(target as Node) || control.contains(document.elementFromPoint(x, y));
  const hasMoved = control.isConnected && control.getBoundingClientRect().top !== top;
  return hasMoved && !isUnder && Math.hypot(clientX - x, clientY - y) <= maxMovePx;
}
