// A failed sign-in as one line that does not change from version to version: fail2ban reads it (docs/deploy/fail2ban). The name
// comes from whoever knocks, so it stands last and in quotes: it can neither end the line nor look like another address.
import type { CheckPassword } from '../accounts/sign-in.ts';
import type { Log } from './log.ts';

/** An account's name has at most 150 characters (accounts/sign-in.ts); a body may bring many more. */
const longestShown = 150;

export function loggingFailures(check: CheckPassword, log: Log): CheckPassword {
  return async (attempt) => {
    const outcome = await check(attempt);
    // Also while none is looked at: who goes on knocking is who is to be shut out.
    if (outcome.kind !== 'right') log.warn(failedSignIn(attempt));
    return outcome;
  };
}

export function failedSignIn({ name, address }: { name: string; address: string }): string {
  return `Failed sign-in from ${address} as ${JSON.stringify(name.slice(0, longestShown))}`;
}
