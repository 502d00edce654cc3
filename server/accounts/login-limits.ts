// Limits failed sign-ins. They are counted per name and address together, so that nobody can lock somebody else out. Wrong passwords cause
// delays, never a lock-out: after a few tries without delay, each further try waits twice as long as the one before. The counts are in
// memory, so a restart resets them. An attempt is counted before the slow hash is computed, so that many simultaneous attempts cannot slip
// through.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Enough for a person who tries to remember the right password. */
const undelayedTries = 5;
/**
 * After this many failed tries, an address has only one undelayed try for each name, because somebody there is probably trying a list of
 * names and passwords.
 */
const undelayedTriesPerAddress = 30;
const firstDelayMs = 1_000;
/** Allows about 300 guesses a day: too few to find even an old short password, and still no lock-out. */
const maxDelayMs = 5 * 60_000;
const forgetAfterMs = 24 * 3_600_000;
/** Attackers invent names. Beyond this number the oldest counts are dropped, to limit memory. */
const maxKeys = 10_000;

interface Failures {
  count: number;
  lastAtMs: number;
  /** Minimum delay before the next try. */
  delayMs: number;
}

/** @param now milliseconds of a monotonic clock. With the system's clock, people would wait too long after it is set back. */
export function createLoginLimits(now: () => number = () => performance.now()) {
  const failuresByKey = new Map<string, Failures>();

  function read(key: string): Failures {
    const failures = failuresByKey.get(key);
    return failures && now() - failures.lastAtMs < forgetAfterMs ? failures : { count: 0, lastAtMs: now(), delayMs: 0 };
  }

  function write(key: string, failures: Failures): void {
    // Deleted first, so that the map stays ordered by last use.
    failuresByKey.delete(key);
    failuresByKey.set(key, failures);
    for (const oldestKey of failuresByKey.keys()) {
      if (failuresByKey.size <= maxKeys) break;
      failuresByKey.delete(oldestKey);
    }
  }

  return {
    /**
     * Counts an attempt and returns 0. If the attempt comes too early, counts nothing and returns the seconds until it would be allowed.
     */
    attempt(name: string, address: string): number {
      const keys = keysOf(name, address);
      const [pairFailures, addressFailures] = [read(keys.pair), read(keys.address)];
      const remainingMs = pairFailures.lastAtMs + pairFailures.delayMs - now();
      if (remainingMs > 0) return Math.ceil(remainingMs / 1000);
      const count = pairFailures.count + 1;
      // The first try of a name from an address is always checked.
      const triesWithoutDelay = addressFailures.count >= undelayedTriesPerAddress ? 1 : undelayedTries;
      const delayMs = count < triesWithoutDelay ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(20, count - triesWithoutDelay));
      write(keys.pair, { count, lastAtMs: now(), delayMs });
      write(keys.address, { count: addressFailures.count + 1, lastAtMs: now(), delayMs: 0 });
      return 0;
    },
    /** Called if the password was wrong. The delay is counted from now, not from the moment before the slow hash was computed. */
    fail(name: string, address: string): void {
      const { pair } = keysOf(name, address);
      const pairFailures = failuresByKey.get(pair);
      if (pairFailures) write(pair, { ...pairFailures, lastAtMs: now() });
    },
    /** Called if the password was right. Takes this attempt off the address's count, and forgets this name's failures at that address. */
    succeed(name: string, address: string): void {
      const keys = keysOf(name, address);
      const addressFailures = read(keys.address);
      failuresByKey.delete(keys.pair);
      write(keys.address, { ...addressFailures, count: Math.max(0, addressFailures.count - 1) });
    },
  };
}

/** The keys of the pair of name and address, and of the address alone. The pair is hashed, because an invented name may be long. */
function keysOf(name: string, address: string): { pair: string; address: string } {
  const network = networkOf(address);
  return { pair: createHash('sha256').update(`${network}\n${name}`).digest('base64'), address: network };
}

/** All addresses of an IPv6 /64 count as one, because one household or server usually has all of them. */
export function networkOf(address: string): string {
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plainAddress)) return plainAddress;
  const [head = '', tail] = plainAddress.split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  // A trailing IPv4 address is two groups but counts as one here. In addresses such as `::1.2.3.4` and `64:ff9b::1.2.3.4`, the first four
  // groups are correct nevertheless, and only these are used.
  const groups =
    tail === undefined ? headGroups : [...headGroups, ...Array<string>(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill('0'), ...tailGroups];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
