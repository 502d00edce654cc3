// Downloads one video into the library. yt-dlp downloads it into a separate folder, where it is checked; then it is moved and imported.
// Called by a run of the queue. If a download is interrupted, the folder is kept, and the next run continues there.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { QueuedDownload } from '../archive/download-runs.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { isBusy } from '../database/busy.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { freeSpaceOf } from '../disk/free-space.ts';
import { formatSize } from '../disk/format-size.ts';
import { isNotFound } from '../disk/read-if-exists.ts';
import { folderOf } from '../library/folder-of-library.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { reasonNotWritten } from '../library/reasons.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import type { SpaceReservations, Reservation } from '../media-files/space-reservations.ts';
import type { SourceClient } from './source-client.ts';
import { absentDiskMessage, unusableDiskMessage } from './absent-disk.ts';
import { downloadArgs, partialFileOptions, type DownloadPlan } from './download-args.ts';
import { createProgressReader, type DownloadProgress } from './download-progress.ts';
import { reserveDownloadSpace } from './reserve-space.ts';
import { isWithoutProgram, type YtDlpFailure } from './failures.ts';
import { completeDescription, type CompleteDeps } from './complete-description.ts';
import { executeMoves, planMoves, readPlannedMoves, readStaged, removeMoved, removePartialMoves, type Moves } from './place-video.ts';
import {
  diskOfDownloads,
  earlierStagings,
  makeDownloadsFolder,
  openStaging,
  removeStaging,
  stagingFolder,
  stagingOf,
  stagingRoot,
  type StagingPlace,
} from './staging.ts';
import type { YtDlp } from './yt-dlp.ts';

export interface DownloadDeps extends CompleteDeps {
  archive: Archive;
  library: LibraryPlaces;
  libraryLock: LibraryLock;
  sourceClient: SourceClient;
  ytDlp: YtDlp;
  ffmpeg: string | null;
  spaceReservations: SpaceReservations;
}

export type DownloadOutcome =
  | { kind: 'in-library'; videoId: string; warnings: readonly string[] }
  /** The archive already has the video. */
  | { kind: 'was-there' }
  /** The item was forgotten or ignored during the download. */
  | { kind: 'not-wanted' }
  | { kind: 'stopped' }
  | { kind: 'no-program'; message: string }
  /** The disk for downloads is absent or read-only. */
  | { kind: 'no-disk'; message: string }
  /** `bytes`: how many the video needs, as far as known. */
  | { kind: 'no-room'; message: string; bytes: number }
  /** The result is not a video, or cannot be stored. `isTransient`: its files could not be read now, but perhaps later. */
  | { kind: 'unusable'; message: string; isTransient?: boolean }
  /** The download failed or is incomplete. */
  | { kind: 'failed'; failure: YtDlpFailure };

const pendingCheckMs = 1_000;

/** Repeats `work` while another program writes into the database. @throws the last error if the run is stopped meanwhile */
type RepeatWhileBusy = <Value>(work: () => Promise<Value>) => Promise<Value>;

export async function downloadVideo(
  deps: DownloadDeps,
  item: QueuedDownload,
  shutdownSignal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
  repeatWhileBusy: RepeatWhileBusy,
): Promise<DownloadOutcome> {
  const { archive, library } = deps;
  const absentMessage = await absentDiskMessage(archive, library);
  if (absentMessage !== null) return { kind: 'no-disk', message: absentMessage };
  const outcome = await tryDownload(deps, item, shutdownSignal, onProgress, repeatWhileBusy);
  if (outcome.kind !== 'unusable' && outcome.kind !== 'failed') return outcome;
  // If the disk disappeared or became read-only, the failure is not the video's fault.
  const unusableMessage = await unusableDiskMessage(archive, library);
  return unusableMessage === null ? outcome : { kind: 'no-disk', message: unusableMessage };
}

async function tryDownload(
  deps: DownloadDeps,
  item: QueuedDownload,
  shutdownSignal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
  repeatWhileBusy: RepeatWhileBusy,
): Promise<DownloadOutcome> {
  const { archive, library } = deps;
  const staging = stagingOf(archive, library);
  try {
    if (!item.isForced && archive.videos.find(item.videoId)) {
      // An interrupted move may have left incomplete files in the library. An absent downloads folder is cleaned later.
      const root = await stagingRoot(staging).catch(() => null);
      if (root !== null) await removePartialMoves(library, stagingFolder(root, item.videoId));
      await removeStaging(staging, item.videoId);
      return { kind: 'was-there' };
    }
    await repeatWhileBusy(() => makeDownloadsFolder(library, archive.createdFolders));
    const planned = await findPlannedMoves([staging, ...earlierStagings(archive, library)], item.videoId);
    if (planned !== null) return await importDownloaded(deps, item, planned.place, planned.moves, [], repeatWhileBusy);
    const warnings: string[] = [];
    const moves = await fetchVideo(deps, item, shutdownSignal, onProgress, warnings);
    if (!('files' in moves)) {
      if (!keepsPartialFiles(moves)) await removeStaging(staging, item.videoId);
      return moves;
    }
    return await importDownloaded(deps, item, staging, moves, warnings, repeatWhileBusy);
  } catch (error) {
    return errorOutcome(error, diskOfDownloads(library), item.expectedSize);
  }
}

