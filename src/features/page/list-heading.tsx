import styles from './list-heading.module.css';

/** The title of a list and how many are in it, in words once that is known. Phones show the title in the bar above. */
export function ListHeading({ title, total }: { title: string; total: string | null }) {
  return (
    <div className={styles['heading']}>
      <h1>{title}</h1>
      {total === null ? null : <span className={styles['total']}>{total}</span>}
    </div>
  );
}
