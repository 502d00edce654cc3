import type { Mirror } from '../mirror/database.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import type { AddDownloads, AddOptions } from './kinds/add-downloads.ts';

/** The most lines per request: more would exceed the body size that servers accept. */
const maxLines = 500;

/**
 * Adds typed lines to the archive's queue: links, ids or handles, one per line (SPEC §5). Lines already waiting with the same options are
 * not added twice. Returns how many lines are new; 0: there is only white space, or all lines already wait.
 */
export function addDownloads(mirror: Mirror, { lines, ...options }: { lines: readonly string[] } & AddOptions): Promise<number> {
  const { db } = mirror;
  return withOutbox(db, async () => {
    const waiting = new Set<string>();
    for (const { mutation, state } of await db.outbox.where('lane').equals('queue').toArray()) {
      if (mutation.kind !== 'add-downloads' || state.name === 'parked') continue;
      const added = mutation as AddDownloads;
      if (hasSameOptions(added, options)) for (const line of added.lines) waiting.add(line);
    }
    const newLines = [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '' && !waiting.has(line));
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

/** The first line; the sync sheet adds how many there are. */
function subjectOf([first = '']: readonly string[]): string {
  return first;
}
