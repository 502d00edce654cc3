// Saves the film of one revision from where it stands: window by window, each flushed before the ledger counts it. After a crash, a cut or a
// kill at most one window is fetched again. Ends at the first obstacle; who called decides whether and when to go on.
import type { Clock } from '../../lib/clock.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { OpenSource, SourceFailure } from '../../network/byte-source.ts';
import { windowBytes, type Revision } from '../ledger/rows.ts';
import { LockedFile } from '../store/locked-file.ts';
import { isFull, type PartWriter } from '../store/part-writer.ts';
import { createStallWatch } from './stall.ts';
import { createBodyReader } from './windows.ts';

/** `storage-full`: the disk. `no-room`: it was not begun. `locked`: another holds a file of it open for writing. */
export type FilmFailure = SourceFailure | { kind: 'stalled' | 'storage-full' | 'no-room' | 'locked' | 'cut' };

export interface FilmPorts {
  writer: PartWriter;
  clock: Clock;
  /** @throws ClaimLost */
  commit(revision: Revision, window: number, sha256: ArrayBuffer): Promise<void>;
  /** Bytes came from the network, to be committed or not. */
  onFetched(bytes: number): void;
}

/** `opened`: from what `revision` has committed on. @throws ClaimLost, and what the store throws apart from a full disk */
export async function saveFilm(revision: Revision, opened: OpenSource, ports: FilmPorts, signal: AbortSignal): Promise<Result<Revision, FilmFailure>> {
  const { writer, clock, commit, onFetched } = ports;
  let now = revision;
  const reader = createBodyReader(opened.body);
  const stall = createStallWatch(clock, signal, () => void reader.cancel());
  const onBytes = (count: number): void => {
    stall.watch();
    onFetched(count);
  };
  let buffer = new ArrayBuffer(windowBytes);
  try {
    while (now.committedBytes < now.totalBytes) {
      const wanted = Math.min(windowBytes, now.totalBytes - now.committedBytes);
      stall.watch();
      const filled = await reader.fill(buffer, wanted, onBytes);
      stall.pause(); // a slow disk is no silent archive
      if (signal.aborted) return failed({ kind: 'aborted' });
      if (!filled.ok) return failed({ kind: stall.isStalled() ? 'stalled' : 'cut' });
      buffer = filled.value;
      const bytes = new Uint8Array(buffer, 0, wanted);
      const at = now.committedBytes;
      const [sha256] = await Promise.all([crypto.subtle.digest('SHA-256', bytes), writer.write(now, at, bytes)]);
      now = { ...now, committedBytes: at + wanted };
      await commit(now, at / windowBytes, sha256);
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
