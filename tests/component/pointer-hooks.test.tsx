// Long presses, swipes and drags of rows and cards: from which distance or duration they count, and what ends them. Also the order that a
// list shows after a move.
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useLongPress } from '../../src/ui/use-long-press.ts';
import { useOptimisticOrder } from '../../src/ui/use-optimistic-order.ts';
import { useRowDrag } from '../../src/ui/use-row-drag.ts';
import { useSwipe } from '../../src/ui/use-swipe.ts';
import { renderHook } from './hook.tsx';
import { longTest } from '../long-test.ts';

beforeEach(() => {
  // A synthetic pointer cannot be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
});

test('a finger that rests on a card for half a second makes a long press without a click', async () => {
  const onPress = vi.fn();
  const { card, clicks } = await renderPressable(onPress);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  firePointer(card, 'pointerdown', { x: 50, y: 50 });
  firePointer(card, 'pointermove', { x: 57, y: 57 });
  vi.advanceTimersByTime(499);
  expect(onPress).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onPress).toHaveBeenCalledExactlyOnceWith('v1');
  firePointer(card, 'pointerup', { x: 57, y: 57 });
  vi.advanceTimersByTime(1_000); // on a busy page the click comes late
  card.click();
  expect(clicks()).toBe(0);
  firePointer(card, 'pointerdown', { x: 57, y: 57 });
  firePointer(card, 'pointerup', { x: 57, y: 57 });
  card.click();
  expect(clicks()).toBe(1);
});

for (const [description, interrupt] of [
  ['the finger moves', (card: Element) => firePointer(card, 'pointermove', { x: 50, y: 61 })],
  ['the finger is lifted early', (card: Element) => firePointer(card, 'pointerup', { x: 50, y: 50 })],
  ['the system takes the touch over', (card: Element) => firePointer(card, 'pointercancel', { x: 50, y: 50 })],
] as const) {
  test(`a touch on a card is no long press if ${description}`, async () => {
    const onPress = vi.fn();
    const { card, clicks } = await renderPressable(onPress);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    firePointer(card, 'pointerdown', { x: 50, y: 50 });
    interrupt(card);
    vi.advanceTimersByTime(1_000);
    expect(onPress).not.toHaveBeenCalled();
    card.click();
    expect(clicks()).toBe(1);
    firePointer(card, 'pointerdown', { x: 50, y: 50 });
    vi.advanceTimersByTime(1_000);
    expect(onPress).toHaveBeenCalledOnce();
  });
}

test('two fingers that rest before a pinch make no long press', async () => {
  const onPress = vi.fn();
  const { card } = await renderPressable(onPress);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  firePointer(card, 'pointerdown', { x: 50, y: 50 });
  firePointer(card, 'pointerdown', { x: 90, y: 90, pointerId: 8, isPrimary: false });
  vi.advanceTimersByTime(1_000);
  expect(onPress).not.toHaveBeenCalled();
  firePointer(card, 'pointerdown', { x: 50, y: 50 });
  vi.advanceTimersByTime(500);
  expect(onPress).toHaveBeenCalledOnce();
});

test('if the system opens the context menu of a touch first, the long press begins at once, without the menu', async () => {
  const onPress = vi.fn();
  const { card, clicks } = await renderPressable(onPress);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  firePointer(card, 'pointerdown', { x: 50, y: 50 });
  vi.advanceTimersByTime(400);
  expect(firePointer(card, 'contextmenu', { x: 50, y: 50, pointerType: '' }), 'a menu opened by a key').toBe(true);
  expect(onPress).not.toHaveBeenCalled();
  expect(firePointer(card, 'contextmenu', { x: 50, y: 50 })).toBe(false);
  expect(onPress).toHaveBeenCalledExactlyOnceWith('v1');
  vi.advanceTimersByTime(1_000);
  firePointer(card, 'pointerup', { x: 50, y: 50 });
  card.click();
  expect([onPress.mock.calls.length, clicks()]).toEqual([1, 0]);
  firePointer(card, 'pointerdown', { x: 50, y: 50, pointerType: 'mouse' });
  expect(firePointer(card, 'contextmenu', { x: 50, y: 50, pointerType: 'mouse' }), 'a right click').toBe(true);
});

test('a mouse resting on a card is not a long press', async () => {
  const onPress = vi.fn();
  const { card } = await renderPressable(onPress);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  firePointer(card, 'pointerdown', { x: 50, y: 50, pointerType: 'mouse' });
  vi.advanceTimersByTime(1_000);
  expect(onPress).not.toHaveBeenCalled();
  firePointer(card, 'pointerdown', { x: 50, y: 50 });
  vi.advanceTimersByTime(1_000);
  expect(onPress).toHaveBeenCalledOnce();
});

