import { expect, test } from 'vitest';
import { decideMark, decideProgress, type Decision } from '../../src/sync/conflict.ts';
import type { WatchState } from '../../src/mirror/rows.ts';

const at = (positionSeconds: number | null): WatchState => ({ isWatched: false, positionSeconds });
const watched: WatchState = { isWatched: true, positionSeconds: null };

const progress: [promise: string, local: number, base: WatchState | null, present: WatchState, decision: Decision][] = [
  ['what the archive has already is not sent', 100, at(40), at(100), { to: 'drop' }],
  ['what it has nearly is not sent, and this device goes on from its own', 100, at(40), at(102), { to: 'drop', ownSeconds: 100 }],
  ['an archive that stood still takes it', 100, at(40), at(40), { to: 'send' }],
  ['a deliberate rewind is sent as well', 40, at(400), at(401), { to: 'send' }],
  ['a video nobody has begun takes it', 100, at(null), at(null), { to: 'send' }],
  ['without a base it is sent', 100, null, at(300), { to: 'send' }],
  ['watched elsewhere meanwhile: not sent, kept as an alternative', 100, at(40), watched, { to: 'drop', alternativeSeconds: 100 }],
  ['finished on both: nothing to say', 590, at(40), watched, { to: 'drop' }],
  ['finished here is sent wherever the other one is', 590, at(40), at(588), { to: 'send' }],
  ['both moved, here farther: sent, the other kept', 300, at(40), at(200), { to: 'send', alternativeSeconds: 200 }],
  ['both moved, there farther: not sent, this one kept', 200, at(40), at(300), { to: 'drop', alternativeSeconds: 200 }],
  ['started over elsewhere, gone on here: sent', 200, at(40), at(null), { to: 'send' }],
  ['starting over forgets what was seen', 0, at(300), at(300), { to: 'send' }],
  ['starting over keeps what another device has begun', 0, at(300), at(400), { to: 'drop' }],
  ['starting over what has no position needs no request', 0, at(300), at(null), { to: 'drop' }],
];

test.each(progress)('progress: %s', (_promise, localSeconds, base, present, decision) => {
  expect(decideProgress({ localSeconds, durationSeconds: 600, base, present })).toEqual(decision);
});

const marks: [promise: string, isWatched: boolean, base: WatchState | null, present: WatchState, decision: Decision][] = [
  ['watched is sent', true, at(40), at(40), { to: 'send' }],
  ['watched is not sent to an archive that agrees: its date would move', true, at(40), watched, { to: 'drop' }],
  ['un-watching what was seen watched is sent', false, watched, watched, { to: 'send' }],
  ['un-watching what another device has watched meanwhile is asked', false, at(40), watched, { to: 'ask' }],
  ['un-watching what is unwatched is not sent', false, watched, at(null), { to: 'drop' }],
  ['a mark that only forgets the position is sent', false, at(40), at(40), { to: 'send' }],
  ['a position that moved elsewhere is not forgotten', false, at(40), at(400), { to: 'drop' }],
];

test.each(marks)('mark: %s', (_promise, isWatched, base, present, decision) => {
  expect(decideMark({ isWatched, base, present })).toEqual(decision);
});
