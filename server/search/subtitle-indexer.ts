// Keeps the index of subtitle passages in step with the files, while the setting `subtitle_index` is on. Database triggers record in the
// table `subtitle_due` which videos must be read. A video stays in the table until it has been read, even if the server crashes, or the
// folder is absent or unreadable for a while.
import { opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { SubtitleRecord } from '../catalogue/records.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { inTransaction } from '../database/transaction.ts';
import { isInterruption, isTemporary } from '../disk/shortage.ts';
import { stateOfFolder } from '../library/absent-folders.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { Log } from '../log/log.ts';
import { passagesOf, type Passage } from '../../src/contract/subtitle-passages.ts';

/** Enough for a video's automatic subtitles with a time for each word; a larger file is something else. */
const maxBytes = 16 * 1024 * 1024;
const checkIntervalMs = 5_000;
/** One video is read in a few milliseconds. A first import, or a disk that has to spin up, takes longer than a search can wait. */
const maxWaitMs = 500;
/** How many videos are read before other work has its turn. */
const rowsPerBatch = 5;
/** A video that cannot be read is tried again only after this time, because there may be many such videos. */
const skippedRetryMs = 60_000;

export interface SubtitleIndexer {
  /** Reads everything that is due. After a video could not be read, it and all videos with lower ids wait for `skippedRetryMs`. */
  run(): Promise<void>;
  /** Called before a search is answered. Resolves when everything is read, or after `maxWaitMs`; reading then continues. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export function createSubtitleIndexer(archive: Archive, library: LibraryPlaces, log: Log): SubtitleIndexer {
  const { database } = archive;
  const selectDue = database.prepare('SELECT video AS id, changed FROM subtitle_due WHERE video > ? ORDER BY video LIMIT ?');
  const removeDue = database.prepare('DELETE FROM subtitle_due WHERE video = ? AND changed = ?');
  const subtitlesOf = database.prepare('SELECT subtitles FROM video WHERE id = ?');
  /** `?2`: the language and source of each track whose lines stay. */
  const deleteLines = database.prepare("DELETE FROM subtitle_line WHERE video = ?1 AND lang || ' ' || source NOT IN (SELECT value FROM json_each(?2))");
  const insertLine = database.prepare('INSERT INTO subtitle_line (video, lang, source, place, start_ms, end_ms, text) VALUES (?, ?, ?, ?, ?, ?, ?)');
  let isClosed = false;
  /** The codes or messages of the errors that were logged since the last run without an error. */
  const loggedErrors = new Set<string>();
  /** Videos with tracks that the server has no permission to read, each with the `changed` at which its other tracks were indexed. */
  const partlyIndexed = new Map<number, number>();
  let lastRun: Promise<void> = Promise.resolve();
  /** The last video that could not be read. Videos up to it are not tried before `skippedRetryAtMs`. */
  let lastSkippedId = 0;
  let skippedRetryAtMs = 0;
  /** Whether a video was skipped because of an error, which was logged. */
  let hasReadError = false;

  /**
   * Returns false if the folder of a subtitle file is absent or cannot be read. The video stays due then, and also if this throws.
   * @throws see `textOf`
   */
  async function indexVideo(id: number, changed: number): Promise<boolean> {
    const row = subtitlesOf.get(id) as { subtitles: string } | undefined;
    const subtitles = row ? (JSON.parse(row.subtitles) as SubtitleRecord[]) : [];
    const tracks: { subtitle: SubtitleRecord; passages: Passage[] }[] = [];
    const forbiddenTracks: SubtitleRecord[] = [];
    let forbiddenError: unknown;
    for (const subtitle of subtitles) {
      const text = await textOf(library, subtitle.file).catch((error: unknown) => {
        if (!isForbidden(error)) throw error;
        forbiddenTracks.push(subtitle);
        forbiddenError = error;
        return undefined;
      });
      if (text === undefined) continue;
      if (text === null && !(await isReadable(path.dirname(library.absolute(subtitle.file))))) return false;
      tracks.push({ subtitle, passages: passagesOf(text ?? '') });
    }
    if (forbiddenTracks.length > 0 && partlyIndexed.get(id) === changed) throw forbiddenError;
    // Of several tracks with one language and source, those that can be read replace the lines of all.
    const readKeys = new Set(tracks.map(({ subtitle }) => trackKey(subtitle)));
    const keptKeys = forbiddenTracks.map(trackKey).filter((key) => !readKeys.has(key));
    inTransaction(database, () => {
      deleteLines.run(id, JSON.stringify(keptKeys));
      // The video may have been removed while its files were read.
      if (subtitlesOf.get(id)) {
        for (const { subtitle, passages } of tracks) {
          const [lang, source] = [langOf(subtitle), sourceOf(subtitle)];
          passages.forEach(({ startMs, endMs, text }, index) => insertLine.run(id, lang, source, index + 1, startMs, endMs, text));
        }
      }
      if (forbiddenTracks.length === 0) removeDue.run(id, changed);
    });
    if (forbiddenTracks.length > 0) {
      partlyIndexed.set(id, changed);
      throw forbiddenError;
    }
    partlyIndexed.delete(id);
    return true;
  }

  async function readDue(): Promise<void> {
    if (performance.now() >= skippedRetryAtMs) [lastSkippedId, hasReadError] = [0, false];
    while (!isClosed && archive.appSettings.get().downloads.subtitle_index) {
      const rows = selectDue.all(lastSkippedId, rowsPerBatch) as { id: number; changed: number }[];
      if (rows.length === 0) return;
      for (const { id, changed } of rows) {
        if (await indexVideo(id, changed).catch(skipIfOneFileFails)) continue;
        lastSkippedId = id;
        skippedRetryAtMs = performance.now() + skippedRetryMs;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * A disk may fail, a network share may lack memory, and the permission may be missing, for a single file. Such a file must not block the
   * videos after it.
   */
  function skipIfOneFileFails(error: unknown): false {
    if ((error as NodeJS.ErrnoException).code !== 'ENOMEM' && !isInterruption(error) && !isForbidden(error)) throw error;
    hasReadError = true;
    logOnce(error);
    return false;
  }

  /** Reading is retried repeatedly, for maybe thousands of files, so only the first error of each code is logged. */
  function logOnce(error: unknown): void {
    const message = isDiskFull(error) ? 'the disk is full; indexing continues when there is space.' : error instanceof Error ? error.message : String(error);
    const key = (error as NodeJS.ErrnoException).code ?? message;
    if (!loggedErrors.has(key)) log.warn(`Subtitles could not be indexed: ${message}`);
    loggedErrors.add(key);
  }

  function run(): Promise<void> {
    lastRun = lastRun.then(readDue).then(() => {
      if (!hasReadError) loggedErrors.clear();
    }, logOnce);
    return lastRun;
  }
  const timer = setInterval(() => void run(), checkIntervalMs);
  timer.unref();

  return {
    run,
    async catchUp() {
      let timeout: NodeJS.Timeout | undefined;
      const timedOut = new Promise<void>((resolve) => (timeout = setTimeout(resolve, maxWaitMs)));
      await Promise.race([run(), timedOut]);
      clearTimeout(timeout);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await lastRun;
    },
  };
}

const langOf = ({ lang }: SubtitleRecord): string => lang.toLowerCase();
const sourceOf = ({ source }: SubtitleRecord): string => (source === 'auto' ? 'auto' : 'user');
const trackKey = (subtitle: SubtitleRecord): string => `${langOf(subtitle)} ${sourceOf(subtitle)}`;

/** Whether the server has no permission to read the file. Giving it the permission does not change the file, so only a new try notices that. */
function isForbidden(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

/** Whether the folder exists and can be listed. `stateOfFolder` alone answers `there` for a folder on a disconnected share. */
async function isReadable(folder: string): Promise<boolean> {
  const canBeListed = await opendir(folder).then(
    async (opened) => {
      await opened.close();
      return true;
    },
    () => false,
  );
  return canBeListed && (await stateOfFolder(folder)) === 'there';
}

/**
 * The file's text; null if it cannot be read. If only the file is gone, the import removes it from the video.
 * @throws the system's error if the file may be readable at another time
 */
async function textOf(library: LibraryPlaces, file: string): Promise<string | null> {
  try {
    // `find` answers null for every error, so it alone would not show that the disk failed.
    const { size } = await stat(library.absolute(file));
    const realFile = await library.find(file);
    if (realFile === null) return null;
    return size <= maxBytes ? await readFile(realFile, 'utf8') : '';
  } catch (error) {
    // If null were returned and the folder could be listed again by now, the video would count as read, without passages.
    if (isTemporary(error) || isForbidden(error)) throw error;
    // The folder may be absent for a moment. The caller checks this, and tries again later if so.
    return null;
  }
}
