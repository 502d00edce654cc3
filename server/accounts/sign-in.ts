// Checks whether a name and a password match. No other file compares them. Limits wrong attempts and waiting hash computations.
import type { Account, Accounts } from './accounts.ts';
import { createLoginLimits, networkOf } from './login-limits.ts';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './passwords.ts';

/** The maximum length of an account's name. At sign-in, a longer name counts as wrong. */
export const maxNameLength = 150;

/** How many checks may run or wait at a time. Passwords are hashed one by one, so this also limits how long the last check waits. */
const maxPending = { perAddress: 5, total: 16 };
const retryAfterSeconds = 2;

export type SignInResult =
  | { kind: 'right'; account: Account }
  | { kind: 'wrong' }
  /** Too many wrong attempts, or too many simultaneous attempts. Nothing was checked; try again after this many seconds. */
  | { kind: 'wait'; seconds: number };

/** `address`: the client's address, or another key under which tries are counted (the session of a signed-in person). */
export type CheckPassword = (attempt: { name: string; password: string; address: string }) => Promise<SignInResult>;

export function createPasswordCheck(accounts: Accounts): CheckPassword {
  const limits = createLoginLimits();
  const pendingCounter = createPendingCounter();
  // Checking an unknown name takes as long as checking a known one, so that timing reveals nothing.
  const unknownUserHash = dummyHash();

  return async ({ name: typedName, password, address }) => {
    if (!pendingCounter.hasCapacity(address)) return { kind: 'wait', seconds: retryAfterSeconds };
    const isTooLong = typedName.length > maxNameLength;
    // Normalized like the names of new accounts: phone keyboards append a space, and keyboards differ in how they compose letters.
    const normalizedName = isTooLong ? typedName : typedName.trim().normalize('NFKC');
    const account = isTooLong ? null : (accounts.find(typedName) ?? accounts.find(normalizedName));
    // Attempts are counted for the account's own name, so that other spellings of it give no further tries.
    const name = account?.name ?? normalizedName;
    const seconds = limits.attempt(name, address);
    if (seconds > 0) return { kind: 'wait', seconds };
    return pendingCounter.during(address, async () => {
      const isCorrect = await verifyPassword(password, account?.passwordHash ?? unknownUserHash);
      if (!isCorrect || account === null) {
        limits.fail(name, address);
        return { kind: 'wrong' };
      }
      const hash = await rehashIfOutdated(accounts, account, password);
      // Checked again: while the slow hash was computed, the account may have been deleted or its password changed.
      const currentAccount = accounts.get(account.id);
      if (currentAccount?.passwordHash !== hash) return { kind: 'wrong' };
      limits.succeed(name, address);
      return { kind: 'right', account: currentAccount };
    });
  };
}

/** Renews a hash with outdated parameters, now that the password is known. Returns the current hash. */
async function rehashIfOutdated(accounts: Accounts, { id, passwordHash }: Account, password: string): Promise<string> {
  if (!isOutdated(passwordHash)) return passwordHash;
  const hash = await hashPassword(password);
  return accounts.replacePasswordHash(id, passwordHash, hash) ? hash : passwordHash;
}

function createPendingCounter() {
  const byNetwork = new Map<string, number>();
  let total = 0;
  const count = (network: string): number => byNetwork.get(network) ?? 0;
  return {
    hasCapacity: (address: string): boolean => total < maxPending.total && count(networkOf(address)) < maxPending.perAddress,
    async during<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
      const network = networkOf(address);
      total += 1;
      byNetwork.set(network, count(network) + 1);
      try {
        return await work();
      } finally {
        total -= 1;
        if (count(network) > 1) byNetwork.set(network, count(network) - 1);
        else byNetwork.delete(network);
      }
    },
  };
}
