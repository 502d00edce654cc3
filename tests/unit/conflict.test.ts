import { expect, test } from 'vitest';
import { decideMark, decideProgress, type Decision } from '../../src/sync/conflict.ts';
import type { WatchState } from '../../src/mirror/rows.ts';

const at = (positionSeconds: number | null): WatchState => ({ isWatched: false, positionSeconds });
const watched: WatchState = { isWatched: true, positionSeconds: null };

const progress: [rule: string, local: number, base: WatchState | null, present: WatchState, decision: Decision][] = [
  ['a position that the archive has already is not sent', 100, at(40), at(100), { to: 'drop' }],
  ['a position close to the archive’s is not sent, and this device continues from its own', 100, at(40), at(102), { to: 'drop', ownSeconds: 100 }],
  ['a position is sent if the archive’s has not changed', 100, at(40), at(40), { to: 'send' }],
  ['a deliberate rewind is sent as well', 40, at(400), at(401), { to: 'send' }],
  ['the first position in a video is sent', 100, at(null), at(null), { to: 'send' }],
  ['a position without a base is sent', 100, null, at(300), { to: 'send' }],
  [
    'a position in a video watched elsewhere meanwhile is not sent, but kept as the conflicting position',
    100,
    at(40),
    watched,
    { to: 'drop', alternativeSeconds: 100 },
  ],
  ['a video finished on both devices needs no request', 590, at(40), watched, { to: 'drop' }],
  ['the end of a video is sent, wherever the other device is', 590, at(40), at(588), { to: 'send' }],
  [
    'if both devices have moved and this one is farther, its position is sent and the other one kept',
    300,
    at(40),
    at(200),
    { to: 'send', alternativeSeconds: 200 },
  ],
  [
    'if both devices have moved and the other one is farther, nothing is sent and this position is kept',
    200,
    at(40),
    at(300),
    { to: 'drop', alternativeSeconds: 200 },
  ],
  ['a position continued here is sent, even if the video was started over elsewhere', 200, at(40), at(null), { to: 'send' }],
  ['starting over is sent if the archive’s position has not changed', 0, at(300), at(300), { to: 'send' }],
  ['starting over is not sent if another device has continued', 0, at(300), at(400), { to: 'drop' }],
  ['starting over a video without a position needs no request', 0, at(300), at(null), { to: 'drop' }],
];

test.each(progress)('progress: %s', (_rule, localSeconds, base, present, decision) => {
  expect(decideProgress({ localSeconds, durationSeconds: 600, base, present })).toEqual(decision);
});

const marks: [rule: string, isWatched: boolean, base: WatchState | null, present: WatchState, decision: Decision][] = [
  ['a mark as watched is sent', true, at(40), at(40), { to: 'send' }],
  ['a mark as watched is not sent to an archive that has it, since its date would change', true, at(40), watched, { to: 'drop' }],
  ['a mark as unwatched is sent if the video was watched before', false, watched, watched, { to: 'send' }],
  ['a mark as unwatched needs an answer if another device has watched the video meanwhile', false, at(40), watched, { to: 'ask' }],
  ['a mark as unwatched is not sent if the video is unwatched', false, watched, at(null), { to: 'drop' }],
  ['a mark that only forgets the position is sent', false, at(40), at(40), { to: 'send' }],
  ['a position that moved elsewhere is not forgotten', false, at(40), at(400), { to: 'drop' }],
];

test.each(marks)('%s', (_rule, isWatched, base, present, decision) => {
  expect(decideMark({ isWatched, base, present })).toEqual(decision);
});
