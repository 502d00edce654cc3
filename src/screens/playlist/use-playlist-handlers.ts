// The actions of a playlist: mutations with their toasts, and commands with their results.
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { movePlaylistEntry, removeFromPlaylist } from '../../mutations/playlist-entries.ts';
import { setPlaylistSortOrder } from '../../mutations/sort-playlist.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { listTexts } from '../../texts/lists.ts';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { useSubscribePlaylist } from '../../features/subscriptions/use-subscribe-playlist.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { undoAll, useWrite } from '../../features/writes/use-write.ts';
import type { Entry } from './entry-row.tsx';
import type { Playlist } from './shown-playlist.ts';

export interface PlaylistHandlers {
  markAll: (isWatched: boolean) => void;
  subscribe: (isSubscribed: boolean) => void;
  sort: (sortOrder: 'top' | 'bottom') => void;
  /** `playlist`: only the playlist itself; `videos`: its videos as well. */
  reindex: (what: 'playlist' | 'videos') => void;
  /** Resolves to null once the playlist is deleted, otherwise to the reason, as a text for the user. */
  remove: (withVideos: boolean) => Promise<string | null>;
  /** `to` counts from 0. Rejects if the order could not be stored; the list then puts the row back. */
  move: (entry: Entry, to: number) => Promise<void>;
  /** Resolves to whether the device has stored the removal. */
  removeEntry: (entry: Entry) => Promise<boolean>;
}

export function usePlaylistHandlers({ playlistId, name, entries }: Playlist): PlaylistHandlers {
  const commands = useCommands();
  const subscribePlaylist = useSubscribePlaylist();
  const navigate = useNavigate();
  const { mutate } = useWrite();
  const command = useCommand();

  // Fire and forget: the page follows the mirror.
  return {
    markAll(isWatched) {
      void mutate(
        async (mirror) => (await import('../../mutations/mark-all-watched.ts')).markPlaylistWatched(mirror, { playlistId, isWatched, subject: name }),
        {
          message: isWatched ? listTexts.markedAll(name) : listTexts.unmarkedAll(name),
          undo: undoAll,
        },
      );
    },
    subscribe: (isSubscribed) => subscribePlaylist({ playlistId, name }, isSubscribed),
    sort(sortOrder) {
      void mutate((mirror) => setPlaylistSortOrder(mirror, { playlistId, sortOrder, subject: name }), { message: playlistTexts.sortChanged });
    },
    reindex(what) {
      // the toast reports the result
      void command(() => commands.reindex({ playlist: playlistId }, { withVideos: what === 'videos' }), { message: playlistTexts.reindexScheduled });
    },
    async remove(withVideos) {
      const { pathname } = window.location;
      const result = await command(() => commands.deletePlaylist(playlistId, { withVideos }), {
        message: playlistTexts.deleted(name),
        failureText: () => null,
      });
      if (!result.ok) return commandErrorText(result.error);
      // Cancel does not stop a deletion that is running. If the user has opened another page since, that page stays. Fire and forget.
      if (window.location.pathname === pathname) void navigate('/playlist/', { replace: true });
      return null;
    },
    async move(entry, to) {
      const result = await mutate(
        (mirror) => movePlaylistEntry(mirror, { playlistId, videoId: entry.videoId, subject: entry.title, to: { index: to } }),
        // screen readers announce the toast, and with it the move
        { message: playlistTexts.moved(entry.title, to + 1, entries.length), undo: undoAll },
      );
      if (!result.ok) throw new Error('The move was not stored');
    },
    async removeEntry(entry) {
      const result = await mutate((mirror) => removeFromPlaylist(mirror, { playlistId, videoId: entry.videoId, subject: entry.title }), {
        message: playlistTexts.removed(entry.title),
        undo: undoAll,
      });
      return result.ok;
    },
  };
}
