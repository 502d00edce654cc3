// The importer's results, in the catalogue's own terms, and the interface `Catalogue`. server/library, which reads folders, reaches the
// database only through this interface. Knows neither SQL nor HTTP.
import type { LearnedReader } from './learned.ts';

export interface ChannelRecord {
  /** `UC` + 22 characters: the source's own id, or for other sites one derived from extractor and id. */
  channelId: string;
  name: string;
  description: string | null;
  subscriberCount: number;
  tags: string[];
  /** Id and address at its source; null when unknown. */
  originalId: string | null;
  sourceUrl: string | null;
  /** YouTube's `@name`, in lower case. If absent, the known handle stays. */
  handle?: string;
  /** Picture files, relative to the library's root, with `/`; null if there is none. */
  thumbFile: string | null;
  bannerFile: string | null;
  tvartFile: string | null;
  /** False if only a folder's name is known. */
  isDescribed?: false;
}

export interface StreamRecord {
  index: number;
  type: 'video' | 'audio';
  /** Short name such as h264, vp9, aac, opus. */
  codec: string;
  /** RFC 6381, e.g. avc1.64001f; null when the container does not have it. */
  codecString: string | null;
  /** Bits per second; 0 when unknown. */
  bitrate: number;
  width: number | null;
  height: number | null;
}

export interface SubtitleRecord {
  lang: string;
  name: string;
  source: 'user' | 'auto' | 'file';
  /** Path relative to the library's root, with `/`. */
  file: string;
}

export interface CommentRecord {
  commentId: string;
  /** `root` or the parent's id. */
  parentId: string;
  author: string;
  authorId: string | null;
  authorThumbnail: string | null;
  isUploader: boolean;
  isFavorited: boolean;
  likeCount: number | null;
  text: string;
  /** Unix seconds. */
  timestamp: number;
}

export interface SponsorSegmentRecord {
  uuid: string;
  actionType: string;
  category: string;
  startSeconds: number;
  endSeconds: number;
  votes: number;
  isLocked: boolean;
}

export interface ChapterRecord {
  title: string;
  startSeconds: number;
}

export interface VideoRecord {
  /** 11 characters. */
  videoId: string;
  originalId: string | null;
  sourceUrl: string | null;
  channelId: string;
  title: string;
  description: string | null;
  /** ISO 8601 with offset. */
  publishedAt: string;
  /** Unix seconds. */
  downloadedAt: number;
  kind: 'videos' | 'streams' | 'shorts';
  isActive: boolean;
  tags: string[];
  categories: string[];
  durationSeconds: number;
  viewCount: number;
  likeCount: number;
  dislikeCount: number;
  averageRating: number;
  /** Paths relative to the library's root, with `/`. */
  mediaFile: string;
  mediaSizeBytes: number;
  /** Modification time of the media file, in milliseconds. If the time or the size changes, the file is probed again. */
  mediaModifiedMs: number;
  thumbFile: string | null;
  streams: StreamRecord[];
  subtitles: SubtitleRecord[];
  chapters: ChapterRecord[];
  /** Null if SponsorBlock was never asked. */
  sponsorSegments: SponsorSegmentRecord[] | null;
  /** Null if comments were never fetched. */
  comments: CommentRecord[] | null;
  /** Files beside the media file that belong to this video, as stored names. */
  companions: string[];
  /** False if nothing is known beyond the file itself. */
  isDescribed?: false;
}

export interface PlaylistRecord {
  /** The source's id of 13, 18, 26 or 34 characters (or LL, WL), or one derived from extractor and id. */
  playlistId: string;
  name: string;
  description: string | null;
  channelId: string | null;
  sourceUrl: string | null;
  thumbFile: string | null;
  /** In source order, 0-based; includes videos that are not in the library. */
  entries: { videoId: string; title: string; uploader: string | null; index: number }[];
}

/** A problem with a file or folder that an import read. The reason is a text for the import report. */
export interface ImportProblem {
  file: string;
  reason: string;
}

/** A record that the database refused. */
export interface RefusedRecord {
  id: string;
  /** A text for the import report. */
  reason: string;
}

/**
 * A problem with a media file or its companions. `taken`: the file was imported nevertheless. `refused`: it cannot be imported. While a
 * finding is valid, the file is not read again. A finding is valid while `state` is unchanged. In addition, for a copy, the file imported
 * instead must be present and unchanged; for a deleted video, the deletion must still be remembered.
 */
export type Finding = {
  mediaFile: string;
  /** The state of the media file and its companions, as written by the importer. */
  state: string;
  problems: ImportProblem[];
} & ({ kind: 'taken' } | { kind: 'refused' } | { kind: 'copy'; importedFile: string } | { kind: 'deleted'; videoId: string });

