import { homeTexts } from '../../texts/home.ts';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import styles from './home-screen.module.css';

/** As many as a first screen shows. */
const skeletonCount = 6;

/** The first run, until both lists are there. As tall as the window: the footer must not jump when they come. */
export function HomeSkeleton({ columns }: { columns: number }) {
  return (
    <div className={styles['skeleton']}>
      <VideoGrid columns={columns} label={homeTexts.loading} isBusy>
        {Array.from({ length: skeletonCount }, (_, at) => (
          <li key={at}>
            <CardSkeleton />
          </li>
        ))}
      </VideoGrid>
    </div>
  );
}
