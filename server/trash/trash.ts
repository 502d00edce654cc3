// The trash of one archive. Each change is recorded durably before the first file moves, so that `recover` can finish or undo it after a
// crash or power cut at any point. `recover` undoes an unfinished deletion (nobody was told that it succeeded), and completes a restore or
// purge (deletion for good).
import { lstat, stat } from 'node:fs/promises';
import type { Archive } from '../archive/archive.ts';
import { inDurableTransaction, inTransaction } from '../database/transaction.ts';
import { formatSize } from '../disk/format-size.ts';
import { absentFolderOf, libraryItself } from '../library/absent-folders.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { reasonNotWritten } from '../library/reasons.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import { translateStoredText } from '../texts/translate-stored-text.ts';
import { serverWording, type Wording } from '../texts/wording.ts';
import {
  existingFiles,
  deleteForGood,
  isAnyInTrash,
  isDiskAbsent,
  exists,
  moveOutOfTrash,
  moveToTrash,
  NotRemovable,
  findObstacles,
  planMoves,
  type MoveResult,
} from './move-files.ts';
import { findStrays, type Stray } from './strays.ts';
import { createTrashItems, type MovedFile, type NewTrashItem, type TrashItem, type TrashedRows } from './trash-items.ts';
import { createTrashedRows } from './trashed-rows.ts';

export interface Trash {
  /**
   * Moves files into the trash and then changes rows, both or neither.
   * @param change changes rows, in one transaction with the end of the move; returns the rows to keep with the item
   * @throws NotRemovable, or database errors. Files already moved go back, now or by `recover`
   */
  take(item: Omit<NewTrashItem, 'sizeBytes'>, files: string[], change: (rows: ReturnType<typeof createTrashedRows>) => TrashedRows): Promise<number>;
  /** Changes database rows. The rows of a channel or a playlist are read before `take`. */
  rows: ReturnType<typeof createTrashedRows>;
  items: ReturnType<typeof createTrashItems>;
  restore(id: number): Promise<RestoreOutcome>;
  /** Restores every item that can be restored. @returns how many, and why the others could not be */
  restoreAll(): Promise<{ restored: number; problems: RestoreOutcome[] }>;
  /** Deletes an item for good; false if it is not in the trash. */
  remove(id: number): Promise<boolean>;
  /** Deletes items for good, and returns how many. @param upTo the last id that the person saw; default: all */
  empty(upTo?: number): Promise<number>;
  /** Deletes for good the items that have been in the trash longer than the setting allows. Returns how many. */
  removeDue(): Promise<number>;
  /** Frees space on the file system of a folder (absolute). Returns the bytes freed. */
  freeSpace(folder: string, bytes: number): Promise<number>;
  /**
   * Finishes or undoes interrupted changes. To be called before the first import, and again later for items that could not be finished
   * then. Never rejects, because failures are logged.
   */
  recover(): Promise<void>;
  /** Looks for strays and logs new ones. Called hourly. A start does not wait for the scan, which reads folders on every disk. */
  scanForStrays(): Promise<void>;
  /** The strays found: files in a trash that no item names. */
  strays(): Stray[];
}

export type RestoreOutcome =
  /** `problems`: why items that were deleted with this one stay in the trash. */
  | { kind: 'restored'; title: string; items: number; problems: RestoreOutcome[] }
  /** The archive has the item again; the trash contains another copy. */
  | { kind: 'there-again'; title: string }
  | { kind: 'blocked'; title: string; files: string[] }
  /** Somebody removed the item's files from the trash. */
  | { kind: 'lost'; title: string; files: string[] }
  /** The disk with the item's trash is absent, or the folder (absolute) to which its files belong. */
  | { kind: 'absent'; title: string; folder: string | null }
  /** `why`: a text without a full stop. */
  | { kind: 'refused'; title: string; why: string }
  | { kind: 'unknown' };