/** The moves that an earlier run recorded, and where the files are. @throws Error if it is not known whether there are any */
async function findPlannedMoves(places: StagingPlace[], videoId: string): Promise<{ place: StagingPlace; moves: Moves } | null> {
  for (const place of places) {
    const root = await stagingRoot(place).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    const moves = root === null ? null : await readPlannedMoves(stagingFolder(root, videoId));
    if (moves !== null) return { place, moves };
  }
  return null;
}

/** Whether a later try can use the partial files. They are useless if the video is gone, is no longer wanted, or cannot be stored. */
function keepsPartialFiles(outcome: DownloadOutcome): boolean {
  if (outcome.kind === 'failed') return outcome.failure.kind !== 'gone' && outcome.failure.kind !== 'unsupported';
  if (outcome.kind === 'unusable') return outcome.isTransient === true;
  return outcome.kind === 'stopped' || outcome.kind === 'no-program' || outcome.kind === 'no-room';
}

/** @param warnings receives the program's warnings */
async function fetchVideo(
  deps: DownloadDeps,
  item: QueuedDownload,
  shutdownSignal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
  warnings: string[],
): Promise<Moves | DownloadOutcome> {
  const { folder } = deps.library.downloads;
  if (item.sourceUrl === null) return { kind: 'unusable', message: 'The source of this video is not known. Forget the item, then add its link.' };
  const result = await reserveDownloadSpace(deps.spaceReservations, folder, item.expectedSize ?? 0);
  if (!result.ok) return diskFullOutcome(item.expectedSize ?? 0, result.freeBytes);
  try {
    return await fetchInto(deps, item, item.sourceUrl, result.reservation, shutdownSignal, onProgress, warnings);
  } finally {
    result.reservation.release();
  }
}

async function fetchInto(
  deps: DownloadDeps,
  item: QueuedDownload,
  sourceUrl: string,
  reservation: Reservation,
  shutdownSignal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
  warnings: string[],
): Promise<Moves | DownloadOutcome> {
  const { archive, library, sourceClient, ytDlp, ffmpeg } = deps;

  const settings = archive.appSettings.get().downloads;
  const overwrites = archive.channels.find(item.channelId)?.overwrites ?? {};
  const format = typeof overwrites['download_format'] === 'string' ? overwrites['download_format'] : null;
  const planFor = (folder: string): Omit<DownloadPlan, 'credentials'> => ({ settings, format, ffmpeg, folder });
  const folder = await openStaging(
    stagingOf(archive, library),
    item.videoId,
    JSON.stringify([sourceUrl, partialFileOptions(downloadArgs({ ...planFor(''), credentials: { cookieFile: null, poToken: null } }))]),
  );

  const unwantedAbort = new AbortController();
  const readProgress = createProgressReader(item.expectedSize);
  let neededBytes = item.expectedSize;
  let checkedAtMs = performance.now();
  const onLine = (line: string): void => {
    const progress = readProgress(line);
    if (progress === null) return;
    neededBytes = progress.totalBytes ?? neededBytes;
    reservation.setWritten((progress.totalBytes ?? 0) * progress.share);
    onProgress(progress);
    // `performance.now`, because if the system's clock were set back, the check would wait.
    if (performance.now() - checkedAtMs < pendingCheckMs) return;
    checkedAtMs = performance.now();
    if (!archive.downloadRuns.isPending(item.videoId)) unwantedAbort.abort();
  };
  const signal = AbortSignal.any([shutdownSignal, unwantedAbort.signal]);
  const end = await sourceClient.withCredentials((credentials) =>
    ytDlp.run(downloadArgs({ ...planFor(folder), credentials }), [sourceUrl], { signal, folder, onLine }),
  );
  if (shutdownSignal.aborted) return { kind: 'stopped' };
  if (!archive.downloadRuns.isPending(item.videoId)) return { kind: 'not-wanted' };
  if (!end.ok) return failureOutcome(end.failure, library.downloads.folder, neededBytes ?? 0);
  warnings.push(...end.warnings);

  const stagedVideo = await readStaged(folder, item.videoId);
  if (shutdownSignal.aborted) return { kind: 'stopped' };
  if (!stagedVideo.ok) return { kind: 'unusable', message: stagedVideo.message, isTransient: stagedVideo.isTransient };
  const wantsSegments = overwrites['integrate_sponsorblock'] ?? settings.integrate_sponsorblock;
  const description = path.join(folder, stagedVideo.video.files.info?.path ?? '');
  await completeDescription(deps, description, stagedVideo.info, item.listedFields, { segments: wantsSegments === true, dislikes: settings.integrate_ryd });
  // Meanwhile a person may have restored the video from the trash or added its file. The address may also lead to a video other than the
  // queued one. A video that is in the archive is replaced only if the item is forced.
  if (!item.isForced && archive.videos.find(stagedVideo.video.record.videoId)) return { kind: 'was-there' };
  return planMoves(deps, folder, stagedVideo, item.listDescription);
}

