// Functions shared by the senders of playlists. For custom playlists, the archive's state is read first wherever sending blindly could do
// harm: present servers treat removing or moving a missing entry as an action on the last entry.
import type { WirePlaylist } from '../../contract/names.ts';
import { ok, type Result } from '../../lib/result.ts';
import { toPlaylistRow } from '../../mirror/from-wire.ts';
import { playlistKey } from '../../mirror/resource-keys.ts';
import { putPlaylists } from '../../mirror/put-playlists.ts';
import type { PlaylistRow } from '../../mirror/rows.ts';
import { forceRefresh } from '../../mirror/refresh-requests.ts';
import type { ApiError } from '../../network/api-error.ts';
import { recordConfirmation, type SendPorts } from '../row-outcome.ts';

export async function readPlaylist({ api, mirror, signal }: SendPorts, playlistId: string): Promise<Result<PlaylistRow, ApiError>> {
  const atMs = mirror.clock.now();
  const answer: Result<WirePlaylist, ApiError> = await api.getPlaylist(playlistId, signal);
  return answer.ok ? ok(toPlaylistRow(answer.value, atMs)) : answer;
}

export async function storePlaylist(ports: SendPorts, playlist: PlaylistRow): Promise<void> {
  await putPlaylists(ports.mirror.db, [{ ...playlist, ...(await recordConfirmation(ports)) }]);
}

/** Stores changed fields of a playlist of any kind. Call inside the transaction that deletes the outbox row. */
export async function storePlaylistFields(ports: SendPorts, playlistId: string, fields: Partial<PlaylistRow>): Promise<void> {
  const { mirror } = ports;
  const { db } = mirror;
  const playlist = await db.playlists.get(playlistId);
  if (playlist) await putPlaylists(db, [{ ...playlist, ...fields, ...(await recordConfirmation(ports)) }]);
  await forceRefresh(mirror, playlistKey(playlistId), 1);
}
