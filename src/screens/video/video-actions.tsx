// The actions of a video, in one row at any width: the row scrolls sideways, and More is always in view. Mutations work without the
// archive. Commands need the archive, and say so while it is away.
import { useEffect, useState } from 'react';
import type { VideoPageView } from '../../queries/views.ts';
import { useMayChangeCustomPlaylists } from '../../queries/playlists.ts';
import { uiTexts } from '../../texts/ui.ts';
import { videoTexts } from '../../texts/video.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { SaveButton } from '../../features/saved/save-button.tsx';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { MoreActions } from './more-actions.tsx';
import { ShareButton } from './share-button.tsx';
import styles from './video-actions.module.css';

/** How long the ring around the watched toggle is shown (SPEC §9). The ring is decoration: the state has already changed. */
const ringMs = 1000;

const addToPlaylistSheet = lazyChunk(async () => (await import('../../features/playlists/add-to-playlist.tsx')).AddToPlaylistSheet);

export function VideoActions({ video }: { video: VideoPageView }) {
  const mayChangePlaylists = useMayChangeCustomPlaylists();
  return (
    <div className={styles['actions']} role="group" aria-label={videoTexts.actions}>
      <div className={styles['row']}>
        <SaveButton video={video} />
        <WatchedToggle video={video} />
        {mayChangePlaylists ? <AddToPlaylist video={video} /> : null}
        <ShareButton videoId={video.videoId} title={video.title} />
      </div>
      <MoreActions video={video} />
    </div>
  );
}

function WatchedToggle({ video }: { video: VideoPageView }) {
  const markWatched = useMarkWatched();
  const [ringCount, setRingCount] = useState(0);
  useEffect(() => {
    if (ringCount === 0) return undefined;
    const timer = setTimeout(() => setRingCount(0), ringMs);
    return () => clearTimeout(timer);
  }, [ringCount]);
  return (
    <Button
      onClick={() => {
        setRingCount((count) => count + 1);
        markWatched(video, !video.isWatched);
      }}
    >
      <span className={styles['eye']}>
        <Icon name={video.isWatched ? 'eye-struck' : 'eye'} size={19} />
        <i className={classNames(styles['ring'], ringCount > 0 && styles['is-ringing'])} key={ringCount} />
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
        <LazyDialog chunk={addToPlaylistSheet} onLoadError={sheet.close}>
          <addToPlaylistSheet.Component videos={[{ videoId, title }]} onClose={sheet.close} />
        </LazyDialog>
      ) : null}
    </>
  );
}
