import type { ChangeMembership } from '../../mutations/kinds/change-membership.ts';
import { playlistKey } from '../../mirror/resource-keys.ts';
import { forceRefresh } from '../../mirror/refresh-requests.ts';
import { withMember } from '../../mutations/kinds/playlist-entries.ts';
import { completeEntityRow } from '../complete-entity-row.ts';
import { handleFailedRead, handleFailedWrite, done, isOutcomeUnknown, markSent, type RowOutcome, type SendPorts } from '../row-outcome.ts';
import { storePlaylist, readPlaylist } from './playlists.ts';
import type { RowOf } from './sender.ts';

export async function sendChangeMembership(ports: SendPorts, row: RowOf<ChangeMembership>): Promise<RowOutcome> {
  const { mutation } = row;
  const { playlistId, videoId, isMember } = mutation;
  // Adding twice changes nothing. Before a removal the playlist is always read (playlists.ts).
  if (!isMember || isOutcomeUnknown(row)) {
    const playlist = await readPlaylist(ports, playlistId);
    if (!playlist.ok) return handleFailedRead(ports, row, playlist.error);
    if (playlist.value.entries.some((entry) => entry.videoId === videoId) === isMember)
      return completeEntityRow(ports, row, () => storePlaylist(ports, playlist.value), isOutcomeUnknown(row) ? 'sent' : 'there');
  }
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row))) return done;
  const answer = await ports.api.changeCustomPlaylist(
    playlistId,
    { action: isMember ? 'create' : 'remove', video_id: videoId },
    row.idempotencyKey,
    ports.signal,
  );
  if (!answer.ok) return handleFailedWrite(ports, row, answer.error);
  return completeEntityRow(ports, row, async () => {
    const storedPlaylist = await ports.mirror.db.playlists.get(playlistId);
    if (storedPlaylist) await storePlaylist(ports, { ...storedPlaylist, entries: withMember(storedPlaylist.entries, mutation) });
    await forceRefresh(ports.mirror, playlistKey(playlistId), 1);
  });
}
