// One pass over the whole library: what is new, changed, moved or gone becomes records. Called by startLibrary at the start
// and whenever the folder changed. Every batch is one transaction of the catalogue, and what a crash leaves out is found
// again by the next pass, because its files are not remembered yet. Folder by folder: what is known of the others stays in
// the catalogue (docs/decisions/115).
import type { Learned } from '../catalogue/learned.ts';
import type { Catalogue, ImportProblem, ImportReport } from '../catalogue/records.ts';
import { inOrder, nextTurn } from './bounded.ts';
import type { ChannelFacts } from './channel-facts.ts';
import { channelsInFolder, type ChannelsInFolder } from './channels-in-folders.ts';
import { createChannelsOfPass } from './channels-of-pass.ts';
import { createCopyChooser, type LeftCopy } from './choose-copies.ts';
import { eachOnce, findingsOfPass, findingState } from './findings.ts';
import { filesOfMedia, folderOf, groupsOfFolder } from './folder-of-library.ts';
import { formatFingerprint, parseFingerprint, sidecarHash, type Fingerprint } from './fingerprint.ts';
import type { VideoFiles } from './group-files.ts';
import { awayFolders } from './away-folders.ts';
import { folderAlone, type ScannedPlaces } from './library-places.ts';
import { everyMedia, everyMissing, lookAtLibrary, type LibraryLook } from './look-at-library.ts';
import { writePlaylists, type WrittenVideo } from './playlists-of-pass.ts';
import { createCollectionReader, type Collection } from './read-collections.ts';
import { isNamedByPlace, readVideo, type ReadVideo, type VideoOutcome } from './read-video.ts';
import { reasonOf } from './reasons.ts';
import { grouped } from './report-words.ts';

export interface Importer {
  /** @param busy files that are being written at this moment; they are left for a later pass. */
  run(signal: AbortSignal, busy?: ReadonlySet<string>): Promise<ImportReport>;
  /**
   * Takes in what is new or changed in one folder, and looks at no other one. Nothing counts as missing by it, and the facts of channels
   * and playlists that are known stay as they are until the next whole pass, which finds by the fingerprints that they are due.
   * @param folder as records name it
   */
  runFolder(signal: AbortSignal, folder: string, busy?: ReadonlySet<string>): Promise<ImportReport>;
}

export interface ImporterOptions {
  /** A folder alone, or the library with what belongs to it elsewhere. */
  root: string | ScannedPlaces;
  catalogue: Catalogue;
  log: (line: string) => void;
  now?: () => number;
  onProgress?: (done: number, total: number) => void;
  /** Time between two looks before something counts as missing: a move of a folder is two steps for the file system. */
  secondLookMs?: number;
}

/** Reads that wait for the disk at a time; more gains nothing measurable and takes memory. */
const readsAtATime = 8;
/** Records in one transaction: about 10 ms of SQLite, so that a request that waits in the same process does not notice. */
const batchSize = 25;
/** About 10 ms of SQLite. */
const fingerprintsInOneBatch = 250;
/** A state that no description has. */
const notWritten = '?';
/** Where a video waits whose place another one takes, until it is found elsewhere or is missing. Hidden: no file of the library has such a name. */
const placeBetween = (videoId: string): string => `.moved/${videoId}`;

interface FileToRead {
  files: VideoFiles;
  knownId: string | null;
  sidecars: string;
  folder: ChannelsInFolder;
}

interface Taken {
  video: ReadVideo;
  print: Fingerprint;
  /** Where the report counts it; null for a better copy of one that is counted. */
  counted: 'added' | 'updated' | 'moved' | 'returned' | null;
}

