// Two devices mark videos and save positions over a faulty network (two-devices.ts).
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { markChannelWatched } from '../../src/mutations/mark-all-watched.ts';
import { markPlaylistWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { saveProgress, startOver } from '../../src/mutations/save-progress.ts';
import type { Undo } from '../../src/mutations/undo.ts';
import type { WatchState } from '../../src/mirror/rows.ts';
import type { Device } from '../builders/outbox-device.ts';
import { watchedFrom, type Fault, type ModelLibrary } from '../doubles/model-archive.ts';
import { someFaults, somePassiveSteps, testKinds, testRuns, twoDevices, type PassiveStep, type Run, type WatchKind } from './two-devices.ts';

const videos = ['v1', 'v2', 'v3', 'v4'] as const;
const channels = ['cA', 'cB'] as const;
const playlists = { p1: ['v2', 'v3'] };
const library: ModelLibrary = {
  videos: [
    { videoId: 'v1', channelId: 'cA', durationSeconds: 600 },
    { videoId: 'v2', channelId: 'cA', durationSeconds: 600 },
    { videoId: 'v3', channelId: 'cB', durationSeconds: 1_200 },
    { videoId: 'v4', channelId: 'cB', durationSeconds: 40 },
  ],
  playlists,
};
const durationOf = (videoId: string): number => library.videos.find((video) => video.videoId === videoId)?.durationSeconds ?? 0;

type Step =
  | { do: 'mark'; videoId: string; isWatched: boolean }
  | { do: 'progress'; videoId: string; seconds: number; shouldSend: boolean }
  | { do: 'start-over'; videoId: string }
  | { do: 'mark-channel'; channelId: string; isWatched: boolean }
  | { do: 'mark-playlist'; isWatched: boolean }
  | { do: 'undo' }
  /** Another change is made during the flush. */
  | { do: 'flush-and-mark'; faults: Fault[]; videoId: string; isWatched: boolean; turns: number }
  | PassiveStep;

// Most steps change the same video, so that they affect each other.
const someVideo = fc.oneof({ weight: 5, arbitrary: fc.constant('v1') }, { weight: 1, arbitrary: fc.constantFrom(...videos) });
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('mark' as const), videoId: someVideo, isWatched: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('progress' as const), videoId: someVideo, seconds: fc.integer({ min: 0, max: 620 }), shouldSend: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start-over' as const), videoId: someVideo }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark-channel' as const), channelId: fc.constantFrom(...channels), isWatched: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark-playlist' as const), isWatched: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'undo' }) },
  ...somePassiveSteps,
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('flush-and-mark' as const),
      faults: someFaults,
      videoId: someVideo,
      isWatched: fc.boolean(),
      turns: fc.integer({ min: 0, max: 16 }),
    }),
  },
);

/** A step that makes each kind. */
const stepsByKind: { [Kind in WatchKind]: Step } = {
  'save-progress': { do: 'progress', videoId: 'v1', seconds: 100, shouldSend: true },
  'mark-video-watched': { do: 'mark', videoId: 'v2', isWatched: true },
  'mark-channel-watched': { do: 'mark-channel', channelId: 'cB', isWatched: true },
  'mark-playlist-watched': { do: 'mark-playlist', isWatched: true },
};

/** The state that a person expects after their changes. The test computes it without the code under test. */
interface Expectation {
  state: WatchState;
  touchedBy: Set<number>;
  /** The states that any device has shown right after a change. A video that both devices have changed may end in any of these states. */
  shownStates: WatchState[];
}

