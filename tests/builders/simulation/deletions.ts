// Deletions of videos. A deletion is sent immediately or not at all: none waits in the outbox. The functions here request one as the screen
// does, and check where a device still shows the video.
import type { Mirror, MirrorDatabase } from '../../../src/mirror/database.ts';
import { videoKey } from '../../../src/mirror/resource-keys.ts';
import type { ActPorts } from './act-ports.ts';
import type { SimulatedDevice } from './device.ts';
import type { Deletion, SetDeletion } from './intents.ts';
import { customPlaylistId, deletableIds, regularPlaylistId } from './library.ts';
import type { Act } from './steps.ts';

/** Does not wait for the answer, because the run's steps continue while the person waits. */
export async function askForDeletion({ videoId, isIgnored }: Act & { do: 'delete' }, ports: ActPorts): Promise<void> {
  const { world, book, device, tab, userId, killedAfter } = ports;
  const deletion = book.noteDeletion(tab, device, userId, { videoId, isIgnored });
  tab.tab.commands.deleteVideo(videoId, { andIgnore: isIgnored }).then(
    (result) => {
      deletion.outcome = result.ok ? 'done' : result.error.kind;
      if (result.ok && !device.archive.model.isDeleted(videoId))
        world.violations.push(`device ${device.index}: ${videoId} was reported as deleted, and the archive has it`);
    },
    () => (deletion.outcome = 'failed'),
  );
  if (!killedAfter) return;
  for (let event = 0; event < killedAfter.events; event += 1) await world.loop.step();
  killedAfter.kill();
}

/** Checks that neither a late answer nor a lagging list shows a video again after the device was told of the deletion. */
export async function verifyStillGone({ world, book }: Pick<ActPorts, 'world' | 'book'>, device: SimulatedDevice): Promise<void> {
  const deletedIds = deletableIds.filter((videoId) => device.archive.model.isDeleted(videoId));
  // TubeArchivist's lists lag. The device tells by its clock which lists may still contain a deleted video, so a moved clock misleads it.
  if (deletedIds.length === 0 || (device.archive.kind === 'tubearchivist' && device.wasClockMoved())) return;
  const tab = device.tabs().find((openTab) => openTab.tab.mirror() !== null);
  const [mirror, userId] = [tab?.tab.mirror(), tab?.tab.owner()?.userId];
  if (!mirror || userId === undefined) return;
  const isReportedDone = ({ device: deviceIndex, userId: ownerId, outcome, isCopyGone }: Deletion | SetDeletion): boolean =>
    deviceIndex === device.index && ownerId === userId && outcome === 'done' && !isCopyGone;
  for (const videoId of deletedIds) {
    const isDeletedHere =
      book.deletions.some((deletion) => deletion.videoId === videoId && isReportedDone(deletion)) ||
      book.setDeletions.some((setDeletion) => setDeletion.videoIds.includes(videoId) && isReportedDone(setDeletion));
    const places = await world.during(isDeletedHere ? placesOf(mirror, videoId) : placesAfter404(mirror, videoId)).catch(() => null); // the page was reloaded
    if (places && places.length > 0) world.violations.push(`device ${device.index}, person ${userId}: ${videoId} is gone, and shown in ${places.join(', ')}`);
  }
}

/** Where a copy shows a video. */
export async function placesOf({ db }: Mirror, videoId: string): Promise<string[]> {
  const pages = (await db.listPages.toArray()).filter(({ key, ids }) => key.startsWith('videos?') && ids.includes(videoId));
  const playlists = (await db.playlists.bulkGet([regularPlaylistId, customPlaylistId])).flatMap((playlist) => playlist ?? []);
  const containingPlaylists = playlists.filter(({ kind, entries }) =>
    entries.some((entry) => entry.videoId === videoId && (entry.isDownloaded || kind === 'custom')),
  );
  return [...pages.map(({ key }) => key), ...containingPlaylists.map(({ playlistId }) => playlistId), ...(await cardOf(db, videoId))];
}

/**
 * Where a copy shows a video after a 404 for it. Only the card counts, because lists leave out videos without a card, and playlists are
 * corrected when they are read.
 */
async function placesAfter404({ db }: Mirror, videoId: string): Promise<string[]> {
  const request = await db.wanted.get(videoKey(videoId));
  return request?.failure === 'not-found' ? cardOf(db, videoId) : [];
}

async function cardOf(db: MirrorDatabase, videoId: string): Promise<string[]> {
  return (await db.videoCards.get(videoId)) ? ['its card'] : [];
}