export interface TrashOptions {
  archive: Archive;
  library: LibraryPlaces;
  libraryLock: LibraryLock;
  log: (line: string) => void;
}

const daySeconds = 86_400;

type MessageWording = Pick<Wording, 'language' | 'texts' | 'formatCount'>;

/** The wording of stored and logged messages, in which counts have no separators. */
const logWording: MessageWording = { ...serverWording, formatCount: (count) => String(count) };

export function createTrash({ archive, library, libraryLock, log }: TrashOptions): Trash {
  const { database } = archive;
  const items = createTrashItems(database);
  const rows = createTrashedRows(database);
  let strays: Stray[] = [];

  async function restoreOne(item: TrashItem): Promise<RestoreOutcome> {
    const { id, title } = item;
    try {
      const obstacle = await obstacleOf(item);
      if (obstacle !== null) return obstacle;
      // Somebody may have deleted the item for good meanwhile.
      if (items.find(id)?.state !== 'kept') return { kind: 'unknown' };
      inDurableTransaction(database, () => items.setState(id, 'restoring'));
      return await finishRestoring(item);
    } catch (error) {
      // After a database error, files may have moved back. The item's state is still `restoring`, so `recover` does the rest.
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      // Companions that are already back stay, and the next try skips them. If the media file is back, the item stays `restoring` for
      // `recover`, because otherwise an import would treat the file as one that somebody had put back.
      const media = mediaOf(item.kind, item.files);
      const isBack = media !== undefined && (await exists(library.absolute(media)));
      if (!isBack && items.find(id)?.state === 'restoring') items.setState(id, 'kept');
      return { kind: 'refused', title, why: reasonNotWritten(error) };
    }
  }

  async function obstacleOf({ kind, ref, title, files }: TrashItem): Promise<RestoreOutcome | null> {
    // If the video was missing when it was deleted, the item has no files, and restoring it adds no second copy.
    if (kind === 'video' && files.length > 0 && rows.isVideoHere(ref)) return { kind: 'there-again', title };
    const { takenFiles, lostFiles } = await findObstacles(library, files);
    if (takenFiles.length > 0) return { kind: 'blocked', title, files: takenFiles };
    if (await isDiskAbsent(library, files)) return { kind: 'absent', title, folder: null };
    const folder = await absentFolder(files);
    if (folder !== null) return { kind: 'absent', title, folder };
    const media = mediaOf(kind, files);
    return media !== undefined && lostFiles.includes(media) ? { kind: 'lost', title, files: [media] } : null;
  }

  /** The absolute path of an absent folder; null if none is absent. A folder that contains the trash of its own files is not absent. */
  async function absentFolder(files: MovedFile[]): Promise<string | null> {
    const placesInTrash: string[] = [];
    for (const { place } of files) if (await exists(library.absolute(place))) placesInTrash.push(place);
    const isProvenPresent = (folder: string): boolean => placesInTrash.some((place) => place.startsWith(`${folder}/`));
    const names = files.map(({ file }) => file);
    const absentName = await absentFolderOf(library, names, (folder) => folder !== libraryItself && !isProvenPresent(folder) && rows.hasVideosIn(folder));
    return absentName === null ? null : library.absolute(absentName);
  }

  /** A video's media file, always the last of its files. A lost companion does not prevent a restore. */
  function mediaOf(kind: TrashItem['kind'], files: MovedFile[]): string | undefined {
    return kind === 'video' ? files.at(-1)?.file : undefined;
  }

  async function finishRestoring(item: TrashItem): Promise<RestoreOutcome> {
    const { id, kind, ref, title, files, parent } = item;
    // The media file moves last, and only if every companion is back, because an import that found it alone, or while the item is in the
    // trash, would treat it as one that somebody had put back.
    const media = mediaOf(kind, files);
    const companions = files.filter(({ file }) => file !== media);
    const blockedFiles = await moveOutOfTrash(library, companions);
    if (blockedFiles.length === 0)
      blockedFiles.push(
        ...(await moveOutOfTrash(
          library,
          files.filter(({ file }) => file === media),
        )),
      );
    if (blockedFiles.length > 0) {
      items.setState(id, 'kept');
      return { kind: 'blocked', title, files: blockedFiles };
    }
    // Every file is back. The folders created for the files are removed now, because only the item knows of these folders.
    await deleteForGood(library, files);
    const children = kind === 'video' ? [] : items.childrenOf(id);
    const mediaFile = kind === 'video' ? rows.mediaFileOf(ref) : null;
    const isMissing = mediaFile !== null && !(await exists(library.absolute(mediaFile)));
    inDurableTransaction(database, () => {
      if (kind === 'video') {
        const channelId = rows.channelOf(ref);
        const parentItem = parent === null ? null : items.find(parent);
        if (channelId !== null && !rows.hasChannel(channelId) && parentItem) rows.putChannel(parentItem);
        rows.restoreVideo(item);
        // Otherwise the archive would seem to have the file. A second item of this video, which has the file, could then be restored only
        // after the next import.
        if (isMissing) rows.markMissing(ref);
      } else rows.restoreCollections(item);
      items.remove(id);
    });
    let restoredCount = 1;
    const problems: RestoreOutcome[] = [];
    for (const child of children) {
      const outcome = await restoreOne(child);
      if (outcome.kind === 'restored') restoredCount += 1;
      // `unknown`: the item was deleted for good meanwhile.
      else if (outcome.kind !== 'unknown') problems.push(outcome);
    }
    return { kind: 'restored', title, items: restoredCount, problems };
  }

  async function purge(item: TrashItem): Promise<void> {
    const { id, kind, files } = item;
    inDurableTransaction(database, () => {
      if (kind === 'video') rows.forgetVideo(item);
      items.setState(id, 'purging');
    });
    await finishPurging(id, files);
  }

  async function finishPurging(id: number, files: MovedFile[]): Promise<void> {
    // The row stays for `recover`, because nothing else knows of the files.
    if (await isDiskAbsent(library, files)) return;
    await deleteForGood(library, files);
    items.remove(id);
  }

  async function finishItem(item: TrashItem): Promise<void> {
    const { id, kind, title, files } = item;
    if (item.state === 'purging') return finishPurging(id, files);
    if (await isDiskAbsent(library, files))
      return log(`Trash: the move of ${title} is unfinished, because its disk is not connected. The move is completed when the disk is back.`);
    const media = mediaOf(kind, files);
    const folder = item.state === 'restoring' ? await absentFolder(files) : null;
    if (folder !== null) {
      // If files are still in the trash, a person can restore them later. Otherwise they are on the absent disk.
      if (!(await isAnyInTrash(library, files)))
        return log(
          `Trash: the move of ${title} is unfinished: the folder ${folder} is empty or does not exist. The move is completed when the folder is back.`,
        );
      log(`Trash: ${restoreMessage({ kind: 'absent', title, folder })}`);
      return items.setState(id, 'kept');
    }
    if (media !== undefined && (await findObstacles(library, files)).lostFiles.includes(media)) {
      // The item is listed again, so that a person sees it and decides. Its files stay known in case their folder returns.
      log(`Trash: the move of ${title} is unfinished, and ${media} is no longer in the trash.`);
      return items.setState(id, 'kept');
    }
    if (item.state === 'restoring') {
      const outcome = await finishRestoring(item);
      if (outcome.kind !== 'restored' || outcome.problems.length > 0) log(`Trash: ${restoreMessage(outcome)}`);
      return;
    }
    const blockedFiles = await moveOutOfTrash(library, files.toReversed());
    if (blockedFiles.length > 0) {
      // Another file has taken the name. Both are kept.
      items.setFiles(
        id,
        files.filter(({ file }) => blockedFiles.includes(file)),
      );
      return items.setState(id, 'kept');
    }
    await deleteForGood(library, files);
    items.remove(id);
  }

  /** Undoes a move into the trash whose end could not be recorded. @throws disk or database errors; `recover` tries again either way */
  async function undo(id: number): Promise<void> {
    const item = items.find(id);
    if (item?.state === 'moving') await finishItem(item);
  }

  /** Whether the files' disk is absent, or the folder that they could be restored to. */
  const isAbsent = async (files: MovedFile[]): Promise<boolean> => (await isDiskAbsent(library, files)) || (await absentFolder(files)) !== null;

  /**
   * How many bytes deleting the files would free on this device. A file frees none if it is gone from the trash, on another disk, or has
   * another name elsewhere (a hard link, which a program that shares the file may have made).
   */
  async function freeableBytes(files: MovedFile[], device: number): Promise<number> {
    let bytes = 0;
    for (const { place } of files) {
      const stats = await lstat(library.absolute(place)).catch(() => null); // gone, or its disk is absent
      if (stats?.isFile() === true && stats.dev === device && stats.nlink <= 1) bytes += stats.size;
    }
    return bytes;
  }

  /** @param includesAbsent whether to delete items whose disk or folder is absent, because a person requested it; otherwise they wait */
  async function purgeAll(ids: number[], { includesAbsent }: { includesAbsent: boolean }): Promise<number> {
    let count = 0;
    for (const id of ids) {
      const itemBefore = items.find(id);
      if (itemBefore === null || (!includesAbsent && (await isAbsent(itemBefore.files)))) continue;
      const item = items.find(id);
      if (item?.state !== 'kept') continue;
      await purge(item);
      count += 1;
    }
    return count;
  }

  return {
    rows,
    items,

    async take(item, files, change) {
      const presentFiles = await existingFiles(library, files);
      const sizeBytes = presentFiles.reduce((sum, file) => sum + file.sizeBytes, 0);
      const id = items.add({ ...item, sizeBytes });
      const names = presentFiles.map(({ file }) => file);
      const tryMove = async (where: 'top' | 'beside'): Promise<MoveResult> => {
        const moves = await planMoves(library, id, names, where);
        inDurableTransaction(database, () => items.setFiles(id, moves));
        return moveToTrash(library, moves);
      };
      try {
        if ((await tryMove('top')).kind === 'crosses' && (await tryMove('beside')).kind === 'crosses')
          throw new NotRemovable(`${item.title} could not be deleted: its file system does not allow files to be moved within their folder.`);
      } catch (error) {
        // If files could not go back, or their disk has just gone, the item stays, so that `recover` finds them.
        const moves = items.find(id)?.files ?? [];
        // A disk that cannot be read may contain such files.
        const mayBeInTrash = (await isAnyInTrash(library, moves).catch(() => true)) || (await isDiskAbsent(library, moves).catch(() => true));
        if (!mayBeInTrash) items.remove(id);
        throw error;
      }
      try {
        inTransaction(database, () => {
          items.setRows(id, { ...item.rows, ...change(rows) });
          items.setState(id, 'kept');
        });
      } catch (error) {
        // The disk of the database may be full, for example. `recover` later moves back what cannot go back now.
        await undo(id).catch(() => undefined);
        throw error;
      }
      return id;
    },

    restore: (id) =>
      libraryLock.exclusive(async () => {
        const item = items.find(id);
        return item?.state === 'kept' ? restoreOne(item) : { kind: 'unknown' };
      }),

    restoreAll: () =>
      libraryLock.exclusive(async () => {
        const problems: RestoreOutcome[] = [];
        let restoredCount = 0;
        for (const id of items.allIds()) {
          const item = items.find(id);
          // The item was already restored, together with the item with which it was deleted.
          if (item?.state !== 'kept') continue;
          const outcome = await restoreOne(item);
          // `outcome.problems` is left out, because items that were not restored with this one have their own round of this loop.
          if (outcome.kind === 'restored') restoredCount += outcome.items;
          else problems.push(outcome);
        }
        return { restored: restoredCount, problems };
      }),

    remove: async (id) => (await purgeAll([id], { includesAbsent: true })) === 1,
    empty: (upTo) => purgeAll(items.allIds(upTo), { includesAbsent: true }),
    removeDue: () => purgeAll(items.dueIds(archive.librarySettings.get().trashDays * daySeconds), { includesAbsent: false }),

    async freeSpace(folder, bytes) {
      let freedBytes = 0;
      let count = 0;
      const { dev } = await stat(folder);
      for (const item of items.expendable()) {
        if (freedBytes >= bytes) break;
        const itemBytes = await freeableBytes(item.files, dev);
        // An item that would free less than half its size stays: its media file is gone from the trash, on another disk or shared.
        if (2 * itemBytes < item.sizeBytes || (await isAbsent(item.files))) continue;
        // Somebody may have restored or deleted the item meanwhile.
        if (items.find(item.id)?.state !== 'kept') continue;
        await purge(item);
        freedBytes += itemBytes;
        count += 1;
      }
      if (count > 0) {
        const message = logWording.texts.library.trash.emptiedEarly(count, logWording.formatCount(count), formatSize(freedBytes));
        archive.librarySettings.recordTrashEmptiedEarly({ message, items: count, bytes: freedBytes });
        log(message);
      }
      return freedBytes;
    },

    async recover() {
      if (items.unfinished().length === 0) return;
      await libraryLock.exclusive(async () => {
        for (const item of items.unfinished())
          await finishItem(item).catch((error: unknown) =>
            log(`Trash: the move of ${item.title} is unfinished (${reasonNotWritten(error)}). The move is tried again.`),
          );
      });
    },

    async scanForStrays() {
      const knownFolders = new Set(strays.map(({ folder }) => folder));
      strays = await findStrays(library, items.allPlaces);
      const newStrays = strays.filter(({ folder }) => !knownFolders.has(folder));
      const lines = newStrays.map(({ folder, files }) => `${folder} contains ${files === 1 ? '1 file' : `${files} files`} of which Stowaway has no record.`);
      if (lines.length > 0)
        log(`Trash: ${limitProblems(lines).join(' ')} They are never deleted. To get a video back, move its files into the library by hand.`);
    },

    strays: () => strays,
  };
}

