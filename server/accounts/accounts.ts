// Stores the archive's accounts. Knows nothing of HTTP.
import { inTransaction, type Database } from '../database/transaction.ts';

export interface Account {
  id: number;
  name: string;
  isStaff: boolean;
  isSuperuser: boolean;
  passwordHash: string;
  lastLoginMs: number | null;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(database: Database) {
  const byName = database.prepare('SELECT * FROM account WHERE name = ?');
  const byId = database.prepare('SELECT * FROM account WHERE id = ?');
  const count = database.prepare('SELECT count(*) AS n FROM account');
  const insert = database.prepare('INSERT INTO account (id, name, password_hash, is_staff, is_superuser, created_at) VALUES (?, ?, ?, ?, ?, ?)');
  const setHash = database.prepare('UPDATE account SET password_hash = ? WHERE id = ?');
  const replaceHash = database.prepare('UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?');
  const setLogin = database.prepare('UPDATE account SET last_login_ms = ? WHERE id = ?');
  const names = database.prepare('SELECT name FROM account ORDER BY id');
  const selectAll = database.prepare('SELECT * FROM account ORDER BY name COLLATE NOCASE, id');
  const setRole = database.prepare('UPDATE account SET is_staff = ?, is_superuser = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM account WHERE id = ?');
  const recordRemovedId = database.prepare(`
    INSERT INTO archive (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`);

  const allNames = (): string[] => names.all().map((row) => (row as { name: string }).name);

  return {
    isEmpty: (): boolean => (count.get() as { n: number }).n === 0,
    names: allNames,
    find: (name: string): Account | null => toAccount(byName.get(name)),
    /** All accounts, ordered by name. */
    list: (): Account[] => selectAll.all().map((row) => toAccount(row) as Account),
    /** Whether an account has this name. Names that differ only in case count as one, because people could confuse them in a list. */
    isTaken: (name: string): boolean => allNames().some((each) => withoutCase(each) === withoutCase(name)),
    get: (id: number): Account | null => toAccount(byId.get(id)),
    add(account: { name: string; passwordHash: string; isStaff: boolean; isSuperuser: boolean }): number {
      const id = highestAccountId(database) + 1;
      insert.run(id, account.name, account.passwordHash, Number(account.isStaff), Number(account.isSuperuser), Math.floor(Date.now() / 1000));
      return id;
    },
    setRole: (id: number, role: { isStaff: boolean; isSuperuser: boolean }): void => void setRole.run(Number(role.isStaff), Number(role.isSuperuser), id),
    /** Removes the account with its positions, settings, sessions and token. */
    remove: (id: number): void =>
      inTransaction(database, () => {
        recordRemovedId.run(highestRemovedKey, String(id));
        remove.run(id);
      }),
    setPasswordHash: (id: number, hash: string): void => void setHash.run(hash, id),
    /** Replaces the hash if it is still `from`; false if another hash is stored. */
    replacePasswordHash: (id: number, from: string, to: string): boolean => Number(replaceHash.run(to, id, from).changes) === 1,
    recordLogin: (id: number): void => void setLogin.run(Date.now(), id),
  };
}

/** The key under which the table `archive` stores the highest id of a deleted account. */
const highestRemovedKey = 'account-highest-removed-id';

/**
 * The highest id that any account has or had. An id is never given to another person, because a device stores its copy of a
 * person's archive, with unsent changes, under that person's id.
 */
export function highestAccountId(database: Database): number {
  const { id } = database
    .prepare('SELECT max((SELECT coalesce(max(id), 0) FROM account), coalesce((SELECT CAST(value AS INTEGER) FROM archive WHERE key = ?), 0)) AS id')
    .get(highestRemovedKey) as { id: number };
  return id;
}

/** Whether the account may use staff calls. Either flag suffices. */
export function isStaffAccount(account: Account): boolean {
  return account.isStaff || account.isSuperuser;
}

/** SQLite's NOCASE ignores only the case of A–Z. */
function withoutCase(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function toAccount(row: unknown): Account | null {
  if (!row) return null;
  const { id, name, is_staff, is_superuser, password_hash, last_login_ms } = row as {
    id: number;
    name: string;
    is_staff: number;
    is_superuser: number;
    password_hash: string;
    last_login_ms: number | null;
  };
  return { id, name, isStaff: is_staff === 1, isSuperuser: is_superuser === 1, passwordHash: password_hash, lastLoginMs: last_login_ms };
}