/** Moves the files, then imports them. Each of the two steps holds the library lock. */
async function importDownloaded(
  deps: DownloadDeps,
  item: QueuedDownload,
  place: StagingPlace,
  moves: Moves,
  warnings: readonly string[],
  repeatWhileBusy: RepeatWhileBusy,
): Promise<DownloadOutcome> {
  const { archive, library, libraryLock } = deps;
  const folder = stagingFolder(await stagingRoot(place), item.videoId);
  await repeatWhileBusy(() => libraryLock.exclusive(() => executeMoves(deps, folder, moves)));
  const importer = createImporter({ root: library, catalogue: createSqliteCatalogue(archive.database), log: () => undefined });
  // A stopping server does not abort the import. If the process ends before the import is complete, the next start imports the moved files.
  const importFolder = () => libraryLock.runPass(new AbortController().signal, (passSignal) => importer.runFolder(passSignal, folderOf(moves.mediaFile)));
  const report = await repeatWhileBusy(importFolder);
  await removeStaging(place, item.videoId);
  const importedFile = archive.videos.find(moves.videoId)?.mediaFile;
  if (importedFile === moves.mediaFile) return { kind: 'in-library', videoId: moves.videoId, warnings };
  const problem = report.problems.find(({ file }) => file === moves.mediaFile);
  // The import preferred the owner's file, so the downloaded files are removed.
  if (importedFile !== undefined && !library.isOwn(importedFile)) await removeMoved(library, moves, item.listDescription);
  const isGone = importedFile === undefined && !existsSync(library.absolute(moves.mediaFile));
  const fallback = isGone ? 'Another program deleted the downloaded file. Try again to download it anew.' : 'The library did not accept the video.';
  return { kind: 'unusable', message: problem?.reason ?? fallback };
}

async function failureOutcome(failure: YtDlpFailure, downloadsFolder: string, neededBytes: number): Promise<DownloadOutcome> {
  if (isWithoutProgram(failure.kind)) return { kind: 'no-program', message: failure.message };
  if (failure.kind === 'stopped') return { kind: 'stopped' };
  const freeBytes = await freeSpaceOf(downloadsFolder);
  // ffmpeg does not report why it could not write, so the free space is checked.
  if (failure.kind === 'no-room' || freeBytes < Math.min(1024 * 1024, neededBytes)) return diskFullOutcome(neededBytes, freeBytes);
  return { kind: 'failed', failure };
}

async function errorOutcome(error: unknown, disk: string, neededBytes: number | null): Promise<DownloadOutcome> {
  const { code } = error as NodeJS.ErrnoException;
  // The run was stopped while it waited for another program. The next run finishes the recorded moves.
  if (isBusy(error)) return { kind: 'stopped' };
  // Reported by the file system, or by the database during the import.
  if (isDiskFull(error)) return diskFullOutcome(neededBytes ?? 0, await freeSpaceOf(disk));
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return { kind: 'unusable', message: `The downloads folder cannot be written to: ${reasonNotWritten(error)}. Make the folder writable, then try again.` };
  return { kind: 'unusable', message: `The video could not be stored: ${reasonNotWritten(error)}.` };
}

function diskFullOutcome(bytes: number, freeBytes: number): DownloadOutcome {
  const spaceText = bytes > 0 ? `: the video needs ${formatSize(bytes)}, and ${formatSize(freeBytes)} is left` : `: ${formatSize(freeBytes)} is left`;
  return { kind: 'no-room', bytes, message: `The disk is full${spaceText}. The download continues by itself when there is space.` };
}
