// Puts the archive's id into the changes to a playlist that was created on this device. Called by flush and by the sender of the creation.
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import { refoldEntities } from '../mirror/fold-entities.ts';
import { playlistLane } from '../mirror/lanes.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { isTemporaryPlaylistId, resolvePlaylistId } from '../mirror/playlist-ids.ts';

/**
 * Puts the archive's id into the rows and moves them to its lane. Rows of a kind that this version of the app does not know are left
 * unchanged; a version that knows the kind changes them in `assignMissedIds`. Call inside a transaction over the outbox.
 */
export async function assignRealId({ outbox, kinds }: MirrorDatabase, rows: readonly StoredOutboxRow[], playlistId: string): Promise<void> {
  const changedRows = rows.flatMap((row) => {
    const kind = kinds.of(row.mutation);
    if (!kind) return [];
    const mutation = kind.playlist?.withId(row.mutation, playlistId) ?? row.mutation;
    return [{ ...row, lane: playlistLane(playlistId), mutation, revision: row.revision + 1 }];
  });
  await outbox.bulkPut(changedRows);
}

/** Puts the archive's ids into rows that `assignRealId` left unchanged because an earlier version of the app did not know their kind. */
export async function assignMissedIds({ db }: Mirror): Promise<void> {
  const idOf = ({ mutation }: StoredOutboxRow): string => db.kinds.of(mutation)?.playlist?.id(mutation) ?? '';
  const playlistRows = () => db.outbox.where('lane').startsWith(playlistLane(''));
  const temporaryIds = new Set((await playlistRows().toArray()).map(idOf).filter(isTemporaryPlaylistId));
  for (const temporaryId of temporaryIds) {
    const playlistId = await resolvePlaylistId(db, temporaryId);
    if (playlistId === temporaryId) continue;
    await withOutbox(db, async () => {
      const rows = (await playlistRows().toArray()).filter((row) => idOf(row) === temporaryId);
      await assignRealId(db, rows, playlistId);
      await refoldEntities(db, [temporaryId, playlistId].map(playlistLane));
    });
  }
}
