// Logs failed sign-ins. The line's wording stays the same across versions, because fail2ban reads it (docs/deploy/fail2ban). The caller
// can type any name, so the name is last and in quotes, and can neither end the line nor look like another address. The password of a
// delayed try was not compared, so the line of such a try is worded differently, and fail2ban's filter does not match it.
import type { CheckPassword } from '../accounts/sign-in.ts';
import type { Log } from './log.ts';

/** An account's name has at most 150 characters (accounts/sign-in.ts); a request may contain a longer one. */
const maxShownLength = 150;

export function withFailureLog(check: CheckPassword, log: Log): CheckPassword {
  return async (attempt) => {
    const outcome = await check(attempt);
    if (outcome.kind === 'wrong') log.warn(failureLine(attempt));
    if (outcome.kind === 'wait') log.warn(delayLine(attempt, outcome.seconds));
    return outcome;
  };
}

interface SignInAttempt {
  name: string;
  address: string;
}

function failureLine({ name, address }: SignInAttempt): string {
  return `Failed sign-in from ${address} as ${quote(name)}`;
}

function delayLine({ name, address }: SignInAttempt, seconds: number): string {
  return `Sign-in not checked for ${seconds} s, from ${address} as ${quote(name)}`;
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, maxShownLength));
}
