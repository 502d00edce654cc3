import { useContext, useMemo, useState } from 'react';
import type { VideoCard as Video } from '../../queries/views.ts';
import { homeTexts } from '../../texts/home.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SaveControlContext } from '../../ui/save-control.ts';
import { VideoCard } from '../../ui/video-card.tsx';
import { FeatureCard } from './feature-card.tsx';
import styles from './home-screen.module.css';
import { removeFromContinueWatching } from '../../mutations/remove-from-continue.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { LazyPolicyButton } from '../../features/saved/lazy-policy-button.tsx';
import { undoAll, useWrite } from '../../features/writes/use-write.ts';

interface ContinueRowProps {
  videos: Video[];
  nowMs: number;
  onMarkWatched: (video: Pick<Video, 'videoId' | 'title'>, isWatched: boolean) => void;
}

/** The number of cards in the wide layout before "Show all": the large card and the three next to it. */
const initialCount = 4;

/** A scroll-snapping row of cards; where there is space, a large card with three next to it. A button shows all cards. */
export function ContinueRow({ videos: startedVideos, nowMs, onMarkWatched }: ContinueRowProps) {
  // Videos whose file is missing come last.
  const videos = [
    ...startedVideos.filter(({ missingSince }) => missingSince === undefined),
    ...startedVideos.filter(({ missingSince }) => missingSince !== undefined),
  ];
  const [firstVideo] = videos;
  const [isAllShown, setIsAllShown] = useState(false);
  const moreItems = useContinueMenu();
  return (
    <section className={styles['section']} aria-labelledby="continue-watching">
      <div className={styles['head']}>
        <h2 id="continue-watching">{homeTexts.continueWatching}</h2>
        <ContinuePolicy />
        {videos.length > initialCount ? (
          <Button tone="quiet" size="small" aria-expanded={isAllShown} className={styles['show-all']} onClick={() => setIsAllShown(!isAllShown)}>
            {isAllShown ? homeTexts.showLess : homeTexts.showAll}
          </Button>
        ) : null}
      </div>
      <ul
        className={isAllShown ? styles['all-cards'] : classNames(styles['continue'], videos.length === 1 && styles['is-single'])}
        data-back={homeTexts.back}
        data-forward={homeTexts.forward}
      >
        {videos.map((video) => (
          <li key={video.videoId}>
            <VideoCard
              video={video}
              isEager={video === firstVideo}
              place={video === firstVideo ? 'feature' : 'card'} // the large card's, so that the picture is fetched once
              isContinuing
              nowMs={nowMs}
              onMarkWatched={onMarkWatched}
              moreItems={moreItems}
              className={styles['card']}
            />
            {video === firstVideo && !isAllShown ? (
              <div className={styles['feature']}>
                <FeatureCard video={video} onMarkWatched={onMarkWatched} moreItems={moreItems} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const source = { kind: 'continue' } as const;

/** The "Save offline" button. Like the save controls of the cards, it is loaded only after the first content. */
function ContinuePolicy() {
  const isAfterContent = useContext(SaveControlContext) !== null;
  return isAfterContent ? <LazyPolicyButton source={source} name={homeTexts.continueWatching} isIconOnly className={styles['policy-button']} /> : null;
}

/** The item that Continue Watching adds to the menus of its videos. The returned function is the same in every render. */
function useContinueMenu(): (video: VideoFacts) => MenuItem[] {
  const { mutate } = useWrite();
  return useMemo(() => {
    const remove = ({ videoId, title }: VideoFacts): void => {
      // fire and forget: the list follows the mirror
      void mutate((mirror) => removeFromContinueWatching(mirror, { videoId, subject: title }), { message: homeTexts.removedFromContinue, undo: undoAll });
    };
    return (video) => [{ label: homeTexts.removeFromContinue, icon: 'close', onChoose: () => remove(video) }];
  }, [mutate]);
}
