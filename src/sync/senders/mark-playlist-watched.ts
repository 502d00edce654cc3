import type { MutationOf } from '../../mirror/rows.ts';
import type { Sender } from './sender.ts';
import { sendWideMark } from './send-wide-mark.ts';

export const sendMarkPlaylistWatched: Sender<MutationOf<'mark-playlist-watched'>> = (ports, row) => {
  const { playlistId } = row.mutation;
  return sendWideMark(ports, row, playlistId, `playlist=${encodeURIComponent(playlistId)}`);
};
