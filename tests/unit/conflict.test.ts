import { expect, test } from 'vitest';
import { decideMark, decideProgress, type Decision } from '../../src/sync/conflict.ts';
import type { WatchState } from '../../src/mirror/rows.ts';

const unwatchedAt = (positionSeconds: number | null): WatchState => ({ isWatched: false, positionSeconds });
const watchedState: WatchState = { isWatched: true, positionSeconds: null };

const progressCases: [rule: string, localSeconds: number, base: WatchState | null, present: WatchState, decision: Decision][] = [
  ['a position that the archive already has is not sent', 100, unwatchedAt(40), unwatchedAt(100), { to: 'drop' }],
  [
    'a position close to the archive’s is not sent, and this device continues from its own',
    100,
    unwatchedAt(40),
    unwatchedAt(102),
    { to: 'drop', ownSeconds: 100 },
  ],
  ['a position is sent if the archive’s has not changed', 100, unwatchedAt(40), unwatchedAt(40), { to: 'send' }],
  ['a deliberate rewind is sent as well', 40, unwatchedAt(400), unwatchedAt(401), { to: 'send' }],
  ['the first position in a video is sent', 100, unwatchedAt(null), unwatchedAt(null), { to: 'send' }],
  ['a position without a base is sent', 100, null, unwatchedAt(300), { to: 'send' }],
  [
    'a position in a video watched elsewhere meanwhile is not sent, but kept as the conflicting position',
    100,
    unwatchedAt(40),
    watchedState,
    { to: 'drop', alternativeSeconds: 100 },
  ],
  ['a video finished on both devices needs no request', 590, unwatchedAt(40), watchedState, { to: 'drop' }],
  ['the end of a video is sent, whatever position the archive has', 590, unwatchedAt(40), unwatchedAt(588), { to: 'send' }],
  [
    'if both devices have moved and this one is farther along, its position is sent and the other position is kept',
    300,
    unwatchedAt(40),
    unwatchedAt(200),
    { to: 'send', alternativeSeconds: 200 },
  ],
  [
    'if both devices have moved and the other one is farther along, nothing is sent and this position is kept',
    200,
    unwatchedAt(40),
    unwatchedAt(300),
    { to: 'drop', alternativeSeconds: 200 },
  ],
  ['a position continued here is sent, even if the video was started over elsewhere', 200, unwatchedAt(40), unwatchedAt(null), { to: 'send' }],
  ['starting over is sent if the archive’s position has not changed', 0, unwatchedAt(300), unwatchedAt(300), { to: 'send' }],
  ['starting over is not sent if another device has continued', 0, unwatchedAt(300), unwatchedAt(400), { to: 'drop' }],
  ['starting over a video without a position needs no request', 0, unwatchedAt(300), unwatchedAt(null), { to: 'drop' }],
];

test.each(progressCases)('progress: %s', (_rule, localSeconds, base, present, decision) => {
  expect(decideProgress({ localSeconds, durationSeconds: 600, base, present })).toEqual(decision);
});

const markCases: [rule: string, isWatched: boolean, base: WatchState | null, present: WatchState, decision: Decision][] = [
  ['a mark as watched is sent', true, unwatchedAt(40), unwatchedAt(40), { to: 'send' }],
  [
    'a mark as watched is not sent to an archive that already has the mark, because the date of the mark would change',
    true,
    unwatchedAt(40),
    watchedState,
    { to: 'drop' },
  ],
  ['a mark as unwatched is sent if the video still counts as watched at the archive', false, watchedState, watchedState, { to: 'send' }],
  ['if the video was watched on another device meanwhile, the user is asked about a mark as unwatched', false, unwatchedAt(40), watchedState, { to: 'ask' }],
  ['a mark as unwatched is not sent if the video is already unwatched and has no position', false, watchedState, unwatchedAt(null), { to: 'drop' }],
  ['a mark of an unwatched video as unwatched is sent if it removes a position', false, unwatchedAt(40), unwatchedAt(40), { to: 'send' }],
  ['a mark as unwatched does not remove a position that another device has changed', false, unwatchedAt(40), unwatchedAt(400), { to: 'drop' }],
];

test.each(markCases)('%s', (_rule, isWatched, base, present, decision) => {
  expect(decideMark({ isWatched, base, present })).toEqual(decision);
});
