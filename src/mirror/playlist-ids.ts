// Playlists created here have a temporary id until the archive assigns one. The alias is written in the transaction that records the
// archive's answer, and is kept, so that an address or a tab with the old id still finds the playlist.
import type { PromiseExtended } from 'dexie';
import type { MirrorDatabase } from './database.ts';
import { playlistLane } from './lanes.ts';
import type { AccountDocument, Lane } from './rows.ts';

const prefix = 'local-';

export function newTemporaryPlaylistId(newKey: () => string): string {
  return `${prefix}${newKey()}`;
}

export function isTemporaryPlaylistId(playlistId: string): boolean {
  return playlistId.startsWith(prefix);
}

/** The temporary id of the playlist whose changes are in this lane; null if it is not the lane of such a playlist. */
export function temporaryIdOf(lane: Lane): string | null {
  return lane.startsWith(playlistLane(prefix)) ? lane.slice(playlistLane('').length) : null;
}

export const aliasKey = (playlistId: string) => `alias:${playlistId}` as const;

/** The archive's id if it has assigned one, else the id unchanged. Call inside a transaction over the documents. */
export function resolvePlaylistId(db: MirrorDatabase, playlistId: string): PromiseExtended<string> {
  return db.documents.get(aliasKey(playlistId)).then((alias) => (alias ? realIdOf(alias) : playlistId));
}

export function realIdOf(alias: AccountDocument): string {
  return (alias.value as { playlistId: string }).playlistId;
}
