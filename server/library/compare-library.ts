// Scans the library once, folder by folder, and compares its files with the catalogue by path, size and time. Opens only files that may
// have been moved (moved-media.ts). Called by an import pass. An unchanged file takes one byte of memory; its name is not kept
// (docs/decisions/115).
import type { Catalogue, Finding, ImportProblem, KnownMedia } from '../catalogue/records.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { yieldEventLoop } from './bounded.ts';
import { earlierFindings } from './findings.ts';
import { parseFingerprint, sidecarHash, type Fingerprint } from './fingerprint.ts';
import { folderOf } from './folder-of-library.ts';
import { groupFiles, type FolderGroups, type VideoFiles } from './group-files.ts';
import { recognizeMoved, movedMediaKey, type FreshFile } from './moved-media.ts';
import type { ScannedPlaces } from './library-places.ts';
import { scanFolder, scanLibrary, type FoundFile, type FoundFolder, type Scan } from './scan-library.ts';

export interface LibraryDiff extends Pick<FolderGroups, 'loneInfos' | 'm3uLists'> {
  scan: Scan;
  /** The number of media files found. */
  found: number;
  /** The number of media files that are unchanged since the last pass. */
  unchanged: number;
  isUnchanged(media: KnownMedia): boolean;
  /**
   * New or changed files, by folder and then by name. The value is the id of the file's video, known at this path or at the path before a
   * move; null for a new file.
   */
  toRead: Map<string, Map<string, string | null>>;
  toReadCount: number;
  /** Whether a file of the last pass was not found: it was moved, removed, or is briefly absent. */
  hasMissingFile: boolean;
  /** Ids of videos that were missing and are back unchanged. */
  returned: string[];
  /** Playlists of the returned videos. While the videos were missing, the playlists may have been written without them. */
  playlistsOfReturned: Set<string>;
  /** Sizes in bytes of files that are being written and are not known yet. */
  arrivingSizes: Set<number>;
  /** Media files that are not read because an earlier finding is still valid; `problems` contains their problems. */
  filesWithFinding: ReadonlySet<string>;
  /**
   * Whether a file counts as neither present nor missing: it is being written, cannot be accessed, or has an earlier finding that is still
   * valid.
   */
  isSkipped(file: string): boolean;
  /** Channels with an unchanged video, by id. */
  channels: Map<string, UnchangedChannel>;
  /** Playlists with an unchanged member, by id: the states of the playlist's own descriptions when its videos were imported. */
  playlists: Map<string, Set<string>>;
  /** Abandoned downloads, and problems known from earlier passes. */
  problems: ImportProblem[];
}

export interface UnchangedChannel {
  /** The unchanged video with the newest description. */
  newest: { files: VideoFiles; fingerprint: Fingerprint };
  /** States of the channel's own descriptions when its videos were imported. */
  states: Set<string>;
}

interface CompareInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  /** Files being written now. */
  busyFiles: ReadonlySet<string>;
  /** The stored name of the only folder to scan; if it is not given, the whole library is scanned. */
  onlyFolder?: string | undefined;
  /** The times at which videos were deleted in the archive, in Unix milliseconds, by video id. */
  removedAtById: ReadonlyMap<string, number>;
  signal: AbortSignal;
  nowMs: number;
}

/** A batch takes about 5 ms of hashing and lookups. */
const videosPerBatch = 100;
/** A download that was not written to for this time counts as abandoned. */
const abandonedAfterMs = 3_600_000;

const [seenMark, unchangedMark] = [1, 2];

