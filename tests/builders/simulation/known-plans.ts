// The plans of the known runs: each covers one rule. They have their own test, so that a fault shows without waiting for the random runs.
import type { Act, Event, Plan, Step } from './steps.ts';

function step(device: number, actOrEvent: Act | Event, ms = 4_000, faultRate = 0): Step {
  return { device, tab: 0, actOrEvent, killedAfter: null, faultRate, pace: { ms } };
}

const position = (seconds: number): Act => ({ do: 'position', videoId: 'v1', seconds, shouldSend: true });
const positionElsewhere = (seconds: number): Event => ({ do: 'elsewhere', person: 0, videoId: 'v1', seconds, isWatched: false });
const openVideos: Event = { do: 'open-list', list: 0 };

/** Two devices play the same video: the farther position wins. */
const fartherPositionWins: Step[] = [step(0, position(300), 130_000), step(1, position(100), 130_000)];

/** Two positions wait and are sent as one. The base is the position shown before the first (50), even though both are lower. */
const lowerPositions: Step[] = [
  step(0, positionElsewhere(50), 40_000),
  step(0, openVideos),
  step(0, { do: 'down', isDown: true }),
  step(0, position(30), 12_000),
  step(0, position(20), 12_000),
  step(0, { do: 'down', isDown: false }, 130_000),
];

/** New playlists and typed subscriptions whose answers are lost: each playlist is created once, and no subscription is lost. */
const lostCreations: Step[] = Array.from({ length: 6 }, (_, index) => step(2, { do: index % 2 ? 'line' : 'create' }, 12_000, 0.5));

/** Forced additions to the download queue whose answers are lost. */
const forcedAdditions: Step[] = Array.from({ length: 6 }, () => step(2, { do: 'queue', isForced: true }, 12_000, 0.5));

/** Playlists that are made, filled and ordered at once; answers are lost, and tabs are killed while the playlists get their ids. */
const filledPlaylists: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'create-filled' }, 12_000, 0.5),
  { ...step(device, { do: 'create-filled' }), pace: { moves: 25 } },
  step(device, { do: 'kill' }, 30_000),
]);

/** Tabs are killed while forced additions are sent. One of them is recorded as sent, and its request has not left. */
const killedAdditions: Step[] = Array.from({ length: 8 }, (_, index): Step[] => [
  { ...step(2, { do: 'queue', isForced: true }), pace: { moves: 14 + index * 3 } },
  step(2, { do: 'kill' }, 12_000),
]).flat();

/** A list that is read under the session of somebody else, and a list that lags behind this device's own change. */
const lateOrStrangeLists: Step[] = [
  step(2, { do: 'elsewhere', person: 1, videoId: 'v3', seconds: 77, isWatched: false }, 500),
  step(2, { do: 'subscribe', of: 'channel', id: 'cA', value: true }, 50),
  step(2, { do: 'open-list', list: 1 }),
  step(2, { do: 'switch-session', person: 1 }, 50),
  step(2, openVideos),
];

/** A tab is killed while sending, and another one continues immediately. */
const killedSenders: Step[] = Array.from({ length: 8 }, (_, index): Step[] => [
  { ...step(2, { do: 'create' }), pace: { moves: 10 + index * 5 } },
  step(2, { do: 'kill' }, 12_000),
]).flat();

/** Somebody else signs in while a change waits to be sent. */
const otherPerson: Step[] = [
  step(2, { do: 'down', isDown: true }),
  step(2, position(200)),
  step(2, { do: 'subscribe', of: 'channel', id: 'cA', value: true }),
  step(2, { do: 'down', isDown: false }, 500),
  step(2, { do: 'login', person: 1 }, 12_000),
  step(2, position(100), 12_000),
  step(2, { do: 'login', person: 0 }, 12_000),
];

