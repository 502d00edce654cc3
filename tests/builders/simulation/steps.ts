// The steps of a run: what people do, and what happens to their devices and networks.
import fc from 'fast-check';
import type { ServerKind } from './archive.ts';
import { isLong } from '../../long-test.ts';
import { channelIds, deletableIds, downloadIds, regularPlaylistId, videoIds } from './library.ts';

export type Act =
  | { do: 'mark'; videoId: string; isWatched: boolean }
  | { do: 'position'; videoId: string; seconds: number; shouldSend: boolean }
  | { do: 'start-over'; videoId: string }
  | { do: 'mark-all'; of: 'channel' | 'playlist'; id: string; isWatched: boolean }
  | { do: 'subscribe'; of: 'channel' | 'playlist'; id: string; value: boolean }
  | { do: 'sort'; value: 'top' | 'bottom' }
  | { do: 'columns'; value: number }
  | { do: 'member'; videoId: string; isMember: boolean }
  | { do: 'move'; videoId: string; to: 'top' | 'up' | 'down' | 'bottom' }
  | { do: 'create' }
  /** Makes a playlist, adds two videos to it, and moves the second one to the top. */
  | { do: 'create-filled' }
  | { do: 'line' }
  | { do: 'download'; videoId: string; to: 'pending' | 'ignore' | 'forgotten' }
  | { do: 'queue'; isForced: boolean }
  /** `isIgnored`: "Delete and Ignore". */
  | { do: 'delete'; videoId: string; isIgnored: boolean }
  | { do: 'delete-channel' }
  /** `made`: of the custom playlists that were made in this run and are on the device, the one whose name sorts last. */
  | { do: 'delete-playlist'; of: 'regular' | 'made'; withVideos: boolean }
  | { do: 'undo' };

export type Event =
  | { do: 'open-list'; list: number }
  | { do: 'open-video'; videoId: string }
  | { do: 'login'; person: number }
  | { do: 'logout'; clearDevice: boolean }
  | { do: 'open-tab' }
  | { do: 'kill' }
  | { do: 'freeze' }
  | { do: 'thaw' }
  | { do: 'show' }
  | { do: 'clock'; byMs: number }
  /** `isProxy`: a proxy in front of the archive asks for its own sign-in. */
  | { do: 'down'; isDown: boolean; isProxy?: boolean }
  /** Somebody signs in on one of the archive's own pages, in the same browser. */
  | { do: 'switch-session'; person: number }
  /** Answers with lists of videos are slow, until they are released. */
  | { do: 'hold-lists'; isHeld: boolean }
  /** Deletions are slow, until they are released. */
  | { do: 'hold-deletions'; isHeld: boolean }
  | { do: 'end-sessions' }
  | { do: 'full'; isFull: boolean }
  /** The system closes the tab's databases. `isReported`: the browser sends the event `close`. */
  | { do: 'close-databases'; isReported: boolean }
  /** A tab of a newer version of the app makes a change of a kind that this version does not know. */
  | { do: 'newer-change'; videoId: string }
  /** That tab sends its changes. */
  | { do: 'newer-tab' }
  | { do: 'elsewhere'; person: number; videoId: string; seconds: number | null; isWatched: boolean }
  | { do: 'elsewhere-field'; value: boolean }
  | { do: 'elsewhere-delete'; videoId: string }
  | { do: 'elsewhere-delete-set'; of: 'channel' | 'playlist'; withVideos: boolean };

export interface Step {
  device: number;
  tab: number;
  actOrEvent: Act | Event;
  /** The tab is killed after this many storage events of the act. */
  killedAfter: number | null;
  /** After this many storage events of the act, the system closes the tab's databases, with or without the event `close`. */
  closedAfter?: { events: number; isReported: boolean } | null;
  /** How often a message meets a fault from this step on, 0 to 1. */
  faultRate: number;
  /** Steps of storage and network, or time, before the next step. */
  pace: { moves: number } | { ms: number };
}

export interface Plan {
  devices: ServerKind[];
  /** The third device's browser has no locks across tabs, as over plain http. */
  hasNoLocks?: boolean;
  seed: number;
  steps: Step[];
}

