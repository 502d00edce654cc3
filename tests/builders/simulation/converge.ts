// The end of a run: the network works, time passes, and everybody signs in again in turn. After that, no change may still wait.
import { isDeepEqual } from '../../../src/lib/keep-identity.ts';
import type { Mirror } from '../../../src/mirror/database.ts';
import { isTemporaryPlaylistId } from '../../../src/mirror/playlist-ids.ts';
import type { Mutation } from '../../../src/mirror/rows.ts';
import type { StoredOutboxRow } from '../../../src/mirror/fold.ts';
import { discardAllChanges } from '../../../src/mutations/outbox-rows.ts';
import { people } from './archive.ts';
import { placesOf, verifyStillGone } from './deletions.ts';
import { verifySentWithoutReload } from './sent-without-reload.ts';
import { compareSets } from './set-deletions.ts';
import type { SimulatedDevice } from './device.ts';
import { sendNewerChanges, verifyNewerChanges } from './newer-version.ts';
import { subjectOfCall, subjectsOf } from './effects.ts';
import { fieldSubjects } from './fields.ts';
import { untouched } from './intents.ts';
import { customPlaylistId, deletableIds, durationOf, membersOf, videoIds, videoOfSubject } from './library.ts';
import { isSameState, verdictOf } from './rules.ts';
import { refreshKeys, allKeys, signIn, type SimulationRun } from './run.ts';
import { listedDownload, shownField } from './shown.ts';
import { makeRoomOnDisks } from './storage.ts';
import { knownTo } from './verify.ts';

/** The most rounds of half a minute. The longest backoff (src/lib/backoff.ts) lasts ten rounds. */
const maxRounds = 60;

/** The most requests for each device in `quietMs`. A visible page checks its rows once a minute, which needs no request. */
const maxQuietRequests = 2;
const quietMs = 240_000;