/** A tab freezes during a pass; another tab takes its lock, and then the first one thaws. */
const frozenTab: Step[] = [
  step(0, { do: 'open-tab' }),
  { ...step(0, position(200)), pace: { moves: 12 } },
  step(0, { do: 'freeze' }, 130_000),
  { ...step(0, { do: 'mark', videoId: 'v2', isWatched: true }), tab: 1, pace: { ms: 130_000 } },
  step(0, { do: 'thaw' }, 12_000),
];

/** A list requested before a write, whose answer arrives after it. */
const crossingList: Step[] = [
  step(0, { do: 'hold-lists', isHeld: true }, 500),
  step(0, openVideos, 500),
  step(0, position(300), 8_000),
  step(0, { do: 'hold-lists', isHeld: false }),
];

/** Somebody signs in on the archive's own page while a change waits to be sent. */
const switchedSession: Step[] = [
  step(2, position(200), 12_000),
  step(2, { do: 'switch-session', person: 1 }, 500),
  step(2, position(300), 12_000),
  step(2, { do: 'create' }, 12_000),
];

/**
 * Removals from a playlist, undone after they were sent: by a device that shows the video in it, and by a device whose copy was cleared and
 * that shows nothing of the playlist.
 */
const undoneRemovals: Step[] = [
  step(1, { do: 'member', videoId: 'v2', isMember: false }, 12_000),
  step(1, { do: 'undo' }, 12_000),
  step(0, { do: 'logout', clearDevice: true }),
  step(0, { do: 'member', videoId: 'v1', isMember: false }, 12_000),
  step(0, { do: 'undo' }, 12_000),
];

/** A video is started over while the position that an undo has restored is about to be sent: both are sent, one after the other. */
const startOverDuringUndo: Step[] = [25, 30, 35, 40, 45].flatMap((moves): Step[] => [
  step(0, position(181), 70_000),
  step(0, { do: 'mark', videoId: 'v1', isWatched: false }, 500),
  { ...step(0, { do: 'undo' }), pace: { moves } },
  step(0, { do: 'start-over', videoId: 'v1' }, 12_000),
]);

const deletion = (videoId: string, isIgnored: boolean): Act => ({ do: 'delete', videoId, isIgnored });

/** "Delete and Ignore" while the archive is away: the video stays, and is neither deleted nor ignored later. Then another is deleted. */
const failedDeletions: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'down', isDown: true }),
  step(device, deletion('x1', true), 30_000),
  step(device, { do: 'down', isDown: false }, 300_000),
  step(device, deletion('x2', true), 30_000),
]);

/** A tab is killed during "Delete and Ignore": before the deletion arrives, before its answer arrives, or before the answer is stored. */
const killsDuringDeletion = (moves: number): Step[] => [
  ...[0, 2].flatMap((device): Step[] => [
    step(device, openVideos),
    { ...step(device, deletion('x1', true)), pace: { moves } },
    step(device, { do: 'kill' }, 12_000),
    { ...step(device, deletion('x2', true)), killedAfter: moves, pace: { ms: 12_000 } },
  ]),
];

/** A deletion is slow, and the tab is killed at about the time of its answer. */
const slowDeletions: Step[] = [0, 2].flatMap((device) =>
  ['x1', 'x2'].flatMap((videoId): Step[] => [
    step(device, { do: 'hold-deletions', isHeld: true }, 500),
    step(device, deletion(videoId, true), 12_000),
    { ...step(device, { do: 'hold-deletions', isHeld: false }), pace: { moves: 6 } },
    step(device, { do: 'kill' }, 12_000),
  ]),
);

/** Deletions whose answers are lost, so that the person asks again. */
const lostDeletions: Step[] = [0, 2].flatMap((device) =>
  Array.from({ length: 4 }, (_, index) => step(device, deletion(index % 2 ? 'x1' : 'x2', true), 30_000, 0.7)),
);

