import styles from './refresh-line.module.css';

/** A thin line under the bar while the page is being refreshed. Decorative, because the page is usable meanwhile. */
export function RefreshLine({ isRefreshing }: { isRefreshing: boolean }) {
  return isRefreshing ? <div className={styles['line']} aria-hidden="true" /> : null;
}
