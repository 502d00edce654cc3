import type { Mirror } from '../mirror/database.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import type { AddDownloads, AddHow } from './kinds/add-downloads.ts';

/** The most lines per request: more would exceed the body size that servers accept. */
const mostLines = 500;

/**
 * Adds typed lines to the archive's queue: links, ids or handles, one per line (SPEC §5). Lines already waiting with the same options are not added
 * twice. Returns how many lines are new; 0: only white space, or all of it already waits.
 */
export function addDownloads(mirror: Mirror, { lines, ...how }: { lines: readonly string[] } & AddHow): Promise<number> {
  const { db } = mirror;
  return withOutbox(db, async () => {
    const waiting = new Set<string>();
    for (const { mutation, state } of await db.outbox.where('lane').equals('queue').toArray()) {
      if (mutation.kind !== 'add-downloads' || state.name === 'parked') continue;
      const added = mutation as AddDownloads;
      if (isSameWay(added, how)) for (const line of added.lines) waiting.add(line);
    }
    const wanted = [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '' && !waiting.has(line));
    for (let from = 0; from < wanted.length; from += mostLines) {
      const part = wanted.slice(from, from + mostLines);
      await appendEntityChange<AddDownloads>(mirror, { mutation: { kind: 'add-downloads', lines: part, ...how }, subject: subjectOf(part) });
    }
    return wanted.length;
  });
}

function isSameWay(left: AddHow, right: AddHow): boolean {
  return left.isAutoStart === right.isAutoStart && left.isFlat === right.isFlat && left.isForced === right.isForced;
}

/** The first line; the sync sheet adds how many there are. */
function subjectOf([first = '']: readonly string[]): string {
  return first;
}
