import { expect, test } from 'vitest';
import { createHeldRemovals } from '../../src/saved-media/device/held-removals.ts';

test.each([
  ['fires on time is carried out', 10_000, true],
  ['fires hours too late, because the tab was frozen, is cancelled', 10_000 + 3_600_000, false],
])('a removal whose timer %s', (_case, firesAtMs, isHeld) => {
  let nowMs = 0;
  let runTimer = (): void => {};
  const clock = {
    now: () => nowMs,
    after(_ms: number, action: () => void) {
      runTimer = action;
      return () => {};
    },
  };
  const heldStates: boolean[] = [];
  const removals = createHeldRemovals(clock as never, (videoId) => heldStates.push(removals.has(videoId)));
  removals.hold('v1');
  nowMs = firesAtMs;
  runTimer();
  expect(heldStates).toEqual([isHeld]);
});
