// Keeps the rows that a restore must not change: sessions, tokens, tasks, identities, secrets. These rows are copied from the live database
// into the database that replaces it. Accounts are merged by name. An existing account keeps its current password, so nobody is locked out,
// and its old password does not become valid again.
import { highestAccountId } from '../accounts/accounts.ts';
import type { Database } from '../database/transaction.ts';
import { backupTables, serverTables, settingKeys } from './contents.ts';
import { resolveTrashedVideos } from './resolve-trashed.ts';

type Row = Record<string, null | number | bigint | string | Uint8Array>;

/** No server gives an account a higher id. Without the limit a crafted backup could use up the ids that can be read, those below 2^53. */
const maxAccountId = 2 ** 31;

/** @param taskName the restore's task; its oldest row belongs to this restore and is dropped. Null if there is no task. */
export function copyServerRows(live: Database, staging: Database, taskName: string | null): void {
  for (const table of serverTables) {
    staging.exec(`DELETE FROM ${table}`);
    copyRows(live, staging, table);
  }
  // `broughtBefore` lists items that a link added to the live queue. The restore replaces that queue.
  staging.exec("UPDATE waiting_link SET options = json_remove(options, '$.broughtBefore')");
  if (taskName !== null) staging.prepare('DELETE FROM task WHERE rowid = (SELECT min(rowid) FROM task WHERE name = ?)').run(taskName);
  const isSetting = `key IN (${settingKeys.map((key) => `'${key}'`).join(', ')})`;
  staging.exec(`DELETE FROM archive WHERE NOT ${isSetting}`);
  copyRows(live, staging, 'archive', `WHERE NOT ${isSetting}`);
  mergeAccounts(live, staging);
  resolveTrashedVideos(live, staging);
  // Scheduled runs since the backup do not count as missed.
  staging.prepare('UPDATE schedule SET counted_from_ms = max(counted_from_ms, ?)').run(Date.now());
}

function mergeAccounts(live: Database, staging: Database): void {
  const liveRows = live.prepare('SELECT * FROM account').all() as Row[];
  const restoredRows = staging.prepare('SELECT * FROM account').all() as Row[];
  const liveByName = new Map(liveRows.map((row) => [row['name'], row]));
  const restoredNames = new Set(restoredRows.map((row) => row['name']));
  let highestId = Math.max(highestAccountId(live), ...restoredRows.map((row) => Number(row['id'])).filter((id) => id <= maxAccountId));
  const newIds = new Map(restoredRows.map((row) => [Number(row['id']), Number(liveByName.get(row['name'])?.['id'] ?? (highestId += 1))]));

  // Ids are changed in two steps, so that swapped ones do not collide.
  for (const table of tablesOfAccounts(staging)) {
    const change = staging.prepare(`UPDATE ${table} SET account_id = ? WHERE account_id = ?`);
    for (const [oldId, newId] of newIds) change.run(-newId, oldId);
    staging.exec(`UPDATE ${table} SET account_id = -account_id WHERE account_id < 0`);
  }
  staging.exec('DELETE FROM account');
  for (const row of restoredRows) {
    const liveAccount = liveByName.get(row['name']);
    // In the row of an existing account, only the settings come from the backup.
    insertRow(
      staging,
      'account',
      liveAccount ? { ...liveAccount, settings: row['settings'] ?? '{}' } : addedAccount(row, newIds.get(Number(row['id'])) ?? null),
    );
  }
  const liveOnlyRows = liveRows.filter((row) => !restoredNames.has(row['name'] as string));
  for (const row of liveOnlyRows) {
    insertRow(staging, 'account', row);
    copyPositions(live, staging, Number(row['id']));
  }
}

/**
 * A superuser of the backup is added as staff. Staff may upload a backup, which may contain anything, and only superusers make superusers.
 */
function addedAccount(row: Row, id: number | null): Row {
  return { ...row, id, is_superuser: 0, is_staff: Number(row['is_staff'] === 1 || row['is_superuser'] === 1) };
}

/** An account that is not in the backup keeps its positions in the videos that the backup contains. */
function copyPositions(live: Database, staging: Database, accountId: number): void {
  const put = staging.prepare('INSERT OR REPLACE INTO position (account_id, video, seconds, saved_order) SELECT ?, id, ?, ? FROM video WHERE video_id = ?');
  const positions = live.prepare('SELECT video_id, seconds, saved_order FROM position JOIN video ON video.id = position.video WHERE account_id = ?');
  for (const row of positions.all(accountId) as Row[]) {
    put.run(accountId, row['seconds'] as number, row['saved_order'] as number, row['video_id'] as string);
  }
}

/** The server's tables, and those that refer to an account. copyServerRows changes their references, so they must be checked again. */
export function tablesOfServerRows(staging: Database): string[] {
  return [...serverTables, ...tablesOfAccounts(staging)];
}

function tablesOfAccounts(staging: Database): string[] {
  const hasAccount = staging.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'account_id'");
  return backupTables.filter((table) => hasAccount.get(table) !== undefined);
}

function copyRows(from: Database, to: Database, table: string, condition = ''): void {
  for (const row of from.prepare(`SELECT * FROM ${table} ${condition}`).all() as Row[]) insertRow(to, table, row);
}

/** The names of the table and its columns come from our own schema, so they are safe in SQL. */
function insertRow(database: Database, table: string, row: Row): void {
  const columns = Object.keys(row);
  database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(...Object.values(row));
}
