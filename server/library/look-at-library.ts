// One look over the library, folder by folder: what is there, compared with the catalogue by path, size and time alone. Called by an import pass.
// Unchanged files cost one byte of memory each; of files to read, the name is kept (docs/decisions/115).
import type { Catalogue, Finding, ImportProblem, KnownMedia } from '../catalogue/records.ts';
import { nextTurn } from './bounded.ts';
import { earlierFindings } from './findings.ts';
import { parseFingerprint, sidecarHash, type Fingerprint } from './fingerprint.ts';
import { folderOf } from './folder-of-library.ts';
import { groupFiles, type FolderGroups, type VideoFiles } from './group-files.ts';
import { recognizeMoved, stateOfMedia, type FreshFile } from './moved-media.ts';
import type { ScannedPlaces } from './library-places.ts';
import { scanFolder, scanLibrary, type FoundFile, type FoundFolder, type Scan } from './scan-library.ts';

export interface LibraryLook extends Pick<FolderGroups, 'loneInfos' | 'fileLists'> {
  scan: Scan;
  /** Media files that are there, and how many of them are unchanged since the last pass. */
  found: number;
  unchanged: number;
  isUnchanged(media: KnownMedia): boolean;
  /** By folder, then by name: new or changed files, with their id before, here or where they were moved from. */
  toRead: Map<string, Map<string, string | null>>;
  toReadCount: number;
  /** Something from the last pass was not found: moved, removed, or briefly absent. */
  isMissing: boolean;
  /** Ids of videos that were missing and are back unchanged. */
  returned: string[];
  /** Playlists of these: they may have been written without them meanwhile. */
  playlistsOfReturned: Set<string>;
  /** Sizes of files that are being written and are not known yet. */
  arrivingBytes: Set<number>;
  /** Media files that are not read because an earlier finding still holds; `problems` names it. */
  standing: ReadonlySet<string>;
  /** Files being written, not accessible, or changed into something that cannot be imported: neither there nor gone. */
  isLeftAlone(file: string): boolean;
  /** Channels with an unchanged video. */
  channels: Map<string, UnchangedChannel>;
  /** Playlists with an unchanged member, and the states of their descriptions when written. */
  playlists: Map<string, Set<string>>;
  /** Files that belong to nothing importable, and problems known from earlier looks. */
  problems: ImportProblem[];
}

export interface UnchangedChannel {
  /** Of the unchanged videos, the one with the newest description. */
  newest: { files: VideoFiles; print: Fingerprint };
  /** States of the channel's own descriptions when its videos were written. */
  states: Set<string>;
}

interface LookInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  /** Files being written now. */
  busy: ReadonlySet<string>;
  /** Only this folder, as named in records, instead of the whole library; the result covers no other. */
  only?: string | undefined;
  /** Videos deleted in the archive, and when. */
  removed: ReadonlyMap<string, number>;
  signal: AbortSignal;
  nowMs: number;
}

/** Hashing and look-ups: about 5 ms. */
const videosInOneTurn = 100;
/** A download that nothing has written to for this long was broken off. */
const brokenOffAfterMs = 3_600_000;

const [met, unchanged] = [1, 2];

