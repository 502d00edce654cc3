import type { Mirror } from '../mirror/database.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import type { AddDownloads, AddHow } from './kinds/add-downloads.ts';

/** One request for so many: more would be larger than servers take in one body. */
const mostLines = 500;

/**
 * Adds to the archive's queue what was typed: links, ids or handles, one a line (SPEC §5). What waits already in the same
 * way is not asked for twice. Answers how many lines are new; 0: nothing but white space, or all of it waits.
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

/** The first of them; how many there are says the sync sheet. */
function subjectOf([first = '']: readonly string[]): string {
  return first;
}
