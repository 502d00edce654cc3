// Determines whether the archive still has the file that a saved copy was made from. Pure.
import type { Revision } from './rows.ts';
import { statusAfter, type SaveState, type SaveStatus } from './save-states.ts';

/** Facts about a video's file, as the archive lists it. */
export interface SourceFacts {
  /** Addresses of the file, and of the stream that the archive makes of it. */
  urls: readonly string[];
  /** Null: unknown. */
  sizeBytes: number | null;
  /** When the archive reported these facts. */
  fetchedAtMs: number;
}

const wholeStates: readonly SaveState[] = ['ready', 'outdated', 'gone-at-source'];

/**
 * The status of the complete copy of this revision after new facts. Returns `status` itself if nothing changes.
 *
 * @param source null if the archive no longer has the file
 */
export function statusFromSource(
  status: SaveStatus,
  { url, listedBytes, totalBytes, listedAtMs = 0 }: Revision,
  source: SourceFacts | null,
  nowMs: number,
): SaveStatus {
  if (!wholeStates.includes(status.state)) return status; // the saver detects a changed file when it next fetches the file
  if (source === null) return statusAfter(status, 'source-gone') ?? status;
  const statusIfPresent = statusAfter(status, 'source-back') ?? status;
  const size = listedBytes ?? totalBytes;
  // Facts read before the copy was started may concern the previous file. A copy dated in the future was started while the clock was ahead,
  // and its date says nothing.
  if (source.fetchedAtMs <= listedAtMs && listedAtMs <= nowMs) return statusIfPresent;
  const isOtherFile = !source.urls.includes(url) || (source.sizeBytes ?? size) !== size;
  return (isOtherFile && statusAfter(statusIfPresent, 'source-changed')) || statusIfPresent;
}
