// Page titles. On phones, where the top bar shows the title, they are only for screen readers.
import styles from './page-heading.module.css';

/** Heading of a list. `total`: the number of its items, as text; null if it is not shown. */
export function ListHeading({ title, total }: { title: string; total: string | null }) {
  return (
    <div className={styles['heading']}>
      <h1>{title}</h1>
      {total === null ? null : <span className={styles['total']}>{total}</span>}
    </div>
  );
}

/** A title in a row that the screen lays out. Phones hide only the title, not the rest of the row. */
export function RowHeading({ title }: { title: string }) {
  return <h1 className={styles['in-row']}>{title}</h1>;
}

/** A title on its own line. It is as tall as a `ListHeading`, so that titles do not move between pages. */
export function PageHeading({ title }: { title: string }) {
  return <h1 className={styles['title']}>{title}</h1>;
}
