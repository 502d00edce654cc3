// A step of an import pass: reads new and changed files, decides for each whether to import it, and passes videos to the writer. Records
// problems with files as findings. Stops between two files if the pass is interrupted.
import type { Catalogue, ImportProblem } from '../catalogue/records.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { mapInOrder } from './bounded.ts';
import type { ChannelsInFolder } from './channels-in-folders.ts';
import { createCopyChooser, type RejectedCopy } from './choose-copies.ts';
import { createFilesToRead } from './files-to-read.ts';
import { findingState, type FindingsOfPass } from './findings.ts';
import { filesOfMedia } from './folder-of-library.ts';
import type { ScannedPlaces } from './library-places.ts';
import type { LibraryDiff } from './compare-library.ts';
import { mayBeImported } from './re-added.ts';
import type { Collection } from './read-collections.ts';
import type { LoadedVideo } from './read-video.ts';
import type { VideoWriter } from './write-videos.ts';

/** Concurrent reads that wait for the disk. More would take memory without a measurable gain. */
const maxConcurrentReads = 8;

export interface ReadChangedInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  diff: LibraryDiff;
  collections: Collection[];
  /** The times at which videos were deleted in the archive, in Unix milliseconds, by video id. */
  removedAtById: ReadonlyMap<string, number>;
  writer: VideoWriter;
  findings: FindingsOfPass;
  /** Receives problems with files. */
  problems: ImportProblem[];
  /** Receives the media files that could not be read or disappeared meanwhile; they count as neither present nor missing. */
  unreadableFiles: Set<string>;
  signal: AbortSignal;
  /** Unix milliseconds. */
  now: () => number;
  /** Called after each file. */
  onRead(): void;
}

/** @returns whether all new and changed files are in the catalogue now, or recorded there as deleted or as a copy */
export async function readChanged({
  places,
  catalogue,
  diff,
  collections,
  removedAtById,
  writer,
  findings,
  problems,
  unreadableFiles,
  signal,
  now,
  onRead,
}: ReadChangedInput): Promise<boolean> {
  const filesToRead = createFilesToRead({ places, catalogue, diff, collections });
  let areAllRead = true;
  const copyChooser = createCopyChooser((videoId) =>
    filesToRead.readUnchanged(videoId, (problem) => {
      areAllRead = false;
      problems.push(problem);
    }),
  );

  let folder: ChannelsInFolder | null = null;
  /** The current folder's videos with a guessed channel. They wait for the folder's other videos. */
  let waitingVideos: LoadedVideo[] = [];
  const sidecarStateOfWaiting = new Map<string, string>();
  async function endFolder(): Promise<void> {
    const adoptedVideos = (await folder?.adopt(waitingVideos)) ?? [];
    for (const video of adoptedVideos) await writer.put(video, sidecarStateOfWaiting.get(video.record.mediaFile) ?? '');
    waitingVideos = [];
    sidecarStateOfWaiting.clear();
  }
  async function leaveOut({ file, importedFile, reason }: RejectedCopy): Promise<void> {
    const problem = { file, reason };
    problems.push(problem);
    const files = await filesOfMedia(places, file);
    if (files) findings.put({ mediaFile: file, state: findingState(files), kind: 'copy', importedFile, problems: [...findings.problemsOf(file), problem] });
  }

  const readings = mapInOrder(
    filesToRead.all((file) => {
      areAllRead = false;
      unreadableFiles.add(file);
    }),
    maxConcurrentReads,
    async (file) => ({ file, outcome: await filesToRead.read(file) }),
  );
  for await (const { file, outcome } of readings) {
    if (signal.aborted) break;
    if (file.folder !== folder) await endFolder();
    folder = file.folder;
    problems.push(...outcome.problems);
    const commonFields = { mediaFile: outcome.files.media.path, state: findingState(outcome.files), problems: outcome.problems };
    if (!outcome.ok) {
      areAllRead = false;
      unreadableFiles.add(commonFields.mediaFile);
      if (!outcome.isTransient) findings.put({ ...commonFields, kind: 'refused' });
    } else if (!mayBeImported(outcome.files.media.changedMs, removedAtById.get(outcome.video.record.videoId), now())) {
      const problem = {
        file: commonFields.mediaFile,
        reason: importReasons.deleted,
      };
      problems.push(problem);
      findings.put({ ...commonFields, kind: 'deleted', videoId: outcome.video.record.videoId, problems: [...outcome.problems, problem] });
    } else {
      if (outcome.problems.length > 0) findings.put({ ...commonFields, kind: 'taken' });
      const isChosen = await copyChooser.offer(outcome.video);
      if (isChosen && outcome.video.isChannelGuessed && folder.mayHaveOneChannel()) {
        waitingVideos.push(outcome.video);
        sidecarStateOfWaiting.set(outcome.video.record.mediaFile, file.sidecarState);
      } else if (isChosen) {
        if (!outcome.video.isChannelGuessed) folder.add(outcome.video);
        await writer.put(outcome.video, file.sidecarState);
      }
    }
    onRead();
  }
  if (!signal.aborted) await endFolder();
  await writer.flush();
  if (!signal.aborted) for (const copy of copyChooser.rejectedCopies()) await leaveOut(copy);
  findings.save();
  return areAllRead && writer.refusedIds.size === 0;
}
