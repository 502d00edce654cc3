// Lists, describes and deletes backups and snapshots, and starts the tasks that create and restore them.
import type { WireBackup, WireSnapshotInfo } from '../../../src/contract/names.ts';
import type { Archive } from '../../archive/archive.ts';
import type { BackupFile } from '../../backups/backup-folder.ts';
import type { RestoreBackupInput, SnapshotInput } from '../../backups/backup-tasks.ts';
import { nextSnapshotAt } from '../../backups/daily-snapshots.ts';
import { isSnapshotId, describeReason } from '../../backups/snapshot-names.ts';
import { keptDays } from '../../backups/snapshot-rotation.ts';
import type { Snapshot } from '../../backups/snapshots.ts';
import { badRequest, noContent, Refusal, success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const backupHandlers: HandlerGroup = ({ archive, backups, tasks }) => ({
  listBackups: () => success(backups.folder.list().map(backupDocument)),

  getBackup(call) {
    const backup = backups.folder.list().find(({ fileName }) => fileName === call.path['filename']);
    if (!backup) throw fileNotFound();
    return success(backupDocument(backup));
  },

  deleteBackup(call) {
    if (!backups.folder.remove(call.path['filename'] ?? '')) throw fileNotFound();
    return noContent;
  },

  startBackup: () => success({ message: 'backup task started', task_id: tasks.start('run_backup', {}) }),

  restoreBackup(call) {
    const fileName = call.path['filename'] ?? '';
    if (backups.folder.find(fileName) === null) throw fileNotFound();
    const input: RestoreBackupInput = { fileName };
    return success({ message: 'backup restore task started', filename: fileName, task_id: tasks.start('restore_backup', input) });
  },

  listSnapshots() {
    const nextAt = nextSnapshotAt(new Date());
    const info: WireSnapshotInfo = {
      next_exec: nextAt,
      next_exec_str: minuteOf(nextAt),
      expire_after: `${backups.settings.get().dailySnapshots ?? keptDays}d`,
      snapshots: backups.snapshots.list().map((snapshot) => snapshotDocument(snapshot, databaseVersion(archive))),
    };
    return success(info);
  },

  getSnapshot(call) {
    const snapshot = backups.snapshots.list().find(({ id }) => id === call.path['snapshot_id']);
    if (!snapshot) throw new Refusal({ status: 404, body: { error: 'snapshot not found' } });
    return success(snapshotDocument(snapshot, databaseVersion(archive)));
  },

  deleteSnapshot(call) {
    if (!backups.snapshots.remove(call.path['snapshot_id'] ?? '')) throw badRequest('failed to delete snapshot');
    return noContent;
  },

  async createSnapshot() {
    // The code after this line runs outside the call's transaction. Otherwise a failure of that transaction would undo the task's row, but
    // not the announcement, which is only in memory.
    await Promise.resolve();
    const id = backups.snapshots.announce({ kind: 'by-hand' }, (snapshotId) => tasks.start('create_snapshot', { snapshotId } satisfies SnapshotInput));
    return success({ snapshot_name: id });
  },

  restoreSnapshot(call) {
    const snapshotId = call.path['snapshot_id'] ?? '';
    if (!isSnapshotId(snapshotId) || !backups.snapshots.has(snapshotId)) throw badRequest('failed to restore snapshot');
    const input: SnapshotInput = { snapshotId };
    tasks.start('restore_snapshot', input);
    return success({ accepted: true });
  },
});

const fileNotFound = (): Refusal => new Refusal({ status: 404, body: { error: 'file not found' } });

function backupDocument({ fileName, sizeBytes, day, reason }: BackupFile): WireBackup {
  return { filename: fileName, file_path: `backups/${fileName}`, file_size: sizeBytes, timestamp: day, reason: reason ?? 'False' };
}

function databaseVersion({ database }: Archive): string {
  return (database.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version;
}

function snapshotDocument({ id, state, reason, startedAt, endedAt }: Snapshot, version: string): WireSnapshotInfo['snapshots'][number] {
  return {
    id,
    state,
    // SQLite's version, because SQLite makes the snapshots.
    es_version: version,
    start_date: minuteOf(startedAt),
    end_date: minuteOf(endedAt),
    end_stamp: endedAt,
    duration_s: endedAt - startedAt,
    reason: describeReason(reason),
  };
}

/** `YYYY-MM-DD HH:MM` in the server's time zone. */
function minuteOf(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
