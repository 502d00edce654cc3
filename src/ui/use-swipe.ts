// Swiping a row sideways with a finger, and its action. There is also a button for it. During the swipe only its style changes: nothing is
// rendered.
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { swallowClick } from './swallow-click.ts';

export type SwipeSide = 'right' | 'left';

/** A finger that has moved this far, more sideways than up or down, swipes the row instead of scrolling the page. In CSS pixels. */
const meantFrom = 12;
/** Released from here on the action runs; before, the row goes back. */
const doneFrom = 96;
/** The share by which the row follows beyond that: there is nothing more to reach. */
const drag = 0.35;

/**
 * `list`: wraps the rows, each in an element with `data-video-id`. A row under the finger gets `data-swipe` with the side on which its
 * background shows, `data-swipe-done` once releasing would act, and `--swipe`, the distance.
 */
export function useSwipe(list: RefObject<HTMLElement | null>, onSwipe: ((videoId: string, side: SwipeSide) => void) | null): void {
  const isOn = onSwipe !== null;
  const swiped = useEffectEvent((videoId: string, side: SwipeSide) => onSwipe?.(videoId, side));
  useEffect(() => (list.current && isOn ? watchSwipes(list.current, (videoId, side) => swiped(videoId, side)) : undefined), [list, isOn]);
}

interface Swipe {
  row: HTMLElement;
  pointerId: number;
  x: number;
  y: number;
  /** Positive to the right. */
  by: number;
  isMeant: boolean;
}

function watchSwipes(list: HTMLElement, onSwipe: (videoId: string, side: SwipeSide) => void): () => void {
  const ending = new AbortController();
  let swipe: Swipe | null = null;

  function giveUp(): void {
    if (swipe) putBack(swipe.row);
    swipe = null;
  }
  function begin(event: PointerEvent): void {
    giveUp();
    const row =
      event.pointerType === 'touch' && event.isPrimary && event.target instanceof Element ? event.target.closest<HTMLElement>('[data-video-id]') : null;
    if (row) swipe = { row, pointerId: event.pointerId, x: event.clientX, y: event.clientY, by: 0, isMeant: false };
  }
  function move(event: PointerEvent): void {
    if (!swipe || event.pointerId !== swipe.pointerId) return;
    swipe.by = event.clientX - swipe.x;
    const up = Math.abs(event.clientY - swipe.y);
    if (!swipe.isMeant && up > meantFrom) return giveUp();
    if (!swipe.isMeant && Math.abs(swipe.by) < meantFrom) return;
    if (!swipe.isMeant) list.setPointerCapture(event.pointerId);
    swipe.isMeant = true;
    draw(swipe);
  }
  function end(event: PointerEvent): void {
    if (!swipe || event.pointerId !== swipe.pointerId) return;
    const { row, by, isMeant } = swipe;
    const isDone = isMeant && Math.abs(by) >= doneFrom;
    giveUp();
    const videoId = row.dataset['videoId'];
    if (isMeant) swallowClick();
    if (isDone && videoId !== undefined) onSwipe(videoId, sideOf(by));
  }

  const options = { signal: ending.signal };
  list.addEventListener('pointerdown', begin, options);
  list.addEventListener('pointermove', move, options);
  list.addEventListener('pointerup', end, options);
  list.addEventListener('pointercancel', giveUp, options);
  return () => {
    giveUp();
    ending.abort();
  };
}

const sideOf = (by: number): SwipeSide => (by > 0 ? 'right' : 'left');

function draw({ row, by }: Swipe): void {
  const far = Math.abs(by);
  const shown = far <= doneFrom ? far : doneFrom + (far - doneFrom) * drag;
  row.dataset['swipe'] = sideOf(by);
  if (far >= doneFrom) row.dataset['swipeDone'] = '';
  else delete row.dataset['swipeDone'];
  row.style.setProperty('--swipe', `${Math.sign(by) * shown}px`);
}

function putBack(row: HTMLElement): void {
  delete row.dataset['swipe'];
  delete row.dataset['swipeDone'];
  row.style.removeProperty('--swipe');
}
