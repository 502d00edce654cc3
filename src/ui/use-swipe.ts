// Runs an action when a row is swiped sideways with a finger. The action also has a button. During the swipe only the row's attributes and
// style change, so React renders nothing.
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { swallowClick } from './swallow-click.ts';

export type SwipeDirection = 'right' | 'left';

/** A finger that moves this far sideways swipes the row. A finger that first moves farther than this up or down does not. In CSS pixels. */
const startDistance = 12;
/** If the finger is lifted at or beyond this distance, the action runs; otherwise the row returns to its place. */
const commitDistance = 96;
/** Beyond `commitDistance`, the row moves by only this share of the finger's movement. */
const followShare = 0.35;

/**
 * `list`: wraps the rows, each in an element with `data-video-id`. On the row under the finger, `data-swipe` is the direction of the swipe,
 * and `--swipe` is the distance, negative to the left. `data-swipe-done` is set once a release would run the action.
 */
export function useSwipe(list: RefObject<HTMLElement | null>, onSwipe: ((videoId: string, direction: SwipeDirection) => void) | null): void {
  const isOn = onSwipe !== null;
  const runAction = useEffectEvent((videoId: string, direction: SwipeDirection) => onSwipe?.(videoId, direction));
  useEffect(() => (list.current && isOn ? watchSwipes(list.current, (videoId, direction) => runAction(videoId, direction)) : undefined), [list, isOn]);
}

interface Swipe {
  row: HTMLElement;
  pointerId: number;
  startX: number;
  startY: number;
  /** The horizontal distance; positive to the right. */
  dx: number;
  isActive: boolean;
}

function watchSwipes(list: HTMLElement, onSwipe: (videoId: string, direction: SwipeDirection) => void): () => void {
  const abortController = new AbortController();
  let swipe: Swipe | null = null;

  function cancel(): void {
    if (swipe) resetRow(swipe.row);
    swipe = null;
  }
  function begin(event: PointerEvent): void {
    cancel();
    const row =
      event.pointerType === 'touch' && event.isPrimary && event.target instanceof Element ? event.target.closest<HTMLElement>('[data-video-id]') : null;
    if (row) swipe = { row, pointerId: event.pointerId, startX: event.clientX, startY: event.clientY, dx: 0, isActive: false };
  }
  function move(event: PointerEvent): void {
    if (!swipe || event.pointerId !== swipe.pointerId) return;
    swipe.dx = event.clientX - swipe.startX;
    const dy = Math.abs(event.clientY - swipe.startY);
    if (!swipe.isActive && dy > startDistance) return cancel();
    if (!swipe.isActive && Math.abs(swipe.dx) < startDistance) return;
    if (!swipe.isActive) list.setPointerCapture(event.pointerId);
    swipe.isActive = true;
    drawRow(swipe);
  }
  function end(event: PointerEvent): void {
    if (!swipe || event.pointerId !== swipe.pointerId) return;
    const { row, dx, isActive } = swipe;
    const isDone = isActive && Math.abs(dx) >= commitDistance;
    cancel();
    const videoId = row.dataset['videoId'];
    if (isActive) swallowClick();
    if (isDone && videoId !== undefined) onSwipe(videoId, directionOf(dx));
  }

  const options = { signal: abortController.signal };
  list.addEventListener('pointerdown', begin, options);
  list.addEventListener('pointermove', move, options);
  list.addEventListener('pointerup', end, options);
  list.addEventListener('pointercancel', cancel, options);
  return () => {
    cancel();
    abortController.abort();
  };
}

const directionOf = (dx: number): SwipeDirection => (dx > 0 ? 'right' : 'left');

function drawRow({ row, dx }: Swipe): void {
  const distance = Math.abs(dx);
  const shownDistance = distance <= commitDistance ? distance : commitDistance + (distance - commitDistance) * followShare;
  row.dataset['swipe'] = directionOf(dx);
  if (distance >= commitDistance) row.dataset['swipeDone'] = '';
  else delete row.dataset['swipeDone'];
  row.style.setProperty('--swipe', `${Math.sign(dx) * shownDistance}px`);
}

function resetRow(row: HTMLElement): void {
  delete row.dataset['swipe'];
  delete row.dataset['swipeDone'];
  row.style.removeProperty('--swipe');
}