const someDeletable = fc.constantFrom(...deletableIds);
const someVideo = fc.oneof(
  { weight: 8, arbitrary: fc.constant('v1') },
  { weight: 3, arbitrary: fc.constantFrom(...videoIds) },
  { weight: 1, arbitrary: someDeletable },
);
/** Most of these leave the video unwatched, because a watched video has no position that could conflict. */
const someSeconds = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 6, max: 530 }) }, { weight: 1, arbitrary: fc.integer({ min: 531, max: 1_200 }) });
/** Generates acts or events of this name, with any of these values. */
const anyOf = <Name extends string, Rest extends object>(name: Name, rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> }) =>
  fc.record({ do: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<{ do: Name } & Rest>;

const someVideoMark = anyOf('mark', { videoId: someVideo, isWatched: fc.constantFrom(false, false, true) });
const someChannelMark = anyOf('mark-all', { of: fc.constant('channel' as const), id: fc.constantFrom(...channelIds), isWatched: fc.boolean() });
const somePlaylistMark = anyOf('mark-all', { of: fc.constant('playlist' as const), id: fc.constant(regularPlaylistId), isWatched: fc.boolean() });
const someMark = fc.oneof({ weight: 4, arbitrary: someVideoMark }, { weight: 1, arbitrary: someChannelMark }, { weight: 1, arbitrary: somePlaylistMark });

const somePlaylistDeletion = anyOf('delete-playlist', { of: fc.constantFrom('regular' as const, 'made' as const, 'made' as const), withVideos: fc.boolean() });

const someAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: someVideoMark },
  { weight: 12, arbitrary: anyOf('position', { videoId: someVideo, seconds: someSeconds, shouldSend: fc.boolean() }) },
  { weight: 1, arbitrary: anyOf('start-over', { videoId: someVideo }) },
  { weight: 1, arbitrary: someChannelMark },
  { weight: 1, arbitrary: somePlaylistMark },
  { weight: 2, arbitrary: anyOf('subscribe', { of: fc.constant('channel' as const), id: fc.constantFrom(...channelIds), value: fc.boolean() }) },
  { weight: 1, arbitrary: anyOf('subscribe', { of: fc.constant('playlist' as const), id: fc.constant(regularPlaylistId), value: fc.boolean() }) },
  { weight: 1, arbitrary: anyOf('sort', { value: fc.constantFrom('top' as const, 'bottom' as const) }) },
  { weight: 2, arbitrary: anyOf('columns', { value: fc.integer({ min: 3, max: 7 }) }) },
  { weight: 2, arbitrary: anyOf('member', { videoId: fc.constantFrom(...videoIds), isMember: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: anyOf('move', { videoId: fc.constantFrom(...videoIds), to: fc.constantFrom('top' as const, 'up' as const, 'down' as const, 'bottom' as const) }),
  },
  { weight: 2, arbitrary: anyOf('create', {}) },
  { weight: 2, arbitrary: anyOf('create-filled', {}) },
  { weight: 1, arbitrary: anyOf('line', {}) },
  {
    weight: 1,
    arbitrary: anyOf('download', {
      videoId: fc.constantFrom(...downloadIds),
      to: fc.constantFrom('pending' as const, 'ignore' as const, 'forgotten' as const),
    }),
  },
  { weight: 1, arbitrary: anyOf('queue', { isForced: fc.boolean() }) },
  { weight: 2, arbitrary: anyOf('delete', { videoId: someDeletable, isIgnored: fc.constantFrom(true, true, false) }) },
  { weight: 1, arbitrary: fc.oneof({ weight: 1, arbitrary: anyOf('delete-channel', {}) }, { weight: 3, arbitrary: somePlaylistDeletion }) },
  { weight: 3, arbitrary: anyOf('undo', {}) },
);

const someEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: anyOf('open-list', { list: fc.nat(4) }) },
  { weight: 1, arbitrary: anyOf('open-video', { videoId: someDeletable }) },
  { weight: 2, arbitrary: anyOf('login', { person: fc.constantFrom(0, 0, 1) }) },
  { weight: 1, arbitrary: anyOf('logout', { clearDevice: fc.constantFrom(false, false, true) }) },
  { weight: 2, arbitrary: anyOf('open-tab', {}) },
  { weight: 2, arbitrary: anyOf('kill', {}) },
  { weight: 1, arbitrary: anyOf('freeze', {}) },
  { weight: 2, arbitrary: anyOf('thaw', {}) },
  { weight: 2, arbitrary: anyOf('show', {}) },
  { weight: 1, arbitrary: anyOf('clock', { byMs: fc.constantFrom(-86_400_000, -600_000, 600_000, 86_400_000) }) },
  { weight: 2, arbitrary: anyOf('down', { isDown: fc.boolean(), isProxy: fc.constantFrom(false, false, true) }) },
  { weight: 1, arbitrary: anyOf('switch-session', { person: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: anyOf('hold-lists', { isHeld: fc.constantFrom(true, false, false) }) },
  { weight: 1, arbitrary: anyOf('end-sessions', {}) },
  { weight: 1, arbitrary: anyOf('full', { isFull: fc.constantFrom(true, false, false) }) },
  { weight: 1, arbitrary: anyOf('close-databases', { isReported: fc.boolean() }) },
  { weight: 1, arbitrary: anyOf('newer-change', { videoId: fc.constantFrom('v1', 'v2') }) },
  { weight: 1, arbitrary: anyOf('newer-tab', {}) },
  {
    weight: 3,
    arbitrary: anyOf('elsewhere', {
      person: fc.constantFrom(0, 0, 1),
      videoId: someVideo,
      seconds: fc.option(fc.integer({ min: 6, max: 530 }), { freq: 8 }) as fc.Arbitrary<number | null>,
      isWatched: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 1, arbitrary: anyOf('elsewhere-field', { value: fc.boolean() }) },
  { weight: 1, arbitrary: anyOf('hold-deletions', { isHeld: fc.boolean() }) },
  { weight: 1, arbitrary: anyOf('elsewhere-delete', { videoId: someDeletable }) },
  { weight: 1, arbitrary: anyOf('elsewhere-delete-set', { of: fc.constantFrom('channel' as const, 'playlist' as const), withVideos: fc.boolean() }) },
);

export const someStep: fc.Arbitrary<Step> = fc.record({
  device: fc.constantFrom(0, 0, 0, 1, 1, 2),
  tab: fc.nat(1),
  actOrEvent: fc.oneof({ weight: 3, arbitrary: someAct as fc.Arbitrary<Act | Event> }, { weight: 2, arbitrary: someEvent }),
  killedAfter: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(40) }),
  closedAfter: fc.oneof({ weight: 24, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.record({ events: fc.nat(40), isReported: fc.boolean() }) }),
  faultRate: fc.constantFrom(0, 0, 0.1, 0.3, 0.6),
  pace: fc.oneof(
    { weight: 24, arbitrary: fc.record({ moves: fc.nat(60) }) },
    { weight: 15, arbitrary: fc.record({ ms: fc.constantFrom(500, 500, 4_000, 4_000, 12_000, 12_000, 70_000, 130_000) }) },
    // Longer than the longest backoff and than a refresh request is kept; in the long tests also longer than an undo is offered. Rare,
    // because it is expensive: each page checks its rows once a minute.
    { weight: 1, arbitrary: fc.constant({ ms: isLong ? 3_600_000 : 660_000 }) },
  ),
});

/** A mark and its undo in the same tab, mostly before the mark has been sent. */
const someUndoneMark: fc.Arbitrary<Step[]> = fc
  .record({ step: someStep, mark: someMark as fc.Arbitrary<Act>, undoPace: someStep.map(({ pace }) => pace) })
  .map(({ step, mark, undoPace }) => [
    { ...step, actOrEvent: mark },
    { ...step, actOrEvent: { do: 'undo' }, killedAfter: null, pace: undoPace },
  ]);

/** Two devices use the same archive; the third uses either of the two archives. */
export function somePlan({ steps }: { steps: number }): fc.Arbitrary<Plan> {
  const someKind = fc.constantFrom<ServerKind>('embedded', 'tubearchivist');
  return fc.record({
    devices: fc.tuple(someKind, someKind).map(([sharedKind, thirdKind]): ServerKind[] => [sharedKind, sharedKind, thirdKind]),
    hasNoLocks: fc.boolean(),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    steps: fc
      .array(fc.oneof({ weight: 24, arbitrary: someStep.map((step) => [step]) }, { weight: 1, arbitrary: someUndoneMark }), {
        minLength: steps,
        maxLength: steps,
        size: 'max',
      })
      .map((parts) => parts.flat()),
  });
}