/** At most this many problems are shown. Further ones are only counted. */
const maxNamed = 5;

function limitProblems(problems: string[], { texts }: MessageWording = logWording): string[] {
  return problems.length > maxNamed ? [...problems.slice(0, maxNamed), texts.library.trash.moreProblems(problems.length - maxNamed)] : problems;
}

/** @param wording the visitor's language on pages, English in the log */
export function restoreMessage(outcome: RestoreOutcome, wording: MessageWording = logWording): string {
  const texts = wording.texts.library.trash;
  switch (outcome.kind) {
    case 'restored': {
      const { title, items, problems } = outcome;
      const restoredText = items === 1 ? texts.restored(title) : texts.restoredWith(title, items - 1, wording.formatCount(items - 1));
      return [restoredText, ...restoreProblems(problems, wording)].join(' ');
    }
    case 'there-again':
      return texts.thereAgain(outcome.title);
    case 'blocked':
      return texts.blocked(outcome.title, outcome.files.join(', '), outcome.files.length);
    case 'lost':
      return texts.lost(outcome.title, outcome.files.join(', '), outcome.files.length);
    case 'absent':
      return outcome.folder === null ? texts.diskAbsent(outcome.title) : texts.folderAbsent(outcome.title, outcome.folder);
    case 'refused':
      return texts.refused(outcome.title, translateStoredText(outcome.why, wording));
    case 'unknown':
      return texts.notThere;
  }
}

/** Messages that say why items stay in the trash; a long list is cut. */
export function restoreProblems(problems: RestoreOutcome[], wording: MessageWording): string[] {
  return limitProblems(
    problems.map((problem) => restoreMessage(problem, wording)),
    wording,
  );
}
