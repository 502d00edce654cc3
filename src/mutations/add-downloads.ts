import type { Mirror } from '../mirror/database.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import type { AddDownloads, AddOptions } from './kinds/add-downloads.ts';

/** The maximum number of lines per request; more would exceed the body size that servers accept. */
const maxLines = 500;

/**
 * Adds typed lines to the archive's queue: links, ids or handles, one per line (SPEC §5). Lines already waiting with the same options are
 * not added twice. Returns how many lines are new; 0 if there is only white space, or all lines already wait.
 */
export function addDownloads(mirror: Mirror, { lines, ...options }: { lines: readonly string[] } & AddOptions): Promise<number> {
  const { db } = mirror;
  return withOutbox(db, async () => {
    const waitingLines = new Set<string>();
    for (const { mutation, state } of await db.outbox.where('lane').equals('queue').toArray()) {
      if (mutation.kind !== 'add-downloads' || state.name === 'parked') continue;
      const waitingAddition = mutation as AddDownloads;
      if (hasSameOptions(waitingAddition, options)) for (const line of waitingAddition.lines) waitingLines.add(line);
    }
    const newLines = [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '' && !waitingLines.has(line));
    for (let from = 0; from < newLines.length; from += maxLines) {
      const batch = newLines.slice(from, from + maxLines);
      await appendEntityChange<AddDownloads>(mirror, { mutation: { kind: 'add-downloads', lines: batch, ...options }, subject: subjectOf(batch) });
    }
    return newLines.length;
  });
}

function hasSameOptions(left: AddOptions, right: AddOptions): boolean {
  return left.isAutoStart === right.isAutoStart && left.isFlat === right.isFlat && left.isForced === right.isForced;
}

/** The first line; the sync sheet adds the number of lines. */
function subjectOf([firstLine = '']: readonly string[]): string {
  return firstLine;
}
