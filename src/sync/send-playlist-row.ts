// Custom playlists on their way: created, filled, put in order. What the archive has is read first wherever sending blindly
// could do harm: present servers take a removal or a move of what is not there for one of the last entry.
import { applyToPlaylist, emptyPlaylist, inWantedOrder, playlistLane } from '../mirror/fold-entities.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import { toPlaylistRow } from '../mirror/from-wire.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { aliasKey } from '../mirror/playlist-ids.ts';
import { putPlaylists } from '../mirror/put-playlists.ts';
import { playlistKey } from '../mirror/resource-keys.ts';
import type { Mutation, PlaylistMutation, PlaylistRow } from '../mirror/rows.ts';
import { wish } from '../mirror/wanted.ts';
import { ok, type Result } from '../lib/result.ts';
import type { WirePlaylist } from '../contract/names.ts';
import type { ApiError } from '../network/api-error.ts';
import type { Answer } from '../network/archive-api.ts';
import { planMoves } from './plan-moves.ts';
import { recordEntity, wishForLists } from './record-entity.ts';
import { afterFailedRead, afterFailedWrite, done, isOutcomeUnknown, markSent, park, retryLater, type RowOutcome, type SendPorts } from './row-outcome.ts';

type Of<Kind extends PlaylistMutation['kind']> = Extract<Mutation, { kind: Kind }>;

export function sendPlaylistRow(ports: SendPorts, row: StoredOutboxRow, mutation: Exclude<PlaylistMutation, { kind: 'sort-playlist' }>): Promise<RowOutcome> {
  switch (mutation.kind) {
    case 'create-playlist':
      return sendCreation(ports, row, mutation);
    case 'change-membership':
      return sendMembership(ports, row, mutation);
    case 'order-playlist':
      return sendOrder(ports, row, mutation);
  }
}

/** More custom playlists than on so many pages nobody has made by hand. */
const mostPages = 100;

/** Names are not unique: which playlists have this one is remembered before the request leaves, so that a new one can be told after it. */
async function sendCreation(ports: SendPorts, row: StoredOutboxRow, mutation: Of<'create-playlist'>): Promise<RowOutcome> {
  const named = await playlistsNamed(ports, mutation.name);
  if (!named.ok) return afterFailedRead(ports, row, named.error);
  const known = mutation.knownIds;
  // Remembered: a request has left, and whatever became of the row since, it may have counted.
  if (known) {
    const made = await unclaimedOf(
      ports,
      named.value.filter((playlistId) => !known.includes(playlistId)),
    );
    if (made !== undefined) return recordCreation(ports, row, mutation, made);
  }
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row, { ...mutation, knownIds: known ?? named.value }))) return done;
  const answer = await ports.api.createCustomPlaylist(mutation.name, row.idempotencyKey, ports.signal);
  return answer.ok ? recordCreation(ports, row, mutation, answer.value) : afterFailedWrite(ports, row, answer.error);
}

async function playlistsNamed({ api, signal }: SendPorts, name: string): Answer<string[]> {
  const found: string[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await api.listPlaylists(`type=custom&page=${page}`, signal);
    if (!answer.ok) return answer;
    found.push(...answer.value.data.filter((playlist) => playlist.playlist_name === name).map((playlist) => playlist.playlist_id));
    const lastPage = answer.value.paginate?.last_page;
    if (!lastPage || page >= lastPage) break;
  }
  return ok(found);
}

/** Two of one name may have been created here: one that is taken already is another one. */
async function unclaimedOf({ mirror: { db } }: SendPorts, playlistIds: string[]): Promise<string | undefined> {
  const aliases = await db.documents.where('key').startsWith('alias:').toArray();
  const claimed = new Set(aliases.map((alias) => (alias.value as { playlistId: string }).playlistId));
  return playlistIds.find((playlistId) => !claimed.has(playlistId));
}

/** From here on everything that names the temporary id means the real one. */
function recordCreation(ports: SendPorts, row: StoredOutboxRow, { playlistId: temporaryId, name }: Of<'create-playlist'>, playlistId: string) {
  const { mirror } = ports;
  const { db, clock } = mirror;
  return recordEntity(ports, row, async () => {
    const now = clock.now();
    await db.documents.put({ key: aliasKey(temporaryId), value: { playlistId }, fetchedAtMs: now });
    const dependents = await db.outbox.where('lane').equals(playlistLane(temporaryId)).toArray();
    await db.outbox.bulkPut(
      dependents.map((one) => ({
        ...one,
        lane: playlistLane(playlistId),
        mutation: { ...one.mutation, playlistId } as Mutation,
        revision: one.revision + 1,
      })),
    );
    if (!(await db.playlists.get(playlistId))) await db.playlists.put({ ...emptyPlaylist(playlistId, name), fetchedAtMs: now, confirmedAtMs: now });
    await renameInUpNext(mirror.db, temporaryId, playlistId);
    await wish(mirror, playlistKey(playlistId), 1);
    await wishForLists(mirror, 'playlists');
  });
}

