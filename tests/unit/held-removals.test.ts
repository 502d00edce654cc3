import { expect, test } from 'vitest';
import { createHeldRemovals } from '../../src/saved-media/held-removals.ts';

test.each([
  ['in time is carried out', 10_000, true],
  ['hours later, in a tab that was frozen, is cancelled', 10_000 + 3_600_000, false],
])('a removal whose time for Undo ends %s', (_case, endsAtMs, isHeld) => {
  let nowMs = 0;
  let fire = (): void => {};
  const clock = {
    now: () => nowMs,
    after(_ms: number, action: () => void) {
      fire = action;
      return () => {};
    },
  };
  const heldStates: boolean[] = [];
  const removals = createHeldRemovals(clock as never, (videoId) => heldStates.push(removals.has(videoId)));
  removals.hold('v1');
  nowMs = endsAtMs;
  fire();
  expect(heldStates).toEqual([isHeld]);
});
