import type { Mirror } from '../mirror/database.ts';
import type { MarkVideoWatched } from './kinds/mark-video-watched.ts';
import { appendWithUndo, type Undo } from './undo.ts';
import { withUndoTables } from './with-undos.ts';

/** With one transaction per video, each mark would commit to disk and make every list on the screen read again. */
const batchSize = 50;

export interface MarkedVideos {
  markedCount: number;
  /** Undoes the stored marks. */
  undo: Undo;
  /** Why the marks after the first `markedCount` could not be stored; null: all were stored. */
  failure: unknown;
}

/**
 * Marks several videos, in their order. Each mark is a separate change; one undo covers them all. If the device cannot store a mark, only
 * the videos of earlier batches stay marked.
 *
 * @throws the failure, if no mark was stored
 */
export async function markVideosWatched(
  mirror: Mirror,
  { videos, isWatched }: { videos: readonly { videoId: string; title: string }[]; isWatched: boolean },
): Promise<MarkedVideos> {
  const ids: number[] = [];
  let failure: unknown = null;
  try {
    await runInBatches(mirror, videos, markVideo, (batchIds) => ids.push(...batchIds));
  } catch (reason) {
    if (ids.length === 0) throw reason;
    failure = reason;
  }
  return { markedCount: ids.length, undo, failure };

  function markVideo({ videoId, title }: { videoId: string; title: string }): Promise<number> {
    const mutation: MarkVideoWatched = { kind: 'mark-video-watched', videoId, isWatched };
    return appendWithUndo(mirror, { mutation, subject: title }, { alternativeSeconds: null });
  }

  async function undo(): Promise<void> {
    const chunk = await import('./undo-change.ts');
    await runInBatches(mirror, ids, (id) => chunk.undo(mirror, id));
  }
}

/** @param onStored called after each batch, once it is stored, with the results of `work` */
async function runInBatches<Item, Value>(
  mirror: Mirror,
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
  onStored: (values: Value[]) => void = () => {},
): Promise<void> {
  for (let from = 0; from < items.length; from += batchSize) {
    const batchValues = await withUndoTables(mirror, async () => {
      const values: Value[] = [];
      for (const item of items.slice(from, from + batchSize)) values.push(await work(item));
      return values;
    });
    onStored(batchValues);
  }
}
