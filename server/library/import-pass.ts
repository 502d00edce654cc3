// One look at the whole library: what is new, changed, moved or gone becomes records. Called by startLibrary at the start
// and whenever the folder changed. Every batch is one transaction of the catalogue, and what a crash leaves out is found
// again by the next pass, because its files are not remembered yet.
import path from 'node:path';
import type { Catalogue, ImportProblem, ImportReport } from '../catalogue/records.ts';
import { inOrder, nextTurn } from './bounded.ts';
import { createChannelsInFolders } from './channels-in-folders.ts';
import { createChannelsOfPass } from './channels-of-pass.ts';
import { createCopyChooser } from './choose-copies.ts';
import { formatFingerprint, sidecarHash, type Fingerprint } from './fingerprint.ts';
import { groupFiles, type FolderGroups } from './group-files.ts';
import { planImport, type FoundVideo, type ImportPlan, type KnownMedia } from './plan-import.ts';
import { writePlaylists } from './playlists-of-pass.ts';
import { createCollectionReader } from './read-collections.ts';
import { readVideo, type ReadVideo } from './read-video.ts';
import { scanLibrary, type Scan } from './scan-library.ts';

export interface Importer {
  /** @param busy files that are being written at this moment; they are left for a later pass. */
  run(signal: AbortSignal, busy?: ReadonlySet<string>): Promise<ImportReport>;
}

export interface ImporterOptions {
  root: string;
  catalogue: Catalogue;
  log: (line: string) => void;
  now?: () => number;
  onProgress?: (done: number, total: number) => void;
  /** Time between two looks before something counts as removed: a move of a folder is two steps for the file system. */
  secondLookMs?: number;
}

/** Reads that wait for the disk at a time; more gains nothing measurable and takes memory. */
const readsAtATime = 8;
/** Records in one transaction: about 10 ms of SQLite, so that a request that waits in the same process does not notice. */
const batchSize = 25;
/** About 10 ms of hashing. */
const hashesInOneTurn = 1000;
/** About 10 ms of SQLite. */
const fingerprintsInOneBatch = 250;
/** A state that no description has. */
const notWritten = '?';
/** A download that nobody has written to for so long was broken off. */
const brokenOffAfterMs = 3_600_000;

interface Look {
  scan: Scan;
  groups: FolderGroups[];
  plan: ImportPlan;
  isLeftAlone(file: string): boolean;
}

