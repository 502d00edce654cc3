import { shellTexts } from '../../texts/shell.ts';
import { videoTexts } from '../../texts/video.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { useVideoPlace } from './use-video-place.ts';
import styles from './video-page.module.css';

/** The very first run of the page; the skeleton shows after 150 ms by its own style. */
export function VideoSkeleton({ videoId }: { videoId: string }) {
  const place = useVideoPlace(videoId);
  return (
    <div className={styles['page']} aria-busy="true" aria-label={videoTexts.loading}>
      <PageTitle title={videoTexts.page} documentTitle={shellTexts.pageTitle(videoTexts.page)} />
      <div className={styles['player']}>
        <div ref={place} className={styles['player-place']} />
      </div>
      <div className={styles['body']}>
        <div className={styles['skeleton']}>
          <LineSkeleton />
          <LineSkeleton />
        </div>
      </div>
    </div>
  );
}