for (const [distancePx, calls] of [
  [96, [['v1', 'right']]],
  [-96, [['v1', 'left']]],
  [95, []],
] as const) {
  test(`a row swiped ${distancePx} px reports ${calls.length === 0 ? 'nothing' : `a swipe ${calls[0]?.[1]}`}, and returns to its place`, async () => {
    const onSwipe = vi.fn();
    const { card } = await renderSwipeable(onSwipe);
    firePointer(card, 'pointerdown', { x: 200, y: 50 });
    firePointer(card, 'pointermove', { x: 200 + Math.sign(distancePx) * 11, y: 50 });
    expect(card.dataset['swipe'], 'too short to be a swipe').toBeUndefined();
    firePointer(card, 'pointermove', { x: 200 + distancePx, y: 55 });
    expect(card.dataset['swipe']).toBe(distancePx > 0 ? 'right' : 'left');
    expect(card.dataset['swipeDone']).toBe(Math.abs(distancePx) >= 96 ? '' : undefined);
    expect(card.style.getPropertyValue('--swipe')).toBe(`${distancePx}px`);
    firePointer(card, 'pointerup', { x: 200 + distancePx, y: 55 });
    expect(onSwipe.mock.calls).toEqual(calls);
    expect(card.dataset['swipe']).toBeUndefined();
    expect(card.style.getPropertyValue('--swipe')).toBe('');
  });
}

test('a row that is swiped beyond its limit follows at a third of the speed', async () => {
  const { card } = await renderSwipeable(() => {});
  firePointer(card, 'pointerdown', { x: 0, y: 50 });
  firePointer(card, 'pointermove', { x: 196, y: 50 });
  expect(card.style.getPropertyValue('--swipe')).toBe('131px');
});

test('a finger that first moves up or down triggers no swipe', async () => {
  const onSwipe = vi.fn();
  const { card } = await renderSwipeable(onSwipe);
  firePointer(card, 'pointerdown', { x: 200, y: 50 });
  firePointer(card, 'pointermove', { x: 205, y: 63 });
  firePointer(card, 'pointermove', { x: 320, y: 63 });
  firePointer(card, 'pointerup', { x: 320, y: 63 });
  expect(onSwipe).not.toHaveBeenCalled();
  firePointer(card, 'pointerdown', { x: 200, y: 50 });
  firePointer(card, 'pointermove', { x: 213, y: 50 });
  firePointer(card, 'pointermove', { x: 320, y: 63 });
  firePointer(card, 'pointerup', { x: 320, y: 63 });
  expect(onSwipe).toHaveBeenCalledExactlyOnceWith('v1', 'right');
});

test('a dragged row follows the pointer, and reports its position when it is dropped', async () => {
  const { grip, drag, onDrop, row } = await renderDraggable();
  firePointer(grip, 'pointerdown', { x: 10, y: 300, button: 0 });
  firePointer(grip, 'pointermove', { x: 10, y: 376 });
  expect(row.style.getPropertyValue('--lifted')).toBe('76px');
  await expect.poll(() => drag()).toEqual({ rowId: 'e0', from: 0, to: 2 });
  firePointer(grip, 'pointerup', { x: 10, y: 376 });
  expect(onDrop).toHaveBeenCalledExactlyOnceWith('e0', 2);
  await expect.poll(() => drag()).toBeNull();
  expect(row.style.getPropertyValue('--lifted')).toBe('');
});

test('a dragged row stops at the ends of the list, and reports nothing if it is dropped at its own position', async () => {
  const { grip, drag, onDrop } = await renderDraggable();
  firePointer(grip, 'pointerdown', { x: 10, y: 300, button: 0 });
  firePointer(grip, 'pointermove', { x: 10, y: 700 });
  await expect.poll(() => drag()?.to).toBe(3);
  firePointer(grip, 'pointermove', { x: 10, y: 310 });
  await expect.poll(() => drag()?.to).toBe(0);
  firePointer(grip, 'pointerup', { x: 10, y: 310 });
  expect(onDrop).not.toHaveBeenCalled();
});

test('Escape returns a dragged row, and closes nothing else', async () => {
  const { grip, drag, onDrop } = await renderDraggable();
  const onKeydown = vi.fn();
  document.addEventListener('keydown', onKeydown, { once: true });
  firePointer(grip, 'pointerdown', { x: 10, y: 300, button: 0 });
  firePointer(grip, 'pointermove', { x: 10, y: 376 });
  await expect.poll(() => drag()?.to).toBe(2);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }));
  await expect.poll(() => drag()).toBeNull();
  firePointer(grip, 'pointerup', { x: 10, y: 376 });
  expect(onDrop).not.toHaveBeenCalled();
  expect(onKeydown).not.toHaveBeenCalled();
  document.removeEventListener('keydown', onKeydown);
});

test('removing a dragged row ends its drag; an icon in the grip that loses the pointer does not end the drag', async () => {
  const { grip, row, drag, onDrop } = await renderDraggable();
  firePointer(grip, 'pointerdown', { x: 10, y: 300, button: 0 });
  firePointer(grip, 'pointermove', { x: 10, y: 376 });
  await expect.poll(() => drag()?.to).toBe(2);
  row.dispatchEvent(new PointerEvent('lostpointercapture', { bubbles: true }));
  firePointer(grip, 'pointermove', { x: 10, y: 338 });
  await expect.poll(() => drag()?.to).toBe(1);
  document.dispatchEvent(new PointerEvent('lostpointercapture', { bubbles: true }));
  await expect.poll(() => drag()).toBeNull();
  expect(onDrop).not.toHaveBeenCalled();
});

