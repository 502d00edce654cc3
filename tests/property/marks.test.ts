// Marks of a whole playlist, on a network that loses answers. Videos are added and removed before and after each mark.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { readShownPlaylist } from '../../src/mirror/fold-entities.ts';
import { markPlaylistWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { addToPlaylist, removeFromPlaylist } from '../../src/mutations/playlist-entries.ts';
import type { Device } from '../builders/outbox-device.ts';
import type { Fault, ModelLibrary } from '../doubles/model-archive.ts';
import { someFaultsOf, testRuns, twoDevices, type Run } from './two-devices.ts';

const videos = ['v1', 'v2', 'v3', 'v4', 'v5'] as const;
const playlistId = 'TA_playlist_0';
const library: ModelLibrary = {
  videos: videos.map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })),
  playlists: {},
  customPlaylists: { [playlistId]: ['v1', 'v2', 'v3'] },
};

type Step =
  | { do: 'mark'; isWatched: boolean; isUndone: boolean }
  | { do: 'mark-one'; videoId: string; isWatched: boolean }
  | { do: 'member'; videoId: string; isMember: boolean }
  | { do: 'flush'; faults: Fault[] }
  | { do: 'pull' }
  | { do: 'crash' };

// None of these faults refuses a change, because this property expects each change to arrive once. Other properties cover refusals.
const someRetriedFaults = fc.oneof(
  {
    weight: 3,
    arbitrary: someFaultsOf(['drop', 'bad-gateway', 'lost-answer', 'lost-answer', 'bad-gateway-after', 'die', 'die-after', 'portal-after', 'busy']),
  },
  { weight: 1, arbitrary: fc.constant<Fault[]>(['none', 'lost-answer']) },
);
const someVideo = fc.constantFrom(...videos);
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mark' as const), isWatched: fc.boolean(), isUndone: fc.constantFrom(false, false, true) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mark-one' as const), videoId: someVideo, isWatched: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('member' as const), videoId: someVideo, isMember: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('flush' as const), faults: someRetriedFaults }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'pull' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'crash' }) },
);

/** Takes all steps on the first device and none on the second, so membership and states are known exactly. */
async function runSteps(drawnRun: Run<Step>): Promise<void> {
  const run: Run<Step> = { ...drawnRun, steps: drawnRun.steps.map(({ step }) => ({ device: 0, step })) };
  const pair = await twoDevices(library, run);
  const { model, devices } = pair;
  const subject = 'x';
  let members: string[] = ['v1', 'v2', 'v3'];
  let watchedIds = new Set<string>();
  /** The sequence numbers of the marks that a flush may send. Marks that were replaced or undone before the flush are never sent. */
  const sendableMarks = new Set<number>();

  function recordMark(videoIds: readonly string[], isWatched: boolean): void {
    watchedIds = new Set([...watchedIds].filter((videoId) => isWatched || !videoIds.includes(videoId)));
    if (isWatched) for (const videoId of videoIds) watchedIds.add(videoId);
  }

  async function takeStep(_index: number, device: Device, step: Step): Promise<unknown> {
    const { mirror } = device;
    switch (step.do) {
      case 'mark': {
        const watchedIdsBefore = new Set(watchedIds);
        const undo = await markPlaylistWatched(mirror, { playlistId, isWatched: step.isWatched, subject });
        recordMark(members, step.isWatched);
        await expectShown(device, 'a mark applies to the videos in the playlist, and is shown immediately');
        if (!step.isUndone) return;
        await undo();
        watchedIds = watchedIdsBefore;
        break;
      }
      case 'mark-one':
        await markVideoWatched(mirror, { videoId: step.videoId, isWatched: step.isWatched, subject });
        recordMark([step.videoId], step.isWatched);
        break;
      case 'member': {
        const { videoId, isMember } = step;
        await (isMember ? addToPlaylist : removeFromPlaylist)(mirror, { playlistId, videoId, subject });
        members = isMember ? [...members.filter((id) => id !== videoId), videoId] : members.filter((id) => id !== videoId);
        break;
      }
      case 'flush':
        await collectMarks(device);
        return pair.takePassiveStep(device, step);
      default:
        return pair.takePassiveStep(device, step);
    }
    return expectShown(device, 'a mark does not apply to videos added later');
  }

  async function collectMarks(device: Device): Promise<void> {
    for (const row of await device.rows()) if (row.mutation.kind === 'mark-playlist-watched') sendableMarks.add(row.sequence);
  }

  async function expectShown(device: Device, rule: string): Promise<void> {
    const shownPlaylist = await readShownPlaylist(device.mirror.db, playlistId);
    expect(shownPlaylist?.entries.map((entry) => entry.videoId).toSorted()).toEqual(members.toSorted());
    for (const videoId of videos) expect((await device.state(videoId)).shown.isWatched, `${videoId}: ${rule}`).toBe(watchedIds.has(videoId));
  }

  await pair.takeAll(run, takeStep);
  await collectMarks(devices[0]);
  await pair.settle(() => {
    throw new Error('nothing is refused here');
  });
  for (const videoId of videos) expect(model.stateOf(1, videoId).isWatched, `${videoId} ends as it was marked last`).toBe(watchedIds.has(videoId));
  expect(model.lists.playlist(playlistId)?.entries.toSorted()).toEqual(members.toSorted());
  expect(model.markAllCount(), 'a mark that has arrived is not sent again').toBeLessThanOrEqual(sendableMarks.size);
  for (const device of devices) await device.close();
}

testRuns('a mark of a playlist applies to the videos that the playlist had when it was marked, and arrives once', 'marks.test.ts', someStep, runSteps);
