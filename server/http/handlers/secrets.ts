// Stores, checks and removes the cookie and the PO token for downloads. No call returns a stored cookie or token.
import type { WireCookie } from '../../../src/contract/names.ts';
import type { CookieCheck } from '../../secrets/cookie.ts';
import { isRefusedAtSource } from '../../secrets/cookie-at-source.ts';
import { poTokenProblem } from '../../secrets/secrets.ts';
import { badFields, badRequest, noContent, success, withSecret, type Refusal } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

/**
 * The browser extension sends the cookie at each change, up to six times a minute. For this time after a cookie was accepted, cookies from
 * a caller with a token are stored without a check at the site.
 */
const recheckMs = 3_600_000;

export const secretHandlers: HandlerGroup = ({ archive, secrets: { cookie, poToken }, ytDlp }) => {
  /** When a cookie was last accepted after a check, by the monotonic clock. */
  let acceptedAtMs = -Infinity;
  /** Calls that store or remove the cookie are numbered in the order of their arrival. */
  let callCount = 0;
  /** The number of the last call that has taken effect. */
  let lastEffective = 0;
  const cookieDocument = (check: CookieCheck | null): WireCookie => ({
    cookie_enabled: cookie.isStored(),
    ...(check === null ? {} : { status: check.isValid, validated: check.checkedAt, validated_str: minuteStamp(check.checkedAt) }),
  });
  return {
    getCookieState: () => success(cookieDocument(cookie.lastCheck())),

    async updateCookie(call) {
      const text = call.body['cookie'] as string;
      callCount += 1;
      const ownNumber = callCount;
      const isResend = call.authMethod === 'token' && performance.now() - acceptedAtMs < recheckMs;
      const lentCookie = isResend || cookie.problem(text) !== null ? null : cookie.lend(text);
      try {
        if (lentCookie !== null && (await isRefusedAtSource(lentCookie, ytDlp))) {
          acceptedAtMs = -Infinity;
          const advice = 'the site does not accept it; export it again while you are signed in there';
          throw invalidCookie(cookie.isStored() ? `${advice}; the stored cookie stays` : advice);
        }
        // A later call may have stored or removed the cookie during the check.
        if (lastEffective < ownNumber) {
          lastEffective = ownNumber;
          const problem = cookie.store(text);
          if (problem !== null) {
            // The stored cookie was removed.
            acceptedAtMs = -Infinity;
            throw invalidCookie(problem);
          }
          if (!isResend) acceptedAtMs = performance.now();
        }
      } finally {
        lentCookie?.release();
      }
      return () => {
        // Items that needed a sign-in may succeed now. They are not retried each time the extension sends a changed cookie.
        if (!isResend) {
          archive.downloadRuns.retrySignIn();
          archive.downloadHolds.tryNow(Date.now(), ['sign-in-site', 'bot-check', 'blocked']);
        }
        return success(cookieDocument(cookie.lastCheck()));
      };
    },

    async validateCookie() {
      const lastCheck = cookie.lastCheck();
      if (lastCheck !== null) return success(cookieDocument(lastCheck));
      const effectiveBefore = lastEffective;
      const lentCookie = cookie.problem() === null ? cookie.lend() : null;
      try {
        const isValid = lentCookie !== null && !(await isRefusedAtSource(lentCookie, ytDlp));
        // The result does not apply to a cookie that was stored during the check.
        return success(cookieDocument(lastEffective === effectiveBefore ? cookie.remember(isValid) : cookie.lastCheck()));
      } finally {
        lentCookie?.release();
      }
    },

    revokeCookie() {
      acceptedAtMs = -Infinity;
      callCount += 1;
      lastEffective = callCount;
      cookie.remove();
      return noContent;
    },

    updatePoToken(call) {
      const potoken = (call.body['potoken'] as string).trim();
      const problem = poTokenProblem(potoken);
      if (problem !== null) throw badFields({ potoken: [problem] });
      poToken.set(potoken);
      archive.downloadHolds.tryNow(Date.now(), ['bot-check', 'blocked']);
      return withSecret({ potoken });
    },

    revokePoToken() {
      poToken.remove();
      return noContent;
    },
  };
};

function invalidCookie(problem: string): Refusal {
  return badRequest(`[cookie]: import failed, not valid: ${problem}`);
}

/** `YYYY-MM-DD HH:MM` in the server's time zone. */
function minuteStamp(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
