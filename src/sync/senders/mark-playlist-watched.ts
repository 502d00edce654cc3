import type { MarkPlaylistWatched } from '../../mutations/kinds/mark-playlist-watched.ts';
import type { Sender } from './sender.ts';
import { sendWideMark } from './send-wide-mark.ts';

export const sendMarkPlaylistWatched: Sender<MarkPlaylistWatched> = (ports, row) => {
  const { playlistId } = row.mutation;
  return sendWideMark(ports, row, playlistId, `playlist=${encodeURIComponent(playlistId)}`);
};
