// The title of a page. Phones show it in the bar above.
import styles from './page-heading.module.css';

/** Of a list, with how many are in it, in words once that is known. */
export function ListHeading({ title, total }: { title: string; total: string | null }) {
  return (
    <div className={styles['heading']}>
      <h1>{title}</h1>
      {total === null ? null : <span className={styles['total']}>{total}</span>}
    </div>
  );
}

/** Of a page that begins with its title alone: on the line of those that stand beside something. */
export function PageHeading({ title }: { title: string }) {
  return <h1 className={styles['title']}>{title}</h1>;
}
