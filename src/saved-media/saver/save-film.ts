// Saves the film of one revision from where it stands: window by window, each flushed before the ledger counts it. After a crash, a cut or a
// kill at most one window is fetched again. Ends at the first obstacle; who called decides whether and when to go on.
import type { Clock } from '../../lib/clock.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { ByteSource, SourceFailure } from '../../network/byte-source.ts';
import { windowBytes, type Revision } from '../ledger/rows.ts';
import type { PartWriter } from '../store/part-writer.ts';
import { createBodyReader } from './windows.ts';

/** No byte for so long is a stall: the connection is given up, and the range is asked for anew. */
export const stalledAfterMs = 20_000;

export type FilmFailure = SourceFailure | { kind: 'stalled' } | { kind: 'storage-full' } | { kind: 'cut' };

export interface FilmPorts {
  source: ByteSource;
  writer: PartWriter;
  clock: Clock;
  /** @throws ClaimLost */
  commit(revision: Revision, window: number, sha256: ArrayBuffer): Promise<void>;
  onBytes(count: number): void;
}

/** @throws ClaimLost, and what the store throws apart from a full disk */
export async function saveFilm(
  revision: Revision,
  { source, writer, clock, commit, onBytes }: FilmPorts,
  signal: AbortSignal,
): Promise<Result<Revision, FilmFailure>> {
  let now = revision;
  if (now.committedBytes === now.totalBytes) return ok(now);
  const stall = createStallWatch(clock, signal);
  try {
    const opened = await source(now.url, { at: now.committedBytes, state: now }, stall.signal);
    if (!opened.ok) return stall.isStalled() ? failed({ kind: 'stalled' }) : opened;
    const reader = createBodyReader(opened.value.body);
    let buffer = new ArrayBuffer(windowBytes);
    while (now.committedBytes < now.totalBytes) {
      const wanted = Math.min(windowBytes, now.totalBytes - now.committedBytes);
      const filled = await reader.fill(buffer, wanted, (count) => {
        stall.onBytes();
        onBytes(count);
      });
      if (!filled.ok) return failed(stall.isStalled() ? { kind: 'stalled' } : signal.aborted ? { kind: 'aborted' } : { kind: 'cut' });
      buffer = filled.value;
      const bytes = new Uint8Array(buffer, 0, wanted);
      const at = now.committedBytes;
      stall.pause(); // a slow disk is no silent archive
      const [sha256] = await Promise.all([crypto.subtle.digest('SHA-256', bytes), writer.write(now, at, bytes)]);
      now = { ...now, committedBytes: at + wanted };
      await commit(now, at / windowBytes, sha256);
      stall.onBytes();
    }
    return ok(now);
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'QuotaExceededError') return failed({ kind: 'storage-full' });
    throw reason;
  } finally {
    stall.end();
    writer.close();
  }
}

/** Ends its signal with the caller's, and when nothing has come for `stalledAfterMs`. Ending it also ends a reader that waits. */
function createStallWatch(clock: Clock, outer: AbortSignal) {
  const abort = new AbortController();
  let isStalled = false;
  let cancel = (): void => {};
  const onOuter = (): void => abort.abort();
  outer.addEventListener('abort', onOuter, { once: true });
  if (outer.aborted) abort.abort();
  const onBytes = (): void => {
    cancel();
    cancel = clock.after(stalledAfterMs, () => {
      isStalled = true;
      abort.abort();
    });
  };
  onBytes();
  return {
    signal: abort.signal,
    isStalled: () => isStalled,
    onBytes,
    pause: () => cancel(),
    end() {
      cancel();
      outer.removeEventListener('abort', onOuter);
      abort.abort(); // what still comes of the body is not wanted
    },
  };
}
