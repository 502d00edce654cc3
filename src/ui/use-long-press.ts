// Runs an action when a finger presses a card of a list for long. The same action is also available as a button.
import { useEffect, type RefObject } from 'react';
import { swallowClick } from './swallow-click.ts';

/** The usual threshold for a long press. Recent versions of Android use 400 ms: there the context menu, which comes first, counts instead. */
const pressMs = 500;
/** A finger that moves farther is scrolling. */
const maxMovePx = 10;

/** `list`: the element around the cards; each card is in an element with `data-video-id`. */
export function useLongPress(list: RefObject<HTMLElement | null>, onPress: (videoId: string) => void): void {
  useEffect(() => (list.current ? watchPresses(list.current, onPress) : undefined), [list, onPress]);
}

function watchPresses(list: HTMLElement, onPress: (videoId: string) => void): () => void {
  const abortController = new AbortController();
  let press: { videoId: string; timer: number; x: number; y: number } | null = null;

  function cancel(): void {
    if (press) clearTimeout(press.timer);
    press = null;
  }
  function begin(event: PointerEvent): void {
    cancel();
    // A second finger begins a pinch.
    if (!event.isPrimary) return;
    const card = event.pointerType === 'touch' && event.target instanceof Element ? event.target.closest<HTMLElement>('[data-video-id]') : null;
    const videoId = card?.dataset['videoId'];
    if (videoId === undefined) return;
    press = { videoId, timer: window.setTimeout(finish, pressMs), x: event.clientX, y: event.clientY };
  }
  function finish(): void {
    if (!press) return;
    const { videoId } = press;
    cancel();
    swallowClick();
    onPress(videoId);
  }
  function replaceMenu(event: MouseEvent): void {
    // Some browsers do not say what opens the menu. While a finger presses, it is the finger; otherwise a mouse or a key may open the menu.
    if (!press || (event instanceof PointerEvent && event.pointerType !== 'touch')) return;
    event.preventDefault();
    finish();
  }
  function move(event: PointerEvent): void {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > maxMovePx) cancel();
  }

  const options = { signal: abortController.signal };
  list.addEventListener('pointerdown', begin, options);
  list.addEventListener('pointermove', move, options);
  list.addEventListener('pointerup', cancel, options);
  list.addEventListener('pointercancel', cancel, options);
  list.addEventListener('contextmenu', replaceMenu, options);
  return () => {
    cancel();
    abortController.abort();
  };
}