export async function compareLibrary({ places, catalogue, busyFiles, onlyFolder, removedAtById, signal, nowMs }: CompareInput): Promise<LibraryDiff> {
  const knownCounts = catalogue.countMedia();
  const isAnyKnown = knownCounts.present + knownCounts.missing > 0;
  const marks = createMarks();
  const findings = earlierFindings(catalogue, removedAtById, nowMs);
  const filesWithFinding = new Set<string>();
  const copies: { folder: string; finding: Extract<Finding, { kind: 'copy' }> }[] = [];
  const freshFiles: FreshFile[] = [];
  const isInScope = (file: string): boolean => onlyFolder === undefined || folderOf(file) === onlyFolder;
  const diff: Omit<LibraryDiff, 'scan'> = {
    loneInfos: [],
    m3uLists: [],
    found: 0,
    unchanged: 0,
    isUnchanged: ({ row, mediaFile, isMissing }) => (isInScope(mediaFile) ? marks.get(row) === unchangedMark : !isMissing),
    toRead: new Map(),
    toReadCount: 0,
    hasMissingFile: false,
    returned: [],
    playlistsOfReturned: new Set(),
    arrivingSizes: new Set(),
    filesWithFinding,
    isSkipped: (file) =>
      busyFiles.has(file) ||
      filesWithFinding.has(file) ||
      scan.unreadableFiles.has(file) ||
      scan.unreadableFolders.some((folder) => folder === '' || file.startsWith(`${folder}/`)),
    channels: new Map(),
    playlists: new Map(),
    problems: [],
  };
  let foundPresentCount = 0;

  function addToRead(folder: string, name: string, knownId: string | null): Map<string, string | null> {
    const names = diff.toRead.get(folder) ?? new Map<string, string | null>();
    diff.toRead.set(folder, names.set(name, knownId));
    diff.toReadCount += 1;
    return names;
  }

  function keepFinding({ mediaFile, problems }: Finding): void {
    filesWithFinding.add(mediaFile);
    diff.problems.push(...problems);
  }

  function compareFile(files: VideoFiles): void {
    const { media } = files;
    diff.found += 1;
    const knownMedia = catalogue.mediaAt(media.path);
    if (knownMedia) {
      if (!knownMedia.isMissing) foundPresentCount += 1;
      marks.set(knownMedia.row, seenMark);
    }
    if (busyFiles.has(media.path)) {
      if (!knownMedia) diff.arrivingSizes.add(media.sizeBytes);
      return;
    }
    const sidecarState = sidecarHash(files);
    const fingerprint = knownMedia && parseFingerprint(knownMedia.fingerprint);
    const finding = findings.of(files);
    if (!knownMedia) {
      if (finding?.kind === 'copy') return void copies.push({ folder: files.folder, finding });
      if (finding) return keepFinding(finding);
      const names = addToRead(files.folder, media.name, null);
      // If no file is known, none can have been moved.
      if (isAnyKnown) freshFiles.push({ names, media, state: movedMediaKey(media, sidecarState) });
    } else if (
      fingerprint &&
      fingerprint.sidecarState === sidecarState &&
      knownMedia.sizeBytes === media.sizeBytes &&
      knownMedia.modifiedMs === media.modifiedMs
    ) {
      if (!finding && findings.has(media.path)) return void addToRead(files.folder, media.name, knownMedia.videoId);
      diff.unchanged += 1;
      marks.set(knownMedia.row, unchangedMark);
      if (knownMedia.isMissing) {
        diff.returned.push(knownMedia.videoId);
        for (const id of fingerprint.playlists.keys()) diff.playlistsOfReturned.add(id);
      }
      recordUnchanged(diff, files, fingerprint);
      if (finding) keepFinding(finding);
    } else if (fingerprint && finding?.kind === 'refused') keepFinding(finding);
    else addToRead(files.folder, media.name, knownMedia.videoId);
  }

  let comparedCount = 0;
  const visit = async (folder: FoundFolder): Promise<void> => {
    const groups = groupFiles(folder);
    for (const lone of groups.loneInfos) diff.loneInfos.push(lone);
    for (const list of groups.m3uLists) diff.m3uLists.push(list);
    for (const file of groups.unfinished) if (nowMs - file.modifiedMs > abandonedAfterMs) diff.problems.push(unfinishedProblem(file));
    for (const files of groups.videos) {
      compareFile(files);
      if (++comparedCount % videosPerBatch === 0) await yieldEventLoop();
    }
  };
  const scan = onlyFolder === undefined ? await scanLibrary(places, signal, visit) : await scanFolder(places, onlyFolder, visit);

  for (const { folder, finding } of copies) {
    const importedMedia = catalogue.mediaAt(finding.importedFile);
    if (importedMedia && diff.isUnchanged(importedMedia)) keepFinding(finding);
    else addToRead(folder, finding.mediaFile.slice(finding.mediaFile.lastIndexOf('/') + 1), null);
  }

  diff.hasMissingFile = onlyFolder === undefined && foundPresentCount < knownCounts.present && scan.isRootThere && !signal.aborted;
  if (freshFiles.length > 0 && (diff.hasMissingFile || knownCounts.missing > 0) && !signal.aborted) {
    const media = onlyFolder === undefined ? everyMedia(catalogue) : everyMissing(catalogue, { withKept: true });
    await recognizeMoved({ places, freshFiles, media, isVanished: (one) => marks.get(one.row) === 0 && !diff.isSkipped(one.mediaFile) });
  }
  return { ...diff, scan };
}

function recordUnchanged(diff: Pick<LibraryDiff, 'channels' | 'playlists'>, files: VideoFiles, fingerprint: Fingerprint): void {
  const channel = diff.channels.get(fingerprint.channelId);
  if (!channel) diff.channels.set(fingerprint.channelId, { newest: { files, fingerprint }, states: new Set([fingerprint.channelState]) });
  else {
    channel.states.add(fingerprint.channelState);
    if (fingerprint.describedAt > channel.newest.fingerprint.describedAt) channel.newest = { files, fingerprint };
  }
  for (const [id, state] of fingerprint.playlists) diff.playlists.set(id, (diff.playlists.get(id) ?? new Set()).add(state));
}

function unfinishedProblem({ path: file }: FoundFile): ImportProblem {
  return { file, reason: importReasons.unfinished };
}

/** A page takes SQLite about 5 ms. */
const mediaPerPage = 200;

/** All known media, ordered by path; yields to other work between two pages. */
export function everyMedia(catalogue: Catalogue): AsyncGenerator<KnownMedia> {
  return inPages((lastMedia) => catalogue.mediaAfter(lastMedia, mediaPerPage));
}

/** All media of missing videos. `withKept` includes videos that a person decided to keep, which are not reported again. */
export function everyMissing(catalogue: Catalogue, { withKept } = { withKept: false }): AsyncGenerator<KnownMedia> {
  return inPages((lastMedia) => catalogue.missingAfter(lastMedia, mediaPerPage, { withKept }));
}

async function* inPages(pageAfter: (lastMedia: KnownMedia | null) => KnownMedia[]): AsyncGenerator<KnownMedia> {
  for (let lastMedia: KnownMedia | null = null; ;) {
    const page: KnownMedia[] = pageAfter(lastMedia);
    lastMedia = page.at(-1) ?? null;
    if (lastMedia === null) return;
    yield* page;
    await yieldEventLoop();
  }
}

/** A byte for each row, 0 until it is set. */
function createMarks(): { get(row: number): number; set(row: number, mark: number): void } {
  let marks = new Uint8Array(1024);
  return {
    get: (row) => marks[row] ?? 0,
    set(row, mark) {
      if (row >= marks.length) {
        const largerMarks = new Uint8Array(Math.max(row + 1, 2 * marks.length));
        largerMarks.set(marks);
        marks = largerMarks;
      }
      marks[row] = mark;
    },
  };
}
