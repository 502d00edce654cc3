// Whether the site that a cookie is for still takes it: asked of YouTube, by a list that only somebody signed in can open. Of other
// sites nobody knows such an address; there the form has to do.
import { readFileSync } from 'node:fs';
import { scopeOf } from '../downloader/failures.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import type { Cookie } from './cookie.ts';

/** The liked videos of whoever asks. */
const ownList = 'https://www.youtube.com/playlist?list=LL';
const ofYoutube = /^(#HttpOnly_)?\.?([\w-]+\.)*youtube\.com\t/im;
/** Somebody waits for the answer. */
const patienceMs = 12_000;

/** False too when nobody can tell: no network, no yt-dlp, another site. */
export async function isRefusedAtSource(cookie: Cookie, ytDlp: YtDlp): Promise<boolean> {
  const lent = cookie.lend();
  if (lent === null) return false;
  try {
    if (!ofYoutube.test(readFileSync(lent.file, 'utf8'))) return false;
    const options = { most: 1, args: [`--cookies=${lent.file}`], timeoutMs: patienceMs };
    const found = await ytDlp.extract(ownList, options, AbortSignal.timeout(patienceMs));
    return !found.ok && (scopeOf[found.failure.kind] === 'item' || found.failure.kind === 'sign-in-site');
  } finally {
    lent.giveBack();
  }
}
