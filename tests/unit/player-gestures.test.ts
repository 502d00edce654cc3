import { describe, expect, test } from 'vitest';
import { createGestureReader, type Gesture } from '../../src/player/gestures.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

const width = 360;
const leftPoint = { x: 40, y: 100 };
const middlePoint = { x: 180, y: 100 };
const rightPoint = { x: 320, y: 100 };

describe('taps', () => {
  test('one tap is reported immediately in the middle, and at the sides once no second tap has followed', () => {
    const { tap, gestures, clock } = setup();
    tap(middlePoint);
    expect(gestures).toEqual([{ kind: 'tap' }]);
    tap(leftPoint, 1000);
    expect(gestures).toHaveLength(1);
    tap(rightPoint, 1000);
    clock.pass(300);
    expect(gestures).toEqual([{ kind: 'tap' }, { kind: 'tap' }, { kind: 'tap' }]);
  });

  test('a double tap in an outer third seeks 10 s, further taps add 10, and the sum is reported', () => {
    const { tap, gestures, clock } = setup();
    tap(rightPoint);
    tap(rightPoint, 200);
    tap(rightPoint, 600);
    tap(rightPoint, 600);
    clock.pass(1000);
    expect(gestures).toEqual([
      { kind: 'seek', seconds: 10, totalSeconds: 10 },
      { kind: 'seek', seconds: 10, totalSeconds: 20 },
      { kind: 'seek', seconds: 10, totalSeconds: 30 },
    ]);
  });

  test.each([
    ['too slowly one after the other are single taps', rightPoint, rightPoint, 400, 'tap'],
    ['in the middle are single taps', middlePoint, middlePoint, 100, 'tap'],
    ['on both sides are single taps', leftPoint, rightPoint, 100, 'tap'],
    ['on the left seek', leftPoint, leftPoint, 100, 'seek'],
  ] as const)('two taps %s', (_how, firstPoint, secondPoint, ms, kind) => {
    const { tap, gestures, clock } = setup();
    tap(firstPoint);
    tap(secondPoint, ms);
    clock.pass(1000);
    expect(gestures.at(-1)?.kind).toBe(kind);
  });

  test('a double tap on the left seeks back', () => {
    const { tap, gestures } = setup();
    tap(leftPoint);
    tap(leftPoint, 100);
    expect(gestures.at(-1)).toEqual({ kind: 'seek', seconds: -10, totalSeconds: -10 });
  });
});

describe('a held finger', () => {
  test('starts a hold after half a second, and ends the hold when the finger is lifted, without a tap', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middlePoint });
    clock.pass(499);
    expect(gestures).toEqual([]);
    clock.pass(1);
    clock.pass(3000);
    reader.up({ id: 1, ...middlePoint }, width);
    expect(gestures).toEqual([{ kind: 'hold-start' }, { kind: 'hold-end' }]);
  });

  test('ends its hold when the browser cancels the touch', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middlePoint });
    clock.pass(500);
    reader.cancel(1);
    expect(gestures.at(-1)).toEqual({ kind: 'hold-end' });
  });

  test('reports nothing more once the reader is closed', () => {
    const { reader, gestures, clock, tap } = setup();
    reader.down({ id: 1, ...middlePoint });
    clock.pass(500);
    reader.up({ id: 1, ...middlePoint }, width);
    expect(gestures).toEqual([{ kind: 'hold-start' }, { kind: 'hold-end' }]);
    tap(leftPoint);
    reader.down({ id: 1, ...middlePoint });
    reader.close();
    clock.pass(1000);
    expect(gestures).toHaveLength(2);
  });

  test('ends its hold when the reader is closed', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middlePoint });
    clock.pass(500);
    reader.close();
    expect(gestures).toEqual([{ kind: 'hold-start' }, { kind: 'hold-end' }]);
  });

  test('is not a hold when it moves', () => {
    const { reader, clock, gestures } = setup();
    reader.down({ id: 1, ...middlePoint });
    reader.move({ id: 1, x: middlePoint.x + 30, y: middlePoint.y });
    clock.pass(2000);
    reader.up({ id: 1, x: middlePoint.x + 30, y: middlePoint.y }, width);
    expect(gestures).toEqual([]);
    reader.down({ id: 1, ...middlePoint });
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
    reader.down({ id: 1, ...middlePoint });
    const endPoint = { id: 1, x: middlePoint.x + acrossPx, y: middlePoint.y + downPx };
    reader.move(endPoint);
    expect(gestures).toEqual([]); // nothing yet: browsers allow fullscreen only when the finger is lifted
    reader.up(endPoint, width);
    expect(gestures).toEqual(kind === null ? [] : [{ kind }]);
  });

  test('two fingers that are put down and lifted without a pinch are no gesture', () => {
    const { reader, gestures, tap, clock } = setup();
    reader.down({ id: 1, ...leftPoint });
    reader.down({ id: 2, ...rightPoint });
    reader.up({ id: 2, ...rightPoint }, width);
    reader.up({ id: 1, ...leftPoint }, width);
    expect(gestures).toEqual([]);
    tap(leftPoint);
    clock.pass(1000);
    expect(gestures).toHaveLength(1);
  });

  test.each([
    [60, 'pinch-out'],
    [-60, 'pinch-in'],
  ])('two fingers whose distance changes by %s px pinch once, and are no tap', (changePx, kind) => {
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
