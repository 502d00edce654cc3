// Shown while nothing is saved: the videos that the user has started, so that they can be saved.
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useSavedLink } from '../../queries/saved.ts';
import { useVideoList } from '../../queries/videos.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { uiTexts } from '../../texts/ui.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import styles from './saved-screen.module.css';

export function NothingSaved() {
  const link = useSavedLink();
  const continueView = useVideoList({ watch: 'continue', page: 1 });
  const markWatched = useMarkWatched();
  const nowMs = useMountTimeMs();
  const unfinishedVideos = link && continueView.state === 'ready' ? continueView.data.videos.filter(({ missingSince }) => missingSince === undefined) : [];
  return (
    <>
      <EmptyState
        title={savedScreenTexts.emptyTitle}
        text={link ? savedScreenTexts.emptyText : savedScreenTexts.unavailable}
        action={unfinishedVideos.length > 0 ? undefined : <ButtonLink to="/">{savedScreenTexts.toHome}</ButtonLink>}
      />
      {unfinishedVideos.length > 0 ? (
        <section aria-labelledby="pick" className={styles['section']}>
          <div className={styles['head']}>
            <h2 id="pick">{savedScreenTexts.empty.pick}</h2>
          </div>
          <VideoGrid columns={3} variant="rows" label={savedScreenTexts.empty.pick}>
            {unfinishedVideos.map((video) => (
              <li key={video.videoId}>
                <VideoCard
                  video={video}
                  variant="row"
                  fact={uiTexts.timeLeft(video.durationSeconds - (video.positionSeconds ?? 0))}
                  nowMs={nowMs}
                  onMarkWatched={markWatched}
                />
              </li>
            ))}
          </VideoGrid>
        </section>
      ) : null}
    </>
  );
}