/** A list requested before a deletion, whose answer arrives after it. */
const lateLists: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'hold-lists', isHeld: true }, 500),
  step(device, openVideos, 500),
  step(device, deletion('x2', false), 8_000),
  step(device, { do: 'hold-lists', isHeld: false }),
]);

/** Lists requested right after a deletion, or after a 404, at a server whose lists lag. */
const laggingLists: Step[] = [
  step(2, deletion('x2', false), 50),
  step(2, openVideos, 100),
  step(2, { do: 'open-list', list: 2 }),
  step(2, { do: 'elsewhere-delete', videoId: 'x1' }, 50),
  step(2, { do: 'open-video', videoId: 'x1' }, 100),
  step(2, openVideos),
];

/** Changes of a video wait while it is deleted elsewhere. */
const deletionsElsewhere: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'down', isDown: true }),
  step(device, { do: 'mark', videoId: 'x1', isWatched: true }),
  step(device, { do: 'position', videoId: 'x2', seconds: 200, shouldSend: true }),
  step(device, { do: 'mark-all', of: 'playlist', id: 'p1', isWatched: true }),
  step(device, { do: 'member', videoId: 'x1', isMember: true }),
  step(device, { do: 'elsewhere-delete', videoId: 'x1' }),
  step(device, { do: 'elsewhere-delete', videoId: 'x2' }),
  step(device, { do: 'down', isDown: false }, 130_000),
  step(device, { do: 'position', videoId: 'x2', seconds: 300, shouldSend: true }, 130_000),
]);

const channelDeletion: Act = { do: 'delete-channel' };
const playlistDeletion = (of: 'regular' | 'made', withVideos = false): Act => ({ do: 'delete-playlist', of, withVideos });
const openChannels: Event = { do: 'open-list', list: 1 };
const openPlaylists: Event = { do: 'open-list', list: 2 };

/**
 * A playlist with its videos, and a channel, are deleted. While the archive is away, both deletions fail and are not sent later. Requested
 * again once the archive is back, both succeed.
 */
const setDeletions: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'down', isDown: true }),
  step(device, playlistDeletion('regular', true), 30_000),
  step(device, channelDeletion, 30_000),
  step(device, { do: 'down', isDown: false }, 130_000),
  step(device, playlistDeletion('regular', true), 12_000),
  step(device, openPlaylists),
  step(device, channelDeletion, 12_000),
  step(device, openChannels),
]);

/** Lists requested right after a deletion, at a server whose lists lag. */
const laggingSetLists: Step[] = [
  step(2, playlistDeletion('regular'), 50),
  step(2, openPlaylists, 200),
  step(2, channelDeletion, 50),
  step(2, openChannels, 100),
  step(2, openVideos, 100),
  step(2, openPlaylists),
];

/** A channel's deletion is slow and its tab is killed; the repeated deletion meets faults. Then a tab is killed while it deletes a playlist. */
const slowSetDeletions: Step[] = [0, 2].flatMap((device): Step[] => [
  step(device, { do: 'hold-deletions', isHeld: true }, 500),
  step(device, channelDeletion, 12_000),
  { ...step(device, { do: 'hold-deletions', isHeld: false }), pace: { moves: 6 } },
  step(device, { do: 'kill' }, 12_000),
  step(device, channelDeletion, 30_000, 0.7),
  { ...step(device, playlistDeletion('regular')), killedAfter: 20, pace: { ms: 12_000 } },
]);

/** A playlist made here is deleted: its creation is withdrawn if it was not sent yet; otherwise the playlist is deleted at the archive. */
const madePlaylistDeletions: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'down', isDown: true }),
  step(device, { do: 'create' }),
  step(device, playlistDeletion('made'), 12_000),
  step(device, { do: 'down', isDown: false }, 30_000),
  step(device, { do: 'create' }, 50, 0.7),
  step(device, playlistDeletion('made'), 30_000, 0.5),
  step(device, { do: 'create' }, 12_000),
  step(device, playlistDeletion('made'), 12_000),
  step(device, openPlaylists),
]);

