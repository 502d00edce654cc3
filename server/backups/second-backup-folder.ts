// Copies backups, snapshots and stored files to the second backup folder, which is on another disk or a mounted share. The copying
// starts after each backup and snapshot, and is repeated until nothing is missing, because the folder may be unavailable for a while. A
// copied file is read back before it gets its final name. An access to a share hangs if the share's server is gone, so every access has a
// time limit, and the copying runs in the background.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Alerts } from '../alerts/alerts.ts';
import { freeSpaceOf } from '../disk/free-space.ts';
import { createTimeoutGuard, NoAnswerError, type Heartbeat } from '../disk/timeout-guard.ts';
import { fsyncFile } from '../disk/fsync.ts';
import type { Texts } from '../texts/english.ts';
import { worded, WordedError, type Sentence, type Worded } from '../texts/wording.ts';
import { isUnfinished, readBackupFileName, expiredBackups, unfinishedSuffix, type BackupFile, type BackupFolder } from './backup-folder.ts';
import type { BackupSettings } from './backup-settings.ts';
import { readSnapshotFileName, snapshotFileName, type SnapshotFile } from './snapshot-names.ts';
import { expiredSnapshots } from './snapshot-rotation.ts';
import type { Snapshots } from './snapshots.ts';

export type CopyOutcome =
  /** No second folder is configured. */
  | { kind: 'none' }
  | { kind: 'copied'; files: number }
  /** Files are missing in the second folder; the text says why. The copy is retried. */
  | ({ kind: 'behind' } & Worded);

export interface SecondBackupFolder {
  /** Creates this archive's folder in `chosenFolder`. Returns the reason if `chosenFolder` cannot be used, otherwise null. */
  prepare(chosenFolder: string): Promise<Sentence | null>;
  /** Copies missing files to the second folder, and removes its expired backups and snapshots. */
  bringUpToDate(): Promise<CopyOutcome>;
  /** The result of the last copy; null before the first. */
  lastOutcome(): CopyOutcome | null;
  /** This archive's folder in the second folder; null if no second folder is configured. */
  folder(): string | null;
  start(): void;
  stop(): Promise<void>;
}

export interface SecondBackupFolderOptions {
  archiveId: string;
  dataFolder: string;
  libraryFolder: string;
  backups: BackupFolder;
  snapshots: Snapshots;
  /** Folders below the data folder whose files are also copied. */
  storeFolders: readonly string[];
  settings: { get(): BackupSettings };
  /** How many backups to keep; null for all. */
  backupsToKeep(): number | null;
  alerts: Pick<Alerts, 'raise' | 'clear'>;
  log: (line: string) => void;
  /** How often to check whether an unavailable folder is back. */
  retryMs?: number;
  /** Time limit for the folder's first answer. */
  timeoutMs?: number;
}

/** In this time a disk can spin up, and a share on a slow connection can answer. */
const firstTimeoutMs = 10_000;
/** Time limit for each further step. The longest step flushes a complete snapshot to a slow disk. */
const stepTimeoutMs = 600_000;
/** At shutdown, an access that hangs is abandoned after this time. */
const stopTimeoutMs = 5_000;

const alertKey = 'second-backup-folder';

