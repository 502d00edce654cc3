import type { Mirror } from '../mirror/database.ts';
import type { MarkVideoWatched } from './kinds/mark-video-watched.ts';
import { appendWithUndo, type Undo } from './undo.ts';
import { withUndoTables } from './with-undos.ts';

/** With one transaction per video, each mark would commit to disk and make every list on the screen read again. */
const batchSize = 50;

/**
 * Marks several videos, in their order. Each mark is a separate change; one undo covers them all. If the device cannot store a mark, only
 * the videos of earlier batches stay marked.
 */
export async function markVideosWatched(
  mirror: Mirror,
  { videos, isWatched }: { videos: readonly { videoId: string; title: string }[]; isWatched: boolean },
): Promise<Undo> {
  const ids = await runInBatches(mirror, videos, ({ videoId, title }) => {
    const mutation: MarkVideoWatched = { kind: 'mark-video-watched', videoId, isWatched };
    return appendWithUndo(mirror, { mutation, subject: title }, { alternativeSeconds: null });
  });
  return async () => {
    const { undo } = await import('./undo-change.ts');
    await runInBatches(mirror, ids, (id) => undo(mirror, id));
  };
}

async function runInBatches<Item, Value>(mirror: Mirror, items: readonly Item[], work: (item: Item) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let from = 0; from < items.length; from += batchSize) {
    const batchValues = await withUndoTables(mirror, async () => {
      const results: Value[] = [];
      for (const item of items.slice(from, from + batchSize)) results.push(await work(item));
      return results;
    });
    values.push(...batchValues);
  }
  return values;
}
