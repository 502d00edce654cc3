// Whether a name and a password belong together: the one place that compares them, with the limits on wrong ones.
import { randomBytes } from 'node:crypto';
import type { Account, Accounts } from './accounts.ts';
import { createLoginLimits } from './login-limits.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** The account model's limit; a longer name is a wrong one. */
export const longestName = 150;

export type Attempt =
  | { kind: 'right'; account: Account }
  | { kind: 'wrong' }
  /** Too many wrong ones: none is looked at for so long. */
  | { kind: 'wait'; seconds: number };

export type CheckPassword = (attempt: { name: string; password: string; address: string }) => Promise<Attempt>;

export function createPasswordCheck(accounts: Accounts): CheckPassword {
  const limits = createLoginLimits();
  // Names that nobody has cost the same time as names with a password, so that the time tells nothing.
  const nobodysHash = hashPassword(randomBytes(16).toString('hex'));

  return async ({ name, password, address }) => {
    const seconds = limits.attempt(name, address);
    if (seconds > 0) return { kind: 'wait', seconds };
    const account = name.length > longestName ? null : accounts.find(name);
    const isRight = await isPassword(password, account?.passwordHash ?? (await nobodysHash));
    // Looked at again: while the slow hash was computed the account may have gone, or got another password.
    const now = account === null ? null : accounts.get(account.id);
    if (!isRight || account === null || now === null || now.passwordHash !== account.passwordHash) return { kind: 'wrong' };
    limits.succeed(name, address);
    return { kind: 'right', account: now };
  };
}