export function createSecondBackupFolder(options: SecondBackupFolderOptions): SecondBackupFolder {
  const { dataFolder, libraryFolder, backups, snapshots, storeFolders, settings, alerts, log, retryMs = 5 * 60_000, timeoutMs = firstTimeoutMs } = options;
  /** The name of this archive's folder. It contains the archive's id, because several archives may share the second folder. */
  const ownFolderName = `stowaway-${options.archiveId.slice(0, 8)}`;
  const stopController = new AbortController();
  const copyGuard = createTimeoutGuard(timeoutMs);
  const prepareGuard = createTimeoutGuard(timeoutMs);
  let lastOutcome: CopyOutcome | null = null;
  let runningCopy: Promise<CopyOutcome> = Promise.resolve({ kind: 'none' });
  let timer: NodeJS.Timeout | null = null;

  function folder(): string | null {
    const { secondPlace: chosenFolder } = settings.get();
    return chosenFolder === null ? null : path.join(chosenFolder, ownFolderName);
  }

  async function copyMissing(chosenFolder: string, heartbeat: Heartbeat, signal: AbortSignal): Promise<number> {
    const ownFolder = path.join(chosenFolder, ownFolderName);
    // `ownFolder` was created when the folder was chosen. If it is missing, `chosenFolder` is probably an empty mount point.
    await stat(ownFolder).catch((error: NodeJS.ErrnoException) =>
      Promise.reject(error.code === 'ENOENT' ? new FolderProblem((texts) => texts.notThere(ownFolder)) : error),
    );
    const keepAlive = (): void => heartbeat(stepTimeoutMs);
    const startStep = (): void => {
      signal.throwIfAborted();
      keepAlive();
    };
    startStep();
    const backupsInFolder = async () => (await completeFilesIn(path.join(ownFolder, 'backups'))).flatMap((name) => readBackupFileName(name) ?? []);
    const existingCopies = {
      backups: await backupsInFolder(),
      snapshots: (await completeFilesIn(path.join(ownFolder, 'snapshots'))).flatMap((name) => readSnapshotFileName(name) ?? []),
    };
    let copiedCount = 0;
    const copyOne = async (from: string, ...to: string[]): Promise<void> => {
      startStep();
      if (await copyFile(from, { ownFolder, to: path.join(ownFolder, ...to) }, keepAlive, signal)) copiedCount += 1;
    };
    // Stored files are copied first, because rows of the backups and snapshots refer to them.
    for (const storeFolder of storeFolders)
      for (const name of await fileNamesIn(path.join(dataFolder, storeFolder))) await copyOne(path.join(dataFolder, storeFolder, name), storeFolder, name);
    const keep = options.backupsToKeep();
    const expiredCopies = {
      backups: expiredBackupNames(backups.list(), existingCopies.backups, keep),
      snapshots: expiredSnapshotIds(existingCopies.snapshots),
    };
    for (const { fileName } of backups.list()) {
      const from = backups.find(fileName);
      if (from !== null && !expiredCopies.backups.has(fileName)) await copyOne(from, 'backups', fileName);
    }
    for (const snapshot of snapshots.list()) {
      const from = snapshots.fileOf(snapshot.id);
      if (from !== null && !expiredCopies.snapshots.has(snapshot.id)) await copyOne(from, 'snapshots', snapshotFileName(snapshot));
    }
    // Expired files are removed last, when the new ones have been copied.
    const remove = async (...names: string[]): Promise<void> => {
      startStep();
      await rm(path.join(ownFolder, ...names), { force: true });
    };
    // The rotation is computed again from the second folder alone. A backup that was deleted before it could be copied must not displace an
    // older copy.
    const expiredFileNames = expiredBackupNames([], await backupsInFolder(), keep);
    for (const fileName of expiredFileNames) if (expiredCopies.backups.has(fileName)) await remove('backups', fileName);
    for (const snapshot of existingCopies.snapshots) if (expiredCopies.snapshots.has(snapshot.id)) await remove('snapshots', snapshotFileName(snapshot));
    return copiedCount;
  }

  /** Applies the data folder's rotation to the snapshots of both folders together. */
  function expiredSnapshotIds(existingCopies: SnapshotFile[]): Set<string> {
    const localSnapshots = snapshots.list().filter(({ state }) => state === 'SUCCESS');
    const byId = new Map([...existingCopies, ...localSnapshots].map((snapshot) => [snapshot.id, snapshot]));
    return new Set(expiredSnapshots([...byId.values()], settings.get().dailySnapshots, Math.floor(Date.now() / 1000)).map(({ id }) => id));
  }

  async function copyOnce(): Promise<CopyOutcome> {
    const { secondPlace: chosenFolder } = settings.get();
    if (chosenFolder === null) {
      alerts.clear(alertKey);
      return { kind: 'none' };
    }
    const attemptController = new AbortController();
    try {
      const files = await copyGuard(chosenFolder, (heartbeat) =>
        copyMissing(chosenFolder, heartbeat, AbortSignal.any([stopController.signal, attemptController.signal])),
      );
      if (lastOutcome?.kind === 'behind') log(`Backups are copied to ${chosenFolder} again.`);
      alerts.clear(alertKey);
      return { kind: 'copied', files };
    } catch (error) {
      if (stopController.signal.aborted) return { kind: 'behind', ...worded(({ texts }) => texts.backups.folder.stopped) };
      const reason = reasonOf(error);
      const sentence: Sentence = (wording) => wording.texts.backups.folder.notCopied(chosenFolder, reason(wording));
      const sentenceWithRetry: Sentence = (wording) => `${sentence(wording)} ${wording.texts.backups.folder.triedAgain}`;
      alerts.raise({ key: alertKey, topic: 'second-backup-folder', ...worded(sentenceWithRetry) });
      return { kind: 'behind', ...worded(sentence) };
    } finally {
      // Ends an access that hangs, which would otherwise continue when the share is back.
      attemptController.abort();
    }
  }

  async function tryPrepare(chosenFolder: string): Promise<Sentence | null> {
    const problem = await folderProblem(chosenFolder, [
      { folder: dataFolder, name: 'data' },
      { folder: libraryFolder, name: 'library' },
    ]);
    if (problem !== null) return problem;
    try {
      // Not recursive, because in Node 20 a recursive `mkdir` never returns where no folder can be created, such as in /proc.
      await mkdir(path.join(chosenFolder, ownFolderName), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) =>
        error.code === 'EEXIST' ? null : Promise.reject(error),
      );
      const probe = path.join(chosenFolder, ownFolderName, `probe${unfinishedSuffix}`);
      await (await open(probe, 'w', 0o600)).close();
      await rm(probe);
      return null;
    } catch (error) {
      const reason = reasonOf(error);
      return (wording) => wording.texts.backups.folder.unwritable(chosenFolder, reason(wording));
    }
  }

  /** Runs one copy at a time, because two would write the same file. */
  function bringUpToDate(): Promise<CopyOutcome> {
    runningCopy = runningCopy.then(copyOnce).then((outcome) => (lastOutcome = outcome));
    return runningCopy;
  }

  return {
    prepare: (chosenFolder) =>
      prepareGuard(chosenFolder, () => tryPrepare(chosenFolder)).catch((error: unknown) => {
        if (error instanceof NoAnswerError) return unusable(chosenFolder, error.sentence);
        throw error;
      }),
    bringUpToDate,
    lastOutcome: () => lastOutcome,
    folder,
    start() {
      void bringUpToDate();
      timer = setInterval(() => {
        if (lastOutcome?.kind === 'behind') void bringUpToDate();
      }, retryMs);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      stopController.abort();
      await Promise.race([runningCopy, delay(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

type FolderTexts = Texts['backups']['folder'];

class FolderProblem extends WordedError {
  constructor(sentence: (texts: FolderTexts, formatSize: (bytes: number) => string) => string) {
    super(({ texts, formatSize }) => sentence(texts.backups.folder, formatSize));
  }
}

async function folderProblem(chosenFolder: string, forbiddenFolders: { folder: string; name: keyof FolderTexts['inside'] }[]): Promise<Sentence | null> {
  if (!path.isAbsolute(chosenFolder)) return ({ texts }) => texts.backups.folder.fullPath;
  const stats = await stat(chosenFolder).catch((error: NodeJS.ErrnoException) => error);
  if (stats instanceof Error) return unusable(chosenFolder, reasonOf(stats));
  if (!stats.isDirectory()) return ({ texts }) => texts.backups.folder.noFolder(chosenFolder);
  const realFolder = await realpath(chosenFolder);
  for (const { folder, name } of forbiddenFolders) {
    const forbiddenFolder = await realpath(folder).catch(() => path.resolve(folder)); // The folder does not exist yet.
    if (realFolder === forbiddenFolder || realFolder.startsWith(forbiddenFolder + path.sep))
      return ({ texts }) => texts.backups.folder.inside[name](chosenFolder);
  }
  return null;
}

function unusable(chosenFolder: string, reason: Sentence): Sentence {
  return (wording) => wording.texts.backups.folder.unusable(chosenFolder, reason(wording));
}

/** Applies the rotation to the backups of both folders together. */
function expiredBackupNames(localBackups: BackupFile[], existingCopies: Omit<BackupFile, 'sizeBytes'>[], keep: number | null): Set<string> {
  return keep === null ? new Set() : expiredBackups([...localBackups, ...existingCopies], keep);
}

/** FAT stores times in steps of two seconds. */
const timeToleranceMs = 2_000;

/**
 * Copies a file. Returns false if `to` is already a copy, or if `from` has been deleted since it was listed. Copying may take hours, so
 * `keepAlive` is called for each chunk.
 */
async function copyFile(from: string, { ownFolder, to }: { ownFolder: string; to: string }, keepAlive: () => void, signal: AbortSignal): Promise<boolean> {
  const sourceStats = await stat(from).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(error)));
  if (sourceStats === null) return false;
  const existingCopy = await stat(to).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(error)));
  if (existingCopy?.size === sourceStats.size && existingCopy.mtimeMs >= sourceStats.mtimeMs - timeToleranceMs) return false;
  await createFoldersIn(ownFolder, path.dirname(to));
  const freeBytes = await freeSpaceOf(path.dirname(to));
  if (sourceStats.size > freeBytes)
    throw new FolderProblem((texts, formatSize) => texts.noSpace(path.basename(from), formatSize(sourceStats.size), formatSize(freeBytes)));
  const unfinishedFile = `${to}${unfinishedSuffix}`;
  try {
    const writtenHash = createHash('sha256');
    const hashingStream = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        keepAlive();
        writtenHash.update(chunk);
        callback(null, chunk);
      },
    });
    await pipeline(createReadStream(from), hashingStream, createWriteStream(unfinishedFile, { mode: 0o600 }), { signal });
    await fsyncFile(unfinishedFile);
    if (writtenHash.digest('hex') !== (await hashOf(unfinishedFile, keepAlive, signal))) throw new FolderProblem((texts) => texts.differs(path.basename(from)));
    // If this fails, the copy keeps the time at which it was written. That time is later than the source's, so the file still counts as a copy.
    await utimes(unfinishedFile, sourceStats.atime, sourceStats.mtime).catch(() => undefined);
    await rename(unfinishedFile, to);
    return true;
  } catch (error) {
    await rm(unfinishedFile, { force: true }).catch(() => undefined); // The folder may be unavailable.
    throw error;
  }
}

