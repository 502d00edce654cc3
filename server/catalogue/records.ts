// What the importer found, in the catalogue's own terms: the only shape shared by server/library (which reads folders) and the database. Knows
// neither SQL nor HTTP.
import type { LearnedReader } from './learned.ts';

export interface ChannelRecord {
  /** `UC` + 22 characters: the source's own id, or one made from extractor + id for other sites. */
  channelId: string;
  name: string;
  description: string | null;
  subscriberCount: number;
  tags: string[];
  /** Id and address at its source; null when unknown. */
  originalId: string | null;
  sourceUrl: string | null;
  /** YouTube: `@name`, in lower case; absent keeps the known one. */
  handle?: string;
  /** Picture files, relative to the library's root, with `/`; null when there is none. */
  thumbFile: string | null;
  bannerFile: string | null;
  tvartFile: string | null;
  /** Only a folder's name is known. */
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
  /** Modification time of the media file, milliseconds: together with the size it decides whether to probe again. */
  mediaModifiedMs: number;
  thumbFile: string | null;
  streams: StreamRecord[];
  subtitles: SubtitleRecord[];
  chapters: ChapterRecord[];
  /** Null: SponsorBlock was never asked. */
  sponsorSegments: SponsorSegmentRecord[] | null;
  /** Null: comments were never fetched. */
  comments: CommentRecord[] | null;
  /** The files beside the media file that were taken with it, as stored names. */
  companions: string[];
  /** Nothing is known beyond the file itself. */
  isDescribed?: false;
}

export interface PlaylistRecord {
  /** Source's id of 13, 18, 26 or 34 characters (or LL, WL), or one made from extractor + id. */
  playlistId: string;
  name: string;
  description: string | null;
  channelId: string | null;
  sourceUrl: string | null;
  thumbFile: string | null;
  /** In source order, 0-based; includes videos that are not in the library. */
  entries: { videoId: string; title: string; uploader: string | null; index: number }[];
}

/** A file that could not be imported, and why, in words for the import report. */
export interface ImportProblem {
  file: string;
  reason: string;
}

/** A record that the database refused. */
export interface RefusedRecord {
  id: string;
  /** In words for the import report. */
  reason: string;
}

/**
 * A problem with a media file or its companions. It holds, and the file is not read again, for as long as `state` is the same; for a copy also as
 * long as the file imported instead is there and unchanged; for a video deleted in the archive as long as the deletion is remembered.
 */
export type Finding = {
  mediaFile: string;
  /** Of the media file and its companions, as the importer wrote it. */
  state: string;
  problems: ImportProblem[];
} & ({ kind: 'taken' } | { kind: 'refused' } | { kind: 'copy'; takenFile: string } | { kind: 'deleted'; videoId: string });

/** A media file that the catalogue knows. */
export interface KnownMedia {
  /** The video's row number for as long as it is in the archive: small, integer, above 0. */
  row: number;
  videoId: string;
  /** Relative to the library's root. */
  mediaFile: string;
  sizeBytes: number;
  modifiedMs: number;
  /** The last value given to `rememberSidecars`; empty before. */
  sidecarHash: string;
  /** An earlier pass did not find its file. */
  isMissing: boolean;
  /** Hash of the file's first and last MiB; null: not read yet. */
  sample: string | null;
}

/**
 * The interface that the importer writes to, implemented over SQLite in server/catalogue; every call is one transaction. Videos in the trash appear
 * in none of these: for an import they do not exist. A call that puts records returns those that could not be stored; the others are. Any other
 * failure rolls back the whole call.
 */
export interface Catalogue {
  /** What sources say about an owner's videos, besides the owner's files. */
  learned: LearnedReader;
  putChannels(records: ChannelRecord[]): RefusedRecord[];
  /** Inserts or replaces by videoId; watched state and positions stay, and it no longer counts as deleted or missing. */
  putVideos(records: VideoRecord[]): RefusedRecord[];
  /** A playlist that a person deleted is skipped. */
  putPlaylists(records: PlaylistRecord[]): RefusedRecord[];
  /** How many media files are known: found by the last pass, missing, and missing without a decision by anyone. */
  countMedia(): { here: number; missing: number; undecided: number };
  /** The known media file at a library-relative path. */
  mediaAt(mediaFile: string): KnownMedia | null;
  mediaOf(videoId: string): KnownMedia | null;
  /** Whether it exists with the address that its first description brings. */
  hasDescribedChannel(channelId: string): boolean;
  /** At most `limit`, by path, after `last`; null: from the beginning. */
  mediaAfter(last: Pick<KnownMedia, 'mediaFile' | 'row'> | null, limit: number): KnownMedia[];
  /** Remembers the state of a video's sidecar files, so that an unchanged one is skipped next time. */
  rememberSidecars(hashByVideoId: Map<string, string>): void;
  /** Their files were not found: they leave lists, counts and search, and keep everything that people did. */
  markMissing(videoIds: string[]): void;
  /** Their files are back, unchanged. */
  markFound(videoIds: string[]): void;
  /** At most `limit` missing ones, by path, after `last`; `withKept`: also those that a person decided to keep. */
  missingAfter(last: KnownMedia | null, limit: number, which: { withKept: boolean }): KnownMedia[];
  /** Deleted by a person: id → when, Unix milliseconds. A file that was already in the library then does not bring the video back. */
  removedVideos(): Map<string, number>;
  /** At most `limit` present videos without a sample, in row order, after row `last`. */
  unsampledAfter(last: number, limit: number): KnownMedia[];
  /** @param samples by video id, for files of the size known to the catalogue */
  rememberSamples(samples: Map<string, string>): void;
  /** A media file moved: everything else stays, including watched state. */
  moveMedia(videoId: string, mediaFile: string): void;
  countFindings(): number;
  findingAt(mediaFile: string): Finding | null;
  /** At most `limit`, by path, after `mediaFile`; an empty path: from the beginning. */
  findingsAfter(mediaFile: string, limit: number): Finding[];
  /** Inserts or replaces by media file. */
  putFindings(findings: Finding[]): void;
  dropFindings(mediaFiles: string[]): void;
  saveReport(report: ImportReport): void;
}

export interface ImportReport {
  startedAt: string;
  finishedAt: string;
  found: number;
  added: number;
  updated: number;
  moved: number;
  /** No longer found by this pass. */
  missing: number;
  /** Missing before, and back. */
  returned: number;
  unchanged: number;
  problems: ImportProblem[];
  /** Folders whose videos are missing because the folder does not exist or is empty; the library's own as '.'. Stored in reports under this name. */
  awayFolders: AbsentFolder[];
  /**
   * Every place, folder and new or changed file could be read, and the library's own folder is not empty: a video that is missing now is nowhere in
   * it. Never set by a scan of one folder.
   */
  isWhole?: boolean;
  /** Why the preceding passes failed: what they had imported is not counted here. */
  brokenOff?: string;
}

export interface AbsentFolder {
  /** Stored name. */
  folder: string;
  state: 'not-there' | 'empty';
  /** How many videos are missing because of it. */
  videos: number;
}
