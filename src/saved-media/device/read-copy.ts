// The complete copy of a video for the page: its bytes, and whether the archive could provide it again.
import type { Clock } from '../../lib/clock.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import type { Revision } from '../ledger/rows.ts';
import { withStallTimeout } from '../saver/stall.ts';
import { readBytes } from '../store/part-files.ts';
import type { SavedCopy } from './device-port.ts';

/** The complete copy of a video and its subtitles, not read yet; null if there is none. */
export async function readCopy(ledger: Ledger, account: string, videoId: string): Promise<SavedCopy | null> {
  const item = await ledger.item([account, videoId, 'original']);
  const revision = item && item.wholeRevision !== null ? await ledger.revision([account, videoId, 'original', item.wholeRevision]) : undefined;
  if (!revision) return null;
  const parts = await readBytes(await navigator.storage.getDirectory(), revision, 0, revision.totalBytes);
  const smallFiles = await ledger.smallFilesOf(account, videoId);
  return {
    video: parts.slice(0, parts.size, revision.contentType),
    subtitles: smallFiles.filter(({ url }) => /\.vtt(\?|$)/i.test(url)).map(({ url, body }) => ({ url, body })),
  };
}

/** Whether the archive provides the file of this copy now. False if nothing answers, or `signal` aborts. */
export async function isAtArchive({ url }: Revision, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const request = { headers: { range: 'bytes=0-0' }, credentials: 'same-origin', cache: 'no-store', redirect: 'manual' } as const;
  const { value: answer } = await withStallTimeout(clock, signal, (timeoutSignal) => fetch(url, { ...request, signal: timeoutSignal }).catch(() => null));
  await answer?.body?.cancel().catch(() => undefined); // the body is not needed
  // A portal or a proxy answers with its own page.
  return answer?.ok === true && !/^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
}