longTest('the list shows a move before it is written, and until the device’s rows contain the move', async () => {
  const order = await renderOrdered();
  order.move('c', 0);
  await expect.poll(order.shown).toBe('cab');
  order.settle();
  order.store('cab');
  await expect.poll(order.shown).toBe('cab');
  order.store('bca');
  // The optimistic order ends, so a later order of the device is shown.
  await expect.poll(order.shown).toBe('bca');
});

test('a move that cannot be stored is reverted', async () => {
  const order = await renderOrdered();
  order.move('c', 0);
  await expect.poll(order.shown).toBe('cab');
  order.refuse();
  await expect.poll(order.shown).toBe('abc');
});

test('a held key continues from the position where the row is shown', async () => {
  const order = await renderOrdered();
  order.move('a', 1);
  await expect.poll(order.shown).toBe('bac');
  expect(order.indexOf('a')).toBe(1);
  order.move('a', 2);
  await expect.poll(order.shown).toBe('bca');
});

test('a row that is added before the move is written ends the optimistic order', async () => {
  const order = await renderOrdered();
  order.move('c', 0);
  await expect.poll(order.shown).toBe('cab');
  order.store('abcd');
  await expect.poll(order.shown).toBe('abcd');
});

type PointerPlace = { x: number; y: number } & PointerEventInit;

/** Returns false if the page prevented the event's default action. */
function firePointer(target: Element, type: string, { x, y, ...rest }: PointerPlace): boolean {
  return target.dispatchEvent(
    new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 7, isPrimary: true, pointerType: 'touch', clientX: x, clientY: y, ...rest }),
  );
}

async function renderPressable(onPress: (videoId: string) => void) {
  const { list, card, clicks } = aList();
  await renderHook(() => useLongPress({ current: list }, onPress));
  await expect.poll(() => list.isConnected).toBe(true);
  return { card, clicks };
}

async function renderSwipeable(onSwipe: (videoId: string, side: 'left' | 'right') => void) {
  const { list, card } = aList();
  await renderHook(() => useSwipe({ current: list }, onSwipe));
  return { card };
}

/** Adds a list with one card to the document for the length of the test. */
function aList() {
  const list = document.createElement('div');
  const card = document.createElement('button');
  card.dataset['videoId'] = 'v1';
  let clickCount = 0;
  card.addEventListener('click', () => (clickCount += 1));
  list.append(card);
  document.body.append(list);
  onTestFinished(() => list.remove());
  return { list, card, clicks: () => clickCount };
}

/** Renders four rows of 38 px. `row` and `grip` are those of the first. */
async function renderDraggable() {
  const onDrop = vi.fn();
  let grip: HTMLElement | null = null;
  const ids = ['e0', 'e1', 'e2', 'e3'];
  const lastRender: { drag: ReturnType<typeof useRowDrag>['drag'] } = { drag: null };
  function Rows() {
    const list = useRef<HTMLUListElement>(null);
    const { drag, grab } = useRowDrag({ list, indexOf: (rowId) => ids.indexOf(rowId), count: () => ids.length, onDrop });
    Object.assign(lastRender, { drag });
    return (
      <ul ref={list}>
        {ids.map((id) => (
          <li key={id} data-entry={id} style={{ height: 38 }}>
            <button aria-label={id} ref={(element) => void (id === 'e0' && (grip = element))} onPointerDown={(event) => grab(id, event)} />
          </li>
        ))}
      </ul>
    );
  }
  await renderHook(() => undefined, { children: <Rows /> });
  await expect.poll(() => grip).not.toBeNull();
  const gripElement = grip as unknown as HTMLElement;
  const row = gripElement.closest<HTMLElement>('[data-entry]');
  if (!row) throw new Error('the grip is in no row');
  return { grip: gripElement, row, onDrop, drag: () => lastRender.drag };
}

/** Renders the rows `a`, `b` and `c` over a device that stores or refuses each move when the test says so. */
async function renderOrdered() {
  const writes: { settle: () => void; refuse: () => void }[] = [];
  const write = () => new Promise<void>((resolve, reject) => writes.push({ settle: resolve, refuse: () => reject(new Error('no room')) }));
  const hook = await renderHook(() => {
    const [storedRows, store] = useState([...'abc']);
    return { ...useOptimisticOrder(storedRows, (row) => row, write), store };
  });
  return {
    shown: () => hook.result().rows.join(''),
    move: (id: string, to: number) => hook.result().move(id, to),
    indexOf: (id: string) => hook.result().indexOf(id),
    store: (rows: string) => hook.result().store([...rows]),
    settle: () => writes.at(-1)?.settle(),
    refuse: () => writes.at(-1)?.refuse(),
  };
}
