// Placeholders for content, only while a screen has no data on this device. The container sets aria-busy.
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** Placeholder of one video card. */
export function CardSkeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true" data-skeleton>
      <i className={classNames(styles['block'], styles['picture'])} />
      <i className={classNames(styles['block'], styles['line'])} />
      <i className={classNames(styles['block'], styles['line'], styles['short'])} />
    </div>
  );
}

/** Placeholder of one channel card. */
export function ChannelSkeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true" data-skeleton>
      <i className={classNames(styles['block'], styles['tile'])} />
    </div>
  );
}

/** Placeholder of one line of text. */
export function LineSkeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true" data-skeleton>
      <i className={classNames(styles['block'], styles['line'])} />
    </div>
  );
}
