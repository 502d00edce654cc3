// Whether a copy has the bytes of the archive's file. That what was written is what came is checked elsewhere; here, that what came is what was sent.
// If the archive has no hashes of this state of the file, or wrong ones, the check is skipped.
import type { Clock } from '../../lib/clock.ts';
import type { ArchiveDigests, DigestSource } from '../../network/digest-source.ts';
import { windowBytes, type Revision, type WindowDigest } from '../ledger/rows.ts';
import { fetchDigest, type FetchPorts } from './fetch-digest.ts';
import { withPatience } from './stall.ts';

export type Comparison = 'same' | 'differs' | 'not-compared';

/** The archive started hashing when the film did, so the hashes are usually ready by now; "Saved" is not delayed longer than this. */
export const longestWaitMs = 60_000;
const usualWaitMs = 5_000;
const shortestWaitMs = 1_000;

/** How many of the differing windows are fetched again before the copy is given up. */
const mostAskedAgain = 3;

interface Ports extends FetchPorts {
  digestSource: DigestSource;
}

/** `digests`: all those of the copy. */
export async function compareWithArchive(revision: Revision, digests: readonly WindowDigest[], ports: Ports, signal: AbortSignal): Promise<Comparison> {
  const { digestSource, clock } = ports;
  for (let waitedMs = 0; !signal.aborted;) {
    // An archive that stays silent does not have them.
    const { value: answer } = await withPatience(clock, signal, (ended) => digestSource(revision.videoId, ended));
    if (answer.kind === 'list') return comparison(revision, digests, answer.digests, ports, signal);
    if (answer.kind === 'none') return 'not-compared';
    const waitMs = Math.max(shortestWaitMs, answer.retryAfterMs ?? usualWaitMs);
    if (waitedMs + waitMs > longestWaitMs) return 'not-compared';
    await passed(waitMs, clock, signal);
    waitedMs += waitMs;
  }
  return 'not-compared';
}

async function comparison(
  revision: Revision,
  digests: readonly WindowDigest[],
  theirs: ArchiveDigests,
  ports: Ports,
  signal: AbortSignal,
): Promise<Comparison> {
  const { validator, totalBytes } = revision;
  const isOfSameFile = theirs.validator === validator && theirs.totalBytes === totalBytes && theirs.windowBytes === windowBytes;
  if (!isOfSameFile || theirs.sha256.length !== digests.length) return 'not-compared';
  const differing = digests.filter(({ window, sha256 }) => hexOf(sha256) !== theirs.sha256[window]?.toLowerCase());
  if (differing.length === 0) return 'same';
  // If a window comes the same way again, it is what the archive sends: then its list is wrong.
  for (const { window, sha256 } of differing.slice(0, mostAskedAgain)) {
    const again = await fetchDigest(revision, window, ports, signal);
    if (again === null || hexOf(again) !== hexOf(sha256)) return 'differs';
  }
  return 'not-compared';
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
