// Two devices change playlists, subscriptions, settings and the download queue over a faulty network (two-devices.ts).
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { downloadLane } from '../../src/mirror/lanes.ts';
import { readShownPlaylist, shownOf } from '../../src/mirror/fold-entities.ts';
import { resolvePlaylistId } from '../../src/mirror/playlist-ids.ts';
import { appendEntityChange } from '../../src/mirror/outbox-entities.ts';
import type { Mutation } from '../../src/mirror/rows.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { addDownloads } from '../../src/mutations/add-downloads.ts';
import { addSubscriptions } from '../../src/mutations/subscribe.ts';
import { changeDownload } from '../../src/mutations/change-download.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { markPlaylistWatched } from '../../src/mutations/mark-all-watched.ts';
import { addToPlaylist, movePlaylistEntry, removeFromPlaylist, type MoveTarget } from '../../src/mutations/playlist-entries.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { setPlaylistSortOrder } from '../../src/mutations/sort-playlist.ts';
import { subscribeChannel, subscribePlaylist } from '../../src/mutations/subscribe.ts';
import type { Undo } from '../../src/mutations/undo.ts';
import type { Device } from '../builders/outbox-device.ts';
import type { Fault, ModelLibrary } from '../doubles/model-archive.ts';
import { someFaults, somePassiveSteps, testKinds, testRuns, twoDevices, type ListKind, type PassiveStep, type Run } from './two-devices.ts';

const videos = ['v1', 'v2', 'v3', 'v4', 'v5'] as const;
const library: ModelLibrary = {
  videos: videos.map((videoId, index) => ({ videoId, channelId: index < 3 ? 'cA' : 'cB', durationSeconds: 600 })),
  playlists: { p1: ['v2', 'v3'] },
  customPlaylists: { TA_playlist_0: ['v1', 'v2', 'v3', 'v4'] },
};
const knownPlaylistId = 'TA_playlist_0';

type Step =
  | { do: 'subscribe-channel'; channelId: string; isSubscribed: boolean }
  /** A change, then its reversal while the outcome of the change is unknown. */
  | { do: 'change-and-revert'; on: 'channel' | 'columns' | 'member'; faults: Fault[] }
  | { do: 'subscribe-playlist'; isSubscribed: boolean }
  | { do: 'sort'; sortOrder: 'top' | 'bottom' }
  | { do: 'set-columns'; value: number }
  | { do: 'set-hidden'; value: boolean | null }
  | { do: 'add-subscription'; line: string }
  | { do: 'ignore'; videoId: string }
  | { do: 'queue'; line: string }
  | { do: 'download'; videoId: string; to: 'pending' | 'ignore' | 'priority' | 'forgotten'; isUndone: boolean }
  | { do: 'create'; name: number }
  /** `playlist`: 0 is the playlist that both devices know; higher numbers count the playlists that this device has created. */
  | { do: 'member'; playlist: number; videoId: string; isMember: boolean }
  | { do: 'move'; playlist: number; videoId: string; to: MoveTarget }
  | { do: 'mark'; playlist: number; isWatched: boolean }
  | { do: 'undo' }
  /** A change that is sent immediately, and perhaps undone afterwards. */
  | { do: 'edit-and-flush'; edit: 'remove' | 'move'; videoId: string; faults: Fault[]; isUndone: boolean }
  /** An answer that was requested before the flush and arrives after it. */
  | { do: 'pull-across' }
  /** Another change is made during the flush. */
  | { do: 'flush-and-member'; faults: Fault[]; playlist: number; videoId: string; isMember: boolean; turns: number }
  | PassiveStep;

