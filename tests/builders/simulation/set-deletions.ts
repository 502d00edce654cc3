// Requests deletions of channels and playlists as the screen does, and checks what a device shows afterwards and what it has sent. The
// deleted videos of these sets are checked together with the videos that were deleted alone (deletions.ts).
import { isTemporaryPlaylistId } from '../../../src/mirror/playlist-ids.ts';
import type { Mirror } from '../../../src/mirror/database.ts';
import type { ActPorts } from './act-ports.ts';
import type { SimulatedDevice } from './device.ts';
import { subjectOfCall } from './effects.ts';
import type { SetDeletion } from './intents.ts';
import { customPlaylistId, deletableChannelId, deletableIds, deletablePlaylistId } from './library.ts';
import type { Act } from './steps.ts';

type Ports = Pick<ActPorts, 'world' | 'book'>;

/** The outcomes after which the archive has certainly done nothing. */
const outcomesWithoutEffect: readonly SetDeletion['outcome'][] = ['forbidden', 'refused', 'signed-out'];

/** Does not wait for the answer, because the run's steps continue while the person waits. */
export async function askForSetDeletion(act: Act & { do: 'delete-channel' | 'delete-playlist' }, ports: ActPorts): Promise<void> {
  const { world, book, device, tab, mirror, userId, killedAfter } = ports;
  const target = await world.during(targetOf(act, mirror)).catch(() => null); // the page was reloaded before the tap
  if (!target) return;
  const deletion = book.noteSetDeletion(tab, device, userId, target);
  // Only the final state of a playlist that may be gone is compared.
  const { name } = target;
  if (name !== null)
    for (const { subject, device: deviceIndex, userId: ownerId } of book.intents)
      if (subject === `create:${name}` || subject === `filled:${name}`) book.markUndecided(deviceIndex, ownerId, subject);
  const { commands } = tab.tab;
  const deletionCall = act.do === 'delete-channel' ? commands.deleteChannel(target.id) : commands.deletePlaylist(target.id, { withVideos: act.withVideos });
  deletionCall.then(
    (result) => {
      deletion.outcome = result.ok ? 'done' : result.error.kind;
      if (!result.ok) return;
      if (isTemporaryPlaylistId(target.id) && !wasSent(ports, device, `create:${name}`)) deletion.writesBeforeWithdrawal = world.writes.length;
      else if (isThere(device, target))
        world.violations.push(`device ${device.index}: ${target.of} ${target.id} was reported as deleted, and the archive has it`);
    },
    () => (deletion.outcome = 'failed'),
  );
  if (!killedAfter) return;
  for (let event = 0; event < killedAfter.events; event += 1) await world.loop.step();
  killedAfter.kill();
}

/**
 * The channel or playlist that the act deletes, with those of its videos that are deleted too, as far as this device knows them. Null if no
 * playlist that was made in this run is on the device.
 */
async function targetOf(
  act: Act & { do: 'delete-channel' | 'delete-playlist' },
  { db }: Mirror,
): Promise<Pick<SetDeletion, 'of' | 'id' | 'name' | 'videoIds'> | null> {
  if (act.do === 'delete-channel') {
    const cards = await db.videoCards.bulkGet([...deletableIds]);
    const videoIds = cards.flatMap((card) => (card?.channelId === deletableChannelId ? [card.videoId] : []));
    return { of: 'channel', id: deletableChannelId, name: null, videoIds };
  }
  if (act.of === 'regular') {
    const entries = (await db.playlists.get(deletablePlaylistId))?.entries ?? [];
    const videoIds = act.withVideos ? entries.filter(({ isDownloaded }) => isDownloaded).map(({ videoId }) => videoId) : [];
    return { of: 'playlist', id: deletablePlaylistId, name: null, videoIds };
  }
  // Playlists that only this device knows are in `folded`.
  const foldedPlaylists = (await db.folded.toArray()).flatMap(({ shown }) => (shown?.of === 'playlist' && shown.entity ? [shown.entity] : []));
  const createdPlaylists = [...(await db.playlists.toArray()), ...foldedPlaylists].filter(
    ({ kind, playlistId }) => kind === 'custom' && playlistId !== customPlaylistId,
  );
  const lastPlaylist = createdPlaylists.sort((left, right) => left.name.localeCompare(right.name)).at(-1);
  return lastPlaylist ? { of: 'playlist', id: lastPlaylist.playlistId, name: lastPlaylist.name, videoIds: [] } : null;
}

function isThere({ archive: { model } }: SimulatedDevice, { of, id, name }: Pick<SetDeletion, 'of' | 'id' | 'name'>): boolean {
  if (of === 'channel') return model.lists.hasChannel(id);
  // By now the archive has replaced a temporary id with its own, so only the name identifies the playlist.
  return isTemporaryPlaylistId(id) ? model.lists.playlists().some((playlist) => playlist.name === name) : model.lists.playlist(id) !== undefined;
}

function wasSent({ world }: Ports, device: SimulatedDevice, subject: string): boolean {
  return world.writes.some((write) => write.device === device.index && subjectOfCall(write.call)?.subject === subject);
}

