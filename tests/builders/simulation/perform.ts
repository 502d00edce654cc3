// Takes the steps of a run: what a person does goes through the mutations, as a screen would call them, and is recorded with what was shown
// before.
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
import type { StoredOutboxRow } from '../../../src/mirror/fold.ts';
import { isUnsent } from '../../../src/mirror/outbox.ts';
import type { Mutation, WatchState } from '../../../src/mirror/rows.ts';
import type { SimulatedDevice } from './device.ts';
import { untouched, type Intent, type IntentBook, type Target } from './intents.ts';
import { subjectOfCall } from './effects.ts';
import { customId, membersOf } from './library.ts';
import { isSameState, resultOf } from './rules.ts';
import { shownField } from './shown.ts';
import type { Act } from './steps.ts';
import type { World } from './world.ts';

export interface LastAction {
  atMs: number;
  /** By the device's clock. */
  deviceMs: number;
  undo: Undo;
  intents: Intent[];
  /** What was shown of its videos before it. */
  shownBefore: Map<string, WatchState>;
}

/** How the act is performed, and its subjects with the intent for each. */
interface ActPlan {
  run: (mirror: Mirror) => Promise<unknown>;
  targets: { subject: string; target: Target }[];
}

let names = 0;

function planOf(act: Act): ActPlan | null {
  const subject = 'x';
  switch (act.do) {
    case 'mark':
      return {
        run: (mirror) => markVideoWatched(mirror, { ...act, subject }),
        targets: [{ subject: `video:${act.videoId}`, target: { of: 'mark', isWatched: act.isWatched } }],
      };
    case 'position':
      return {
        run: (mirror) => saveProgress(mirror, { videoId: act.videoId, positionSeconds: act.seconds, durationSeconds: 0, subject, shouldSend: act.isToBeSent }),
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
        targets: membersOf(act.id).map((videoId) => ({ subject: `video:${videoId}`, target: { of: 'wide', id: act.id, isWatched: act.isWatched } })),
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
        run: (mirror) => (act.isMember ? addToPlaylist : removeFromPlaylist)(mirror, { playlistId: customId, videoId: act.videoId, subject }),
        targets: [{ subject: `member:${customId}/${act.videoId}`, target: { of: 'field', value: act.isMember } }],
      };
    case 'move':
      return {
        run: (mirror) => movePlaylistEntry(mirror, { playlistId: customId, videoId: act.videoId, subject, to: act.to }),
        targets: [{ subject: `order:${customId}`, target: { of: 'field', value: null } }],
      };
    case 'create': {
      const name = `made ${(names += 1)}`;
      return { run: (mirror) => createCustomPlaylist(mirror, { name }), targets: [{ subject: `create:${name}`, target: { of: 'once' } }] };
    }
    case 'line': {
      const text = `line-${(names += 1)}`;
      return { run: (mirror) => addSubscriptions(mirror, { of: 'channel', text }), targets: [{ subject: `line:${text}`, target: { of: 'once' } }] };
    }
    case 'queue': {
      const line = `${act.isForced ? 'forced' : 'queued'}-${(names += 1)}`;
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

/** The wanted order follows from the shown one. */
function moveTargets({ videoId, to }: Act & { do: 'move' }, shown: unknown): ActPlan['targets'] {
  const order = typeof shown === 'string' ? shown.split(' ') : [];
  const from = order.indexOf(videoId);
  if (from < 0) return [];
  const wanted = order.filter((other) => other !== videoId);
  const places = { top: 0, up: Math.max(0, from - 1), down: from + 1, bottom: wanted.length };
  wanted.splice(places[to], 0, videoId);
  return [{ subject: `order:${customId}`, target: { of: 'field', value: wanted.join(' ') } }];
}

/** Names start over, so that a run is the same whatever ran before it. */
export function resetNames(): void {
  names = 0;
}

export interface ActPorts {
  world: World;
  book: IntentBook;
  device: SimulatedDevice;
  mirror: Mirror;
  userId: number;
  lastActions: Map<string, LastAction>;
  /** Kills the tab; null: it lives on. */
  killedAfter: { events: number; kill: () => void } | null;
}

export async function perform(act: Act, { world, book, device, mirror, userId, lastActions, killedAfter }: ActPorts): Promise<void> {
  const who = `${device.index}/${userId}`;
  if (act.do === 'undo') {
    const last = lastActions.get(who);
    lastActions.delete(who);
    if (!last) return;
    const waiting = await unsentRows().catch(() => []);
    const reverse = await reverseOf(last).catch(() => null);
    const isDone = await world.during(last.undo().then(() => true)).catch(() => false); // its tab may be gone
    // No toast stays for an hour.
    const isToastThere = world.loop.nowMs() - last.atMs < 3_600_000;
    if (isDone && isToastThere) await compareWithBefore(last);
    if (isDone && (await isCancelled(last, waiting))) return book.withdraw(last.intents);
    if (isDone && isToastThere && reverse) {
      for (const { subject, target, bases } of reverse) book.note(device, userId, subject, target, bases, last.intents[0]?.from);
      return;
    }
    for (const intent of last.intents) {
      const { subject, target, bases } = intent;
      const isLatest = book.of(device.index, userId, subject).at(-1) === intent;
      // For a field, an undo asks for what was shown before, if nothing else has been asked since. Of a mark of a channel or playlist that has left
      // only the end is compared.
      // Where nothing was shown (a playlist that a cleared copy has not read again) the client sends the reverse: the resulting state is
      // not predicted here.
      const isKnown = bases[0] !== undefined && bases[0] !== 'forgotten';
      if (isDone && isLatest && target.of === 'field' && isKnown && isToastThere)
        book.note(device, userId, subject, { of: 'field', value: bases[0] }, [target.value]);
      else book.markOpen(device.index, userId, subject);
    }
    return;
  }
  const plan = planOf(act);
  if (!plan) return;
  const bases = new Map<string, unknown[]>();
  const shownBefore = new Map<string, WatchState>();
  try {
    for (const { subject } of plan.targets) {
      if (!subject.startsWith('video:')) continue;
      const videoId = subject.slice('video:'.length);
      shownBefore.set(videoId, (await world.during(mirror.db.watchStates.get(videoId)))?.shown ?? untouched);
    }
    for (const { subject, target } of plan.targets) bases.set(subject, await basesOf(subject, target));
    if (act.do === 'move') plan.targets = moveTargets(act, bases.get(`order:${customId}`)?.[0]);
  } catch {
    return; // the page was reloaded before the tap
  }
  const done = plan.run(mirror).then((undo) => ({ undo }));
  if (killedAfter) {
    done.catch(() => undefined);
    for (let event = 0; event < killedAfter.events; event += 1) await world.loop.step();
    killedAfter.kill();
    return noteOpen();
  }
  let settled: { undo: unknown } | null;
  try {
    settled = await world.during(done);
  } catch {
    // A full disk, or a page that was reloaded: the person is told that it was not stored, and what was shown stays.
    for (const { subject } of plan.targets) book.markOpen(device.index, userId, subject);
    return;
  }
  // The page was reloaded during it, because its session had changed hands.
  if (!settled) return noteOpen();
  const { undo } = settled;
  for (const { subject, target } of plan.targets) book.note(device, userId, subject, target, bases.get(subject) ?? []);
  if (act.do === 'mark-all') await noteUnseen(act.id);
  if (typeof undo === 'function')
    lastActions.set(who, {
      atMs: world.loop.nowMs(),
      deviceMs: mirror.clock.now(),
      undo: undo as Undo,
      shownBefore,
      intents: plan.targets.flatMap(({ subject }) => book.of(device.index, userId, subject).slice(-1)),
    });

  /** What takes a mark of one video back once it has left: another mark, and the position that the archive has forgotten with it. */
  async function reverseOf({ intents, shownBefore }: LastAction): Promise<Pick<Intent, 'subject' | 'target' | 'bases'>[] | null> {
    const [intent] = intents;
    if (intent?.target.of !== 'mark' || intents.length > 1 || book.of(device.index, userId, intent.subject).at(-1) !== intent) return null;
    const videoId = intent.subject.slice('video:'.length);
    const before = shownBefore.get(videoId) ?? untouched;
    const now = (await world.during(mirror.db.watchStates.get(videoId)))?.shown ?? untouched;
    const mark: Target = { of: 'mark', isWatched: before.isWatched };
    const bases = await basesOf(intent.subject, mark);
    const isMarked = now.isWatched !== before.isWatched;
    const isPositioned = before.positionSeconds !== null;
    return [
      ...(isMarked ? [{ subject: intent.subject, target: mark, bases }] : []),
      ...(isPositioned
        ? [
            {
              subject: intent.subject,
              target: { of: 'position', seconds: before.positionSeconds ?? 0 } as const,
              bases: isMarked ? [...bases, resultOf(mark, 0)] : bases,
            },
          ]
        : []),
    ];
  }

  async function unsentRows(): Promise<StoredOutboxRow[]> {
    return ((await world.during(mirror.db.outbox.toArray())) ?? []).filter(isUnsent);
  }

  /** The undo of a mark shows what was shown before, unless an answer other than the mark's own, or a newer change, has come in between. */
  async function compareWithBefore({ intents, shownBefore, atMs }: LastAction): Promise<void> {
    if (!intents.every((intent) => isMark(intent) && book.of(device.index, userId, intent.subject).at(-1) === intent)) return;
    const [first] = intents;
    if (!first) return;
    // The mark reads the state before it is sent, and once it has arrived it is answered with its own.
    const hasArrived = device.archive.effects.slice(first.from).some(({ device: by, userId: whose }) => by === device.index && whose === userId);
    for (const [videoId, state] of shownBefore) {
      const reported = device.archive.reported.filter((report) => report.videoId === videoId && report.device === device.index && report.atMs >= atMs);
      const ownStates = hasArrived ? [state, resultOf(first.target, 0)] : [state];
      const wasReported = reported.some((report) => !ownStates.some((own) => isSameState(report.state, own)));
      const shown = (await world.during(mirror.db.watchStates.get(videoId)).catch(() => null))?.shown ?? untouched;
      if (!wasReported && !isSameState(shown, state))
        world.violations.push(
          `device ${device.index}: after an undo ${videoId} is shown as ${JSON.stringify(shown)}, before the mark as ${JSON.stringify(state)}`,
        );
    }
  }

  /** Marks that were deleted unsent: they never leave, and what is shown is as before. Restoring instead adds rows. */
  async function isCancelled({ intents, deviceMs }: LastAction, before: readonly StoredOutboxRow[]): Promise<boolean> {
    const areMarks = intents.every(isMark);
    const areLatest = intents.every((intent) => book.of(device.index, userId, intent.subject).at(-1) === intent);
    if (!areMarks || !areLatest || intents.length === 0 || device.wasClockSet() || device.lastKillMs() >= deviceMs) return false;
    const row = before.find(({ mutation }) => intents.some((intent) => isOfIntent(mutation, intent)));
    const after = (await world.during(mirror.db.outbox.toArray()).catch(() => null)) ?? null;
    // It left meanwhile, or had nothing to send.
    if (!row || !after || after.some(({ idempotencyKey, createdAtMs }) => idempotencyKey === row.idempotencyKey || createdAtMs > row.createdAtMs)) return false;
    return !world.writes.some(({ key }) => key === row.idempotencyKey);
  }

  /** Its tab died during the tap. */
  function noteOpen(): void {
    for (const { subject, target } of plan?.targets ?? []) {
      book.note(device, userId, subject, target, bases.get(subject) ?? []);
      book.markOpen(device.index, userId, subject);
    }
  }

  async function noteUnseen(id: string): Promise<void> {
    const { db } = mirror;
    const known = await world.during(Promise.all([db.videoCards.bulkGet(membersOf(id)), db.playlists.get(id)])).catch(() => null);
    const entries = known?.[1]?.entries.map(({ videoId }) => videoId) ?? [];
    membersOf(id).forEach((videoId, index) => {
      if (known?.[0][index]?.channelId !== id && !entries.includes(videoId)) book.markUnseen(device.index, userId, videoId);
    });
  }

  async function basesOf(subject: string, target: Target): Promise<unknown[]> {
    if (target.of === 'field') return [await world.during(shownField(mirror, subject))];
    if (!subject.startsWith('video:')) return [];
    const videoId = subject.slice('video:'.length);
    const row = await world.during(mirror.db.watchStates.get(videoId));
    const shown: WatchState = row?.shown ?? untouched;
    if (target.of === 'wide') return [shown];
    const before = book.of(device.index, userId, subject).at(-1);
    // A video that this device has never read shows nothing of a mark of its playlist, but continues from it all the same.
    if (!row && before?.target.of === 'wide') return [shown, resultOf(before.target, 0)];
    // It continues from what has not been sent yet: then the first one's base applies. What was refused may be shown or not.
    const rows = (await world.during(mirror.db.outbox.where('lane').equals(subject).toArray())) ?? [];
    const isContinued = rows.some(({ mutation, state }) => {
      const isReplaceable = state.name === 'held' || state.name === 'parked' || (state.name === 'waiting' && state.outcome === undefined);
      return isReplaceable && (target.of === 'mark' || mutation.kind === 'save-progress');
    });
    if (!isContinued || !before) return [shown];
    // A mark replaces an earlier mark as well as the position after it, which has a row of its own.
    const isSent = ({ leftBefore }: Intent): boolean =>
      world.writes.slice(leftBefore).some((write) => write.device === device.index && subjectOfCall(write.call)?.subject.endsWith(`:${videoId}`));
    const unsent = book.of(device.index, userId, subject).filter((intent) => !isSent(intent));
    const isOfOneKind = before.target.of === target.of && rows.every(({ state }) => state.name !== 'parked');
    return isOfOneKind ? before.bases : [...before.bases, ...(target.of === 'mark' ? unsent.flatMap(({ bases }) => bases) : []), shown];
  }
}

function isOfIntent(mutation: Mutation, { subject, target }: Intent): boolean {
  const { kind, videoId, channelId, playlistId, isWatched } = mutation as Mutation & Record<string, unknown>;
  if (target.of === 'mark') return kind === 'mark-video-watched' && `video:${String(videoId)}` === subject && isWatched === target.isWatched;
  return target.of === 'wide' && (channelId ?? playlistId) === target.id && isWatched === target.isWatched;
}

const isMark = ({ target }: Intent): boolean => target.of === 'mark' || target.of === 'wide';
