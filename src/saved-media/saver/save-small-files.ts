// Saves the small files of a video's page: its pictures and subtitles. Called before its media file is saved (save-item.ts), and alone for
// a complete copy that was updated, or whose small files were lost with the ledger.
import type { Clock } from '../../lib/clock.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { SourceFailure } from '../../network/byte-source.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import { itemKeyOf, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { withStallTimeout } from './stall.ts';

interface SmallFilePorts {
  ledger: Ledger;
  clock: Clock;
  fetch: typeof fetch;
}

/** After this many failed tries for a video's small files, files that fail again are left out, because the video is what matters. */
const maxTries = 3;

/** The files are so small that they arrive within this time over the slowest connection that plays anything. */
const timeoutMs = 60_000;

/** Whether the saver must fetch the small files of this complete copy again. */
export function lacksSmallFiles({ areSmallFilesDue, status }: SavedItem): boolean {
  return areSmallFilesDue === true && (status.state === 'ready' || status.state === 'outdated');
}

/**
 * Resolves to the addresses of files that are left out, or to the failure that ended the attempt.
 * @param isReplaced whether files that were saved before are fetched again
 * @throws ClaimLost, and what the ledger throws
 */
export async function saveSmallFiles(
  item: SavedItem,
  urls: readonly string[],
  isReplaced: boolean,
  { ledger, clock, fetch, claim }: SmallFilePorts & { claim: SaverClaim },
  signal: AbortSignal,
): Promise<Result<readonly string[], SourceFailure>> {
  const itemKey = itemKeyOf(item);
  const { account, videoId, smallFileTries = 0 } = item;
  const missingUrls: string[] = [];
  for (const url of urls) {
    const failure = await saveFile(url);
    if (failure?.kind === 'aborted') return failed(failure);
    if (failure && smallFileTries < maxTries) {
      await ledger.commit(claim, { itemKey, item: (row) => ({ ...row, smallFileTries: smallFileTries + 1 }) });
      return failed(failure);
    }
    if (failure && !(await ledger.hasSmallFile(account, url, videoId))) missingUrls.push(url);
  }
  return ok(missingUrls);

  async function saveFile(url: string): Promise<SourceFailure | null> {
    if (!isReplaced && (await ledger.hasSmallFile(account, url, videoId))) return null;
    try {
      const { value } = await withStallTimeout(clock, signal, (timeoutSignal) => readFile(url, timeoutSignal), timeoutMs);
      if (value === null || 'kind' in value) return value;
      ledger.countFetched(value.body.size, clock.now());
      await ledger.commit(claim, { itemKey, smallFile: { account, videoId, url, ...value } });
      return null;
    } catch (reason) {
      if (reason instanceof TypeError || (reason instanceof DOMException && reason.name === 'AbortError'))
        return { kind: signal.aborted ? 'aborted' : 'unreachable' };
      throw reason;
    }
  }

  /** Resolves to null if the archive does not have the file, which is then missing online as well. */
  async function readFile(url: string, timeoutSignal: AbortSignal): Promise<SourceFailure | { contentType: string; body: Blob } | null> {
    // Without `no-store`, the service worker would answer (sw/routes.ts): with the file of an earlier copy or, while the archive does not send
    // the picture, with a narrower one.
    const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store', redirect: 'manual', signal: timeoutSignal });
    if (answer.status === 404 || answer.status === 410) return null;
    const contentType = answer.headers.get('content-type') ?? '';
    if (answer.status === 401 || answer.status === 403) return { kind: 'forbidden' };
    if (answer.status !== 200) return { kind: 'server-error', retryAfterMs: null };
    if (/^text\/html\b/i.test(contentType)) return { kind: 'captive' };
    return { contentType, body: await answer.blob() };
  }
}
