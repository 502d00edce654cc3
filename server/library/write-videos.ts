// Writes the videos of an import pass to the catalogue in batches, each after its channels. A video's state is stored in the transaction
// after the one that wrote the video, so that the video is read again after a crash between the two. Called by readChanged.
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
/** A state that no description has. */
const notWritten = '?';
/**
 * A temporary path for a video whose path another video took. The video has it until its file is found elsewhere or the video is marked as
 * missing. It begins with a dot, so no file of the library has this path.
 */
export const temporaryPath = (videoId: string): string => `.moved/${videoId}`;

export interface VideoWriter {
  /** Videos written, by id; null for a video that belongs to no playlist. */
  written: Map<string, WrittenVideo | null>;
  /** Ids of records that the catalogue refused. */
  refusedIds: ReadonlySet<string>;
  /** Adds a video to the current batch, and writes the batch if it is full. @param sidecars the state of the video's companions */
  put(video: LoadedVideo, sidecars: string): Promise<void>;
  /** Writes the current batch. */
  flush(): Promise<void>;
}

interface WriterInput {
  catalogue: Catalogue;
  diff: LibraryDiff;
  channels: ChannelsOfPass;
  findings: FindingsOfPass;
  /** Receives the counts of videos, and problems. */
  report: ImportReport;
  /** Receives the media files of refused records. */
  unreadable: Set<string>;
}

interface PendingVideo {
  video: LoadedVideo;
  fingerprint: Fingerprint;
  /** The report's counter for it; null for a better copy of a video already counted. */
  counted: 'added' | 'updated' | 'moved' | 'returned' | null;
}

export function createVideoWriter({ catalogue, diff, channels, findings, report, unreadable }: WriterInput): VideoWriter {
  const written = new Map<string, WrittenVideo | null>();
  const refusedIds = new Set<string>();
  const hasFileLists = diff.fileLists.length > 0;
  let batch: PendingVideo[] = [];

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const current = batch;
    batch = [];
    report.problems.push(...channels.putNew(current.map(({ video }) => video)));
    const refused = new Map(catalogue.putVideos(current.map(({ video }) => video.record)).map(({ id, reason }) => [id, reason]));
    const stored = current.filter(({ video }) => !refused.has(video.record.videoId));
    for (const { video, counted } of current) {
      const reason = refused.get(video.record.videoId);
      if (reason === undefined) continue;
      refusedIds.add(video.record.videoId);
      written.delete(video.record.videoId);
      unreadable.add(video.record.mediaFile);
      if (counted !== null) report[counted] -= 1;
      recordRefusal(video.files, { file: video.record.mediaFile, reason });
    }
    catalogue.rememberSidecars(new Map(stored.map(({ video, fingerprint }) => [video.record.videoId, formatFingerprint(fingerprint)])));
    await yieldEventLoop();
  }

  /** Reports a refused record and stores the finding. Earlier problems with the same file are kept. */
  function recordRefusal(files: VideoFiles, problem: ImportProblem): void {
    report.problems.push(problem);
    findings.put({ mediaFile: problem.file, state: findingState(files), kind: 'refused', problems: [...findings.problemsOf(problem.file), problem] });
  }

  function count({ videoId, mediaFile }: LoadedVideo['record']): PendingVideo['counted'] {
    if (written.has(videoId)) return null;
    const before = catalogue.mediaOf(videoId);
    const counted = before === null ? 'added' : before.isMissing ? 'returned' : before.mediaFile === mediaFile ? 'updated' : 'moved';
    report[counted] += 1;
    if (before && diff.isUnchanged(before)) report.unchanged -= 1;
    return counted;
  }

  return {
    written,
    refusedIds,
    flush,
    async put(video, sidecars) {
      const { videoId, mediaFile } = video.record;
      const counted = count(video.record);
      const mayBeInPlaylist = hasFileLists || video.memberships.length > 0;
      written.set(
        videoId,
        mayBeInPlaylist ? { file: mediaFile, memberships: video.memberships, title: video.record.title, uploader: video.channel.name } : null,
      );
      // Two files may have swapped names. The other video that had this path keeps its marks and gets a temporary path.
      const other = catalogue.mediaAt(mediaFile);
      if (other && other.videoId !== videoId) catalogue.moveMedia(other.videoId, temporaryPath(other.videoId));
      const fingerprint = {
        sidecars,
        describedAt: video.describedAt,
        channelId: video.channel.id,
        // The states are set at the end, when channels and playlists have been written. After a crash before that, these are written again.
        channelState: '',
        playlists: new Map(video.memberships.map(({ id }) => [id, notWritten])),
      };
      batch.push({ video, fingerprint, counted });
      if (batch.length >= batchSize) await flush();
    },
  };
}