async function runSteps(run: Run<Step>): Promise<ReadonlySet<string>> {
  const pair = await twoDevices(library, run);
  const { model, devices } = pair;
  const expectations = new Map<string, Expectation>(
    videos.map((videoId) => [videoId, { state: { isWatched: false, positionSeconds: null }, touchedBy: new Set(), shownStates: [] }]),
  );
  const undos: ({ undo: Undo; formerStates: Map<string, WatchState> } | null)[] = [null, null];

  const membersOf = (step: Step): string[] => {
    if (step.do === 'mark-channel') return library.videos.filter((video) => video.channelId === step.channelId).map((video) => video.videoId);
    return step.do === 'mark-playlist' ? playlists.p1 : 'videoId' in step ? [step.videoId] : [];
  };
  const expectationOf = (videoId: string): Expectation => expectations.get(videoId) as Expectation;

  async function recordExpectedStates(index: number, videoIds: string[], nextState: (state: WatchState, videoId: string) => WatchState): Promise<void> {
    for (const videoId of videoIds) {
      const expectation = expectationOf(videoId);
      expectation.state = nextState(expectation.state, videoId);
      expectation.touchedBy.add(index);
      for (const device of devices) expectation.shownStates.push((await device.state(videoId)).shown);
    }
  }

  async function mark(index: number, step: Step & { isWatched: boolean }, makeMark: () => Promise<Undo>): Promise<void> {
    const members = membersOf(step);
    const formerStates = new Map(members.map((videoId) => [videoId, expectationOf(videoId).state]));
    undos[index] = { undo: await makeMark(), formerStates };
    await recordExpectedStates(index, members, () => ({ isWatched: step.isWatched, positionSeconds: null }));
  }

  async function takeStep(index: number, device: Device, step: Step): Promise<void> {
    const { mirror } = device;
    const subject = 'x';
    switch (step.do) {
      case 'mark':
        return mark(index, step, () => markVideoWatched(mirror, { videoId: step.videoId, isWatched: step.isWatched, subject }));
      case 'mark-channel':
        return mark(index, step, () => markChannelWatched(mirror, { channelId: step.channelId, isWatched: step.isWatched, subject }));
      case 'mark-playlist':
        return mark(index, step, () => markPlaylistWatched(mirror, { playlistId: 'p1', isWatched: step.isWatched, subject }));
      case 'progress': {
        const { videoId, seconds, shouldSend } = step;
        undos[index] = null;
        await saveProgress(mirror, { videoId, positionSeconds: seconds, durationSeconds: 0, subject, shouldSend });
        return recordExpectedStates(index, [videoId], (state) => {
          if (state.isWatched || seconds <= 5) return state;
          return seconds >= watchedFrom(durationOf(videoId)) ? { isWatched: true, positionSeconds: null } : { isWatched: false, positionSeconds: seconds };
        });
      }
      case 'start-over':
        undos[index] = null;
        await startOver(mirror, { videoId: step.videoId, subject });
        return recordExpectedStates(index, [step.videoId], (state) => ({ ...state, positionSeconds: null }));
      case 'undo': {
        const lastMark = undos[index];
        undos[index] = null;
        if (!lastMark) return;
        await lastMark.undo();
        await lastMark.undo(); // pressing twice undoes once
        return recordExpectedStates(index, [...lastMark.formerStates.keys()], (state, videoId) => lastMark.formerStates.get(videoId) ?? state);
      }
      case 'flush-and-mark': {
        const { videoId, isWatched } = step;
        const tabFate = await pair.whileFlushing(device, step, () => takeStep(index, device, { do: 'mark', videoId, isWatched }));
        if (tabFate === 'died') undos[index] = null;
        return;
      }
      default:
        if ((await pair.takePassiveStep(device, step)) === 'died') undos[index] = null;
    }
  }

  await pair.takeAll(run, takeStep);
  const parkedIds = new Set<string>();
  await pair.settle((row) => {
    const kind = row.mutation.kind === 'mark-channel-watched' ? 'mark-channel' : row.mutation.kind === 'mark-playlist-watched' ? 'mark-playlist' : 'mark';
    for (const videoId of membersOf({ do: kind, ...row.mutation } as never)) parkedIds.add(videoId);
  });

  for (const videoId of videos) {
    const serverState = model.stateOf(1, videoId);
    for (const device of devices) {
      const row = await device.state(videoId);
      // A position close to the server's is not sent, and the person continues from their own.
      expect(isNear(row.shown, serverState), `${videoId} is shown as the server has it: ${JSON.stringify([row.shown, serverState])}`).toBe(true);
      expect(row.server, `${videoId} is stored as the server has it`).toEqual(serverState);
      expect(row.waiting).toBe(0);
    }
    const { state, touchedBy, shownStates } = expectationOf(videoId);
    if (parkedIds.has(videoId)) continue;
    // Positions within 3 s count as the same, and a change from one to the other is not sent.
    if (touchedBy.size <= 1)
      expect(isNear(serverState, state), `${videoId}: ${JSON.stringify(serverState)} is what was wanted, ${JSON.stringify(state)}`).toBe(true);
    else
      expect(
        shownStates.some((shownState) => isNear(serverState, shownState)),
        `${videoId}: ${JSON.stringify(serverState)} is what somebody wanted`,
      ).toBe(true);
  }
  expect(model.redundantMarkCount(), 'no mark moved the date of a video that was watched already').toBe(0);
  for (const device of devices) await device.close();
  return pair.madeKinds;
}

function isNear(left: WatchState, right: WatchState): boolean {
  if (left.isWatched !== right.isWatched || (left.positionSeconds === null) !== (right.positionSeconds === null)) return false;
  return Math.abs((left.positionSeconds ?? 0) - (right.positionSeconds ?? 0)) <= 3;
}

testRuns('two devices end in the server’s state, lose no change and repeat no effect, whatever the network does', 'sync.test.ts', someStep, runSteps);

testKinds(stepsByKind, someStep, runSteps);