export async function converge({ world, book }: SimulationRun): Promise<void> {
  const { network, violations } = world;
  world.faultRate = 0;
  network.outage = null;
  network.areListsHeld = false;
  network.areDeletionsHeld = false;
  makeRoomOnDisks();
  for (const device of world.devices) for (const tab of device.tabs()) tab.thaw();
  await world.advance(60_000);
  for (const device of world.devices) await endNewerTab(device);
  await verifySentWithoutReload(world);
  for (const { device, videoId, tab, outcome } of book.deletions)
    if (tab.isAlive && outcome === null) violations.push(`device ${device}: nobody was told the outcome of the deletion of ${videoId}`);
  for (const { device, of, id, tab, outcome } of book.setDeletions)
    if (tab.isAlive && outcome === null) violations.push(`device ${device}: nobody was told the outcome of the deletion of ${of} ${id}`);
  for (const device of world.devices) await compareCurrent(device);
  for (const round of ['send', 'compare'] as const) {
    for (const device of world.devices) {
      for (const person of await accountsOn(device)) await (round === 'send' ? sendAll(device, person) : compare(device, person));
    }
  }
  const requestCountBefore = network.sentRequests.length;
  await world.advance(quietMs);
  const requests = network.sentRequests.slice(requestCountBefore);
  if (requests.length > maxQuietRequests * world.devices.length)
    violations.push(
      `In four quiet minutes ${requests.length} requests were sent: ${requests
        .slice(0, 12)
        .map(({ request }) => request.path)
        .join(' ')}`,
    );

  async function endNewerTab(device: SimulatedDevice): Promise<void> {
    verifyNewerChanges(world, device);
    const mirror = device.mirror();
    if (mirror) await sendNewerChanges(world, mirror);
  }

  async function accountsOn(device: SimulatedDevice): Promise<number[]> {
    const tab = device.tab(0) ?? device.open();
    const accounts = (await world.during(tab.tab.registry.accounts.toArray())) ?? [];
    return people.flatMap(({ id }, index) => (accounts.some(({ userId }) => userId === id) ? [index] : []));
  }

  async function signInAgain(device: SimulatedDevice, person: number): Promise<Mirror | null> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      for (const tab of device.tabs().slice(1)) tab.kill();
      const userId = people[person]?.id;
      if ((await signIn(world, device, person)) && device.tab(0)?.tab.owner()?.userId === userId) return device.mirror();
    }
    violations.push(`device ${device.index}: ${people[person]?.name} cannot sign in`);
    return null;
  }

  async function sendAll(device: SimulatedDevice, person: number): Promise<void> {
    if (!(await signInAgain(device, person))) return;
    await endNewerTab(device);
    const userId = people[person]?.id ?? 0;
    let rows: StoredOutboxRow[] = [];
    for (let round = 0; round < maxRounds; round += 1) {
      await world.advance(30_000);
      const mirror = device.mirror();
      rows = mirror ? ((await world.during(mirror.db.outbox.toArray())) ?? []) : rows;
      if (mirror && rows.every(({ state }) => state.name === 'parked')) break;
    }
    for (const row of rows) {
      if (row.state.name !== 'parked') violations.push(`device ${device.index}, person ${userId}: never ended: ${JSON.stringify(row)}`);
      else if (!hasReason(device, userId, row) && !isOfRefusedCreation(device, userId, row, rows))
        violations.push(`device ${device.index}, person ${userId}: parked without a reason: ${JSON.stringify(row)}`);
      for (const subject of subjectsOf(row.mutation)) book.markUndecided(device.index, userId, subject);
      if (!isOfMadePlaylist(row)) continue;
      for (const { subject } of book.intents) if (subject.startsWith('filled:')) book.markUndecided(device.index, userId, subject);
    }
    const mirror = device.mirror();
    if (mirror) await world.during(discardAllChanges(mirror));
    await world.advance(2_000);
  }

  /** The changes of a playlist are parked with its creation. */
  function isOfRefusedCreation(device: SimulatedDevice, userId: number, { lane, state }: StoredOutboxRow, rows: readonly StoredOutboxRow[]): boolean {
    const creation = rows.find((row) => row.lane === lane && row.mutation.kind === 'create-playlist');
    return creation !== undefined && isDeepEqual(creation.state, state) && hasReason(device, userId, creation);
  }

  function hasReason(device: SimulatedDevice, userId: number, { state, mutation, idempotencyKey, base }: StoredOutboxRow): boolean {
    if (state.name !== 'parked') return true;
    if (state.reason === 'ask' && mutation.kind === 'mark-video-watched') {
      const { videoId } = mutation as Mutation & { videoId: string };
      const target = { of: 'mark', isWatched: false } as const;
      return knownTo(device, userId, videoId, 0, Infinity).some((known) => verdictOf(target, base ?? untouched, known, durationOf(videoId)) === 'ask');
    }
    // A device whose clock was set cannot know whether the embedded server still recognises a repeated call. If a tab dies, or the copy is
    // locked, after the change was recorded as sent, but before the request leaves, the next pass cannot know that the request never left.
    if (state.reason === 'unsure') {
      const hasLeft = world.writes.some(({ key }) => key === idempotencyKey);
      const mayHaveLeft = hasLeft || device.wasSentAtKill(idempotencyKey) || network.keysAbortedBefore.has(idempotencyKey);
      return (device.archive.kind === 'tubearchivist' || device.wasClockMoved()) && mayHaveLeft;
    }
    if (state.reason === 'gone' && subjectsOf(mutation).every((subject) => device.archive.model.isDeleted(videoOfSubject(subject) ?? ''))) return true;
    if (state.reason === 'gone' && isOfMadePlaylist({ mutation }) && isPlaylistDeleted(device, playlistOf(mutation))) return true;
    // Each move is sent under its own key, not the row's. So "key used for another call" is a refusal, too.
    if (mutation.kind === 'order-playlist') {
      const ofPlaylist = `/playlist/custom/${playlistOf(mutation)}/`;
      const isMoveRefused = (key: string): boolean => device.archive.refusedKeys.has(key) || network.refusals.some((refusal) => refusal.key === key);
      return world.writes.some(({ key, call, device: sender }) => sender === device.index && call.includes(ofPlaylist) && isMoveRefused(key));
    }
    const isRefused = (key: string): boolean =>
      device.archive.refusedKeys.has(key) || network.refusals.some((refusal) => refusal.key === key && (refusal.fate !== 'key-taken' || isKeyTakenTwice(key)));
    if (isRefused(idempotencyKey)) return true;
    // After a position of a deleted video was answered with 404, a later position of the video is not sent. It is parked under a new key.
    if (state.reason !== 'gone' || mutation.kind !== 'save-progress') return false;
    const { videoId } = mutation as Mutation & { videoId: string };
    return world.writes.some(
      (write) =>
        write.device === device.index && write.userId === userId && isRefused(write.key) && subjectOfCall(write.call)?.subject === `position:${videoId}`,
    );
  }

  /** After the first answer "key used for another call", the call is sent again under a new key. Only a second such answer is a refusal. */
  function isKeyTakenTwice(key: string): boolean {
    const call = world.writes.find((write) => write.key === key)?.call;
    const refusedWrites = world.writes.filter(
      (write) => write.call === call && network.refusals.some((refusal) => refusal.key === write.key && refusal.fate === 'key-taken'),
    );
    return refusedWrites.length > 1;
  }

  /** Runs before anybody signs in again or reloads, because either would replace what a late, older answer has left on the screen. */
  async function compareCurrent(device: SimulatedDevice): Promise<void> {
    const tab = device.tabs().find((openTab) => openTab.tab.mirror() !== null);
    const userId = tab?.tab.owner()?.userId;
    if (!tab || userId === undefined || device.archive.userOf(device.cookie()) !== userId) return;
    await verifyStillGone({ world, book }, device);
    const waitingCount = await world.during(tab.tab.mirror()?.db.outbox.count() ?? Promise.resolve(1)).catch(() => null);
    if (waitingCount === 0) await compareOwn(device, userId, `device ${device.index}, person ${userId}, as it is`);
  }

  /**
   * Checks that no older answer has reverted the result of this device's own write: the device shows the state that its last write left,
   * unless the archive has changed the state since. The check itself requests nothing.
   */
  async function compareOwn(device: SimulatedDevice, userId: number, deviceAndPerson: string): Promise<void> {
    const mirror = device.mirror();
    // By its clock a device tells which lists may still lag, so after the clock was set, one of them may have shown the state before the write.
    const mayBeReverted = device.archive.kind === 'tubearchivist' && device.wasClockMoved();
    if (!mirror) return;
    await verifyStoredPositions(device, userId, deviceAndPerson, mirror);
    if (mayBeReverted) return;
    const { effects } = device.archive;
    for (const videoId of videoIds.filter((id) => !device.archive.model.isDeleted(id))) {
      const ownIndex = effects.findLastIndex((effect) => effect.device === device.index && effect.userId === userId && isOfVideo(effect.call, videoId));
      const leftState = effects[ownIndex]?.states.get(videoId);
      if (!leftState || book.isSubjectUndecided(device.index, userId, `video:${videoId}`) || book.isUnseen(device.index, userId, videoId)) continue;
      if (effects.slice(ownIndex).some(({ call }, offset) => offset > 0 && isOfVideo(call, videoId))) continue;
      if (!isOwnResultKnown(device, userId, ownIndex, videoId)) continue;
      const shownState = (await world.during(mirror.db.watchStates.get(videoId)))?.shown ?? untouched;
      if (!isSameState(shownState, leftState))
        violations.push(
          `${deviceAndPerson}: ${videoId} is shown as ${JSON.stringify(shownState)}, and this device has left it as ${JSON.stringify(leftState)}`,
        );
    }
    await compareOwnFields(device, userId, deviceAndPerson, mirror);
  }

  /** The same for fields. An order is left out, because other changes of the playlist alter it too. */
  async function compareOwnFields({ index, archive }: SimulatedDevice, userId: number, deviceAndPerson: string, mirror: Mirror): Promise<void> {
    const { effects } = archive;
    for (const subject of fieldSubjects.filter((name) => !name.startsWith('order:') && !archive.model.isDeleted(videoOfSubject(name) ?? ''))) {
      const isOfField = ({ call }: { call: string }): boolean => subjectOfCall(call)?.subject === subject;
      const lastIndex = effects.findLastIndex(isOfField);
      const { device, userId: ownerId, key = null, fields } = effects[lastIndex] ?? {};
      if (device !== index || ownerId !== userId || book.isSubjectUndecided(index, userId, subject)) continue;
      // A repeated call gets the first call's answer, so the device does not learn of a change made elsewhere in between.
      if (effects.slice(0, lastIndex).some((effect) => effect.key === key)) continue;
      const shownValue = await world.during(shownField(mirror, subject));
      const leftValue = fields?.get(subject);
      // The device may have cleared its copy since, and not have read the field again. An item of the queue that it does not know is shown as
      // forgotten.
      const isUnknown = shownValue === undefined || (subject.startsWith('download:') && shownValue === 'forgotten');
      if (!isUnknown && shownValue !== leftValue)
        violations.push(
          `${deviceAndPerson}: ${subject} is shown as ${JSON.stringify(shownValue)}, and this device has left it as ${JSON.stringify(leftValue)}`,
        );
    }
  }

  /** Checks that no answer for somebody else was stored: positions, unlike watched marks, belong to one person. */
  async function verifyStoredPositions(device: SimulatedDevice, userId: number, deviceAndPerson: string, mirror: Mirror): Promise<void> {
    for (const { videoId, server } of (await world.during(mirror.db.watchStates.toArray())) ?? []) {
      const { positionSeconds } = server;
      if (positionSeconds === null || knownTo(device, userId, videoId, 0, Infinity).some((state) => state.positionSeconds === positionSeconds)) continue;
      violations.push(`${deviceAndPerson}: the position ${positionSeconds} of ${videoId} is stored, and the archive has never given it to this person`);
    }
  }

  /**
   * Whether the device knows the state that its own write left. The answer to deleting a position does not say whether the video is watched,
   * so the device does not learn of a mark made elsewhere just before. A repeated call gets the first call's answer, so the device does not
   * learn of a mark made elsewhere in between either.
   */
  function isOwnResultKnown({ archive: { effects, reportedStates }, index }: SimulatedDevice, userId: number, ownIndex: number, videoId: string): boolean {
    const { call = '', key = null, atMs = 0 } = effects[ownIndex] ?? {};
    if (key !== null && effects.slice(0, ownIndex).some((effect) => effect.key === key)) return false;
    if (!call.startsWith('DELETE')) return true;
    const lastOtherWrite = effects.slice(0, ownIndex).findLast((effect) => effect.device !== index && isOfVideo(effect.call, videoId));
    const lastReport = reportedStates.findLast(
      (report) => report.device === index && report.userId === userId && report.videoId === videoId && report.atMs <= atMs,
    );
    return !lastOtherWrite || (lastReport !== undefined && lastReport.atMs > lastOtherWrite.atMs);
  }

  /** Checks that fresh lists name exactly what the archive has. A card stays until a read of the video itself is answered with 404. */
  async function compareDeleted(device: SimulatedDevice, mirror: Mirror, deviceAndPerson: string, videoId: string): Promise<void> {
    // Only the lists of `allKeys` were read again. The lists that the client stores for home at startup may be older than the deletion.
    const isFresh = (place: string): boolean => place !== 'its card' && (!place.startsWith('videos?') || allKeys.includes(place));
    const places = ((await world.during(placesOf(mirror, videoId))) ?? []).filter(isFresh);
    const isShown = places.some((place) => place.startsWith('videos?'));
    const isDeleted = device.archive.model.isDeleted(videoId);
    if (isDeleted ? places.length > 0 : !isShown)
      violations.push(`${deviceAndPerson}: ${videoId} is ${isDeleted ? 'deleted' : 'there'}, and shown in ${places.join(', ')}`);
  }

  async function compare(device: SimulatedDevice, person: number): Promise<void> {
    if (!(await signInAgain(device, person))) return;
    const userId = people[person]?.id ?? 0;
    const deviceAndPerson = `device ${device.index}, person ${userId}`;
    await compareOwn(device, userId, deviceAndPerson);
    await refreshKeys(world, device, allKeys);
    await world.advance(5_000);
    const mirror = device.mirror();
    if (!mirror) return void violations.push(`${deviceAndPerson}: signed in, but no mirror is open`);
    const { db } = mirror;
    const waitingRows = (await world.during(db.outbox.toArray())) ?? [];
    if (waitingRows.length > 0) violations.push(`${deviceAndPerson}: changes wait again: ${JSON.stringify(waitingRows)}`);
    if ((await world.during(db.folded.count())) !== 0) violations.push(`${deviceAndPerson}: a change is shown as waiting, but none waits`);
    const waitingIds = (await world.during(db.watchStates.where('waiting').equals(1).primaryKeys())) ?? [];
    const waitingCards = (await world.during(db.videoCards.bulkGet(waitingIds))) ?? [];
    for (const card of waitingCards) if (card) violations.push(`${deviceAndPerson}: ${card.videoId} is shown as waiting, but no change waits`);
    const states = device.archive.statesOf(userId);
    for (const videoId of deletableIds) await compareDeleted(device, mirror, deviceAndPerson, videoId);
    await compareSets({ world, book }, device, mirror, deviceAndPerson);
    for (const videoId of videoIds.filter((id) => states.has(id))) {
      const shownState = (await world.during(db.watchStates.get(videoId)))?.shown ?? untouched;
      const archivedState = states.get(videoId) ?? untouched;
      if (!isSameState(shownState, archivedState))
        violations.push(`${deviceAndPerson}: ${videoId} is shown as ${JSON.stringify(shownState)} and is ${JSON.stringify(archivedState)}`);
    }
    const fields = device.archive.fieldsOf(userId);
    for (const subject of fieldSubjects) {
      const shownValue = await world.during(subject.startsWith('download:') ? listedDownload(mirror, subject.slice(9)) : shownField(mirror, subject));
      if (shownValue !== fields.get(subject))
        violations.push(`${deviceAndPerson}: ${subject} is shown as ${String(shownValue)} and is ${String(fields.get(subject))}`);
    }
  }
}

const playlistOf = (mutation: Mutation): string => (mutation as Mutation & { playlistId?: string }).playlistId ?? '';

/** Whether the change concerns the videos of a playlist that was made in this run. */
function isOfMadePlaylist({ mutation }: Pick<StoredOutboxRow, 'mutation'>): boolean {
  return ['change-membership', 'order-playlist'].includes(mutation.kind) && playlistOf(mutation) !== customPlaylistId;
}

/** A playlist with a temporary id has never been in the archive. */
function isPlaylistDeleted({ archive: { model } }: SimulatedDevice, playlistId: string): boolean {
  return !isTemporaryPlaylistId(playlistId) && model.lists.playlist(playlistId) === undefined;
}

function isOfVideo(call: string, videoId: string): boolean {
  const callSubject = subjectOfCall(call);
  const [of = '', id = ''] = callSubject?.subject.split(':') ?? [];
  return (of === 'position' || of === 'watch') && (id === videoId || membersOf(id).includes(videoId));
}
