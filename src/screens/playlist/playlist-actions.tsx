// The user's actions on a whole playlist. What can wait is done at once and can be undone; what needs the archive says so. Controls that
// the user may not use are absent (SPEC §6).
import { useState } from 'react';
import type { PlayableOnly } from '../../features/video-list/use-playable-only.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { Button } from '../../ui/button.tsx';
import { EditIcon } from '../../ui/edit-icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SubscribeButton } from '../../ui/subscribe-button.tsx';
import type { Playlist } from './playlist-rows.ts';
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
  playable: PlayableOnly;
  isStaff: boolean;
  mayDelete: boolean;
  /** Begins selection mode; absent where there is nothing to select. */
  onSelect?: () => void;
}

export function PlaylistActions({ playlist, handlers, playable, isStaff, mayDelete, onSelect }: PlaylistActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isRegular = playlist.kind === 'regular';
  return (
    <div className={styles['actions']} role="group" aria-label={playlistTexts.actions}>
      {isStaff && isRegular ? <Segmented label={playlistTexts.sortOrder} options={sortOrders} value={playlist.sortOrder} onChange={handlers.sort} /> : null}
      {playlist.entries.length === 0 ? null : (
        <>
          <Button size="small" icon="eye" onClick={() => handlers.markAll(true)}>
            {playlistTexts.markWatched}
          </Button>
          <Button size="small" icon="eye-struck" onClick={() => handlers.markAll(false)}>
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
          <Reindex handlers={handlers} />
          <SubscribeButton name={playlist.name} size="small" isSubscribed={playlist.isSubscribed} onChange={handlers.subscribe} />
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
        <LazyDialog chunk={deleteDialog} onLost={() => setIsAsking(false)}>
          <deleteDialog.Component playlist={playlist} isStaff={isStaff} onDelete={handlers.remove} onCancel={() => setIsAsking(false)} />
        </LazyDialog>
      ) : null}
    </div>
  );
}

const reindexKinds = ['playlist', 'videos'] as const;
type ReindexKind = (typeof reindexKinds)[number];

/** Each is replaced by its status once the archive has accepted it (SPEC §2). */
function Reindex({ handlers }: { handlers: PlaylistHandlers }) {
  const [scheduled, setScheduled] = useState<readonly ReindexKind[]>([]);
  async function reindex(kind: ReindexKind): Promise<void> {
    if (await handlers.reindex(kind)) setScheduled((before) => [...before, kind]);
  }
  return reindexKinds.map((kind) =>
    scheduled.includes(kind) ? (
      <ReindexScheduled key={kind} />
    ) : (
      <Button key={kind} size="small" icon="retry" onClick={() => void reindex(kind)}>
        {kind === 'playlist' ? playlistTexts.reindex : playlistTexts.reindexVideos}
      </Button>
    ),
  );
}

function ReindexScheduled() {
  return (
    <p role="status" className={styles['scheduled']}>
      {playlistTexts.reindexScheduled}
    </p>
  );
}
