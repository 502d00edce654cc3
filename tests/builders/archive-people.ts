// People and sessions of an archive, changed without its API: directly in the database of a data folder, even while its server runs
// (SQLite's WAL lets a second process write).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createAccounts } from '../../server/accounts/accounts.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { createSessions } from '../../server/accounts/sessions.ts';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { startSession } from '../../server/http/session-cookies.ts';
import type { SessionCookies } from './server-session.ts';

/** The people of the test archives. */
export const people = {
  staff: { username: 'mara', password: 'a lantern in the hold' },
  guest: { username: 'tove', password: 'salt and tar and rope' },
} as const;

/** The hash of the owner's password, for a server in a separate process: precomputed, since hashing takes a quarter of a second. */
const ownerPasswordHash = 'scrypt$32768$8$3$0oRG2d8Jliieu_Wlw6RMLQ$5wamwVUZaVSJJ22aBURVkS1DIE3W2Cf5XIedh-6_q-Q';

let hashes: Promise<Record<keyof typeof people, string>> | null = null;

/** The hashes of the people's passwords, for a server in this process, with this process's hash parameters. */
export function passwordHashes(): Promise<Record<keyof typeof people, string>> {
  hashes ??= Promise.all([hashPassword(people.staff.password), hashPassword(people.guest.password)]).then(([staff, guest]) => ({ staff, guest }));
  return hashes;
}

/** Starts a session without a login. */
export function plantSession(archive: Archive, username: string): SessionCookies {
  const account = archive.accounts.find(username);
  if (!account) throw new Error(`the archive has no account ${username}`);
  const cookies = startSession(archive, account, { sessionToken: null, userAgent: 'node', isRemembered: true });
  if (cookies === null) throw new Error(`the account ${username} has changed`);
  const [sessionid = '', csrftoken = ''] = cookies.map(({ value }) => value);
  return { sessionid, csrftoken };
}

/** For a data folder that no server has opened yet: creates its owner, `people.staff`, already signed in. */
export function plantOwner(dataFolder: string): SessionCookies {
  mkdirSync(dataFolder, { recursive: true });
  return withDatabase(dataFolder, (database) => {
    const archive = createArchive(database);
    archive.accounts.add({ name: people.staff.username, passwordHash: ownerPasswordHash, isStaff: true, isSuperuser: true });
    return plantSession(archive, people.staff.username);
  });
}

export async function addPerson(
  dataFolder: string,
  { username, password, isStaff = false, isSuperuser = false }: { username: string; password: string; isStaff?: boolean; isSuperuser?: boolean },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  withDatabase(dataFolder, (database) => createAccounts(database).add({ name: username, passwordHash, isStaff, isSuperuser }));
}

/** Ends every session of this person, as if it had expired. */
export function endSessions(dataFolder: string, username: string): void {
  withDatabase(dataFolder, (database) => {
    const account = createAccounts(database).find(username);
    if (!account) throw new Error(`the archive has no account ${username}`);
    createSessions(database).endAll(account.id);
  });
}

function withDatabase<Value>(dataFolder: string, work: (database: Database) => Value): Value {
  const database = openDatabase(path.join(dataFolder, 'stowaway.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
