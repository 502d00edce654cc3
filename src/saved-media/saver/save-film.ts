// Saves the film of one revision from where it stopped: window by window, each flushed before the ledger counts it. After a crash, a cut or a kill at
// most one window is fetched again, plus what was in flight. Over a slow line a window is counted in steps, so that both together stay below 8 MiB.
// Ends at the first obstacle; the caller decides whether and when to continue.
import type { Clock } from '../../lib/clock.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { OpenSource, SourceFailure } from '../../network/byte-source.ts';
import { windowBytes, type Revision } from '../ledger/rows.ts';
import { LockedFile } from '../store/locked-file.ts';
import { isFull, type PartWriter } from '../store/part-writer.ts';
import { createStallWatch } from './stall.ts';
import { createBodyReader, type Filled } from './windows.ts';

/** `storage-full`: the disk. `no-room`: it was not started. `locked`: another context holds one of its files open for writing. */
export type FilmFailure = SourceFailure | { kind: 'stalled' | 'storage-full' | 'no-room' | 'locked' | 'cut' };

/** A window that takes longer is counted in steps of at least this size: each step costs a flush and a transaction. */
export const stepMs = 250;
export const stepBytes = 2 * 1024 * 1024;

export interface FilmPorts {
  writer: PartWriter;
  clock: Clock;
  /** `sha256`: of the counted part of the window. @throws ClaimLost */
  commit(revision: Revision, window: number, sha256: ArrayBuffer): Promise<void>;
  /** Bytes that came from the network, whether or not they get committed. */
  onFetched(bytes: number): void;
}

/**
 * `opened`: from what `revision` has committed on. `begun`: the committed bytes of an incomplete window.
 * @throws ClaimLost, and what the store throws except for a full disk
 */
export async function saveFilm(
  revision: Revision,
  opened: OpenSource,
  begun: ArrayBuffer,
  ports: FilmPorts,
  signal: AbortSignal,
): Promise<Result<Revision, FilmFailure>> {
  const { writer, clock, commit, onFetched } = ports;
  let now = revision;
  const reader = createBodyReader(opened.body);
  const stall = createStallWatch(clock, signal, () => void reader.cancel());
  const onBytes = (count: number): void => {
    stall.watch();
    onFetched(count);
  };
  // A file written by createWritable is copied as a whole for each step.
  const hasSteps = revision.partBytes > windowBytes;
  const buffer = new ArrayBuffer(windowBytes);
  new Uint8Array(buffer).set(new Uint8Array(begun));
  let filling: Filled = { buffer, have: begun.byteLength };
  try {
    while (now.committedBytes < now.totalBytes) {
      const window = Math.floor(now.committedBytes / windowBytes);
      const first = window * windowBytes;
      const wanted = Math.min(windowBytes, now.totalBytes - first);
      const counted = now.committedBytes - first;
      const sinceMs = clock.now();
      const isStep = (have: number): boolean => hasSteps && have - counted >= stepBytes && clock.now() - sinceMs >= stepMs;
      stall.watch();
      const filled = await reader.fill(filling, wanted, onBytes, isStep);
      stall.pause(); // a slow disk is not a silent archive
      if (signal.aborted) return failed({ kind: 'aborted' });
      if (!filled.ok) return failed({ kind: stall.isStalled() ? 'stalled' : 'cut' });
      const { buffer: memory, have } = filled.value;
      const [sha256] = await Promise.all([
        crypto.subtle.digest('SHA-256', new Uint8Array(memory, 0, have)),
        writer.write(now, now.committedBytes, new Uint8Array(memory, counted, have - counted)),
      ]);
      now = { ...now, committedBytes: first + have };
      await commit(now, window, sha256);
      filling = { buffer: memory, have: have < wanted ? have : 0 };
    }
    return ok(now);
  } catch (reason) {
    if (isFull(reason)) return failed({ kind: 'storage-full' });
    if (reason instanceof LockedFile) return failed({ kind: 'locked' });
    throw reason;
  } finally {
    stall.end();
    await reader.cancel();
    writer.close();
  }
}
