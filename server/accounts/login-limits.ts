// How often a login may fail: counted for the account name and for the address, in memory (a restart forgives).
// An attempt is counted before the slow hash is computed, so that many at once cannot slip through together.

/** Enough for a person who looks for the right password, hopeless for a list of them. */
const limits = { account: 10, address: 30 };
const windowMs = 5 * 60_000;
/** Names are made up by whoever attacks: beyond this the oldest counts are forgotten, so that memory stays bounded. */
const mostKeys = 10_000;

export function createLoginLimits(now: () => number = Date.now) {
  const failuresByKey = new Map<string, number[]>();

  function recent(key: string): number[] {
    return (failuresByKey.get(key) ?? []).filter((at) => now() - at < windowMs);
  }

  return {
    /** Counts one attempt; answers 0, or for how many seconds none is allowed. */
    attempt(name: string, address: string): number {
      const keys = { account: `account ${name}`, address: `address ${address}` };
      for (const kind of ['account', 'address'] as const) {
        const failures = recent(keys[kind]);
        const oldest = failures[failures.length - limits[kind]];
        if (oldest !== undefined) return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
      }
      for (const key of Object.values(keys)) {
        const failures = [...recent(key), now()];
        failuresByKey.delete(key);
        failuresByKey.set(key, failures);
      }
      for (const oldestKey of failuresByKey.keys()) {
        if (failuresByKey.size <= mostKeys) break;
        failuresByKey.delete(oldestKey);
      }
      return 0;
    },
    /** The attempt was right: it was no failure, and the account's earlier ones are forgiven. */
    succeed(name: string, address: string): void {
      failuresByKey.delete(`account ${name}`);
      const failures = recent(`address ${address}`);
      failures.pop();
      failuresByKey.set(`address ${address}`, failures);
    },
  };
}