export function createImporter({ root: folder, catalogue, log, now = Date.now, onProgress, secondLookMs = 1500 }: ImporterOptions): Importer {
  const root = path.resolve(folder);
  const rootName = path.basename(root);
  const readCollections = createCollectionReader(root);
  const writtenAlone = { channels: new Map<string, string>(), playlists: new Map<string, string>() };

  async function look(known: KnownMedia, busy: ReadonlySet<string>, signal: AbortSignal): Promise<Look> {
    const scan = await scanLibrary(root, signal);
    const groups: FolderGroups[] = [];
    const found: FoundVideo[] = [];
    let sinceTurn = 0;
    for (const folder of scan.folders) {
      const group = groupFiles(folder);
      groups.push(group);
      for (const files of group.videos) {
        found.push({ files, sidecars: sidecarHash(files) });
        if (++sinceTurn % hashesInOneTurn === 0) await nextTurn();
      }
    }
    const isLeftAlone = (file: string): boolean => busy.has(file) || scan.unreadable.some((unread) => unread === '' || file.startsWith(`${unread}/`));
    return { scan, groups, plan: planImport(found, known, isLeftAlone), isLeftAlone };
  }

  return {
    async run(signal, busy = new Set()) {
      const startedAt = new Date(now()).toISOString();
      const known = catalogue.knownMedia();
      const removed = catalogue.removedVideos();
      let { scan, groups, plan, isLeftAlone } = await look(known, busy, signal);
      if (plan.missing.length > 0 && scan.isRootThere && !signal.aborted) {
        await pause(secondLookMs, signal);
        ({ scan, groups, plan, isLeftAlone } = await look(known, busy, signal));
      }
      const problems: ImportProblem[] = [...scan.problems];
      const found = groups.reduce((sum, group) => sum + group.videos.length, 0);
      const report: ImportReport = {
        startedAt,
        finishedAt: startedAt,
        found,
        added: 0,
        updated: 0,
        moved: 0,
        removed: 0,
        unchanged: plan.unchanged.length,
        problems,
      };
      const finished = (): ImportReport => ({ ...report, finishedAt: new Date(now()).toISOString() });
      if (signal.aborted) return finished();
      if (!scan.isRootThere) {
        if (scan.unreadable.length === 0) problems.push({ file: '.', reason: `The library folder ${root} is not there. What was imported before is kept.` });
        return finished();
      }
      problems.push(...looseEnds(groups, now()));

      const { collections, problems: collectionProblems } = await readCollections(groups);
      problems.push(...collectionProblems);
      const pathById = new Map([...known].map(([file, media]) => [media.videoId, file]));
      const channels = createChannelsOfPass({ root, rootName, catalogue, collections, unchanged: plan.unchanged, writtenAlone: writtenAlone.channels });
      const copies = createCopyChooser(plan.unchanged, (video) => readVideo(root, rootName, video.files, video.videoId));
      const written = new Map<string, { video: Pick<ReadVideo, 'memberships'>; title: string; uploader: string }>();
      const prints = new Map<string, Fingerprint>();
      const finalPath = new Map<string, string>();
      const unreadable = new Set<string>();
      const relocated: ReadVideo[] = [];
      const guessed: ReadVideo[] = [];
      const channelsInFolders = createChannelsInFolders(collections, plan.unchanged);
      const sidecarsOf = new Map(plan.toRead.map(({ files, sidecars }) => [files.media.path, sidecars]));
      let batch: ReadVideo[] = [];

      const write = (videos: ReadVideo[]): void => {
        if (videos.length === 0) return;
        channels.beforeVideos(videos);
        catalogue.putVideos(videos.map((video) => video.record));
        catalogue.rememberSidecars(new Map(videos.map(({ record }) => [record.videoId, formatFingerprint(prints.get(record.videoId) as Fingerprint)])));
      };
      const take = (video: ReadVideo): void => {
        const { videoId, mediaFile } = video.record;
        const isFirst = !written.has(videoId);
        const before = pathById.get(videoId);
        if (isFirst) report[before === undefined ? 'added' : before === mediaFile ? 'updated' : 'moved'] += 1;
        written.set(videoId, { video: { memberships: video.memberships }, title: video.record.title, uploader: video.channel.name });
        finalPath.set(videoId, mediaFile);
        prints.set(videoId, {
          sidecars: sidecarsOf.get(mediaFile) ?? '',
          describedAt: video.describedAt,
          channelId: video.channel.id,
          // Set at the end, when channel and playlists are written: a crash before leaves them to be written again.
          channelState: '',
          playlists: new Map(video.memberships.map(({ id }) => [id, notWritten])),
        });
        const isElsewhere = before !== undefined && before !== mediaFile;
        const takesPlace = known.has(mediaFile) && known.get(mediaFile)?.videoId !== videoId;
        if (isElsewhere || takesPlace) relocated.push(video);
        else batch.push(video);
      };

      const progress = createProgress(plan.toRead.length, log, now, onProgress);
      for await (const outcome of inOrder(plan.toRead, readsAtATime, ({ files, knownId }) => readVideo(root, rootName, files, knownId))) {
        if (signal.aborted) break;
        problems.push(...outcome.problems);
        if (!outcome.ok) unreadable.add(outcome.files.media.path);
        else if (outcome.files.media.changedMs <= (removed.get(outcome.video.record.videoId) ?? -Infinity)) {
          problems.push({ file: outcome.files.media.path, reason: 'A copy of a video that was deleted in the archive. Move it to bring the video back.' });
        } else {
          const { isTaken, problem } = await copies.offer(outcome.video);
          if (problem) problems.push(problem);
          if (isTaken && outcome.video.isChannelGuessed) guessed.push(outcome.video);
          else if (isTaken) {
            channelsInFolders.add(outcome.video);
            take(outcome.video);
          }
        }
        if (batch.length >= batchSize) {
          write(batch);
          batch = [];
          await nextTurn();
        }
        progress.step();
      }
      if (!signal.aborted) guessed.map(channelsInFolders.adopt).forEach(take);
      for (let start = 0; start < batch.length; start += batchSize) {
        write(batch.slice(start, start + batchSize));
        await nextTurn();
      }
      if (signal.aborted) return finished();

      // All moves first: two files that swapped their names must not meet under one path.
      const settled = relocated.filter((video) => finalPath.get(video.record.videoId) === video.record.mediaFile);
      for (const { record } of settled) if (pathById.has(record.videoId)) catalogue.moveMedia(record.videoId, record.mediaFile);
      for (let start = 0; start < settled.length; start += batchSize) {
        write(settled.slice(start, start + batchSize));
        await nextTurn();
      }

      const paths = new Set(groups.flatMap((group) => group.videos.map((files) => files.media.path)));
      // Left for a later pass, and as large as one that is gone: it may be that one, moved a moment ago.
      const arriving = new Set(
        groups.flatMap(({ videos }) => videos.filter(({ media }) => busy.has(media.path) && !known.has(media.path)).map(({ media }) => media.sizeBytes)),
      );
      const gone = [...known].filter(
        ([file, media]) => !copies.has(media.videoId) && !isLeftAlone(file) && !(paths.has(file) && unreadable.has(file)) && !arriving.has(media.sizeBytes),
      );
      if (gone.length > 0 && found === 0) {
        problems.push({
          file: '.',
          reason: `All ${known.size} videos are gone from the library folder at once, as when a disk is not mounted. They were kept in the archive.`,
        });
      } else if (gone.length > 0) {
        catalogue.removeVideos(gone.map(([, media]) => media.videoId));
        report.removed = gone.length;
      }

      await channels.finish();
      const unchanged = plan.unchanged.filter((video) => !written.has(video.videoId));
      const idByPath = new Map([
        ...unchanged.map((video): [string, string] => [video.files.media.path.normalize('NFC'), video.videoId]),
        ...[...finalPath].map(([id, file]): [string, string] => [file.normalize('NFC'), id]),
      ]);
      const playlists = await writePlaylists({ root, catalogue, collections, written, unchanged, idByPath, writtenAlone: writtenAlone.playlists });
      await remember([...prints, ...unchanged.map((video): [string, Fingerprint] => [video.videoId, video.print])], playlists);
      report.unchanged = unchanged.length;
      return finished();

      async function remember(all: [string, Fingerprint][], playlistsOfVideo: Map<string, Map<string, string>>): Promise<void> {
        const changed = all.flatMap(([videoId, print]): [string, string][] => {
          const complete = formatFingerprint({
            ...print,
            channelState: channels.stateOf(print.channelId),
            playlists: playlistsOfVideo.get(videoId) ?? new Map(),
          });
          return complete === formatFingerprint(print) ? [] : [[videoId, complete]];
        });
        for (let start = 0; start < changed.length; start += fingerprintsInOneBatch) {
          catalogue.rememberSidecars(new Map(changed.slice(start, start + fingerprintsInOneBatch)));
          await nextTurn();
        }
      }
    },
  };
}

/** What lies in the library and belongs to nothing that was taken in. */
function looseEnds(groups: FolderGroups[], nowMs: number): ImportProblem[] {
  return groups
    .flatMap((group) => group.unfinished)
    .filter((file) => nowMs - file.modifiedMs > brokenOffAfterMs)
    .map((file) => ({ file: file.path, reason: 'A download that was not finished. Run yt-dlp again to complete it, or delete it.' }));
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

export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
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
