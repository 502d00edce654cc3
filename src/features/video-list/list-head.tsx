import { Suspense } from 'react';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import type { ListToolsProps } from './list-tools.tsx';
import styles from './list-head.module.css';

/** A list works without its tools: if their chunk cannot be fetched, the tools are left out. */
const listTools = lazyChunk<ListToolsProps>(async () => {
  // The chunk has dozens of files. If they were requested first, they would delay the pictures of the first screen.
  await new Promise(requestAnimationFrame);
  return import('./list-tools.tsx').then(
    ({ ListTools }) => ListTools,
    () => () => null,
  );
});

/** The tools of a list of videos. Their space is reserved from the first frame, so that the list does not move when they load. */
export function ListHead(props: ListToolsProps) {
  return (
    <div className={styles['place']}>
      <Suspense>
        <listTools.Component {...props} />
      </Suspense>
    </div>
  );
}
