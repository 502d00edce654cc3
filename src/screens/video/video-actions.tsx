// The actions of a video. Commands say so while the server is away; mutations always work.
import { useEffect, useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { useSession } from '../../queries/session.ts';
import type { VideoPageView } from '../../queries/views.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import { uiTexts } from '../../texts/ui.ts';
import { videoTexts } from '../../texts/video.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EditIcon } from '../../ui/edit-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { SaveButton } from '../../features/saved/save-button.tsx';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useMayChangePlaylists } from '../../features/playlists/use-may-change-playlists.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { ShareButton } from './share-button.tsx';
import buttons from '../../ui/button.module.css';
import styles from './video-actions.module.css';

/** SPEC §9: the ring of the watched toggle. Decoration only: the state has already changed. */
const ringMs = 1000;

const addToPlaylistSheet = lazyChunk(async () => (await import('../../features/playlists/add-to-playlist.tsx')).AddToPlaylistSheet);
const deleteDialog = lazyChunk(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

export function VideoActions({ video }: { video: VideoPageView }) {
  const { isStaff } = useSession();
  const mayChangePlaylists = useMayChangePlaylists();
  return (
    <div className={styles['actions']} role="group" aria-label={videoTexts.actions}>
      <SaveButton video={video} />
      <WatchedToggle video={video} />
      {mayChangePlaylists ? <AddToPlaylist video={video} /> : null}
      <ShareButton videoId={video.videoId} title={video.title} />
      {video.details && video.missingSince === undefined ? <DownloadFile mediaUrl={video.details.mediaUrl} /> : null}
      {isStaff ? (
        <>
          <Reindex videoId={video.videoId} />
          <DeleteVideo video={video} />
        </>
      ) : null}
    </div>
  );
}

function WatchedToggle({ video }: { video: VideoPageView }) {
  const markWatched = useMarkWatched();
  const [ringing, setRinging] = useState(0);
  useEffect(() => {
    if (ringing === 0) return undefined;
    const timer = setTimeout(() => setRinging(0), ringMs);
    return () => clearTimeout(timer);
  }, [ringing]);
  return (
    <Button
      className={styles['watched']}
      onClick={() => {
        setRinging((count) => count + 1);
        markWatched(video, !video.isWatched);
      }}
    >
      <span className={styles['eye']}>
        <Icon name={video.isWatched ? 'eye-struck' : 'eye'} size={19} />
        <i className={classNames(styles['ring'], ringing > 0 && styles['is-ringing'])} key={ringing} />
      </span>
      {video.isWatched ? uiTexts.markUnwatched : uiTexts.markWatched}
    </Button>
  );
}

function AddToPlaylist({ video: { videoId, title } }: { video: VideoPageView }) {
  const sheet = useSheetAddress('add-to-playlist');
  return (
    <>
      <Button icon="plus" aria-haspopup="dialog" onClick={sheet.open}>
        {videoTexts.addToPlaylist}
      </Button>
      {sheet.isOpen ? (
        <LazyDialog chunk={addToPlaylistSheet} onLost={sheet.close}>
          <addToPlaylistSheet.Component videos={[{ videoId, title }]} onClose={sheet.close} />
        </LazyDialog>
      ) : null}
    </>
  );
}

function DownloadFile({ mediaUrl }: { mediaUrl: string }) {
  const isAway = useIsAway();
  const showToast = useToast();
  return (
    <a
      className={classNames(buttons['button'], styles['minor'])}
      title={videoTexts.downloadFile}
      href={mediaUrl}
      download
      onClick={(event) => {
        if (!isAway) return;
        event.preventDefault();
        showToast({ text: pageErrorTexts.needsServer });
      }}
    >
      <PlayerIcon name="file-down" size={19} />
      {videoTexts.downloadFile}
    </a>
  );
}

function Reindex({ videoId }: { videoId: string }) {
  const { reindex } = useCommands();
  const command = useCommand();
  const [state, setState] = useState<'idle' | 'asking' | 'scheduled'>('idle');

  async function ask(): Promise<void> {
    setState('asking');
    const result = await command(() => reindex({ video: videoId }));
    setState(result.ok ? 'scheduled' : 'idle');
  }

  return (
    <span role="status" className={styles['reindex']}>
      {state === 'scheduled' ? (
        <span className={styles['scheduled']}>
          <Icon name="tick" size={19} />
          {videoTexts.reindexScheduled}
        </span>
      ) : (
        <Button icon="retry" className={styles['minor']} title={videoTexts.reindex} disabled={state === 'asking'} onClick={() => void ask()}>
          {videoTexts.reindex}
        </Button>
      )}
    </span>
  );
}

function DeleteVideo({ video }: { video: VideoPageView }) {
  const isAway = useIsAway();
  const [isAsking, setIsAsking] = useState(false);
  const showToast = useToast();
  return (
    <>
      <Button
        tone="danger"
        className={styles['minor']}
        title={videoTexts.delete}
        aria-haspopup="dialog"
        onClick={() => (isAway ? showToast({ text: pageErrorTexts.needsServer }) : setIsAsking(true))}
      >
        <EditIcon name="bin" size={19} />
        {videoTexts.delete}
      </Button>
      {isAsking ? (
        <LazyDialog chunk={deleteDialog} onLost={() => setIsAsking(false)}>
          <deleteDialog.Component videoId={video.videoId} title={video.title} onCancel={() => setIsAsking(false)} />
        </LazyDialog>
      ) : null}
    </>
  );
}