/** Never creates `ownFolder`, so that nothing is written below the mount point if the disk is unmounted during the copy. */
async function createFoldersIn(ownFolder: string, folder: string): Promise<void> {
  let currentFolder = ownFolder;
  for (const name of path.relative(ownFolder, folder).split(path.sep)) {
    currentFolder = path.join(currentFolder, name);
    await mkdir(currentFolder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? null : Promise.reject(error)));
  }
}

async function hashOf(file: string, keepAlive: () => void, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) {
    keepAlive();
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

/** The names of complete files. Removes unfinished ones that a crash left. */
async function completeFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)));
  for (const name of names.filter(isUnfinished)) await rm(path.join(folder, name), { force: true });
  return names.filter((name) => !isUnfinished(name));
}

async function fileNamesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)));
  return names.filter((name) => !name.endsWith(unfinishedSuffix));
}

const reasonsByCode: Record<string, keyof FolderTexts['reasons']> = {
  ENOENT: 'absent',
  ENOTDIR: 'notFolder',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'readOnly',
  ENOSPC: 'full',
  EDQUOT: 'quota',
  EIO: 'failing',
  ESTALE: 'gone',
  EHOSTDOWN: 'silent',
  ENOTCONN: 'notConnected',
};

function reasonOf(error: unknown): Sentence {
  if (error instanceof WordedError) return error.sentence;
  const reason = reasonsByCode[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason !== undefined) return ({ texts }) => texts.backups.folder.reasons[reason];
  const message = error instanceof Error ? error.message : String(error);
  return () => message;
}
