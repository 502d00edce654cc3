// The video page, drawn only from the device: first from the video's card row, then with its details.
import { useParams } from 'react-router-dom';
import { useVideo } from '../../queries/video-page.ts';
import { errorTexts } from '../../texts/errors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { videoTexts } from '../../texts/video.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { FailureState } from '../../features/page/failure-state.tsx';
import { NotFoundPage } from '../../features/page/not-found-page.tsx';
import { VideoPage } from './video-page.tsx';
import styles from './video-page.module.css';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { useVideoSlot } from './use-video-slot.ts';

export function VideoScreen() {
  const { videoId = '' } = useParams();
  const view = useVideo(videoId);
  switch (view.state) {
    case 'ready':
      // The key is the video, so that open menus and notices do not carry over.
      return <VideoPage key={videoId} video={view.data} isRefreshing={view.isRefreshing} />;
    case 'loading':
      return <VideoSkeleton key={videoId} videoId={videoId} />;
    case 'missing':
      return (
        <>
          <PageTitle title={videoTexts.page} documentTitle={shellTexts.pageTitle(videoTexts.page)} />
          <FailureState isPage failure={view.failure} message={view.message} />
        </>
      );
    case 'not-found':
      return <NotFoundPage title={videoTexts.notFound} text={videoTexts.notFoundText} goTo={{ to: '/', label: errorTexts.goHome }} />;
  }
}

/**
 * Shown while the device knows nothing about the video. The player's place exists from the first frame; the placeholder lines appear after
 * 150 ms.
 */
function VideoSkeleton({ videoId }: { videoId: string }) {
  const slot = useVideoSlot(videoId);
  return (
    <div className={styles['page']} aria-busy="true" aria-label={videoTexts.loading}>
      <PageTitle title={videoTexts.page} documentTitle={shellTexts.pageTitle(videoTexts.page)} />
      <div className={styles['player']}>
        <div ref={slot} className={styles['player-place']} />
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
