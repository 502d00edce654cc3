import { describe, expect, test } from 'vitest';
import { createGestureReader, type Gesture } from '../../src/player/gestures.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

const width = 360;
const left = { x: 40, y: 100 };
const middle = { x: 180, y: 100 };
const right = { x: 320, y: 100 };

describe('taps', () => {
  test('one tap is reported immediately in the middle, and at the sides once no second tap has followed', () => {
    const { tap, gestures, clock } = setup();
    tap(middle);
    expect(gestures).toEqual([{ kind: 'tap' }]);
    tap(left, 1000);
    expect(gestures).toHaveLength(1);
    tap(right, 1000);
    clock.pass(300);
    expect(gestures).toEqual([{ kind: 'tap' }, { kind: 'tap' }, { kind: 'tap' }]);
  });

  test('a double tap in an outer third seeks 10 s, further taps add 10, and the sum is reported', () => {
    const { tap, gestures, clock } = setup();
    tap(right);
    tap(right, 200);
    tap(right, 600);
    tap(right, 600);
    clock.pass(1000);
    expect(gestures).toEqual([
      { kind: 'seek', seconds: 10, totalSeconds: 10 },
      { kind: 'seek', seconds: 10, totalSeconds: 20 },
      { kind: 'seek', seconds: 10, totalSeconds: 30 },
    ]);
  });

  test.each([
    ['too slowly one after the other are single taps', right, right, 400, 'tap'],
    ['in the middle are single taps', middle, middle, 100, 'tap'],
    ['on both sides are single taps', left, right, 100, 'tap'],
    ['on the left seek', left, left, 100, 'seek'],
  ] as const)('two taps %s', (_how, first, second, ms, kind) => {
    const { tap, gestures, clock } = setup();
    tap(first);
    tap(second, ms);
    clock.pass(1000);
    expect(gestures.at(-1)?.kind).toBe(kind);
  });

  test('a double tap on the left goes back', () => {
    const { tap, gestures } = setup();
    tap(left);
    tap(left, 100);
    expect(gestures.at(-1)).toEqual({ kind: 'seek', seconds: -10, totalSeconds: -10 });
  });
});

describe('a held finger', () => {
  test('starts a hold after half a second and ends it when lifted, without a tap', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middle });
    clock.pass(499);
    expect(gestures).toEqual([]);
    clock.pass(1);
    clock.pass(3000);
    reader.up({ id: 1, ...middle }, width);
    expect(gestures).toEqual([{ kind: 'hold-start' }, { kind: 'hold-end' }]);
  });

  test('ends its hold when the browser cancels the touch', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middle });
    clock.pass(500);
    reader.cancel(1);
    expect(gestures.at(-1)).toEqual({ kind: 'hold-end' });
  });

  test('reports nothing more once the reader is closed', () => {
    const { reader, gestures, clock, tap } = setup();
    reader.down({ id: 1, ...middle });
    clock.pass(500);
    reader.up({ id: 1, ...middle }, width);
    expect(gestures).toEqual([{ kind: 'hold-start' }, { kind: 'hold-end' }]);
    tap(left);
    reader.down({ id: 1, ...middle });
    reader.close();
    clock.pass(1000);
    expect(gestures).toHaveLength(2);
  });

  test('ends its hold when the reader is closed', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middle });
    clock.pass(500);
    reader.close();
    expect(gestures).toEqual([{ kind: 'hold-start' }, { kind: 'hold-end' }]);
  });

  test('is not a hold when it moves', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middle });
    reader.move({ id: 1, x: middle.x + 30, y: middle.y });
    clock.pass(2000);
    reader.up({ id: 1, x: middle.x + 30, y: middle.y }, width);
    expect(gestures).toEqual([]);
    reader.down({ id: 1, ...middle });
    clock.pass(2000);
    expect(gestures).toEqual([{ kind: 'hold-start' }]);
  });
});

describe('swipes', () => {
  test.each([
    [0, 80, 'swipe-down'],
    [0, -80, 'swipe-up'],
    [40, 80, 'swipe-down'],
    [0, 40, null],
    [80, 80, null],
    // A sideways swipe belongs to the system, and is not reported.
    [150, 0, null],
  ])('%s px across and %s px down are %s', (acrossPx, downPx, kind) => {
    const { reader, gestures } = setup();
    reader.down({ id: 1, ...middle });
    const end = { id: 1, x: middle.x + acrossPx, y: middle.y + downPx };
    reader.move(end);
    expect(gestures).toEqual([]); // nothing yet: browsers allow fullscreen only when the finger is lifted
    reader.up(end, width);
    expect(gestures).toEqual(kind === null ? [] : [{ kind }]);
  });

  test('two fingers put down and lifted without a pinch tap nothing', () => {
    const { reader, gestures, tap, clock } = setup();
    reader.down({ id: 1, ...left });
    reader.down({ id: 2, ...right });
    reader.up({ id: 2, ...right }, width);
    reader.up({ id: 1, ...left }, width);
    expect(gestures).toEqual([]);
    tap(left);
    clock.pass(1000);
    expect(gestures).toHaveLength(1);
  });

  test.each([
    [60, 'pinch-out'],
    [-60, 'pinch-in'],
  ])('two fingers whose distance changes by %s px pinch once, and tap nothing', (changePx, kind) => {
    const { reader, gestures } = setup();
    reader.down({ id: 1, x: 100, y: 100 });
    reader.down({ id: 2, x: 260, y: 100 });
    reader.move({ id: 2, x: 260 + changePx, y: 100 });
    reader.move({ id: 2, x: 260 + changePx * 1.5, y: 100 });
    reader.up({ id: 2, x: 260 + changePx, y: 100 }, width);
    reader.up({ id: 1, x: 100, y: 100 }, width);
    expect(gestures).toEqual([{ kind }]);
  });
});

function setup() {
  const clock = createManualClock();
  const gestures: Gesture[] = [];
  const reader = createGestureReader({ clock, onGesture: (gesture) => gestures.push(gesture) });
  return {
    reader,
    clock,
    gestures,
    /** Taps `afterMs` after the previous gesture. */
    tap(point: { x: number; y: number }, afterMs = 0) {
      clock.pass(afterMs);
      reader.down({ id: 1, ...point });
      reader.up({ id: 1, ...point }, width);
    },
  };
}
