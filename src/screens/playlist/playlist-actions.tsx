// The user's actions on a whole playlist: sort order, Select and "Playable now" in a row, the rest in a menu. Controls that the user may
// not use are absent (SPEC §6).
import { useState } from 'react';
import type { PlayableOnly } from '../../features/video-list/use-playable-only.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { Button } from '../../ui/button.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { MenuButton } from '../../ui/popover-menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Playlist } from './shown-playlist.ts';
import type { PlaylistHandlers } from './use-playlist-handlers.ts';
import styles from './playlist-page.module.css';

const sortOrders = [
  { value: 'top', label: playlistTexts.newOnTop },
  { value: 'bottom', label: playlistTexts.newAtBottom },
] as const;

const deleteDialog = lazyChunk(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

interface PlaylistActionsProps {
  playlist: Playlist;
  handlers: PlaylistHandlers;
  playableFilter: PlayableOnly;
  isStaff: boolean;
  mayDelete: boolean;
  /** Begins selection mode; absent where there is nothing to select. */
  onSelect?: () => void;
}

export function PlaylistActions({ playlist, handlers, playableFilter, isStaff, mayDelete, onSelect }: PlaylistActionsProps) {
  const [isDeleteDialogOpen, setIsDeleteDialogOpen] = useState(false);
  const isRegular = playlist.kind === 'regular';
  const hasStaffActions = isStaff && isRegular;
  const hasEntries = playlist.entries.length > 0;
  return (
    <div className={styles['actions']} role="group" aria-label={playlistTexts.actions}>
      {hasStaffActions ? <Segmented label={playlistTexts.sortOrder} options={sortOrders} value={playlist.sortOrder} onChange={handlers.sort} /> : null}
      {onSelect ? (
        <Button size="small" className={styles['select']} aria-label={listTexts.select} onClick={onSelect}>
          <ListIcon name="select" size={17} />
          <span>{listTexts.select}</span>
        </Button>
      ) : null}
      {playableFilter.isOffered ? (
        <Button size="small" icon="saved" tone={playableFilter.isOn ? 'primary' : 'plain'} aria-pressed={playableFilter.isOn} onClick={playableFilter.toggle}>
          {listTexts.playableNow}
        </Button>
      ) : null}
      {hasEntries || hasStaffActions || mayDelete ? (
        <MoreMenu label={playlistTexts.moreActions} text={playlistTexts.more} size="small" className={styles['rest']}>
          {hasEntries ? (
            <>
              <MenuButton icon="eye" onChoose={() => handlers.markAll(true)}>
                {playlistTexts.markWatched}
              </MenuButton>
              <MenuButton icon="eye-struck" onChoose={() => handlers.markAll(false)}>
                {playlistTexts.markUnwatched}
              </MenuButton>
            </>
          ) : null}
          {hasStaffActions ? (
            <>
              <MenuButton icon={playlist.isSubscribed ? 'minus' : 'plus'} onChoose={() => handlers.subscribe(!playlist.isSubscribed)}>
                {playlist.isSubscribed ? listTexts.unsubscribe : listTexts.subscribe}
              </MenuButton>
              <MenuButton icon="retry" onChoose={() => handlers.reindex('playlist')}>
                {playlistTexts.reindex}
              </MenuButton>
              <MenuButton icon="retry" onChoose={() => handlers.reindex('videos')}>
                {playlistTexts.reindexVideos}
              </MenuButton>
            </>
          ) : null}
          {mayDelete ? (
            <MenuButton icon={<RareIcon name="bin" size={19} />} isDangerous onChoose={() => setIsDeleteDialogOpen(true)}>
              {playlistTexts.delete}
            </MenuButton>
          ) : null}
        </MoreMenu>
      ) : null}
      {isDeleteDialogOpen ? (
        <LazyDialog chunk={deleteDialog} onLoadError={() => setIsDeleteDialogOpen(false)}>
          <deleteDialog.Component playlist={playlist} isStaff={isStaff} onDelete={handlers.remove} onCancel={() => setIsDeleteDialogOpen(false)} />
        </LazyDialog>
      ) : null}
    </div>
  );
}