export async function lookAtLibrary({ places, catalogue, busy, only, removed, signal, nowMs }: LookInput): Promise<LibraryLook> {
  const known = catalogue.countMedia();
  const isAnyKnown = known.here + known.missing > 0;
  const marks = createMarks();
  const findings = earlierFindings(catalogue, removed, nowMs);
  const standing = new Set<string>();
  const copies: { folder: string; finding: Extract<Finding, { kind: 'copy' }> }[] = [];
  const fresh: FreshFile[] = [];
  const isInSight = (file: string): boolean => only === undefined || folderOf(file) === only;
  const look: Omit<LibraryLook, 'scan'> = {
    loneInfos: [],
    fileLists: [],
    found: 0,
    unchanged: 0,
    isUnchanged: ({ row, mediaFile, isMissing }) => (isInSight(mediaFile) ? marks.get(row) === unchanged : !isMissing),
    toRead: new Map(),
    toReadCount: 0,
    isMissing: false,
    returned: [],
    playlistsOfReturned: new Set(),
    arrivingBytes: new Set(),
    standing,
    isLeftAlone: (file) => busy.has(file) || standing.has(file) || scan.unreadable.some((unread) => unread === '' || file.startsWith(`${unread}/`)),
    channels: new Map(),
    playlists: new Map(),
    problems: [],
  };
  let hereAndMet = 0;

  function willRead(folder: string, name: string, knownId: string | null): Map<string, string | null> {
    const names = look.toRead.get(folder) ?? new Map<string, string | null>();
    look.toRead.set(folder, names.set(name, knownId));
    look.toReadCount += 1;
    return names;
  }

  function stand({ mediaFile, problems }: Finding): void {
    standing.add(mediaFile);
    look.problems.push(...problems);
  }

  function meet(files: VideoFiles): void {
    const { media } = files;
    look.found += 1;
    const before = catalogue.mediaAt(media.path);
    if (before) {
      if (!before.isMissing) hereAndMet += 1;
      marks.set(before.row, met);
    }
    if (busy.has(media.path)) {
      if (!before) look.arrivingBytes.add(media.sizeBytes);
      return;
    }
    const sidecars = sidecarHash(files);
    const print = before && parseFingerprint(before.sidecarHash);
    const finding = findings.of(files);
    if (!before) {
      if (finding?.kind === 'copy') return void copies.push({ folder: files.folder, finding });
      if (finding) return stand(finding);
      const names = willRead(files.folder, media.name, null);
      // When nothing is known, nothing can have moved.
      if (isAnyKnown) fresh.push({ names, media, state: stateOfMedia(media, sidecars) });
    } else if (print && print.sidecars === sidecars && before.sizeBytes === media.sizeBytes && before.modifiedMs === media.modifiedMs) {
      if (!finding && findings.has(media.path)) return void willRead(files.folder, media.name, before.videoId);
      look.unchanged += 1;
      marks.set(before.row, unchanged);
      if (before.isMissing) {
        look.returned.push(before.videoId);
        for (const id of print.playlists.keys()) look.playlistsOfReturned.add(id);
      }
      noteUnchanged(look, files, print);
      if (finding) stand(finding);
    } else if (print && finding?.kind === 'refused') stand(finding);
    else willRead(files.folder, media.name, before.videoId);
  }

  let sinceTurn = 0;
  const visit = async (folder: FoundFolder): Promise<void> => {
    const groups = groupFiles(folder);
    for (const lone of groups.loneInfos) look.loneInfos.push(lone);
    for (const list of groups.fileLists) look.fileLists.push(list);
    for (const file of groups.unfinished) if (nowMs - file.modifiedMs > brokenOffAfterMs) look.problems.push(unfinished(file));
    for (const files of groups.videos) {
      meet(files);
      if (++sinceTurn % videosInOneTurn === 0) await nextTurn();
    }
  };
  const scan = only === undefined ? await scanLibrary(places, signal, visit) : await scanFolder(places, only, visit);

  for (const { folder, finding } of copies) {
    const taken = catalogue.mediaAt(finding.takenFile);
    if (taken && look.isUnchanged(taken)) stand(finding);
    else willRead(folder, finding.mediaFile.slice(finding.mediaFile.lastIndexOf('/') + 1), null);
  }

  look.isMissing = only === undefined && hereAndMet < known.here && scan.isRootThere && !signal.aborted;
  if (fresh.length > 0 && (look.isMissing || known.missing > 0) && !signal.aborted) {
    const media = only === undefined ? everyMedia(catalogue) : everyMissing(catalogue, { withKept: true });
    await recognizeMoved({ places, fresh, media, isAway: (one) => marks.get(one.row) === 0 && !look.isLeftAlone(one.mediaFile) });
  }
  return { ...look, scan };
}

function noteUnchanged(look: Pick<LibraryLook, 'channels' | 'playlists'>, files: VideoFiles, print: Fingerprint): void {
  const channel = look.channels.get(print.channelId);
  if (!channel) look.channels.set(print.channelId, { newest: { files, print }, states: new Set([print.channelState]) });
  else {
    channel.states.add(print.channelState);
    if (print.describedAt > channel.newest.print.describedAt) channel.newest = { files, print };
  }
  for (const [id, state] of print.playlists) look.playlists.set(id, (look.playlists.get(id) ?? new Set()).add(state));
}

function unfinished({ path: file }: FoundFile): ImportProblem {
  return { file, reason: 'A download that was not finished. Run yt-dlp again to complete it, or delete it.' };
}

/** About 5 ms of SQLite. */
const mediaInOnePage = 200;

/** All known media, by path; yields between two pages. */
export function everyMedia(catalogue: Catalogue): AsyncGenerator<KnownMedia> {
  return inPages((last) => catalogue.mediaAfter(last, mediaInOnePage));
}

/** `withKept`: also those that a person decided to keep, which are not reported again. */
export function everyMissing(catalogue: Catalogue, { withKept } = { withKept: false }): AsyncGenerator<KnownMedia> {
  return inPages((last) => catalogue.missingAfter(last, mediaInOnePage, { withKept }));
}

async function* inPages(pageAfter: (last: KnownMedia | null) => KnownMedia[]): AsyncGenerator<KnownMedia> {
  for (let last: KnownMedia | null = null; ;) {
    const page: KnownMedia[] = pageAfter(last);
    last = page.at(-1) ?? null;
    if (last === null) return;
    yield* page;
    await nextTurn();
  }
}

/** One byte for each row; 0 until it is set. */
function createMarks(): { get(row: number): number; set(row: number, mark: number): void } {
  let marks = new Uint8Array(1024);
  return {
    get: (row) => marks[row] ?? 0,
    set(row, mark) {
      if (row >= marks.length) {
        const larger = new Uint8Array(Math.max(row + 1, 2 * marks.length));
        larger.set(marks);
        marks = larger;
      }
      marks[row] = mark;
    },
  };
}
