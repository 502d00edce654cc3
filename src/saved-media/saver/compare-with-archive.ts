// Whether a copy has the bytes of the archive's file: what was written is what came, and here, that what came is what was sent. Where the
// archive has no hashes of this state of the file, the copy goes without.
import type { Clock } from '../../lib/clock.ts';
import type { ArchiveDigests, DigestSource } from '../../network/digest-source.ts';
import { windowBytes, type Revision, type WindowDigest } from '../ledger/rows.ts';
import { withPatience } from './stall.ts';

export type Comparison = 'same' | 'differs' | 'not-compared';

/** The archive began with them when the film did, so mostly they are there by now; nobody waits longer for "Saved". */
export const longestWaitMs = 60_000;
const usualWaitMs = 5_000;
const shortestWaitMs = 1_000;

/** `digests`: of the copy, all of them. */
export async function compareWithArchive(
  revision: Revision,
  digests: readonly WindowDigest[],
  { digestSource, clock }: { digestSource: DigestSource; clock: Clock },
  signal: AbortSignal,
): Promise<Comparison> {
  for (let waitedMs = 0; !signal.aborted;) {
    // An archive that keeps silent does not have them.
    const { value: answer } = await withPatience(clock, signal, (ended) => digestSource(revision.videoId, ended));
    if (answer.kind === 'list') return comparison(revision, digests, answer.digests);
    if (answer.kind === 'none') return 'not-compared';
    const waitMs = Math.max(shortestWaitMs, answer.retryAfterMs ?? usualWaitMs);
    if (waitedMs + waitMs > longestWaitMs) return 'not-compared';
    await passed(waitMs, clock, signal);
    waitedMs += waitMs;
  }
  return 'not-compared';
}

function comparison({ validator, totalBytes }: Revision, digests: readonly WindowDigest[], theirs: ArchiveDigests): Comparison {
  const isOfSameFile = theirs.validator === validator && theirs.totalBytes === totalBytes && theirs.windowBytes === windowBytes;
  if (!isOfSameFile || theirs.sha256.length !== digests.length) return 'not-compared';
  return digests.every(({ window, sha256 }) => hexOf(sha256) === theirs.sha256[window]?.toLowerCase()) ? 'same' : 'differs';
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function passed(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
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
