// The user's actions on a whole playlist. What can wait is done at once and can be undone; what needs the archive says so. Controls that
// the user may not use are absent (SPEC §6).
import { Suspense, useState } from 'react';
import type { PlayableOnly } from '../../features/video-list/use-playable-only.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { Button } from '../../ui/button.tsx';
import { EditIcon } from '../../ui/edit-icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SubscribeButton } from '../../ui/subscribe-button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Playlist } from './playlist-rows.ts';
import type { PlaylistDeeds } from './use-playlist-deeds.ts';
import styles from './playlist-page.module.css';

const sortOrders = [
  { value: 'top', label: playlistTexts.newOnTop },
  { value: 'bottom', label: playlistTexts.newAtBottom },
] as const;

const deleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

interface PlaylistActionsProps {
  playlist: Playlist;
  deeds: PlaylistDeeds;
  playable: PlayableOnly;
  isStaff: boolean;
  mayDelete: boolean;
  /** Begins selection mode; absent where there is nothing to select. */
  onSelect?: () => void;
}

export function PlaylistActions({ playlist, deeds, playable, isStaff, mayDelete, onSelect }: PlaylistActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const showToast = useToast();
  const isRegular = playlist.kind === 'regular';
  return (
    <div className={styles['actions']} role="group" aria-label={playlistTexts.actions}>
      {isStaff && isRegular ? <Segmented label={playlistTexts.sortOrder} options={sortOrders} value={playlist.sortOrder} onChange={deeds.sort} /> : null}
      {playlist.entries.length === 0 ? null : (
        <>
          <Button size="small" icon="eye" onClick={() => deeds.markAll(true)}>
            {playlistTexts.markWatched}
          </Button>
          <Button size="small" icon="eye-struck" onClick={() => deeds.markAll(false)}>
            {playlistTexts.markUnwatched}
          </Button>
        </>
      )}
      {onSelect ? (
        <Button size="small" onClick={onSelect}>
          <ListIcon name="select" size={17} />
          {listTexts.select}
        </Button>
      ) : null}
      {isStaff && isRegular ? (
        <>
          <Reindex deeds={deeds} />
          <SubscribeButton name={playlist.name} size="small" isSubscribed={playlist.isSubscribed} onChange={deeds.subscribe} />
        </>
      ) : null}
      {playable.isOffered ? (
        <Button size="small" icon="saved" tone={playable.isOn ? 'primary' : 'plain'} aria-pressed={playable.isOn} onClick={playable.toggle}>
          {listTexts.playableNow}
        </Button>
      ) : null}
      {mayDelete ? (
        <Button size="small" tone="danger" onClick={() => setIsAsking(true)}>
          <EditIcon name="bin" size={17} />
          {playlistTexts.delete}
        </Button>
      ) : null}
      {isAsking ? (
        <PartBoundary
          onLost={(text) => {
            deleteDialog.forgetFailure();
            showToast({ text });
            setIsAsking(false);
          }}
        >
          <Suspense>
            <deleteDialog.Part playlist={playlist} isStaff={isStaff} onDelete={deeds.remove} onCancel={() => setIsAsking(false)} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </div>
  );
}

type Scheduled = 'none' | 'playlist' | 'videos';

/** Each is replaced by its status once the archive has accepted it (SPEC §2). */
function Reindex({ deeds }: { deeds: PlaylistDeeds }) {
  const [scheduled, setScheduled] = useState<Scheduled>('none');
  async function reindex(what: 'playlist' | 'videos'): Promise<void> {
    if (await deeds.reindex(what)) setScheduled(what);
  }
  return (
    <>
      {scheduled === 'playlist' ? (
        <ReindexScheduled />
      ) : (
        <Button size="small" icon="retry" onClick={() => void reindex('playlist')}>
          {playlistTexts.reindex}
        </Button>
      )}
      {scheduled === 'videos' ? (
        <ReindexScheduled />
      ) : (
        <Button size="small" icon="retry" onClick={() => void reindex('videos')}>
          {playlistTexts.reindexVideos}
        </Button>
      )}
    </>
  );
}

function ReindexScheduled() {
  return (
    <p role="status" className={styles['scheduled']}>
      {playlistTexts.reindexScheduled}
    </p>
  );
}
