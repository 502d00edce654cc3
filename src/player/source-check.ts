// Finds out why a file does not play: sends HEAD for it, or GET for an HLS playlist. Called by recovery.ts after an error or a long wait.
import { isHlsAddress } from '../lib/playability.ts';

/** The same timeout as for a ping (docs/architecture.md, The connection). */
const timeoutMs = 4000;

/** `away`: the archive did not answer, or something else answered in its place. */
export type SourceCheck = 'there' | 'missing' | 'refused' | 'away';

export function sourceCheckOf(answer: { status: number; contentType: string | null }): SourceCheck {
  if (answer.status === 404 || answer.status === 410) return 'missing';
  if (answer.status === 401 || answer.status === 403) return 'refused';
  // A captive portal answers 200 with a page.
  const isPage = /^text\/html/i.test(answer.contentType ?? '');
  return (answer.status === 200 || answer.status === 206) && !isPage ? 'there' : 'away';
}

export async function checkSource(url: string): Promise<SourceCheck> {
  try {
    // An HLS playlist is small, and the program that generates it may not support HEAD.
    const method = isHlsAddress(url) ? 'GET' : 'HEAD';
    const answer = await fetch(url, { method, cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return sourceCheckOf({ status: answer.status, contentType: answer.headers.get('content-type') });
  } catch {
    return 'away';
  }
}
