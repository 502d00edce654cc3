// Logging out: the device forgets at once, with or without a network; the server's session is ended now or, remembered in
// the registry, as soon as the archive can be reached.
import { failed, ok, type Result } from '../lib/result.ts';
import type { Mirror } from '../mirror/database.ts';
import { lockSending } from '../mirror/fence.ts';
import { deleteDatabase } from '../mirror/open-database.ts';
import { noteLogout } from '../mirror/registry.ts';
import type { AccountRow } from '../mirror/rows.ts';
import type { SessionPorts } from './load-account.ts';
import { endSession } from './sign-out-gate.ts';

/** Another tab holds the database; it is emptied at the next start, and shown to nobody until then. */
export interface LogoutFailure {
  kind: 'not-cleared';
}

/** Pictures of every archive lie in caches of this name. The client's own files stay: they tell nothing of the person, and the next start without a network needs them. */
const cachePrefix = 'stowaway-images-';

export async function logout(ports: SessionPorts, mirror: Mirror | null, { clearDevice }: { clearDevice: boolean }): Promise<Result<void, LogoutFailure>> {
  const { registry, clock, api } = ports;
  const account = (mirror && (await registry.accounts.get(mirror.accountKey))) ?? null;
  if (mirror) await lockSending(mirror.db).catch((reason: unknown) => console.warn('The copy could not be locked', reason));
  await noteLogout(registry, account, clearDevice, clock.now());
  mirror?.db.close({ disableAutoOpen: true });
  // Not awaited: with the archive away it takes its time, and the note makes sure that it is made up for.
  void endSession(api, registry).catch((reason: unknown) => console.warn('The session could not be ended yet', reason));
  if (!clearDevice || !account) return ok(undefined);
  await clearCaches();
  return (await clearDatabase(ports, account)) ? ok(undefined) : failed({ kind: 'not-cleared' });
}

async function clearDatabase({ registry }: SessionPorts, { databaseName }: AccountRow): Promise<boolean> {
  const deleted = await deleteDatabase(databaseName);
  if (deleted.ok) await registry.notes.delete(`delete:${databaseName}`);
  return deleted.ok;
}

async function clearCaches(): Promise<void> {
  // Missing on plain http, where no service worker can be either.
  if (typeof caches === 'undefined') return;
  for (const name of await caches.keys()) {
    if (name.startsWith(cachePrefix)) await caches.delete(name);
  }
}