const someVideo = fc.constantFrom(...videos);
const somePlaylist = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.integer({ min: 1, max: 2 }) });
const someTarget: fc.Arbitrary<MoveTarget> = fc.oneof(
  fc.constantFrom<MoveTarget>('top', 'up', 'down', 'bottom'),
  fc.record({ index: fc.integer({ min: 0, max: 4 }) }),
);
const stepOf = <Name extends Step['do'], Fields>(name: Name, fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Step>;
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: stepOf('subscribe-channel', { channelId: fc.constantFrom('cA', 'cA', 'cA', 'cB'), isSubscribed: fc.boolean() }) },
  { weight: 2, arbitrary: stepOf('change-and-revert', { on: fc.constantFrom('channel', 'columns', 'member'), faults: someFaults }) },
  { weight: 1, arbitrary: stepOf('subscribe-playlist', { isSubscribed: fc.boolean() }) },
  { weight: 1, arbitrary: stepOf('sort', { sortOrder: fc.constantFrom('top', 'bottom') }) },
  { weight: 2, arbitrary: stepOf('set-columns', { value: fc.integer({ min: 3, max: 7 }) }) },
  { weight: 1, arbitrary: stepOf('set-hidden', { value: fc.constantFrom(null, true, false) }) },
  { weight: 1, arbitrary: stepOf('add-subscription', { line: fc.constantFrom('@quay', 'https://example.org/c/tide') }) },
  { weight: 1, arbitrary: stepOf('ignore', { videoId: fc.constantFrom('x1', 'x2') }) },
  { weight: 1, arbitrary: stepOf('queue', { line: fc.constantFrom('l1', 'l2', 'l3') }) },
  {
    weight: 4,
    arbitrary: stepOf('download', {
      videoId: fc.constantFrom('d1', 'd1', 'd2', 'd3'),
      to: fc.constantFrom('pending', 'ignore', 'priority', 'forgotten'),
      isUndone: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: stepOf('create', { name: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 6, arbitrary: stepOf('member', { playlist: somePlaylist, videoId: someVideo, isMember: fc.boolean() }) },
  { weight: 5, arbitrary: stepOf('move', { playlist: somePlaylist, videoId: someVideo, to: someTarget }) },
  { weight: 1, arbitrary: stepOf('mark', { playlist: somePlaylist, isWatched: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'undo' }) },
  {
    weight: 4,
    arbitrary: stepOf('edit-and-flush', {
      edit: fc.constantFrom('remove', 'move'),
      videoId: fc.constantFrom('v2', 'v3'),
      faults: someFaults,
      isUndone: fc.boolean(),
    }),
  },
  ...somePassiveSteps,
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'pull-across' }) },
  {
    weight: 3,
    arbitrary: stepOf('flush-and-member', {
      faults: someFaults,
      playlist: somePlaylist,
      videoId: someVideo,
      isMember: fc.boolean(),
      turns: fc.integer({ min: 0, max: 16 }),
    }),
  },
);

/** A step that makes each kind. A kind that is missing here and in sync.test.ts is a compile error. */
const stepsByKind: { [Kind in ListKind]: Step } = {
  'subscribe-channel': { do: 'subscribe-channel', channelId: 'cA', isSubscribed: true },
  'subscribe-playlist': { do: 'subscribe-playlist', isSubscribed: true },
  'sort-playlist': { do: 'sort', sortOrder: 'bottom' },
  'set-config': { do: 'set-columns', value: 5 },
  'add-subscription': { do: 'add-subscription', line: '@quay' },
  'ignore-video': { do: 'ignore', videoId: 'x1' },
  'add-downloads': { do: 'queue', line: 'l1' },
  'change-download': { do: 'download', videoId: 'd1', to: 'ignore', isUndone: false },
  'create-playlist': { do: 'create', name: 1 },
  'change-membership': { do: 'member', playlist: 0, videoId: 'v5', isMember: true },
  'order-playlist': { do: 'move', playlist: 0, videoId: 'v1', to: 'bottom' },
};

/** The values that were wanted for one field of the archive. `value` is the last. */
interface WantedField {
  value: unknown;
  touchedBy: Set<number>;
  wantedValues: unknown[];
}

/** A playlist that a device created. */
interface CreatedPlaylist {
  device: number;
  temporaryId: string;
  name: string;
}

