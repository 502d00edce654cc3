// Performs the acts of a run: calls the mutations as a screen would, and records each act with what was shown before it.
import { createCustomPlaylist } from '../../../src/mutations/create-custom-playlist.ts';
import { addSubscriptions, subscribeChannel, subscribePlaylist } from '../../../src/mutations/subscribe.ts';
import { addToPlaylist, movePlaylistEntry, removeFromPlaylist } from '../../../src/mutations/playlist-entries.ts';
import { addDownloads } from '../../../src/mutations/add-downloads.ts';
import { changeDownload } from '../../../src/mutations/change-download.ts';
import { markChannelWatched, markPlaylistWatched } from '../../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../../src/mutations/mark-watched.ts';
import { saveProgress, startOver } from '../../../src/mutations/save-progress.ts';
import { setPlaylistSortOrder } from '../../../src/mutations/sort-playlist.ts';
import { setUserConfig } from '../../../src/mutations/set-user-config.ts';
import type { Undo } from '../../../src/mutations/undo.ts';
import type { Mirror } from '../../../src/mirror/database.ts';
import type { WatchState } from '../../../src/mirror/rows.ts';
import { basesOf, settleBases, type ActPorts, type Bases } from './act-ports.ts';
import { askForDeletion } from './deletions.ts';
import { askForSetDeletion } from './set-deletions.ts';
import { untouched, type Intent, type Target } from './intents.ts';
import { customPlaylistId, filledOrder, membersOf } from './library.ts';
import { isDiskFull } from './storage.ts';
import type { Act } from './steps.ts';
import { undoLast } from './undo.ts';

/** How an act is performed, and the target for each of its subjects. */
interface ActPlan {
  run: (mirror: Mirror) => Promise<unknown>;
  targets: { subject: string; target: Target }[];
}

let nameCount = 0;

/** These read before the transaction that stores them, and a lost read is not repeated. */
const actsThatReadFirst: readonly Act['do'][] = ['position', 'start-over', 'mark-all'];

