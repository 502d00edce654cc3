// Logging out: this device locks or clears the copy immediately, with or without a network. The logout is recorded in the registry, and the
// server's session is ended now or as soon as the archive can be reached.
import { firstScreenCache } from '../contract/first-screen.ts';
import { browserStorage } from '../lib/device-storage.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { inBackground } from '../lib/in-background.ts';
import type { Mirror, RegistryDatabase } from '../mirror/database.ts';
import { lockSending, signInLock, unlockSending } from '../mirror/fence.ts';
import { separateCopiesKey, withCopyDatabase } from '../mirror/lock-copies.ts';
import { deleteDatabase } from '../mirror/open-database.ts';
import { recordLogout } from '../mirror/registry.ts';
import type { RegistryNote } from '../mirror/rows.ts';
import { clearSaved } from './clear-saved.ts';
import type { SessionPorts } from './load-account.ts';
import { endSession } from './sign-out-gate.ts';

/** The copy could not be deleted, for example because another tab has it open. The next start deletes it; until then nobody can see it. */
export interface LogoutFailure {
  kind: 'not-cleared';
}

/**
 * Caches with this prefix contain the pictures of every archive; another cache contains the last home screen. The client's own files are
 * kept: they contain nothing about the user, and the next start without a network needs them.
 */
const cachePrefix = 'stowaway-images-';

/** What localStorage keeps about videos and channels: a closed tab's position, the video's title, and the playback speeds of channels. */
const personalKeys = ['stowaway.last-place', 'stowaway.player.channel-speeds'];

/** The account's key, after which its database is named. */
const accountKeyOf = (databaseName: string): string => databaseName.replace('stowaway-mirror|', '');

/**
 * The localStorage key of the list of an account's saved videos (src/saved-media/kept-list.ts, which commands may not import). Clearing the
 * saved videos deletes the list too, except after a failure or in a tab of an earlier version.
 */
const keptListKeyOf = (databaseName: string): string => `stowaway.kept ${accountKeyOf(databaseName)}`;

/** Rejects if the logout cannot be recorded, as on a full device; the user is then still signed in. */
export async function logout(ports: SessionPorts, mirror: Mirror | null, { clearDevice }: { clearDevice: boolean }): Promise<Result<void, LogoutFailure>> {
  const { registry, clock, api } = ports;
  const account = (mirror && (await registry.accounts.get(mirror.accountKey))) ?? null;
  if (mirror) await lock(mirror);
  try {
    await recordLogout(registry, account, clearDevice, clock.now());
  } catch (reason) {
    if (mirror) await unlock(ports, mirror).catch((unlockReason: unknown) => console.warn('The copy could not be unlocked', unlockReason));
    throw reason;
  }
  // Before the logout was recorded, another tab may have taken the lock for that of a killed tab (src/sync/stale-lock.ts).
  if (mirror) await lock(mirror);
  mirror?.db.close({ disableAutoOpen: true });
  // Fire and forget: if the archive is unreachable this takes a long time, and the note ensures that the session is ended later.
  inBackground(endSession(api, registry), 'The session could not be ended yet');
  if (!clearDevice || !account) return ok(undefined);
  await clearOutsideDatabase(account.databaseName);
  const areSavedCleared = await clearSaved(account.accountKey, clock, () => isToBeDeleted(registry, account.databaseName));
  // The note stays, because pages may still write while they close, and the next start deletes those rows too.
  return (await deleteDatabase(account.databaseName)).ok && areSavedCleared ? ok(undefined) : failed({ kind: 'not-cleared' });
}

function lock({ db }: Mirror): Promise<void> {
  return lockSending(db).catch((reason: unknown) => console.warn('The copy could not be locked', reason));
}

/** Does nothing while another tab signs in, because that tab keeps the copy locked, and unlocks it if the same account stays open. */
async function unlock({ registry, locks }: SessionPorts, { accountKey, db }: Mirror): Promise<void> {
  const unlockOpenAccount = async (): Promise<void> => {
    if ((await registry.accounts.get(accountKey))?.isLocked === 0) await unlockSending(db);
  };
  await locks.run(signInLock, unlockOpenAccount, { ifFree: true });
}

async function clearOutsideDatabase(databaseName: string): Promise<void> {
  const storage = browserStorage(() => localStorage);
  for (const key of [...personalKeys, keptListKeyOf(databaseName)]) storage.write(key, null);
  // `caches` is missing on plain http, where there is no service worker either.
  if (typeof caches === 'undefined') return;
  for (const name of await caches.keys()) {
    if (name.startsWith(cachePrefix) || name === firstScreenCache) await caches.delete(name);
  }
}

type ClearingPorts = Pick<SessionPorts, 'registry' | 'kinds' | 'clock'>;

/**
 * Called at startup. Deletes what "Clear this device" could not delete and what was written after it. Also deletes databases that a moved
 * copy has replaced. Pictures and positions are not deleted again once the database is gone: after that, no page writes any for the cleared
 * account, and those that exist may belong to another account.
 */
export async function finishClearing(ports: ClearingPorts): Promise<void> {
  for (const note of await ports.registry.notes.toArray()) {
    if (!('databaseName' in note) || (await keepIfChanged(ports, note))) continue;
    if (!note.account && !note.isOnlySaved) await clearOutsideDatabase(note.databaseName);
    const isStillCleared = (): Promise<boolean> => isToBeDeleted(ports.registry, note.databaseName);
    const areSavedCleared = note.account !== undefined || (await clearSaved(accountKeyOf(note.databaseName), ports.clock, isStillCleared));
    if (!(await isStillCleared())) continue;
    if (!(await deleteDatabase(note.databaseName)).ok) continue;
    if (areSavedCleared) await ports.registry.notes.delete(note.key);
    else await ports.registry.notes.update(note.key, (row) => void Object.assign(row, { isOnlySaved: true }));
  }
}

/** False if the same user has signed in again, perhaps in another tab, while this tab waited for a file or was frozen. */
async function isToBeDeleted(registry: RegistryDatabase, databaseName: string): Promise<boolean> {
  return (await registry.notes.get(`delete:${databaseName}`)) !== undefined;
}

/** If another tab wrote a change into the replaced copy before that tab closed, the copy becomes one of the other copies again. */
async function keepIfChanged({ registry, kinds }: ClearingPorts, { key, account, heir }: Extract<RegistryNote, { databaseName: string }>): Promise<boolean> {
  if (!account) return false;
  const unsentCount = await withCopyDatabase(kinds, account, (db) => db.outbox.count());
  if (unsentCount === 0) return false;
  // If the copy does not open now, the next start checks again.
  if (unsentCount === null) return true;
  await registry.transaction('rw', [registry.accounts, registry.notes], async () => {
    // The account exists again if somebody has meanwhile signed in to it with an older version of the app.
    if (!(await registry.accounts.get(account.accountKey))) await registry.accounts.put({ ...account, isLocked: 1 });
    if (heir !== undefined) await registry.notes.put({ key: separateCopiesKey(account.accountKey, heir) });
    await registry.notes.delete(key);
  });
  return true;
}
