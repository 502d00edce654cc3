// Writes the videos of an import pass to the catalogue in batches, each after its channels. A video is written in one transaction, and
// its state in the next, so that the video is read again after a crash between the two. Called by readChanged.
import type { Catalogue, ImportProblem, ImportReport } from '../catalogue/records.ts';
import { yieldEventLoop } from './bounded.ts';
import type { ChannelsOfPass } from './channels-of-pass.ts';
import { findingState, type FindingsOfPass } from './findings.ts';
import { formatFingerprint, type Fingerprint } from './fingerprint.ts';
import type { VideoFiles } from './group-files.ts';
import type { LibraryDiff } from './compare-library.ts';
import type { WrittenVideo } from './playlists-of-pass.ts';
import type { LoadedVideo } from './read-video.ts';

/** Records per transaction. They take SQLite about 10 ms, so waiting requests are not noticeably delayed. */
const batchSize = 25;
/** A state that no description has, so that after a crash the next pass writes the playlist. */
const notWritten = '?';
/**
 * A temporary path for a video whose path another video took. The video keeps the temporary path until its file is found elsewhere, even
 * while the video is missing. No file of the library has such a path, because scans skip names that begin with a dot.
 */
export const temporaryPath = (videoId: string): string => `.moved/${videoId}`;

export interface VideoWriter {
  /** The videos put so far and not refused, by id; null for a video that no playlist can contain. */
  writtenVideos: Map<string, WrittenVideo | null>;
  /** Ids of records that the catalogue refused. */
  refusedIds: ReadonlySet<string>;
  /** Adds a video to the current batch, and writes the batch if it is full. @param sidecarState the state of the files beside the media file (`sidecarHash`) */
  put(video: LoadedVideo, sidecarState: string): Promise<void>;
  /** Writes the current batch. */
  flush(): Promise<void>;
}

interface WriterInput {
  catalogue: Catalogue;
  diff: LibraryDiff;
  channels: ChannelsOfPass;
  findings: FindingsOfPass;
  /** Receives the counts of stored videos, and problems. */
  report: ImportReport;
  /** Receives the media files of refused records. */
  unreadableFiles: Set<string>;
}

interface PendingVideo {
  video: LoadedVideo;
  fingerprint: Fingerprint;
  /** The report's counter that the video increases once it is stored; null for a better copy of a video that was counted before. */
  counter: 'added' | 'updated' | 'moved' | 'returned' | null;
}

export function createVideoWriter({ catalogue, diff, channels, findings, report, unreadableFiles }: WriterInput): VideoWriter {
  const writtenVideos = new Map<string, WrittenVideo | null>();
  const refusedIds = new Set<string>();
  const hasM3uLists = diff.m3uLists.length > 0;
  let batch: PendingVideo[] = [];

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const flushedBatch = batch;
    batch = [];
    report.problems.push(...channels.putNew(flushedBatch.map(({ video }) => video)));
    const refusalReasons = new Map(catalogue.putVideos(flushedBatch.map(({ video }) => video.record)).map(({ id, reason }) => [id, reason]));
    const storedVideos = flushedBatch.filter(({ video }) => !refusalReasons.has(video.record.videoId));
    // Counted only now, so that a pass that fails while it writes a batch reports only the videos that it stored.
    for (const { counter } of storedVideos) if (counter !== null) report[counter] += 1;
    for (const { video } of flushedBatch) {
      const reason = refusalReasons.get(video.record.videoId);
      if (reason === undefined) continue;
      refusedIds.add(video.record.videoId);
      writtenVideos.delete(video.record.videoId);
      unreadableFiles.add(video.record.mediaFile);
      recordRefusal(video.files, { file: video.record.mediaFile, reason });
    }
    catalogue.rememberFingerprints(new Map(storedVideos.map(({ video, fingerprint }) => [video.record.videoId, formatFingerprint(fingerprint)])));
    await yieldEventLoop();
  }

  /** Reports a refused record and stores the finding. Earlier problems with the same file are kept. */
  function recordRefusal(files: VideoFiles, problem: ImportProblem): void {
    report.problems.push(problem);
    findings.put({ mediaFile: problem.file, state: findingState(files), kind: 'refused', problems: [...findings.problemsOf(problem.file), problem] });
  }

  function counterOf({ videoId, mediaFile }: LoadedVideo['record']): PendingVideo['counter'] {
    if (writtenVideos.has(videoId)) return null;
    const knownMedia = catalogue.mediaOf(videoId);
    if (knownMedia && diff.isUnchanged(knownMedia)) report.unchanged -= 1;
    if (knownMedia === null) return 'added';
    if (knownMedia.isMissing) return 'returned';
    return knownMedia.mediaFile === mediaFile ? 'updated' : 'moved';
  }

  return {
    writtenVideos,
    refusedIds,
    flush,
    async put(video, sidecarState) {
      const { videoId, mediaFile } = video.record;
      const counter = counterOf(video.record);
      const mayBeInPlaylist = hasM3uLists || video.memberships.length > 0;
      writtenVideos.set(
        videoId,
        mayBeInPlaylist ? { file: mediaFile, memberships: video.memberships, title: video.record.title, uploader: video.channel.name } : null,
      );
      // Two files may have swapped names. The other video that had this path keeps its marks and gets a temporary path.
      const otherMedia = catalogue.mediaAt(mediaFile);
      if (otherMedia && otherMedia.videoId !== videoId) catalogue.moveMedia(otherMedia.videoId, temporaryPath(otherMedia.videoId));
      const fingerprint = {
        sidecarState,
        describedAt: video.describedAt,
        channelId: video.channel.id,
        // The states are set at the end, when channels and playlists have been written. If the server crashes before that, the next pass
        // writes the channels and playlists again.
        channelState: '',
        playlists: new Map(video.memberships.map(({ id }) => [id, notWritten])),
      };
      batch.push({ video, fingerprint, counter });
      if (batch.length >= batchSize) await flush();
    },
  };
}
