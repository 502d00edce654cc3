// Stores the settings of backups and snapshots for this server and its disks. They are changed on /admin/backups/ and are not part of a
// backup.
import { inTransaction, type Database } from '../database/transaction.ts';

export interface BackupSettings {
  /** How many daily snapshots are kept; null keeps them by age, as in archives from before this setting existed. */
  dailySnapshots: number | null;
  /** The absolute path of a folder to which backups and snapshots are copied; null for none. */
  secondPlace: string | null;
}

const key = 'backup-settings';
const defaults: BackupSettings = { dailySnapshots: null, secondPlace: null };
/** The value of `dailySnapshots` in a new archive. */
export const newArchiveDailySnapshots = 7;

export function createBackupSettings(database: Database) {
  const read = database.prepare('SELECT value FROM archive WHERE key = ?');
  const write = database.prepare('INSERT OR REPLACE INTO archive (key, value) VALUES (?, ?)');

  function get(): BackupSettings {
    const row = read.get(key) as { value: string } | undefined;
    return { ...defaults, ...(row ? (JSON.parse(row.value) as Partial<BackupSettings>) : {}) };
  }

  return {
    get,
    change: (changes: Partial<BackupSettings>): void => inTransaction(database, () => void write.run(key, JSON.stringify({ ...get(), ...changes }))),
  };
}
