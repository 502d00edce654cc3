// What is done with a playlist, wired to the mirror: mutations with their toasts, commands with what they answered.
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { markPlaylistWatched } from '../../mutations/mark-playlist-watched.ts';
import { movePlaylistEntry, removeFromPlaylist } from '../../mutations/playlist-entries.ts';
import { setPlaylistSortOrder } from '../../mutations/sort-playlist.ts';
import { subscribePlaylist } from '../../mutations/subscribe.ts';
import type { Undo } from '../../mutations/undo.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { listTexts } from '../../texts/lists.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { watchedTexts } from '../../texts/watched.ts';
import { useToast } from '../../ui/toasts.tsx';
import { commandWords } from '../../features/commands/command-words.ts';
import type { Entry } from './entry-row.tsx';
import type { Playlist } from './playlist-rows.ts';

export interface PlaylistDeeds {
  markAll: (isWatched: boolean) => void;
  subscribe: (isSubscribed: boolean) => void;
  sort: (sortOrder: 'top' | 'bottom') => void;
  /** Answers whether the archive has taken it. */
  reindex: (what: 'playlist' | 'videos') => Promise<boolean>;
  /** Null: it is gone. Else why not, in words. */
  remove: (withVideos: boolean) => Promise<string | null>;
  /** `to` counts from 0. Rejects when it could not be kept. */
  move: (entry: Entry, to: number) => Promise<void>;
  removeEntry: (entry: Entry) => void;
}

export function usePlaylistDeeds({ playlistId, name, entries }: Playlist): PlaylistDeeds {
  const mirror = useMirror();
  const commands = useCommands();
  const navigate = useNavigate();
  const showToast = useToast();
  const notKept = () => showToast({ text: shellTexts.notKept });

  /** Says it with Undo; what could not be kept on this device is said, too, and rejects for whoever draws ahead of it. */
  async function withUndo(deed: Promise<Undo>, text: string): Promise<void> {
    try {
      const undo = await deed;
      showToast({ text, onUndo: () => void undo().catch(notKept) });
    } catch (reason) {
      notKept();
      throw reason;
    }
  }
  /** For deeds that nothing on the screen waits for. */
  function inBackground(deed: Promise<unknown>): void {
    deed.catch(() => {}); // has been said
  }

  return {
    markAll(isWatched) {
      const text = isWatched ? watchedTexts.markedAll(name) : watchedTexts.unmarkedAll(name);
      inBackground(withUndo(markPlaylistWatched(mirror, { playlistId, isWatched, subject: name }), text));
    },
    subscribe(isSubscribed) {
      const text = isSubscribed ? listTexts.subscribedTo(name) : listTexts.unsubscribedFrom(name);
      subscribePlaylist(mirror, { playlistId, isSubscribed, subject: name }).then(() => showToast({ text }), notKept);
    },
    sort(sortOrder) {
      setPlaylistSortOrder(mirror, { playlistId, sortOrder, subject: name }).then(() => showToast({ text: playlistTexts.sortChanged }), notKept);
    },
    async reindex(what) {
      const result = await commands.reindex({ playlist: playlistId }, { withVideos: what === 'videos' });
      if (!result.ok) showToast({ text: commandWords(result.error) });
      return result.ok;
    },
    async remove(withVideos) {
      const result = await commands.deletePlaylist(playlistId, { withVideos });
      if (!result.ok) return commandWords(result.error);
      showToast({ text: playlistTexts.deleted(name) });
      void navigate('/playlist/', { replace: true }); // nothing waits for it
      return null;
    },
    move: (entry, to) =>
      withUndo(
        movePlaylistEntry(mirror, { playlistId, videoId: entry.videoId, subject: entry.title, to: { index: to } }),
        // spoken, too: the toast is a status
        playlistTexts.moved(entry.title, to + 1, entries.length),
      ),
    removeEntry(entry) {
      inBackground(withUndo(removeFromPlaylist(mirror, { playlistId, videoId: entry.videoId, subject: entry.title }), playlistTexts.removed(entry.title)));
    },
  };
}
