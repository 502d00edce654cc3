import type { CreatePlaylist } from './kinds/create-playlist.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import { newTemporaryPlaylistId } from '../mirror/playlist-ids.ts';

/** The name is trimmed and must not be empty (SPEC §5). Returns the playlist's id on this device, which can be used immediately. */
export async function createCustomPlaylist(mirror: Mirror, { name }: { name: string }): Promise<Result<string, 'no-name'>> {
  const trimmedName = name.trim();
  if (trimmedName === '') return failed('no-name');
  const playlistId = newTemporaryPlaylistId(mirror.newKey);
  await appendEntityChange<CreatePlaylist>(mirror, { mutation: { kind: 'create-playlist', playlistId, name: trimmedName }, subject: trimmedName });
  return ok(playlistId);
}