/** It may be played through at this moment. */
async function renameInUpNext(db: MirrorDatabase, temporaryId: string, playlistId: string): Promise<void> {
  const document = await db.documents.get('up-next');
  if (document?.key !== 'up-next' || document.value.run?.origin.id !== temporaryId) return;
  const { run } = document.value;
  await db.documents.put({ ...document, value: { ...document.value, run: { ...run, origin: { ...run.origin, id: playlistId } } } });
}

async function sendMembership(ports: SendPorts, row: StoredOutboxRow, mutation: Of<'change-membership'>): Promise<RowOutcome> {
  const { playlistId, videoId, isMember } = mutation;
  // Adding twice changes nothing; a removal is never sent on a guess.
  if (!isMember || isOutcomeUnknown(row)) {
    const present = await readPlaylist(ports, playlistId);
    if (!present.ok) return afterFailedRead(ports, row, present.error);
    if (present.value.entries.some((entry) => entry.videoId === videoId) === isMember) return recordEntity(ports, row, () => keep(ports, present.value));
  }
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row))) return done;
  const answer = await ports.api.changeCustomPlaylist(
    playlistId,
    { action: isMember ? 'create' : 'remove', video_id: videoId },
    row.idempotencyKey,
    ports.signal,
  );
  if (!answer.ok) return afterFailedWrite(ports, row, answer.error);
  return recordEntity(ports, row, async () => {
    const known = await ports.mirror.db.playlists.get(playlistId);
    const changed = known ? applyToPlaylist(known, mutation) : null;
    if (changed) await keep(ports, changed);
    await wish(ports.mirror, playlistKey(playlistId), 1);
  });
}

/** A network that repeats requests, or hidden videos, may spoil the first round: the next one moves to the ends only. */
const rounds = 3;

/** An archive that leaves the order as it was so often will not take it. */
const mostAttempts = 5;

async function sendOrder(ports: SendPorts, row: StoredOutboxRow, { playlistId, wanted }: Of<'order-playlist'>): Promise<RowOutcome> {
  // Once a move has counted, no refusal of a later call takes it back.
  let onItsWay = row;
  for (let round = 1; round <= rounds; round += 1) {
    const present = await readPlaylist(ports, playlistId);
    if (!present.ok) return afterFailedRead(ports, onItsWay, present.error);
    const ids = present.value.entries.map((entry) => entry.videoId);
    const target = inWantedOrder(present.value.entries, wanted).map((entry) => entry.videoId);
    const moves = planMoves(ids, target, round > 1 || (await isHidingWatched(ports)));
    if (moves.length === 0) return recordEntity(ports, row, () => keep(ports, present.value));
    if (round === 1 && !(await markSent(ports, row))) return done;
    for (const { action, videoId } of moves) {
      if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
      // A key of its own for each call: the same move may be right again after the next look.
      const answer = await ports.api.changeCustomPlaylist(playlistId, { action, video_id: videoId }, ports.mirror.newKey(), ports.signal);
      if (!answer.ok) return onItsWay === row ? afterFailedWrite(ports, row, answer.error) : afterFailedRead(ports, onItsWay, answer.error);
      onItsWay = { ...row, state: { name: 'sent' } };
    }
  }
  if (row.attempts >= mostAttempts) return park(ports, row, { name: 'parked', reason: 'refused', message: '' });
  await retryLater(ports, row, { name: 'waiting', outcome: 'unknown' }, null);
  return { kind: 'waits', isServerIll: false };
}

async function isHidingWatched({ mirror: { db } }: SendPorts): Promise<boolean> {
  const config = await db.documents.get('user-config');
  return config?.key !== 'user-config' || config.value.hide_watched !== false;
}

async function readPlaylist({ api, mirror, signal }: SendPorts, playlistId: string): Promise<Result<PlaylistRow, ApiError>> {
  const atMs = mirror.clock.now();
  const answer: Result<WirePlaylist, ApiError> = await api.getPlaylist(playlistId, signal);
  return answer.ok ? ok(toPlaylistRow(answer.value, atMs)) : answer;
}

async function keep({ mirror: { db, clock } }: SendPorts, playlist: PlaylistRow): Promise<void> {
  await putPlaylists(db, [{ ...playlist, confirmedAtMs: clock.now() }]);
}
