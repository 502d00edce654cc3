// Fetches one window of a video file again, only to hash it. Its bytes are not kept.
import type { Clock } from '../../lib/clock.ts';
import type { ByteSource } from '../../network/byte-source.ts';
import { windowBytes, type Revision } from '../ledger/rows.ts';
import { createStallWatch, withStallTimeout } from './stall.ts';
import { createBodyReader } from './windows.ts';

export interface FetchPorts {
  source: ByteSource;
  clock: Clock;
  onFetched(bytes: number): void;
}

/**
 * Resolves to the SHA-256 of the window as the archive sends it now. `other-file`: the archive has a different file, or none;
 * `unavailable`: the window did not arrive.
 */
export async function fetchDigest(
  revision: Revision,
  window: number,
  { source, clock, onFetched }: FetchPorts,
  signal: AbortSignal,
): Promise<ArrayBuffer | 'other-file' | 'unavailable'> {
  const windowStart = window * windowBytes;
  const { value: openResult } = await withStallTimeout(clock, signal, (timeoutSignal) =>
    source(revision.url, { offset: windowStart, state: revision }, timeoutSignal),
  );
  if (!openResult.ok) return ['changed', 'no-ranges', 'not-found'].includes(openResult.error.kind) ? 'other-file' : 'unavailable';
  const reader = createBodyReader(openResult.value.body);
  const stall = createStallWatch(clock, signal, () => void reader.cancel());
  try {
    const windowLength = Math.min(windowBytes, revision.totalBytes - windowStart);
    stall.watch();
    const fillResult = await reader.fill({ buffer: new ArrayBuffer(windowLength), filledBytes: 0 }, windowLength, (count) => {
      stall.watch();
      onFetched(count);
    });
    return fillResult.ok ? await crypto.subtle.digest('SHA-256', fillResult.value.buffer) : 'unavailable';
  } finally {
    stall.end();
    await reader.cancel();
  }
}
