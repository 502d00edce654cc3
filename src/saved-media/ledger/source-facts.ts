// What the archive's own list says of the file that a saved copy was made of. Pure.
import type { Revision } from './rows.ts';
import { statusAfter, type SaveState, type SaveStatus } from './save-states.ts';

/** Of a video's file, as the archive lists it. */
export interface SourceFacts {
  /** Of the file, and of the stream that the archive makes of it. */
  urls: readonly string[];
  /** Null: not known. */
  sizeBytes: number | null;
  /** When the archive said so. */
  fetchedAtMs: number;
}

const wholeStates: readonly SaveState[] = ['ready', 'outdated', 'gone-at-source'];

/** The status of a copy, whose revision is `whole`, in the light of the list; `source` null: it has no such file any more. The same object: nothing new. */
export function statusBySource(
  status: SaveStatus,
  { url, listedBytes, totalBytes, listedAtMs = 0 }: Revision,
  source: SourceFacts | null,
  nowMs: number,
): SaveStatus {
  if (!wholeStates.includes(status.state)) return status; // it is being fetched anew: the saver will see
  if (source === null) return statusAfter(status, 'source-gone') ?? status;
  const there = statusAfter(status, 'source-back') ?? status;
  const size = listedBytes ?? totalBytes;
  // What was read before the copy was begun may be of the file before. A copy from the future was begun with a clock that was ahead, and says nothing.
  if (source.fetchedAtMs <= listedAtMs && listedAtMs <= nowMs) return there;
  const isOther = !source.urls.includes(url) || (source.sizeBytes ?? size) !== size;
  return (isOther && statusAfter(there, 'source-changed')) || there;
}
