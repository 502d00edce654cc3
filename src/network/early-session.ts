// Whether the early answers of a first visit (early-answers.ts) are all of one session. Separate from that file, because only a first
// visit needs it.
import { csrfCookie } from './csrf-cookie.ts';

/** The cookie that changes with each login that this browser sees. */
const sessionMark = new RegExp(`(?:^|; )${csrfCookie}=[^;]+`);

/** False if the archive sets no such cookie, or somebody has signed in, in any tab, since the first early request. */
export function isEarlySession(): boolean {
  const mark = sessionMark.exec(globalThis.earlyAnswers?.cookie ?? '');
  return mark !== null && mark[0] === sessionMark.exec(document.cookie)?.[0];
}