function planOf(act: Act): ActPlan | null {
  const subject = 'x'; // the title that the sync sheet shows; the simulation's own subjects are in `targets`
  switch (act.do) {
    case 'mark':
      return {
        run: (mirror) => markVideoWatched(mirror, { ...act, subject }),
        targets: [{ subject: `video:${act.videoId}`, target: { of: 'mark', isWatched: act.isWatched } }],
      };
    case 'position':
      return {
        run: (mirror) => saveProgress(mirror, { videoId: act.videoId, positionSeconds: act.seconds, durationSeconds: 0, subject, shouldSend: act.shouldSend }),
        targets: [{ subject: `video:${act.videoId}`, target: { of: 'position', seconds: act.seconds } }],
      };
    case 'start-over':
      return {
        run: (mirror) => startOver(mirror, { videoId: act.videoId, subject }),
        targets: [{ subject: `video:${act.videoId}`, target: { of: 'position', seconds: 0 } }],
      };
    case 'mark-all':
      return {
        run: (mirror) =>
          act.of === 'channel'
            ? markChannelWatched(mirror, { channelId: act.id, isWatched: act.isWatched, subject })
            : markPlaylistWatched(mirror, { playlistId: act.id, isWatched: act.isWatched, subject }),
        targets: membersOf(act.id).map((videoId) => ({ subject: `video:${videoId}`, target: { of: 'mark-all', id: act.id, isWatched: act.isWatched } })),
      };
    case 'subscribe':
      return {
        run: (mirror) =>
          act.of === 'channel'
            ? subscribeChannel(mirror, { channelId: act.id, isSubscribed: act.value, subject })
            : subscribePlaylist(mirror, { playlistId: act.id, isSubscribed: act.value, subject }),
        targets: [{ subject: `${act.of}:${act.id}`, target: { of: 'field', value: act.value } }],
      };
    case 'sort':
      return {
        run: (mirror) => setPlaylistSortOrder(mirror, { playlistId: 'p1', sortOrder: act.value, subject }),
        targets: [{ subject: 'sort:p1', target: { of: 'field', value: act.value } }],
      };
    case 'columns':
      return {
        run: (mirror) => setUserConfig(mirror, 'grid_items', act.value),
        targets: [{ subject: 'config:grid_items', target: { of: 'field', value: act.value } }],
      };
    case 'member':
      return {
        run: (mirror) => (act.isMember ? addToPlaylist : removeFromPlaylist)(mirror, { playlistId: customPlaylistId, videoId: act.videoId, subject }),
        targets: [{ subject: `member:${customPlaylistId}/${act.videoId}`, target: { of: 'field', value: act.isMember } }],
      };
    case 'move':
      return {
        run: (mirror) => movePlaylistEntry(mirror, { playlistId: customPlaylistId, videoId: act.videoId, subject, to: act.to }),
        targets: [{ subject: `order:${customPlaylistId}`, target: { of: 'field', value: null } }],
      };
    case 'create': {
      const name = `made ${(nameCount += 1)}`;
      return { run: (mirror) => createCustomPlaylist(mirror, { name }), targets: [{ subject: `create:${name}`, target: { of: 'once' } }] };
    }
    case 'create-filled': {
      const name = `made ${(nameCount += 1)}`;
      return {
        run: (mirror) => createFilledPlaylist(mirror, name),
        targets: ['create', 'filled'].map((of) => ({ subject: `${of}:${name}`, target: { of: 'once' } })),
      };
    }
    case 'line': {
      const text = `line-${(nameCount += 1)}`;
      return { run: (mirror) => addSubscriptions(mirror, { of: 'channel', text }), targets: [{ subject: `line:${text}`, target: { of: 'once' } }] };
    }
    case 'queue': {
      const line = `${act.isForced ? 'forced' : 'queued'}-${(nameCount += 1)}`;
      return {
        run: (mirror) => addDownloads(mirror, { lines: [line], isAutoStart: false, isFlat: false, isForced: act.isForced }),
        targets: [{ subject: `queue:${line}`, target: { of: 'once' } }],
      };
    }
    case 'download':
      return {
        run: (mirror) => changeDownload(mirror, { videoId: act.videoId, subject, to: act.to }),
        targets: [{ subject: `download:${act.videoId}`, target: { of: 'field', value: act.to } }],
      };
    default:
      return null;
  }
}

async function createFilledPlaylist(mirror: Mirror, name: string): Promise<void> {
  const playlist = await createCustomPlaylist(mirror, { name });
  if (!playlist.ok) return;
  const [lastId, ...firstIds] = filledOrder;
  const entryOf = (videoId: string) => ({ playlistId: playlist.value, videoId, subject: 'x' });
  for (const videoId of [...firstIds, lastId]) await addToPlaylist(mirror, entryOf(videoId));
  await movePlaylistEntry(mirror, { ...entryOf(lastId), to: 'top' });
}

/** Derives the wanted order from the shown one. */
function moveTargets({ videoId, to }: Act & { do: 'move' }, shownOrder: unknown): ActPlan['targets'] {
  const order = typeof shownOrder === 'string' ? shownOrder.split(' ') : [];
  const from = order.indexOf(videoId);
  if (from < 0) return [];
  const wantedOrder = order.filter((id) => id !== videoId);
  const targetIndexes = { top: 0, up: Math.max(0, from - 1), down: from + 1, bottom: wantedOrder.length };
  wantedOrder.splice(targetIndexes[to], 0, videoId);
  return [{ subject: `order:${customPlaylistId}`, target: { of: 'field', value: wantedOrder.join(' ') } }];
}

/** Restarts the numbering of names, so that a run is the same whatever ran before it. */
export function resetNames(): void {
  nameCount = 0;
}

