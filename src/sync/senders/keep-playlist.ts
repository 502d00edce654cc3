import { playlistKey } from '../../mirror/resource-keys.ts';
import type { PlaylistRow } from '../../mirror/rows.ts';
import { wish } from '../../mirror/wanted.ts';
import type { SendPorts } from '../row-outcome.ts';

/** A playlist as the archive has it now. Inside the transaction that ends the row. */
export async function keepPlaylistFields({ mirror }: SendPorts, playlistId: string, fields: Partial<PlaylistRow>): Promise<void> {
  const { db, clock } = mirror;
  const playlist = await db.playlists.get(playlistId);
  if (playlist) await db.playlists.put({ ...playlist, ...fields, confirmedAtMs: clock.now() });
  await wish(mirror, playlistKey(playlistId), 1);
}
