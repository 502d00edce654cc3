// An open account's mirror in fake-indexeddb (tests/device-database.ts), with ports that a test controls.
import type { Clock } from '../../src/lib/clock.ts';
import type { Locks } from '../../src/lib/locks.ts';
import { accountKeyOf, databaseNameOf } from '../../src/mirror/account-key.ts';
import { openMirrorDatabase, openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { setFirstFrame, readFirstFrame } from '../../src/mirror/first-frame.ts';
import type { AccountRow, Connection } from '../../src/mirror/rows.ts';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { aWireUserConfig, aWireAccount, someAppSettings } from './mirror-wire.ts';

export const testOrigin = 'http://archive.test';

export interface SteppedClock extends Clock {
  /** Lets `ms` pass in one step: a timer that is due sees the time at the end of the step. */
  advance(ms: number): void;
  /** Moves the device's clock by `ms`; timers are unaffected. */
  adjust(ms: number): void;
}

/**
 * `advance` sets the time in one step and then calls the timers that are due, as on a device that wakes up. The manual clock
 * (doubles/manual-clock.ts) calls each timer at its own time.
 */
export function steppedClock(startMs = Date.UTC(2026, 5, 1)): SteppedClock {
  let now = startMs;
  const timers = new Set<{ atMs: number; callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { atMs: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of [...timers].sort((left, right) => left.atMs - right.atMs)) {
        if (timer.atMs > now || !timers.delete(timer)) continue;
        timer.callback();
      }
    },
    adjust(ms) {
      now += ms;
      for (const timer of timers) timer.atMs += ms;
    },
  };
}

/** Locks shared by several tabs in one process. */
export function sharedLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    isCrossTab: true,
    async run(name, work, options) {
      const tail = tails.get(name);
      if (tail && options?.ifFree) return undefined;
      const result = (tail ?? Promise.resolve()).then(work, work);
      const settled = result.then(
        () => {},
        () => {},
      );
      tails.set(name, settled);
      void settled.then(() => tails.get(name) === settled && tails.delete(name));
      return result;
    },
  };
}

let copyCount = 0;

export function anAccountRow(overrides: Partial<AccountRow> = {}): AccountRow {
  const accountKey = accountKeyOf({ origin: testOrigin, archiveId: `archive-${++copyCount}`, userId: overrides.userId ?? 1 });
  return {
    accountKey,
    databaseName: databaseNameOf(accountKey),
    archiveId: `archive-${copyCount}`,
    userId: 1,
    name: 'marlow',
    isStaff: false,
    isLocked: 0,
    lastUsedAtMs: 0,
    ...overrides,
  };
}

/** The mirror of a fresh account, with its documents, as a login leaves it. */
export async function aMirror({ clock = steppedClock(), pageSize = 12 }: { clock?: SteppedClock; pageSize?: number } = {}): Promise<
  Mirror & { clock: SteppedClock; account: AccountRow }
> {
  const account = anAccountRow();
  const registry = openRegistryDatabase(`stowaway-test-${copyCount}`);
  const db = openMirrorDatabase(account.databaseName, mutationKinds);
  let keyCount = 0;
  const mirror = { db, registry, accountKey: account.accountKey, clock, newKey: () => `key-${++keyCount}-${copyCount}-${Math.random()}`, account };
  await registry.accounts.put(account);
  const fetchedAtMs = clock.now();
  await db.documents.bulkPut([
    { key: 'user-config', value: aWireUserConfig({ page_size: pageSize }), fetchedAtMs },
    { key: 'account', value: aWireAccount({ id: account.userId, name: account.name }), fetchedAtMs },
    { key: 'app-settings', value: someAppSettings(), fetchedAtMs },
  ]);
  setFirstFrame(mirror, await readFirstFrame(mirror));
  return mirror;
}

/** The same copy in another tab, with its own database connections. */
export function inAnotherTab(mirror: Mirror): Mirror {
  return { ...mirror, db: openMirrorDatabase(mirror.db.name, mutationKinds), registry: openRegistryDatabase(mirror.registry.name) };
}

export async function setConnection(mirror: Mirror, name: Connection['name']): Promise<void> {
  await mirror.registry.connection.put({ key: 'connection', value: { name, sinceMs: mirror.clock.now(), lastAnswerAtMs: null } });
}

/** Lets the event loop run until the condition holds; fails after twenty seconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  // The limit is long because of busy machines; only a failing test reaches it.
  const deadlineMs = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`The condition never held: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Lets everything in progress settle. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    // Each step of the database takes a turn of the event loop. On a busy machine the timer above may let only a single turn pass.
    for (let step = 0; step < 4; step += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