async function runSteps(run: Run<Step>): Promise<ReadonlySet<string>> {
  const pair = await twoDevices(library, run);
  const { clock, model, devices } = pair;
  const subject = 'x';
  const fields = new Map<string, WantedField>();
  /** The wanted order of each playlist, by the id that it had first, and the devices that have changed it. */
  const orders = new Map<string, { ids: string[]; touchedBy: Set<number> }>([[knownPlaylistId, { ids: ['v1', 'v2', 'v3', 'v4'], touchedBy: new Set() }]]);
  const createdPlaylists: CreatedPlaylist[] = [];
  const requests = { subscriptionLines: new Set<string>(), ignoredIds: new Set<string>(), queuedLines: new Set<string>() };
  const refusedFields = new Set<string>();
  const undos: ({ undo: Undo; playlistId: string; formerIds: string[] } | null)[] = [null, null];

  function recordWantedValue(index: number, field: string, value: unknown): void {
    const fieldState = fields.get(field) ?? { value, touchedBy: new Set<number>(), wantedValues: [] };
    fields.set(field, { value, touchedBy: fieldState.touchedBy.add(index), wantedValues: [...fieldState.wantedValues, value] });
  }
  const playlistOf = (index: number, number: number): string =>
    createdPlaylists.filter((playlist) => playlist.device === index)[number - 1]?.temporaryId ?? knownPlaylistId;
  const orderOf = (playlistId: string) => orders.get(playlistId) ?? { ids: [], touchedBy: new Set<number>() };
  const shownIds = async (device: Device, playlistId: string): Promise<string[] | undefined> => {
    const { db } = device.mirror;
    const realId = await resolvePlaylistId(db, playlistId);
    return (await readShownPlaylist(db, realId))?.entries.map((entry) => entry.videoId);
  };
  const shownDownload = async ({ mirror: { db } }: Device, videoId: string): Promise<string | null> =>
    shownOf('download', await db.downloads.get(videoId), await db.folded.get(downloadLane(videoId)))?.status ?? null;
  /** Changes the order that the person sees, which another device may have changed before. */
  async function changeOrder(
    index: number,
    device: Device,
    playlistId: string,
    change: (ids: string[]) => string[],
    makeChange: () => Promise<Undo>,
  ): Promise<void> {
    const formerIds = (await shownIds(device, playlistId)) ?? [];
    const undo = await makeChange();
    const shownOrder = (await shownIds(device, playlistId)) ?? [];
    const changedOrder = change(formerIds);
    // Adding a video that was just removed restores its position, because the two changes cancel each other.
    const isRestored =
      changedOrder.length > formerIds.length &&
      !isSameOrder(shownOrder, changedOrder) &&
      isSameOrder(
        shownOrder.filter((id) => formerIds.includes(id)),
        formerIds,
      );
    const ids = isRestored ? shownOrder : changedOrder;
    orders.set(playlistId, { ids, touchedBy: orderOf(playlistId).touchedBy.add(index) });
    expect(shownOrder, 'the change is shown immediately').toEqual(ids);
    undos[index] = { undo, playlistId, formerIds };
  }

  async function takeStep(index: number, device: Device, step: Step): Promise<void> {
    const { mirror } = device;
    switch (step.do) {
      case 'subscribe-channel':
        await subscribeChannel(mirror, { channelId: step.channelId, isSubscribed: step.isSubscribed, subject });
        return recordWantedValue(index, `channel ${step.channelId}`, step.isSubscribed);
      case 'change-and-revert': {
        const steps: Record<typeof step.on, (isThere: boolean) => Step> = {
          channel: (isThere) => ({ do: 'subscribe-channel', channelId: 'cA', isSubscribed: isThere }),
          columns: (isThere) => ({ do: 'set-columns', value: isThere ? 6 : 3 }),
          member: (isThere) => ({ do: 'member', playlist: 0, videoId: 'v5', isMember: isThere }),
        };
        await takeStep(index, device, steps[step.on](true));
        await takeStep(index, device, { do: 'flush', faults: step.faults });
        return takeStep(index, device, steps[step.on](false));
      }
      case 'subscribe-playlist':
        await subscribePlaylist(mirror, { playlistId: 'p1', isSubscribed: step.isSubscribed, subject });
        return recordWantedValue(index, 'playlist p1', step.isSubscribed);
      case 'sort':
        await setPlaylistSortOrder(mirror, { playlistId: 'p1', sortOrder: step.sortOrder, subject });
        return recordWantedValue(index, 'sort p1', step.sortOrder);
      case 'set-columns':
        expect(await setUserConfig(mirror, 'grid_items', step.value)).toMatchObject({ ok: true });
        return recordWantedValue(index, 'grid_items', step.value);
      case 'set-hidden':
        await setUserConfig(mirror, 'hide_watched', step.value);
        return recordWantedValue(index, 'hide_watched', step.value);
      case 'add-subscription':
        await addSubscriptions(mirror, { of: 'channel', text: ` ${step.line}\n\n` });
        return void requests.subscriptionLines.add(step.line);
      case 'ignore':
        await appendEntityChange(mirror, { mutation: { kind: 'ignore-video', videoId: step.videoId }, subject });
        return void requests.ignoredIds.add(step.videoId);
      case 'queue':
        await addDownloads(mirror, { lines: [step.line], isAutoStart: false, isFlat: false, isForced: false });
        return void requests.queuedLines.add(step.line);
      case 'download': {
        const { videoId, to } = step;
        const formerStatus = await shownDownload(device, videoId);
        // A person changes only the downloads on the screen.
        if (formerStatus === null) return;
        const undo = await changeDownload(mirror, { videoId, subject, to });
        const expectedStatus = to === 'forgotten' ? null : to === 'priority' ? 'pending' : to;
        expect(await shownDownload(device, videoId), 'the change is shown immediately').toBe(expectedStatus);
        recordWantedValue(index, `download ${videoId}`, expectedStatus);
        // `priority` starts the download, and the client offers no undo for that.
        if (!step.isUndone || to === 'priority') return;
        await undo();
        expect(await shownDownload(device, videoId), 'an undo restores the former status').toBe(formerStatus);
        return recordWantedValue(index, `download ${videoId}`, formerStatus);
      }
      case 'create': {
        // Names are not unique: a name may exist already, or be chosen twice. The devices never choose the same new name, because the test
        // could not tell apart two such playlists.
        const name = step.name === 0 && index === 0 ? knownPlaylistId : `${index}-${step.name}`;
        const temporaryId = await createCustomPlaylist(mirror, { name });
        if (temporaryId.ok) createdPlaylists.push({ device: index, temporaryId: temporaryId.value, name });
        if (temporaryId.ok) orders.set(temporaryId.value, { ids: [], touchedBy: new Set([index]) });
        return;
      }
      case 'member': {
        const { videoId, isMember } = step;
        const playlistId = playlistOf(index, step.playlist);
        if ((await shownIds(device, playlistId)) === undefined) return;
        return changeOrder(
          index,
          device,
          playlistId,
          (ids) => (!isMember ? ids.filter((id) => id !== videoId) : ids.includes(videoId) ? ids : [...ids, videoId]),
          () => (isMember ? addToPlaylist : removeFromPlaylist)(mirror, { playlistId, videoId, subject }),
        );
      }
      case 'move': {
        const { videoId, to } = step;
        const playlistId = playlistOf(index, step.playlist);
        if (!(await shownIds(device, playlistId))?.includes(videoId)) return;
        return changeOrder(
          index,
          device,
          playlistId,
          (ids) => withMoved(ids, videoId, to),
          () => movePlaylistEntry(mirror, { playlistId, videoId, subject, to }),
        );
      }
      case 'mark':
        await markPlaylistWatched(mirror, { playlistId: playlistOf(index, step.playlist), isWatched: step.isWatched, subject });
        return;
      case 'undo': {
        const lastChange = undos[index];
        undos[index] = null;
        if (!lastChange) return;
        await lastChange.undo();
        await lastChange.undo(); // pressing twice undoes once
        orders.set(lastChange.playlistId, { ids: lastChange.formerIds, touchedBy: orderOf(lastChange.playlistId).touchedBy.add(index) });
        return;
      }
      case 'edit-and-flush': {
        const { videoId } = step;
        const removal: Step = { do: 'member', playlist: 0, videoId, isMember: false };
        await takeStep(index, device, step.edit === 'remove' ? removal : { do: 'move', playlist: 0, videoId, to: 'up' });
        await takeStep(index, device, { do: 'flush', faults: step.faults });
        return step.isUndone ? takeStep(index, device, { do: 'undo' }) : undefined;
      }
      case 'pull-across':
        clock.advance(61_000);
        undos[index] = null;
        await device.pull(async () => {
          clock.advance(1_000);
          await device.flush();
        });
        for (const channelId of ['cA', 'cB']) {
          const row = await device.mirror.db.channels.get(channelId);
          expect(row?.isSubscribed, 'an older answer does not undo a newer one').toBe(model.lists.isSubscribed(channelId));
        }
        return;
      case 'flush-and-member': {
        const { playlist, videoId, isMember } = step;
        await pair.whileFlushing(device, step, () => takeStep(index, device, { do: 'member', playlist, videoId, isMember }));
        undos[index] = null;
        return;
      }
      default: {
        const tabFate = await pair.takePassiveStep(device, step);
        // After an answer of the archive, the order that an undo would restore may be outdated.
        if (tabFate === 'died' || step.do === 'pull') undos[index] = null;
      }
    }
  }

  await pair.takeAll(run, takeStep);
  await pair.settle((row) => fieldsOf(row.mutation).forEach((field) => refusedFields.add(field)));

  const realIdOf = async ({ device, temporaryId }: CreatedPlaylist): Promise<string> => resolvePlaylistId(devices[device === 0 ? 0 : 1].mirror.db, temporaryId);
  const realIds = await Promise.all(createdPlaylists.map(realIdOf));
  for (const [index, playlist] of createdPlaylists.entries()) {
    if (refusedFields.has(`playlist ${playlist.temporaryId}`)) continue;
    expect(model.lists.playlist(realIds[index] ?? '')?.name, 'a created playlist exists under the id that its device knows').toBe(playlist.name);
  }
  const archiveIds = realIds.filter((id) => !id.startsWith('local-'));
  expect(new Set(archiveIds).size, 'each created playlist has its own id').toBe(archiveIds.length);
  expect(model.lists.playlists().length, 'no playlist was created twice').toBe(2 + archiveIds.length);

  for (const device of devices) {
    const { db } = device.mirror;
    for (const { playlistId, entries, isSubscribed, sortOrder } of model.lists.playlists()) {
      const shownPlaylist = await readShownPlaylist(db, playlistId);
      expect(
        shownPlaylist?.entries.map((entry) => entry.videoId),
        `${playlistId} is shown as the archive has it`,
      ).toEqual(entries);
      expect(shownPlaylist).toMatchObject({ isSubscribed, sortOrder });
      expect(new Set(entries).size, 'no video is in it twice').toBe(entries.length);
    }
    expect(await db.folded.toArray(), 'only the archive’s state is shown').toEqual([]);
    for (const channelId of ['cA', 'cB']) {
      const channel = await db.channels.get(channelId);
      expect(channel?.isSubscribed).toBe(model.lists.isSubscribed(channelId));
    }
    for (const videoId of ['d1', 'd2', 'd3']) {
      const status = model.lists.download(videoId);
      if (status !== null) expect((await db.downloads.get(videoId))?.status, `${videoId} is shown as the archive has it`).toBe(status);
    }
    const config = await db.documents.get('user-config');
    expect(config?.key === 'user-config' && config.value).toEqual(model.lists.config(1));
    for (const videoId of videos) expect((await device.state(videoId)).shown, `${videoId} is shown as the archive has it`).toEqual(model.stateOf(1, videoId));
  }

  const config = model.lists.config(1);
  const archivedValues: Record<string, unknown> = {
    'channel cA': model.lists.isSubscribed('cA'),
    'channel cB': model.lists.isSubscribed('cB'),
    'playlist p1': model.lists.playlist('p1')?.isSubscribed,
    'sort p1': model.lists.playlist('p1')?.sortOrder,
    grid_items: config.grid_items,
    hide_watched: config.hide_watched,
    'download d1': model.lists.download('d1'),
    'download d2': model.lists.download('d2'),
    'download d3': model.lists.download('d3'),
  };
  for (const [field, { value, touchedBy, wantedValues }] of fields) {
    if (refusedFields.has(field)) continue;
    if (touchedBy.size === 1) expect(archivedValues[field], `${field} is what was wanted`).toEqual(value);
    else expect(wantedValues, `${field} is what somebody wanted`).toContainEqual(archivedValues[field]);
  }
  for (const [playlistId, { ids, touchedBy }] of orders) {
    const index = createdPlaylists.findIndex(({ temporaryId }) => temporaryId === playlistId);
    const realId = index < 0 ? playlistId : (realIds[index] ?? '');
    if (touchedBy.size > 1 || refusedFields.has(`playlist ${playlistId}`) || refusedFields.has(`playlist ${realId}`)) continue;
    expect(model.lists.playlist(realId)?.entries, `${playlistId} has what was wanted, in that order`).toEqual(ids);
  }
  for (const line of requests.subscriptionLines)
    if (!refusedFields.has(line)) expect(model.lists.subscriptionLines, 'a subscription reaches the archive').toContain(line);
  for (const videoId of requests.ignoredIds)
    if (!refusedFields.has(videoId)) expect([...model.lists.ignoredVideoIds], 'an ignored video stays ignored').toContain(videoId);
  for (const line of requests.queuedLines) if (!refusedFields.has(line)) expect(model.lists.queuedLines, 'a pasted line reaches the queue').toContain(line);
  for (const device of devices) await device.close();
  return pair.madeKinds;
}

