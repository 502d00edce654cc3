// Removals from the queue that can be undone. Separate from up-next.ts, because only the "Up next" sheet needs them.
import type { QueueEntry } from '../lib/up-next.ts';
import type { Mirror } from '../mirror/database.ts';
import type { Undo } from './undo.ts';
import { updateUpNext } from './up-next.ts';

export function removeWithUndo(mirror: Mirror, entryId: string): Promise<Undo> {
  return removeEntries(mirror, (entry) => entry.entryId === entryId);
}

export function clearQueue(mirror: Mirror): Promise<Undo> {
  return removeEntries(mirror, () => true);
}

/** The undo restores only the removed entries, because others may have been added or played since. */
async function removeEntries(mirror: Mirror, isRemoved: (entry: QueueEntry) => boolean): Promise<Undo> {
  const { queue: queueBefore } = await updateUpNext(mirror, (upNext) => ({ ...upNext, queue: upNext.queue.filter((entry) => !isRemoved(entry)) }));
  return async () => {
    await updateUpNext(mirror, (upNext) => ({ ...upNext, queue: withRestored(upNext.queue, queueBefore, queueBefore.filter(isRemoved)) }));
  };
}

/** Puts removed entries back, each after its nearest predecessor that is still in the queue. */
function withRestored(currentQueue: readonly QueueEntry[], queueBefore: readonly QueueEntry[], removedEntries: readonly QueueEntry[]): QueueEntry[] {
  const queue = [...currentQueue];
  const indexOf = (entry: QueueEntry | undefined): number => queue.findIndex(({ entryId }) => entryId === entry?.entryId);
  for (const [index, entry] of queueBefore.entries()) {
    if (!removedEntries.includes(entry) || indexOf(entry) >= 0) continue;
    const previousEntry = queueBefore.slice(0, index).findLast((candidate) => indexOf(candidate) >= 0);
    queue.splice(indexOf(previousEntry) + 1, 0, entry);
  }
  return queue;
}
