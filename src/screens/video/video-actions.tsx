import { useEffect, useState } from 'react';
import type { VideoPageView } from '../../queries/views.ts';
import { uiTexts } from '../../texts/ui.ts';
import { videoTexts } from '../../texts/video.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { useMarkWatched } from '../use-mark-watched.ts';
import buttons from '../../ui/button.module.css';
import styles from './video-actions.module.css';

/** SPEC §9: the ring of the watched toggle; it is drawn over a state that has changed already. */
const ringMs = 1000;

/** `isReachable`: what needs the server is absent while it is away. */
export function VideoActions({ video, isReachable }: { video: VideoPageView; isReachable: boolean }) {
  return (
    <div className={styles['actions']} role="group" aria-label={videoTexts.actions}>
      <WatchedToggle video={video} />
      {video.details && isReachable ? (
        <a className={buttons['button']} href={video.details.mediaUrl} download>
          <PlayerIcon name="file-down" size={19} />
          {videoTexts.downloadFile}
        </a>
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
