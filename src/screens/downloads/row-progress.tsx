import type { RunningDownload } from '../../commands/task-watch.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { duration } from '../../texts/formats.ts';
import { fileSize } from '../../texts/page-formats.ts';
import styles from './row-progress.module.css';

interface RowProgressProps {
  title: string;
  runningDownload: RunningDownload;
}

/** The download progress of a queue item. */
export function RowProgress({ title, runningDownload: { share, bytesPerSecond, secondsLeft } }: RowProgressProps) {
  const facts = [
    share === null ? downloadsTexts.running : downloadsTexts.share(Math.round(share * 100)),
    ...(bytesPerSecond === null ? [] : [downloadsTexts.speed(fileSize(bytesPerSecond, 'binary'))]),
    ...(secondsLeft === null ? [] : [downloadsTexts.left(duration(secondsLeft))]),
  ];
  return (
    <div className={styles['progress']}>
      <progress aria-label={downloadsTexts.progressOf(title)} max={1} {...(share === null ? {} : { value: share })} />
      <span>{facts.join(' · ')}</span>
    </div>
  );
}
