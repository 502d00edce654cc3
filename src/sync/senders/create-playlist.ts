import { ageMs } from '../../lib/clock.ts';
import type { CreatePlaylist } from '../../mutations/kinds/create-playlist.ts';
import { ok } from '../../lib/result.ts';
import type { MirrorDatabase } from '../../mirror/database.ts';
import { refoldEntities } from '../../mirror/fold-entities.ts';
import { playlistLane } from '../../mirror/lanes.ts';
import { aliasKey, realIdOf } from '../../mirror/playlist-ids.ts';
import { keepClaim } from '../../mirror/sending-claim.ts';
import { playlistKey } from '../../mirror/resource-keys.ts';
import { forceRefresh } from '../../mirror/refresh-requests.ts';
import { emptyPlaylist } from '../../mutations/kinds/playlist-entries.ts';
import type { Answer } from '../../network/archive-api.ts';
import { assignRealId } from '../real-ids.ts';
import { completeEntityRow, refreshLists } from '../complete-entity-row.ts';
import {
  handleFailedRead,
  handleFailedWrite,
  recordConfirmation,
  done,
  isCallRemembered,
  isOutcomeUnknown,
  markSent,
  retryLater,
  type RowOutcome,
  type SendPorts,
} from '../row-outcome.ts';
import type { RowOf } from './sender.ts';

/** Nobody creates more custom playlists by hand than fit on this many pages. */
const maxPages = 100;

/**
 * A request takes up to 20 s, and present servers list a new playlist a second late. Within this time, an unlisted playlist may still
 * appear, and sending again would create it twice.
 */
const listedWithinMs = 22_000;

/**
 * Names are not unique, so the playlists that already have this name are recorded before the request leaves. Then the new playlist can be
 * recognised.
 */
export async function sendCreatePlaylist(ports: SendPorts, row: RowOf<CreatePlaylist>): Promise<RowOutcome> {
  const { mutation } = row;
  const { mirror } = ports;
  const sameNameIds = await findPlaylists(ports, mutation.name);
  if (!sameNameIds.ok) return handleFailedRead(ports, row, sameNameIds.error);
  const knownIds = mutation.knownIds;
  // If ids are recorded, an earlier request may have created the playlist.
  if (knownIds) {
    const createdId = await findUnclaimed(
      ports,
      sameNameIds.value.filter((playlistId) => !knownIds.includes(playlistId)),
    );
    if (createdId !== undefined) return recordCreation(ports, row, createdId);
  }
  const sentForMs = ageMs(mirror.clock, mutation.sentAtMs ?? -Infinity);
  if (isOutcomeUnknown(row) && sentForMs < listedWithinMs && !isCallRemembered(ports, row)) {
    await retryLater(ports, row, { name: 'waiting', outcome: 'unknown' }, listedWithinMs - sentForMs);
    return { kind: 'waits', isServerFault: false };
  }
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  const sentMutation: CreatePlaylist = { ...mutation, knownIds: knownIds ?? sameNameIds.value, sentAtMs: mirror.clock.now() };
  if (!(await markSent(ports, row, { mutation: sentMutation }))) return done;
  const answer = await ports.api.createCustomPlaylist(mutation.name, row.idempotencyKey, ports.signal);
  return answer.ok ? recordCreation(ports, row, answer.value) : handleFailedWrite(ports, row, answer.error);
}

/**
 * Reading many pages can take longer than a claim lasts, so each answer renews the claim.
 *
 * @throws {FencedOff}
 */
async function findPlaylists({ api, mirror, epoch, signal }: SendPorts, name: string): Answer<string[]> {
  const foundIds: string[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await api.listPlaylists(`type=custom&page=${page}`, signal);
    await keepClaim(mirror, epoch);
    if (!answer.ok) return answer;
    foundIds.push(...answer.value.data.filter((playlist) => playlist.playlist_name === name).map((playlist) => playlist.playlist_id));
    const lastPage = answer.value.paginate?.last_page;
    if (!lastPage || page >= lastPage) break;
  }
  return ok(foundIds);
}

/** Two playlists of the same name may have been created here; an id that is already claimed belongs to the other one. */
async function findUnclaimed({ mirror: { db } }: SendPorts, playlistIds: string[]): Promise<string | undefined> {
  const aliases = await db.documents.where('key').startsWith('alias:').toArray();
  const claimedIds = new Set(aliases.map(realIdOf));
  return playlistIds.find((playlistId) => !claimedIds.has(playlistId));
}

/** Records the real id. From now on, the temporary id refers to the playlist with this id. */
function recordCreation(ports: SendPorts, row: RowOf<CreatePlaylist>, playlistId: string) {
  const { mirror } = ports;
  const { db, clock } = mirror;
  const { playlistId: temporaryId, name } = row.mutation;
  return completeEntityRow(ports, row, async () => {
    const now = clock.now();
    await db.documents.put({ key: aliasKey(temporaryId), value: { playlistId }, fetchedAtMs: now });
    await assignRealId(db, await db.outbox.where('lane').equals(playlistLane(temporaryId)).toArray(), playlistId);
    if (!(await db.playlists.get(playlistId)))
      await db.playlists.put({ ...emptyPlaylist(playlistId, name), fetchedAtMs: now, ...(await recordConfirmation(ports)) });
    await refoldEntities(db, [playlistLane(playlistId)]);
    await renameInUpNext(mirror.db, temporaryId, playlistId);
    await forceRefresh(mirror, playlistKey(playlistId), 1);
    await refreshLists(mirror, 'playlists');
  });
}

/** Replaces the temporary id in up next, which refers to the playlist while it plays. */
async function renameInUpNext(db: MirrorDatabase, temporaryId: string, playlistId: string): Promise<void> {
  const document = await db.documents.get('up-next');
  if (document?.key !== 'up-next' || document.value.run?.origin.id !== temporaryId) return;
  const { run: playback } = document.value;
  await db.documents.put({ ...document, value: { ...document.value, run: { ...playback, origin: { ...playback.origin, id: playlistId } } } });
}
