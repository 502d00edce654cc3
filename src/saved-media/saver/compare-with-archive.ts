// Compares a copy with the hashes of the archive's file: detects corruption in transit. Corruption on the disk is detected by
// verify-revision.ts. If the archive has no hashes of this state of the file, or wrong ones, the check is skipped.
import type { Clock } from '../../lib/clock.ts';
import type { ArchiveDigests, DigestSource } from '../../network/digest-source.ts';
import { windowBytes, type Revision, type WindowDigest } from '../ledger/rows.ts';
import { fetchDigest, type FetchPorts } from './fetch-digest.ts';
import { withStallTimeout } from './stall.ts';

/** `unavailable`: the archive went away during the comparison, which says nothing about the copy. */
export type Comparison = 'same' | 'differs' | 'not-compared' | 'unavailable';

/** "Saved" is delayed at most this long. The archive started hashing when the download did, so the hashes are usually ready by now. */
export const maxWaitMs = 60_000;
const defaultWaitMs = 5_000;
const minWaitMs = 1_000;

/** How many of the differing windows are fetched again. If all of them arrive with the same bytes, the archive's list counts as wrong. */
const maxRefetched = 3;

interface Ports extends FetchPorts {
  digestSource: DigestSource;
}

/** @param digests all digests of the copy */
export async function compareWithArchive(revision: Revision, digests: readonly WindowDigest[], ports: Ports, signal: AbortSignal): Promise<Comparison> {
  const { digestSource, clock } = ports;
  for (let waitedMs = 0; !signal.aborted;) {
    // An archive that does not answer counts as one without hashes (`none`).
    const { value: answer } = await withStallTimeout(clock, signal, (timeoutSignal) => digestSource(revision.videoId, timeoutSignal));
    if (answer.kind === 'list') return compareDigests(revision, digests, answer.digests, ports, signal);
    if (answer.kind === 'none') return 'not-compared';
    const waitMs = Math.max(minWaitMs, answer.retryAfterMs ?? defaultWaitMs);
    if (waitedMs + waitMs > maxWaitMs) return 'not-compared';
    await delay(waitMs, clock, signal);
    waitedMs += waitMs;
  }
  return 'not-compared';
}

async function compareDigests(
  revision: Revision,
  digests: readonly WindowDigest[],
  archiveDigests: ArchiveDigests,
  ports: Ports,
  signal: AbortSignal,
): Promise<Comparison> {
  const { validator, totalBytes } = revision;
  const isOfSameFile = archiveDigests.validator === validator && archiveDigests.totalBytes === totalBytes && archiveDigests.windowBytes === windowBytes;
  if (!isOfSameFile || archiveDigests.sha256.length !== digests.length) return 'not-compared';
  const differingDigests = digests.filter(({ window, sha256 }) => toHex(sha256) !== archiveDigests.sha256[window]?.toLowerCase());
  if (differingDigests.length === 0) return 'same';
  // If a window arrives with the same bytes a second time, the archive does send these bytes, and its list is wrong.
  for (const { window, sha256 } of differingDigests.slice(0, maxRefetched)) {
    const refetchedDigest = await fetchDigest(revision, window, ports, signal);
    if (refetchedDigest === 'unavailable') return 'unavailable';
    if (refetchedDigest === 'other-file' || toHex(refetchedDigest) !== toHex(sha256)) return 'differs';
  }
  return 'not-compared';
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function delay(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end);
  });
}
