// What stands where content will be, on the very first run of a screen only. The container says aria-busy.
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** In the place of one video card. */
export function CardSkeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true" data-skeleton>
      <i className={classNames(styles['block'], styles['picture'])} />
      <i className={classNames(styles['block'], styles['line'])} />
      <i className={classNames(styles['block'], styles['line'], styles['short'])} />
    </div>
  );
}

/** In the place of one channel card. */
export function TileSkeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true" data-skeleton>
      <i className={classNames(styles['block'], styles['tile'])} />
    </div>
  );
}

/** In the place of one line of text. */
export function LineSkeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true" data-skeleton>
      <i className={classNames(styles['block'], styles['line'])} />
    </div>
  );
}
