import { memo } from 'react';
import { useSimilar } from '../../queries/videos.ts';
import { videoTexts } from '../../texts/video.ts';
import { VideoCard } from '../../ui/video-card.tsx';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import styles from './section.module.css';

/** Hidden when there are none: a small archive often has none. */
export const SimilarVideos = memo(function SimilarVideos({ videoId, nowMs }: { videoId: string; nowMs: number }) {
  const view = useSimilar(videoId);
  const markWatched = useMarkWatched();
  if (view.state !== 'ready' || view.data.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby="similar-videos">
      <div className={styles['head']}>
        <h2 id="similar-videos">{videoTexts.similar}</h2>
      </div>
      <ul className={styles['list']}>
        {view.data.map((video) => (
          <li key={video.videoId}>
            <VideoCard video={video} variant="row" nowMs={nowMs} onMarkWatched={markWatched} />
          </li>
        ))}
      </ul>
    </section>
  );
});
