// People and sessions of an archive, changed behind its back: straight in the database of a data folder, while its server
// runs (SQLite's WAL lets a second process write).
import path from 'node:path';
import { createAccounts } from '../../server/accounts/accounts.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { createSessions } from '../../server/accounts/sessions.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';

export async function addPerson(
  dataFolder: string,
  { username, password, isStaff = false, isSuperuser = false }: { username: string; password: string; isStaff?: boolean; isSuperuser?: boolean },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  withDatabase(dataFolder, (database) => createAccounts(database).add({ name: username, passwordHash, isStaff, isSuperuser }));
}

/** As if every session of this person had expired. */
export function endSessions(dataFolder: string, username: string): void {
  withDatabase(dataFolder, (database) => {
    const account = createAccounts(database).find(username);
    if (!account) throw new Error(`the archive has no account ${username}`);
    createSessions(database).endAll(account.id);
  });
}

function withDatabase(dataFolder: string, work: (database: Database) => void): void {
  const database = openDatabase(path.join(dataFolder, 'stowaway.sqlite'));
  try {
    work(database);
  } finally {
    database.close();
  }
}