export async function perform(act: Act, ports: ActPorts): Promise<void> {
  if (act.do === 'undo') return undoLast(ports);
  if (act.do === 'delete') return askForDeletion(act, ports);
  if (act.do === 'delete-channel' || act.do === 'delete-playlist') return askForSetDeletion(act, ports);
  const { world, book, device, tab, mirror, userId, lastActions, killedAfter, closedAfter } = ports;
  const plan = planOf(act);
  if (!plan) return;
  const bases = new Map<string, Bases>();
  const shownBefore = new Map<string, WatchState>();
  try {
    for (const { subject, target } of plan.targets) {
      if (!subject.startsWith('video:')) continue;
      const videoId = subject.slice('video:'.length);
      const row = await world.during(mirror.db.watchStates.get(videoId));
      // Once a mark of a channel or playlist has been sent, undoing it restores no video that this device had never read. Such a video shows
      // the mark only once it has a row, for instance after it was marked itself and that was undone.
      const isBelowWideMark = book.of(device.index, userId, subject).at(-1)?.target.of === 'mark-all';
      if (row || (target.of !== 'mark-all' && !isBelowWideMark)) shownBefore.set(videoId, row?.shown ?? untouched);
    }
    for (const { subject, target } of plan.targets) bases.set(subject, await basesOf(ports, subject, target));
    if (act.do === 'move') plan.targets = moveTargets(act, bases.get(`order:${customPlaylistId}`)?.possible[0]);
  } catch {
    return; // the page was reloaded before the tap
  }
  const completion = plan.run(mirror).then((undo) => ({ undo }));
  if (killedAfter) {
    completion.catch(() => undefined);
    for (let event = 0; event < killedAfter.events; event += 1) await world.loop.step();
    killedAfter.kill();
    return noteUndecided();
  }
  if (closedAfter) {
    completion.catch(() => undefined);
    for (let event = 0; event < closedAfter.events; event += 1) await world.loop.step();
    tab.tab.closeDatabases(closedAfter);
  }
  let result: { undo: unknown } | null;
  try {
    result = await world.during(completion);
  } catch (reason) {
    if (act.do === 'create-filled') return noteUndecided(); // several writes, of which the first ones may be stored
    // A full disk, a database that was closed while the act read it, or a page that was reloaded: the person is told that the act was not
    // stored, and the shown state stays.
    const mayFail = !tab.isAlive || isDiskFull(device.databasePrefix) || (closedAfter && actsThatReadFirst.includes(act.do));
    if (!mayFail) world.violations.push(`device ${device.index}: ${act.do} was not stored: ${String(reason)}`);
    for (const { subject } of plan.targets) book.markUndecided(device.index, userId, subject);
    return;
  }
  // The page was reloaded during the act, because somebody else had signed in.
  if (!result) return noteUndecided();
  const { undo } = result;
  const intents = plan.targets.map(({ subject, target }) => book.note(device, userId, subject, target, bases.get(subject)?.possible ?? []));
  for (const intent of intents) await settleBases(ports, intent, bases.get(intent.subject));
  if (act.do === 'mark-all') await noteUnseenMembers(act.id, intents);
  if (typeof undo === 'function')
    lastActions.set(`${device.index}/${userId}`, {
      atMs: world.loop.nowMs(),
      deviceMs: mirror.clock.now(),
      undo: undo as Undo,
      shownBefore,
      intents,
    });

  /** Records the intents of an act whose tab ended before the act completed, so that only the final state is compared. */
  function noteUndecided(): void {
    for (const { subject, target } of plan?.targets ?? []) {
      book.note(device, userId, subject, target, bases.get(subject)?.possible ?? []);
      book.markUndecided(device.index, userId, subject);
    }
  }

  /** Notes the videos that this device did not know to belong to the marked channel or playlist. */
  async function noteUnseenMembers(id: string, marks: readonly Intent[]): Promise<void> {
    const { db } = mirror;
    const rows = await world.during(Promise.all([db.videoCards.bulkGet(membersOf(id)), db.playlists.get(id)])).catch(() => null);
    const entries = rows?.[1]?.entries.map(({ videoId }) => videoId) ?? [];
    membersOf(id).forEach((videoId, index) => {
      const mark = marks[index];
      if (mark && rows?.[0][index]?.channelId !== id && !entries.includes(videoId)) book.markUnseen(mark, videoId);
    });
  }
}
