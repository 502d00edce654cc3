// A playlist that is on the device: cover, facts, actions, entries, and the inline player above the entries.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePlaylistStart } from '../../queries/playlist-start.ts';
import { useSession } from '../../queries/session.ts';
import { useMayChangeCustomPlaylists } from '../../queries/playlists.ts';
import { errorTexts } from '../../texts/errors.ts';
import { emptyListTexts } from '../../texts/video-list.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { SelectionBarSlot } from '../../ui/selection-bar.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { CollapsibleText } from '../../features/rich-text/collapsible-text.tsx';
import { InlineVideo, usePlayInline } from '../../features/video-list/inline-video.tsx';
import { useAddToPlaylist } from '../../features/playlists/use-add-to-playlist.tsx';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { usePlayableOnly } from '../../features/video-list/use-playable-only.ts';
import { usePlayThrough } from '../../features/video-list/use-play-through.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { Entries } from './entries.tsx';
import { PlaylistActions } from './playlist-actions.tsx';
import { PlaylistHead } from './playlist-head.tsx';
import type { Playlist } from './shown-playlist.ts';
import { usePlaylistHandlers } from './use-playlist-handlers.ts';
import styles from './playlist-page.module.css';

const selectionTools = lazyChunk(async () => (await import('../../features/selection/selection-tools.tsx')).SelectionTools);

/** Only archived entries can be selected. A playlist may also list videos that are not in the archive. */
const isArchived = ({ isDownloaded }: { isDownloaded: boolean }): boolean => isDownloaded;

export function PlaylistPage({ playlist, isRefreshing }: { playlist: Playlist; isRefreshing: boolean }) {
  const { isStaff } = useSession();
  const [search] = useSearchParams();
  const nowMs = useMountTimeMs();
  const mark = useMarkWatched();
  const handlers = usePlaylistHandlers(playlist);
  const { entries } = playlist;
  const videos = useMemo(() => entries.filter(isArchived).map(({ videoId, title }) => ({ videoId, title })), [entries]);
  const archivedIds = useMemo(() => videos.map(({ videoId }) => videoId), [videos]);
  const start = usePlaylistStart(playlist.playlistId, archivedIds);
  const nextId = start === null || start.isBeginning ? null : start.videoId;
  const addToPlaylist = useAddToPlaylist();
  const mayChange = useMayChangeCustomPlaylists();
  const isCustom = playlist.kind === 'custom';
  const playableFilter = usePlayableOnly();
  const shownEntries = useMemo(() => {
    const shownIds = new Set(playableFilter.shownOf(entries.map(({ videoId }) => videoId)));
    return playableFilter.isOn ? entries.filter(({ videoId }) => shownIds.has(videoId)) : entries;
  }, [entries, playableFilter]);
  // Entries that the filter hides cannot be selected, because the user would delete them without seeing them.
  const selectableEntries = useMemo(() => shownEntries.filter(isArchived), [shownEntries]);
  const selection = useSelection(selectableEntries);
  const pickedById = useMemo(() => {
    const selectableIds = new Set(selectableEntries.map(({ videoId }) => videoId));
    return selection.pickedById && new Map([...selection.pickedById].filter(([videoId]) => selectableIds.has(videoId)));
  }, [selection.pickedById, selectableEntries]);
  // A filtered list cannot be reordered, because its positions are not those of the whole playlist.
  const isEditable = isCustom && mayChange && !playableFilter.isOn;
  const playThrough = usePlayThrough(usePlayInline());

  /** Plays the playlist through, from the video `firstId`; shuffled if `firstId` is null. */
  function play(firstId: string | null): void {
    const origin = { kind: 'playlist', id: playlist.playlistId, name: playlist.name } as const;
    playThrough.playlist(firstId === null ? { origin, videos, isShuffled: true } : { origin, videos, isShuffled: false, firstId });
  }

  return (
    <>
      <PageTitle title={playlist.name} documentTitle={shellTexts.pageTitle(playlist.name)} />
      <RefreshLine isRefreshing={isRefreshing} />
      <div className={styles['page']}>
        <PlaylistHead playlist={playlist} archivedIds={archivedIds} nextId={nextId} onPlay={play} onShuffle={() => play(null)} />
        <div className={styles['body']}>
          <InlineVideo />
          <SelectionBarSlot
            bar={
              pickedById && (
                <LazyDialog chunk={selectionTools} onLoadError={selection.end}>
                  <selectionTools.Component pickedById={pickedById} selection={selection} onAddToPlaylist={addToPlaylist.open} />
                </LazyDialog>
              )
            }
          >
            <PlaylistActions
              playlist={playlist}
              handlers={handlers}
              playableFilter={playableFilter}
              isStaff={isStaff}
              mayDelete={isCustom ? mayChange : isStaff}
              {...(videos.length > 0 ? { onSelect: () => selection.begin() } : {})}
            />
          </SelectionBarSlot>
          {playlist.description === null ? null : (
            <CollapsibleText className={styles['description']} text={playlist.description} label={playlistTexts.description} />
          )}
          {entries.length === 0 ? (
            <div className={styles['nothing']}>
              <EmptyState
                title={playlistTexts.empty}
                text={isCustom ? playlistTexts.emptyCustom : playlistTexts.emptyRegular}
                action={isCustom ? <ButtonLink to="/">{errorTexts.goHome}</ButtonLink> : null}
              />
            </div>
          ) : shownEntries.length === 0 ? (
            <div className={styles['nothing']}>
              <EmptyState title={emptyListTexts.nothingPlayable} action={<Button onClick={playableFilter.toggle}>{emptyListTexts.showAll}</Button>} />
            </div>
          ) : (
            <Entries
              playlistId={playlist.playlistId}
              channelName={playlist.channelId === null ? null : playlist.channelName}
              playlistEntries={entries}
              entries={shownEntries}
              isEditable={isEditable}
              isInArchive={!playlist.isOnlyHere}
              isCustom={isCustom}
              currentId={search.get('videoId')}
              nextId={nextId}
              pickedById={pickedById}
              nowMs={nowMs}
              onPlay={play}
              onMark={mark}
              {...(mayChange ? { onAddToPlaylist: addToPlaylist.open } : {})}
              onSelect={selection.begin}
              onPick={selection.toggle}
              onMove={handlers.move}
              onRemove={handlers.removeEntry}
            />
          )}
        </div>
      </div>
      {addToPlaylist.sheet}
    </>
  );
}
