// Receives a backup or a snapshot from a person's device. The file may contain anything. It is written to a separate folder, if there is
// space, and then read as a restore would read it. It is listed only if all of it is valid.
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freeSpaceOf } from '../disk/free-space.ts';
import { fsyncFile } from '../disk/fsync.ts';
import { dayOf, type BackupFolder } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';
import { requireOwnSchema } from './own-schema.ts';
import type { FileStore } from './file-store.ts';
import { readBackup } from './read-backup.ts';
import { readSnapshotFileName } from './snapshot-names.ts';
import { readSnapshot, type Snapshots } from './snapshots.ts';
import { validateInStaging } from './staging.ts';

export type UploadedBackup = { kind: 'backup'; fileName: string } | { kind: 'snapshot'; id: string };

export interface BackupUpload {
  /**
   * @param givenName the file's name on the device, from which its name on the server is derived
   * @throws BackupProblem if the file is refused; nothing of it is kept
   */
  receive(content: Readable, givenName: string, signal: AbortSignal): Promise<UploadedBackup>;
}

export interface BackupUploadOptions {
  dataFolder: string;
  /** Checks and restores share this folder, so `serialize` runs one of them at a time. */
  stagingFolder: string;
  serialize: <Value>(work: () => Promise<Value>) => Promise<Value>;
  backups: BackupFolder;
  snapshots: Snapshots;
  fileStore: Pick<FileStore, 'folders' | 'check'>;
  pictureFolders(): readonly string[];
}

/** Space that the archive itself may need during the upload. */
const reservedBytes = 100 * 1024 * 1024;

export function createBackupUpload(options: BackupUploadOptions): BackupUpload {
  const { dataFolder, backups, snapshots } = options;
  const folder = path.join(dataFolder, 'incoming');
  // A killed server may have left files in the folder.
  rmSync(folder, { recursive: true, force: true });

  async function check(file: string, signal: AbortSignal): Promise<'backup' | 'snapshot'> {
    const kind = await kindOf(file);
    if (kind === null) throw new BackupProblem((texts) => texts.unknownKind);
    await options.serialize(() =>
      validateInStaging(options.stagingFolder, async (staging, stagingFile) => {
        const pictureFolders = options.pictureFolders();
        if (kind === 'snapshot') return readSnapshot(file, staging, stagingFile, pictureFolders, requireOwnSchema);
        const fileStore = { folders: options.fileStore.folders, restoreFile: options.fileStore.check };
        await readBackup(staging, { file, fileStore, pictureFolders, targetFolder: dataFolder, onProgress: () => undefined, signal });
      }),
    );
    return kind;
  }

  return {
    async receive(content, givenName, signal) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, randomBytes(12).toString('hex'));
      try {
        await writeUpload(content, file, Math.max(0, (await freeSpaceOf(folder)) - reservedBytes), signal);
        if ((await check(file, signal)) === 'backup') return { kind: 'backup', fileName: moveToBackups(file, givenName) };
        const now = Math.floor(Date.now() / 1000);
        return { kind: 'snapshot', id: snapshots.adopt(file, readSnapshotFileName(path.basename(givenName)) ?? { startedAt: now, endedAt: now }) };
      } finally {
        await rm(file, { force: true });
      }
    },
  };

  /** Never overwrites another backup, and never uses the reason `auto`, whose backups rotate. */
  function moveToBackups(file: string, givenName: string): string {
    const [, day, givenReason = 'brought_in'] = /^ta_backup-(\d{8})(?:-([A-Za-z0-9_]{1,60}))?\.zip$/.exec(path.basename(givenName)) ?? [];
    const reason = givenReason === 'auto' ? 'auto_brought_in' : givenReason;
    for (let count = 1; ; count += 1) {
      const { fileName, file: target } = backups.target(count === 1 ? reason : `${reason}_${count}`, dateOf(day));
      if (existsSync(target)) continue;
      renameSync(file, target);
      return fileName;
    }
  }
}

/** Undefined if the name has no date, or an impossible one such as 31 February; today's date is then used. */
function dateOf(day: string | undefined): Date | undefined {
  if (day === undefined) return undefined;
  const date = new Date(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
  return dayOf(date) === day ? date : undefined;
}

async function writeUpload(content: Readable, file: string, maxBytes: number, signal: AbortSignal): Promise<void> {
  let receivedBytes = 0;
  const limiter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) done(new BackupProblem((texts, { formatSize }) => texts.tooLarge(formatSize(maxBytes))));
      else done(null, chunk);
    },
  });
  // Readable by the owner only, because it contains names, watch history and password hashes.
  await pipeline(content, limiter, createWriteStream(file, { mode: 0o600, flags: 'wx' }), { signal });
  if (receivedBytes === 0) throw new BackupProblem((texts) => texts.emptyFile);
  await fsyncFile(file);
}

async function kindOf(file: string): Promise<'backup' | 'snapshot' | null> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    if (buffer.subarray(0, 2).toString('latin1') === 'PK') return 'backup';
    return buffer.toString('latin1') === 'SQLite format 3\0' ? 'snapshot' : null;
  } finally {
    await handle.close();
  }
}
