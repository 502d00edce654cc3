// Present servers let only staff change custom playlists (docs/behaviour.md, Login, cookies, roles). After one refusal, the screens do not
// offer such changes.
import type { PromiseExtended } from 'dexie';
import type { MirrorDatabase } from './database.ts';
import type { AccountDocument } from './rows.ts';

export type CustomPlaylistRefusal = Extract<AccountDocument, { key: 'custom-playlists-refused' }>;

/**
 * The recorded refusal; null if there was none, the archive's version has changed since, or the account is staff. Call inside a transaction
 * over documents.
 */
export function activeRefusal(db: MirrorDatabase): PromiseExtended<CustomPlaylistRefusal | null> {
  return db.documents.bulkGet(['custom-playlists-refused', 'account', 'server']).then(([refusal, account, server]) => {
    if (refusal?.key !== 'custom-playlists-refused' || isStaff(account) || refusal.value.version !== versionOf(server)) return null;
    return refusal;
  });
}

/** Records the refusal once per version of the archive, so that the user is notified once. Call inside a transaction over documents. */
export async function recordRefusal(db: MirrorDatabase, nowMs: number): Promise<void> {
  if (await activeRefusal(db)) return;
  const [account, server] = await db.documents.bulkGet(['account', 'server']);
  if (isStaff(account)) return;
  await db.documents.put({ key: 'custom-playlists-refused', value: { version: versionOf(server), isSaid: false }, fetchedAtMs: nowMs });
}

function isStaff(account: AccountDocument | undefined): boolean {
  return account?.key === 'account' && (account.value.is_staff || account.value.is_superuser);
}

function versionOf(server: AccountDocument | undefined): string | null {
  return server?.key === 'server' ? server.value.version : null;
}