/** A media file that the catalogue knows. */
export interface KnownMedia {
  /** The video's row number while it is in the archive: a small positive integer. */
  row: number;
  videoId: string;
  /** Relative to the library's root. */
  mediaFile: string;
  sizeBytes: number;
  modifiedMs: number;
  /** The last value given to `rememberFingerprints`; empty if there was none, or if the next import must read the video again. */
  fingerprint: string;
  /** True if an earlier pass did not find the file. */
  isMissing: boolean;
  /** Hash of the file's first and last MiB; null if not read yet. */
  sample: string | null;
}

/**
 * The interface that the importer writes to, implemented over SQLite in server/catalogue. Every call is one transaction. Videos in the
 * trash do not exist for an import, so no call returns them. A call that puts records returns those that could not be stored and stores the
 * others. Any other failure rolls back the whole call.
 */
export interface Catalogue {
  /** Facts learned from sources, separate from the owner's files. */
  learned: LearnedReader;
  putChannels(records: ChannelRecord[]): RefusedRecord[];
  /** Inserts or replaces by videoId. Watched state and positions stay, and the video no longer counts as deleted or missing. */
  putVideos(records: VideoRecord[]): RefusedRecord[];
  /** A playlist that a person deleted is skipped. */
  putPlaylists(records: PlaylistRecord[]): RefusedRecord[];
  /** Numbers of known media files. `present`: not missing. `undecided`: missing, and not kept by a person. */
  countMedia(): { present: number; missing: number; undecided: number };
  /** The known media file at a library-relative path. */
  mediaAt(mediaFile: string): KnownMedia | null;
  mediaOf(videoId: string): KnownMedia | null;
  /** Whether the channel exists and has an address, which it gets from its first description. */
  hasDescribedChannel(channelId: string): boolean;
  /** At most `limit` files, ordered by path: those after `lastMedia`, or the first ones if `lastMedia` is null. */
  mediaAfter(lastMedia: Pick<KnownMedia, 'mediaFile' | 'row'> | null, limit: number): KnownMedia[];
  /** Remembers each video's fingerprint (library/fingerprint.ts), so that the next import skips a video whose files have not changed. */
  rememberFingerprints(fingerprintById: Map<string, string>): void;
  /** Marks videos as missing. They leave lists, counts and search, but keep their watched marks, positions and playlist entries. */
  markMissing(videoIds: string[]): void;
  /** Unmarks missing videos whose files were found again, unchanged. */
  markFound(videoIds: string[]): void;
  /** At most `limit` missing videos, ordered by path, after `lastMedia`. `withKept`: includes those that a person decided to keep. */
  missingAfter(lastMedia: KnownMedia | null, limit: number, which: { withKept: boolean }): KnownMedia[];
  /**
   * Videos that a person deleted: id → time in Unix milliseconds. A file that was already in the library at that time does not bring the
   * video back.
   */
  removedVideos(): Map<string, number>;
  /** At most `limit` present videos without a sample, in row order, after row `lastRow`. */
  unsampledAfter(lastRow: number, limit: number): KnownMedia[];
  /** @param samples by video id, for files of the size known to the catalogue */
  rememberSamples(samples: Map<string, string>): void;
  /**
   * Records the new path of a video whose path another video takes. The picture and the subtitles beside the earlier path are removed from
   * the video. Everything else stays, including watched state.
   */
  moveMedia(videoId: string, mediaFile: string): void;
  countFindings(): number;
  findingAt(mediaFile: string): Finding | null;
  /** At most `limit` findings, ordered by path: those after `mediaFile`, or the first ones if `mediaFile` is empty. */
  findingsAfter(mediaFile: string, limit: number): Finding[];
  /** Inserts or replaces by media file. */
  putFindings(findings: Finding[]): void;
  dropFindings(mediaFiles: string[]): void;
  saveReport(report: ImportReport): void;
  /** A number that differs after another connection has written, in particular after a restore has replaced all rows. */
  otherWritesVersion(): number;
}

export interface ImportReport {
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  /** How many media files were found. */
  found: number;
  /** How many videos are new. */
  added: number;
  updated: number;
  moved: number;
  /** How many videos were present before and not found by this pass. */
  missing: number;
  /** How many videos were missing before and found by this pass. */
  returned: number;
  /** How many media files are unchanged since the last pass. If passes were interrupted, this is the number of the last pass alone. */
  unchanged: number;
  problems: ImportProblem[];
  /**
   * Folders whose videos are missing because the folder does not exist or is empty; '.' is the library's own folder. Stored reports contain
   * this field name.
   */
  awayFolders: AbsentFolder[];
  /**
   * True if every folder and every new or changed file could be read, and the library's own folder is not empty. A video that is missing
   * then is nowhere in the library. Never set by a scan of one folder.
   */
  isWhole?: boolean;
  /** Why the preceding passes failed. What they imported is not counted in this report. */
  brokenOff?: string;
}

export interface AbsentFolder {
  /** Stored name. */
  folder: string;
  state: 'not-there' | 'empty';
  /** How many of the folder's videos are missing. */
  videos: number;
}