/** Changes of videos wait while their playlist, and then their channel with the videos, are deleted elsewhere. */
const setDeletionsElsewhere: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'down', isDown: true }),
  step(device, { do: 'mark', videoId: 'y1', isWatched: true }),
  step(device, { do: 'member', videoId: 'y2', isMember: true }),
  step(device, { do: 'elsewhere-delete-set', of: 'playlist', withVideos: false }),
  step(device, { do: 'elsewhere-delete-set', of: 'channel', withVideos: false }),
  step(device, { do: 'down', isDown: false }, 130_000),
  step(device, channelDeletion, 30_000),
]);

/**
 * A person marks a channel of which this device has read one video and no count. The mark is sent more than a minute later, so it marks
 * only that video.
 */
const knownMembers: Step[] = [
  step(0, { do: 'switch-session', person: 1 }, 500),
  step(0, { do: 'line' }, 500),
  step(0, { do: 'open-video', videoId: 'x2' }, 12_000),
  step(0, { do: 'down', isDown: true }),
  step(0, { do: 'mark-all', of: 'channel', id: 'cB', isWatched: true }, 130_000),
];

/** A proxy asks for its own sign-in while changes wait, and later in answer to single writes that the archive has carried out. */
const proxySignIn: Step[] = [0, 2].flatMap((device) => [
  step(device, { do: 'down', isDown: true, isProxy: true }),
  step(device, { do: 'create' }),
  step(device, { do: 'mark', videoId: 'v2', isWatched: true }, 12_000),
  step(device, { do: 'down', isDown: false }, 12_000),
]);

/** The system closes a tab's databases while an act is stored, while changes are sent, and while nothing happens. */
const closedDatabases: Step[] = [true, false].flatMap((isReported): Step[] => [
  ...[4, 8, 12, 16].map((events): Step => ({ ...step(0, { do: 'mark', videoId: 'v2', isWatched: events % 8 === 0 }), closedAfter: { events, isReported } })),
  { ...step(0, { do: 'create' }), pace: { moves: 20 } },
  step(0, { do: 'close-databases', isReported }, 12_000),
  step(0, { do: 'close-databases', isReported }),
  step(0, position(isReported ? 100 : 200), 12_000),
]);

/** Changes of a video are made behind a change of a newer version, and sent once the newer tab has sent its own. */
const newerVersion: Step[] = [
  step(0, { do: 'newer-change', videoId: 'v2' }),
  step(0, { do: 'mark', videoId: 'v2', isWatched: true }, 12_000),
  step(0, { do: 'undo' }),
  step(0, { do: 'mark', videoId: 'v2', isWatched: true }),
  step(0, { do: 'mark-all', of: 'channel', id: 'cA', isWatched: false }, 12_000),
  step(0, { do: 'newer-tab' }, 12_000),
];

const plans = [
  ...[
    fartherPositionWins,
    lowerPositions,
    lostCreations,
    forcedAdditions,
    killedSenders,
    otherPerson,
    frozenTab,
    crossingList,
    switchedSession,
    undoneRemovals,
    startOverDuringUndo,
    knownMembers,
  ],
  ...[setDeletions, laggingSetLists, slowSetDeletions, madePlaylistDeletions, setDeletionsElsewhere],
  ...[
    failedDeletions,
    killsDuringDeletion(12),
    killsDuringDeletion(25),
    killsDuringDeletion(45),
    slowDeletions,
    lostDeletions,
    lateLists,
    laggingLists,
    deletionsElsewhere,
    filledPlaylists,
    killedAdditions,
    lateOrStrangeLists,
  ],
  ...[proxySignIn, closedDatabases, newerVersion],
];

export const knownPlans: Plan[] = plans.map((steps, index) => ({
  devices: ['embedded', 'embedded', 'tubearchivist'],
  seed: index + 1,
  steps,
}));