/** Checks that neither a late answer nor a lagging list shows a channel or playlist again after the device was told of the deletion. */
export async function verifySetsStillGone({ world, book }: Ports, device: SimulatedDevice): Promise<void> {
  // The device's clock measures how long a list may lag.
  if (device.archive.kind === 'tubearchivist' && device.wasClockMoved()) return;
  const tab = device.tabs().find((openTab) => openTab.tab.mirror() !== null);
  const [mirror, userId] = [tab?.tab.mirror(), tab?.tab.owner()?.userId];
  if (!mirror || userId === undefined) return;
  const reportedDeletions = book.setDeletions.filter(
    (deletion) => deletion.device === device.index && deletion.userId === userId && deletion.outcome === 'done' && !deletion.isCopyGone,
  );
  for (const deletion of reportedDeletions) {
    const places = await world.during(placesOfSet(mirror, deletion)).catch(() => null); // the page was reloaded
    if (places && places.length > 0)
      world.violations.push(`device ${device.index}, person ${userId}: ${deletion.of} ${deletion.id} is gone, and shown in ${places.join(', ')}`);
  }
}

/** Where a copy shows the channel or playlist; for a channel, its playlists count too. */
async function placesOfSet({ db }: Mirror, { of, id }: Pick<SetDeletion, 'of' | 'id'>): Promise<string[]> {
  const keyPrefix = of === 'channel' ? 'channels?' : 'playlists?';
  const pages = (await db.listPages.toArray()).filter(({ key, ids }) => key.startsWith(keyPrefix) && ids.includes(id));
  const row = of === 'channel' ? await db.channels.get(id) : await db.playlists.get(id);
  const playlists = of === 'channel' ? await db.playlists.filter(({ channelId }) => channelId === id).primaryKeys() : [];
  return [...pages.map(({ key }) => key), ...(row ? ['its row'] : []), ...playlists.map((playlistId) => `its playlist ${playlistId}`)];
}

/** Checks at the end that fresh lists name exactly what the archive has. */
export async function compareSets({ world }: Ports, device: SimulatedDevice, mirror: Mirror, deviceAndPerson: string): Promise<void> {
  for (const set of [
    { of: 'channel', id: deletableChannelId },
    { of: 'playlist', id: deletablePlaylistId },
  ] as const) {
    const isListed = ((await world.during(placesOfSet(mirror, set))) ?? []).some((place) => place.includes('?'));
    const isInArchive = isThere(device, { ...set, name: null });
    if (isListed !== isInArchive)
      world.violations.push(`${deviceAndPerson}: ${set.of} ${set.id} is ${isInArchive ? 'there' : 'deleted'}, and ${isListed ? '' : 'not '}listed`);
  }
}

export function verifySetDeletions({ world, book }: Ports): void {
  for (const device of world.devices) {
    const violate = (violation: string): void => void world.violations.push(`device ${device.index}: ${violation}`);
    const deletions = book.setDeletions.filter((deletion) => deletion.device === device.index);
    verifyAsked(
      device,
      `deleted-channel:${deletableChannelId}`,
      deletions.filter(({ of }) => of === 'channel'),
    );
    verifyAsked(
      device,
      `deleted-playlist:${deletablePlaylistId}`,
      deletions.filter(({ id }) => id === deletablePlaylistId),
    );
    const madePlaylistDeletions = deletions.filter(({ name }) => name !== null);
    const requests = requestsOf(device, (subject) => subject.startsWith('deleted-playlist:') && !subject.endsWith(`:${deletablePlaylistId}`));
    requests.forEach((writeIndex, earlierCount) => {
      if (madePlaylistDeletions.filter(({ writesBefore }) => writesBefore <= writeIndex).length <= earlierCount)
        violate(`${world.writes[writeIndex]?.call} was sent, and nobody had asked for it`);
    });
    for (const { name, writesBeforeWithdrawal } of madePlaylistDeletions) {
      if (writesBeforeWithdrawal !== null && requestsOf(device, (subject) => subject === `create:${name}`).some((index) => index >= writesBeforeWithdrawal))
        violate(`the creation of ${name} was withdrawn, and was sent afterwards`);
    }
  }

  function requestsOf(device: SimulatedDevice, isRequested: (subject: string) => boolean): number[] {
    return world.writes.flatMap((write, index) => (write.device === device.index && isRequested(subjectOfCall(write.call)?.subject ?? '') ? [index] : []));
  }

  /** Checks that somebody asked for each request, and that a deletion with an effect was not reported as refused to everybody who asked. */
  function verifyAsked(device: SimulatedDevice, subject: string, deletions: SetDeletion[]): void {
    requestsOf(device, (requestedSubject) => requestedSubject === subject).forEach((writeIndex, earlierCount) => {
      if (deletions.filter(({ writesBefore }) => writesBefore <= writeIndex).length <= earlierCount)
        world.violations.push(`device ${device.index}: ${subject} was requested, and nobody had asked for it`);
    });
    const hadEffect = device.archive.effects.some(({ call, device: deviceIndex }) => deviceIndex === device.index && subjectOfCall(call)?.subject === subject);
    if (hadEffect && !deletions.some(({ outcome }) => !outcomesWithoutEffect.includes(outcome)))
      world.violations.push(`device ${device.index}: ${subject} took effect, and everybody was told that it did not`);
  }
}
