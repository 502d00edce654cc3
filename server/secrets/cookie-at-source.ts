// Checks whether YouTube still accepts a cookie, by requesting a list that only signed-in users can open. For other sites no such list is
// known, so a valid format is enough there.
import { readFileSync } from 'node:fs';
import { scopeOf } from '../downloader/failures.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import type { LentCookie } from './cookie.ts';

/** The signed-in user's liked videos. */
const likedVideosUrl = 'https://www.youtube.com/playlist?list=LL';
const youtubeCookie = /^(#HttpOnly_)?\.?([\w-]+\.)*youtube\.com\t/im;
/** Short, because somebody is waiting for the answer. */
const timeoutMs = 12_000;

/** Also returns false if the site's answer is not known (no network, no yt-dlp, another site). */
export async function isRefusedAtSource({ file }: Pick<LentCookie, 'file'>, ytDlp: YtDlp): Promise<boolean> {
  if (!youtubeCookie.test(readFileSync(file, 'utf8'))) return false;
  const extraction = await ytDlp.extract(likedVideosUrl, { maxEntries: 1, args: [`--cookies=${file}`], timeoutMs }, AbortSignal.timeout(timeoutMs));
  return !extraction.ok && (scopeOf[extraction.failure.kind] === 'item' || extraction.failure.kind === 'sign-in-site');
}