function isSameOrder(left: string[], right: string[]): boolean {
  return left.join(' ') === right.join(' ');
}

function withMoved(ids: string[], videoId: string, to: MoveTarget): string[] {
  const from = ids.indexOf(videoId);
  const otherIds = ids.filter((id) => id !== videoId);
  const index = to === 'top' ? 0 : to === 'bottom' ? otherIds.length : to === 'up' ? Math.max(0, from - 1) : to === 'down' ? from + 1 : to.index;
  return [...otherIds.slice(0, index), videoId, ...otherIds.slice(index)];
}

/** The fields whose final value is not checked if this change is refused. */
function fieldsOf(parkedMutation: Mutation): string[] {
  const mutation = parkedMutation as KnownMutation;
  return mutation.kind === 'add-downloads' ? mutation.lines : [fieldOf(mutation)];
}

function fieldOf(mutation: KnownMutation): string {
  switch (mutation.kind) {
    case 'subscribe-channel':
      return `channel ${mutation.channelId}`;
    case 'sort-playlist':
      return `sort ${mutation.playlistId}`;
    case 'set-config':
      return mutation.key;
    case 'add-subscription':
      return mutation.line;
    case 'ignore-video':
      return mutation.videoId;
    case 'change-download':
      return `download ${mutation.videoId}`;
    default:
      return 'playlistId' in mutation ? `playlist ${mutation.playlistId}` : '';
  }
}

testRuns(
  'lists, subscriptions and settings of two devices end as in the archive, with nothing lost, duplicated or out of order',
  'lists.test.ts',
  someStep,
  runSteps,
);

testKinds(stepsByKind, someStep, runSteps);