export function createImporter({ root, catalogue, log, now = Date.now, onProgress, secondLookMs = 1500 }: ImporterOptions): Importer {
  const places = typeof root === 'string' ? folderAlone(root) : root;
  const rootName = places.name;
  const learnedOf = (videoId: string): Learned | null => catalogue.learned.of('video', videoId);
  const readCollections = createCollectionReader(places, catalogue.learned);
  const writtenAlone = { channels: new Map<string, string>(), playlists: new Map<string, string>() };

  /** What is to be read, folder by folder. `lost` is told what is not there any more. */
  async function* filesToRead(look: LibraryLook, collections: Collection[], lost: (file: string) => void): AsyncGenerator<FileToRead> {
    const described = new Map<string, ChannelFacts[]>();
    for (const collection of collections) {
      if (collection.kind !== 'channel') continue;
      const folder = folderOf(collection.file);
      described.set(folder, [...(described.get(folder) ?? []), collection.channel]);
    }
    for (const [path, names] of look.toRead) {
      const groups = await groupsOfFolder(places, path);
      const videos = (groups?.videos ?? []).filter(({ media }) => names.has(media.name)).toSorted((a, b) => (a.media.path < b.media.path ? -1 : 1));
      const there = new Set(videos.map(({ media }) => media.name));
      for (const name of names.keys()) if (!there.has(name)) lost(path === '' ? name : `${path}/${name}`);
      if (!groups) continue;
      const folder = channelsInFolder({ groups, described: described.get(path) ?? [], catalogue, look });
      for (const files of videos) yield { files, knownId: names.get(files.media.name) ?? null, sidecars: sidecarHash(files), folder };
    }
  }

  /** Nothing about one file ends the pass. @param isOthers whether an id is that of another file that is here */
  async function readAny({ files, knownId }: FileToRead, isOthers: (videoId: string) => boolean): Promise<VideoOutcome> {
    try {
      const outcome = await readVideo(places, rootName, files, knownId, learnedOf);
      // A film that had this name before was renamed and keeps its id.
      const isTaken = outcome.ok && knownId === null && isNamedByPlace(outcome.video) && isOthers(outcome.video.record.videoId);
      return isTaken ? await readVideo(places, rootName, { ...files, isBaseShared: true }, null, learnedOf) : outcome;
    } catch (error) {
      const problems = [{ file: files.media.path, reason: `The file could not be read: ${reasonOf(error)}.` }];
      return { ok: false, isPassing: true, files, problems };
    }
  }

  return {
    run: (signal: AbortSignal, busy: ReadonlySet<string> = new Set()): Promise<ImportReport> => pass(signal, busy),
    runFolder: (signal: AbortSignal, folder: string, busy: ReadonlySet<string> = new Set()): Promise<ImportReport> => pass(signal, busy, folder),
  };

  async function pass(signal: AbortSignal, busy: ReadonlySet<string>, only?: string): Promise<ImportReport> {
    const startedAt = new Date(now()).toISOString();
    const removed = catalogue.removedVideos();
    const lookAgain = (): Promise<LibraryLook> => lookAtLibrary({ places, catalogue, busy, only, removed, signal, nowMs: now() });
    let look = await lookAgain();
    if (look.isMissing && !signal.aborted) {
      await pause(secondLookMs, signal);
      look = await lookAgain();
    }
    const problems: ImportProblem[] = [...look.scan.problems];
    const report: ImportReport = {
      startedAt,
      finishedAt: startedAt,
      found: look.found,
      added: 0,
      updated: 0,
      moved: 0,
      missing: 0,
      returned: look.returned.length,
      unchanged: look.unchanged,
      problems,
      awayFolders: [],
    };
    const finished = (): ImportReport => ({ ...report, problems: eachOnce(problems), finishedAt: new Date(now()).toISOString() });
    if (signal.aborted) return finished();
    if (!look.scan.isRootThere && only !== undefined) {
      problems.push({ file: only, reason: 'The folder cannot be read.' });
      return finished();
    }
    if (!look.scan.isRootThere) {
      if (look.scan.unreadable.length === 0)
        problems.push({ file: '.', reason: `The library folder ${places.roots[0]?.folder} is not there. What was imported before is kept.` });
      report.awayFolders = [{ folder: '.', state: 'not-there', videos: catalogue.countMedia().here }];
      return finished();
    }
    problems.push(...look.problems);
    if (look.returned.length > 0) catalogue.markFound(look.returned);

    // Of one folder alone they would take the place of what is known of the whole.
    const { collections, problems: collectionProblems } = only === undefined ? await readCollections(look) : { collections: [], problems: [] };
    problems.push(...collectionProblems);
    const hasFileLists = look.fileLists.length > 0;
    const channels = createChannelsOfPass({
      places,
      rootName,
      catalogue,
      collections,
      unchanged: look.channels,
      ...(only === undefined ? {} : { isKnown: catalogue.hasDescribedChannel }),
      writtenAlone: writtenAlone.channels,
    });
    const copies = createCopyChooser(readUnchanged);
    const written = new Map<string, WrittenVideo | null>();
    const unreadable = new Set<string>();
    const findings = findingsOfPass(catalogue, look.standing);
    const refusedIds = new Set<string>();
    let batch: Taken[] = [];

    async function readUnchanged(videoId: string): Promise<ReadVideo | null> {
      const known = catalogue.mediaOf(videoId);
      const files = known && look.isUnchanged(known) ? await filesOfMedia(places, known.mediaFile) : null;
      const outcome = files && (await readVideo(places, rootName, files, videoId, learnedOf));
      return outcome?.ok ? outcome.video : null;
    }
    async function write(): Promise<void> {
      if (batch.length === 0) return;
      const taken = batch;
      batch = [];
      problems.push(...channels.beforeVideos(taken.map(({ video }) => video)));
      const refused = new Map(catalogue.putVideos(taken.map(({ video }) => video.record)).map(({ id, reason }) => [id, reason]));
      const stored = taken.filter(({ video }) => !refused.has(video.record.videoId));
      for (const { video, counted } of taken) {
        const reason = refused.get(video.record.videoId);
        if (reason === undefined) continue;
        refusedIds.add(video.record.videoId);
        written.delete(video.record.videoId);
        unreadable.add(video.record.mediaFile);
        if (counted !== null) report[counted] -= 1;
        refuse(video.files, { file: video.record.mediaFile, reason });
      }
      catalogue.rememberSidecars(new Map(stored.map(({ video, print }) => [video.record.videoId, formatFingerprint(print)])));
      await nextTurn();
    }
    /** What was found before of the same file stays beside it. */
    function refuse(files: VideoFiles, problem: ImportProblem): void {
      problems.push(problem);
      findings.put({ mediaFile: problem.file, state: findingState(files), kind: 'refused', problems: [...findings.problemsOf(problem.file), problem] });
    }
    async function leaveOut({ file, takenFile, reason }: LeftCopy): Promise<void> {
      const problem = { file, reason };
      problems.push(problem);
      const files = await filesOfMedia(places, file);
      if (files) findings.put({ mediaFile: file, state: findingState(files), kind: 'copy', takenFile, problems: [...findings.problemsOf(file), problem] });
    }
    async function take(video: ReadVideo, sidecars: string): Promise<void> {
      const { videoId, mediaFile } = video.record;
      let counted: Taken['counted'] = null;
      if (!written.has(videoId)) {
        const before = catalogue.mediaOf(videoId);
        counted = before === null ? 'added' : before.isMissing ? 'returned' : before.mediaFile === mediaFile ? 'updated' : 'moved';
        report[counted] += 1;
        if (before && look.isUnchanged(before)) report.unchanged -= 1;
      }
      const isNamed = hasFileLists || video.memberships.length > 0;
      written.set(videoId, isNamed ? { file: mediaFile, memberships: video.memberships, title: video.record.title, uploader: video.channel.name } : null);
      // Two files may have swapped their names: who was here before waits elsewhere, with its marks.
      const other = catalogue.mediaAt(mediaFile);
      if (other && other.videoId !== videoId) catalogue.moveMedia(other.videoId, placeBetween(other.videoId));
      const print = {
        sidecars,
        describedAt: video.describedAt,
        channelId: video.channel.id,
        // Set at the end, when channel and playlists are written: a crash before leaves them to be written again.
        channelState: '',
        playlists: new Map(video.memberships.map(({ id }) => [id, notWritten])),
      };
      batch.push({ video, print, counted });
      if (batch.length >= batchSize) await write();
    }

    const keptIds = new Set([...look.toRead.values()].flatMap((names) => [...names.values()]));
    function isOthers(videoId: string): boolean {
      const known = catalogue.mediaOf(videoId);
      return keptIds.has(videoId) || (known !== null && look.isUnchanged(known));
    }

    const progress = createProgress(look.toReadCount, log, now, onProgress);
    let folder: ChannelsInFolder | null = null;
    let guessed: ReadVideo[] = [];
    const sidecarsOfGuessed = new Map<string, string>();
    async function endFolder(): Promise<void> {
      const adopted = (await folder?.adopt(guessed)) ?? [];
      for (const video of adopted) await take(video, sidecarsOfGuessed.get(video.record.mediaFile) ?? '');
      guessed = [];
      sidecarsOfGuessed.clear();
    }
    const readings = inOrder(
      filesToRead(look, collections, (file) => unreadable.add(file)),
      readsAtATime,
      async (file) => ({ file, outcome: await readAny(file, isOthers) }),
    );
    for await (const { file, outcome } of readings) {
      if (signal.aborted) break;
      if (file.folder !== folder) await endFolder();
      folder = file.folder;
      problems.push(...outcome.problems);
      const found = { mediaFile: outcome.files.media.path, state: findingState(outcome.files), problems: outcome.problems };
      if (!outcome.ok) {
        unreadable.add(found.mediaFile);
        if (!outcome.isPassing) findings.put({ ...found, kind: 'refused' });
      } else if (outcome.files.media.changedMs <= (removed.get(outcome.video.record.videoId) ?? -Infinity)) {
        const problem = { file: found.mediaFile, reason: 'A copy of a video that was deleted in the archive. Move it to bring the video back.' };
        problems.push(problem);
        findings.put({ ...found, kind: 'deleted', videoId: outcome.video.record.videoId, problems: [...outcome.problems, problem] });
      } else {
        if (outcome.problems.length > 0) findings.put({ ...found, kind: 'taken' });
        const isTaken = await copies.offer(outcome.video);
        if (isTaken && outcome.video.isChannelGuessed && folder.canTell()) {
          guessed.push(outcome.video);
          sidecarsOfGuessed.set(outcome.video.record.mediaFile, file.sidecars);
        } else if (isTaken) {
          if (!outcome.video.isChannelGuessed) folder.add(outcome.video);
          await take(outcome.video, file.sidecars);
        }
      }
      progress.step();
    }
    if (!signal.aborted) await endFolder();
    await write();
    if (!signal.aborted) for (const left of copies.left()) await leaveOut(left);
    findings.save();
    if (signal.aborted || only !== undefined) return finished();

    await markMissing();
    await findings.prune((file) => look.isLeftAlone(file));
    problems.push(...(await channels.finish()));
    const playlists = await writePlaylists({ places, catalogue, collections, written, look, writtenAlone: writtenAlone.playlists });
    problems.push(...playlists.problems);
    if (written.size > 0 || channels.isOutdated || playlists.isChanged) await remember();
    return finished();

    async function markMissing(): Promise<void> {
      const { here, missing } = catalogue.countMedia();
      const gone: string[] = [];
      if (here !== report.unchanged + written.size) gone.push(...(await notMet()));
      if (gone.length > 0 && look.found === 0) {
        problems.push({
          file: '.',
          reason: `All ${here} videos are gone from the library folder at once, as when a disk is not mounted. They were kept in the archive.`,
        });
        report.awayFolders = [{ folder: '.', state: 'empty', videos: here }];
        return;
      }
      if (gone.length > 0) catalogue.markMissing(gone);
      report.missing = gone.length;
      if (missing + gone.length > 0) report.awayFolders = await awayFolders(places, everyMissing(catalogue));
    }

    /** Known, and neither met, nor written by this pass, nor out of its sight. */
    async function notMet(): Promise<string[]> {
      const gone: string[] = [];
      for await (const media of everyMedia(catalogue)) {
        if (
          media.isMissing ||
          refusedIds.has(media.videoId) ||
          look.isUnchanged(media) ||
          written.has(media.videoId) ||
          look.isLeftAlone(media.mediaFile) ||
          unreadable.has(media.mediaFile)
        )
          continue;
        // As large as one that is being written: it may be that one, moved a moment ago.
        if (!look.arrivingBytes.has(media.sizeBytes)) gone.push(media.videoId);
      }
      return gone;
    }

    /** With the states of channels and playlists, now that those are written. */
    async function remember(): Promise<void> {
      let changed = new Map<string, string>();
      for await (const media of everyMedia(catalogue)) {
        const print = written.has(media.videoId) || look.isUnchanged(media) ? parseFingerprint(media.sidecarHash) : null;
        if (!print) continue;
        const complete = formatFingerprint({
          ...print,
          channelState: channels.stateOf(print.channelId),
          playlists: playlists.statesOf(media.videoId, print.playlists.keys()),
        });
        if (complete !== media.sidecarHash) changed.set(media.videoId, complete);
        if (changed.size < fingerprintsInOneBatch) continue;
        catalogue.rememberSidecars(changed);
        changed = new Map();
        await nextTurn();
      }
      if (changed.size > 0) catalogue.rememberSidecars(changed);
    }
  }
}

function createProgress(total: number, log: (line: string) => void, now: () => number, onProgress?: ImporterOptions['onProgress']): { step(): void } {
  let done = 0;
  let saidAt = now();
  return {
    step() {
      done += 1;
      onProgress?.(done, total);
      if (now() - saidAt < 1000) return;
      saidAt = now();
      log(`Importing: ${grouped(done)} of ${grouped(total)} files …`);
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
