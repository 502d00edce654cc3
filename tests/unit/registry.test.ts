import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { accountKeyOf, databaseNameOf } from '../../src/mirror/account-key.ts';
import { openRegistryDatabase } from '../../src/mirror/database.ts';
import { findCurrentAccount, hasPendingSignOut, lockAll, recordLogout, unlockAccount, watchAccount } from '../../src/mirror/registry.ts';
import { aMirror, anAccountRow, settled, waitUntil } from '../builders/mirror-copy.ts';

describe('the key of an account', () => {
  const accountParts = { origin: 'http://a.test', archiveId: 'x', userId: 1 };

  test('differs by origin, archive and person, and so does the database', () => {
    const keys = [
      accountParts,
      { ...accountParts, origin: 'http://b.test' },
      { ...accountParts, archiveId: 'y' },
      { ...accountParts, archiveId: null },
      { ...accountParts, userId: 11 },
    ].map(accountKeyOf);
    expect(new Set(keys).size).toBe(5);
    expect(new Set(keys.map(databaseNameOf)).size).toBe(5);
  });

  test('cannot be forged by an archive id', () => {
    expect(accountKeyOf({ ...accountParts, archiveId: 'x|1' })).not.toBe(accountKeyOf({ ...accountParts, archiveId: 'x' }));
    expect(accountKeyOf({ ...accountParts, archiveId: 'x|1|', userId: 1 }).split('|')).toHaveLength(3);
  });
});

describe('the registry', () => {
  test('locks every other account when it opens one', async () => {
    const registry = setup();
    await unlockAccount(registry, anAccountRow({ name: 'ada' }), 0);
    await unlockAccount(registry, anAccountRow({ name: 'bo' }), 0);
    expect((await registry.accounts.toArray()).filter((row) => row.isLocked === 0).map((row) => row.name)).toEqual(['bo']);
    expect((await findCurrentAccount(registry))?.name).toBe('bo');
  });

  test('has no current account when all accounts are locked', async () => {
    const registry = setup();
    await unlockAccount(registry, anAccountRow(), 0);
    await lockAll(registry);
    expect(await findCurrentAccount(registry)).toBeNull();
    expect(await registry.accounts.count()).toBe(1);
  });

  test('locks the copy after a logout that keeps the copy, and remembers to end the session', async () => {
    const registry = setup();
    const account = anAccountRow();
    await unlockAccount(registry, account, 0);
    await recordLogout(registry, account, false, 5);
    expect(await hasPendingSignOut(registry)).toBe(true);
    expect(await registry.accounts.get(account.accountKey)).toMatchObject({ isLocked: 1 });
  });

  test('forgets the account after a logout that clears the device, and remembers to delete the database of the account', async () => {
    const registry = setup();
    const account = anAccountRow();
    await unlockAccount(registry, account, 0);
    await recordLogout(registry, account, true, 5);
    expect(await registry.accounts.count()).toBe(0);
    expect((await registry.notes.toArray()).map((note) => note.key)).toEqual([`delete:${account.databaseName}`, 'session', 'sign-out']);
  });

  test('notifies an open tab once when its account is locked elsewhere', async () => {
    const mirror = await aMirror();
    let notificationCount = 0;
    watchAccount(mirror, () => (notificationCount += 1));
    await settled();
    await mirror.registry.accounts.update(mirror.accountKey, { lastUsedAtMs: 7 });
    await settled();
    expect(notificationCount).toBe(0);
    await lockAll(mirror.registry);
    await waitUntil(() => notificationCount === 1);
    await mirror.registry.accounts.delete(mirror.accountKey);
    await settled();
    expect(notificationCount).toBe(1);
  });
});

let registryCount = 0;
const setup = () => openRegistryDatabase(`registry-of-registry-test-${++registryCount}`);
