// What the importer found, in the catalogue's own words: the only shape between server/library (which reads folders) and
// the database. Knows neither SQL nor HTTP.
import type { LearnedReader } from './learned.ts';

export interface ChannelRecord {
  /** `UC` + 22 characters: the source's own id, or one made from extractor + id for other sites. */
  channelId: string;
  name: string;
  description: string | null;
  subscriberCount: number;
  tags: string[];
  /** Original id at its source, and where it came from; null when unknown. */
  originalId: string | null;
  sourceUrl: string | null;
  /** At YouTube: `@name`, in lower case; absent keeps the one that is known. */
  handle?: string;
  /** Picture files, relative to the library's root, with `/`; null when there is none. */
  thumbFile: string | null;
  bannerFile: string | null;
  tvartFile: string | null;
  /** Nothing but a folder's name speaks of it. */
  isDescribed?: false;
}

export interface StreamRecord {
  index: number;
  type: 'video' | 'audio';
  /** Short name such as h264, vp9, aac, opus. */
  codec: string;
  /** RFC 6381, e.g. avc1.64001f; null when the container does not tell. */
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
  /** Modification time of the media file, milliseconds: with the size it tells whether it must be probed again. */
  mediaModifiedMs: number;
  thumbFile: string | null;
  streams: StreamRecord[];
  subtitles: SubtitleRecord[];
  chapters: ChapterRecord[];
  /** Null: SponsorBlock was never asked. */
  sponsorSegments: SponsorSegmentRecord[] | null;
  /** Null: comments were never fetched. */
  comments: CommentRecord[] | null;
  /** The files beside the media file that were taken for it, as stored names. */
  companions: string[];
  /** Nothing but the file itself speaks of it. */
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
  /** In source order, 0-based; also of videos that are not in the library. */
  entries: { videoId: string; title: string; uploader: string | null; index: number }[];
}

/** One file that could not be taken in, and why, in words for the import report. */
export interface ImportProblem {
  file: string;
  reason: string;
}

/** A record that the database did not take. */
export interface RefusedRecord {
  id: string;
  /** In words for the import report. */
  reason: string;
}

/**
 * What is wrong with a media file or with what lies beside it. It stands, and the file is not read again, for as long as `state` is
 * the same, and for a copy as long as the file that was taken instead is there and unchanged; for what was deleted in the archive,
 * as long as that is remembered.
 */
export type Finding = {
  mediaFile: string;
  /** Of the media file and of what lies beside it, as the importer wrote it. */
  state: string;
  problems: ImportProblem[];
} & ({ kind: 'taken' } | { kind: 'refused' } | { kind: 'copy'; takenFile: string } | { kind: 'deleted'; videoId: string });

/** What the importer writes to. Implemented over SQLite in server/catalogue; every call is one transaction. */
export interface KnownMedia {
  /** Of the video, as long as it is in the archive: small, whole, above 0. */
  row: number;
  videoId: string;
  /** Relative to the library's root. */
  mediaFile: string;
  sizeBytes: number;
  modifiedMs: number;
  /** As `rememberSidecars` was given it last; empty before. */
  sidecarHash: string;
  /** Its file was not found by an earlier pass. */
  isMissing: boolean;
  /** Hash of the file's first and last MiB; null: not read yet. */
  sample: string | null;
}

/**
 * What is in the trash is in none of these: for an import it does not exist. A call that puts records answers which of them could
 * not be stored; the others are. Anything else that fails undoes the whole call.
 */
export interface Catalogue {
  /** What sources say of an owner's videos, beside the owner's files. */
  learned: LearnedReader;
  putChannels(records: ChannelRecord[]): RefusedRecord[];
  /** Inserts or replaces by videoId; watched state and positions stay as they are, and it counts as deleted or missing no more. */
  putVideos(records: VideoRecord[]): RefusedRecord[];
  /** One that a person deleted is passed over. */
  putPlaylists(records: PlaylistRecord[]): RefusedRecord[];
  /** How many media files are known: found by the last pass, missing, and of these the ones of which nobody decided anything. */
  countMedia(): { here: number; missing: number; undecided: number };
  /** What is known of the media file at a library-relative path. */
  mediaAt(mediaFile: string): KnownMedia | null;
  mediaOf(videoId: string): KnownMedia | null;
  /** Whether it is there, with the address that its first description brings. */
  hasDescribedChannel(channelId: string): boolean;
  /** At most `limit` of them, by path, from the first one behind `last` on; null: from the beginning. */
  mediaAfter(last: Pick<KnownMedia, 'mediaFile' | 'row'> | null, limit: number): KnownMedia[];
  /** Remembers the state of a video's sidecar files, so that an unchanged one is skipped the next time. */
  rememberSidecars(hashByVideoId: Map<string, string>): void;
  /** Their files were not found: they leave lists, counts and search, and keep all that people did. */
  markMissing(videoIds: string[]): void;
  /** Their files are there again, unchanged. */
  markFound(videoIds: string[]): void;
  /** At most `limit` missing ones of which nobody decided anything, by path, from the first one behind `last` on. */
  missingAfter(last: KnownMedia | null, limit: number): KnownMedia[];
  /** Deleted by a person: id → when, Unix milliseconds. A file that was in the library by then does not bring the video back. */
  removedVideos(): Map<string, number>;
  /** At most `limit` videos that are here and whose sample is not known, in the order of their rows, behind row `last`. */
  unsampledAfter(last: number, limit: number): KnownMedia[];
  /** @param samples by video id, of files of the size that the catalogue knows */
  rememberSamples(samples: Map<string, string>): void;
  /** A media file moved: everything else stays, watched state included. */
  moveMedia(videoId: string, mediaFile: string): void;
  countFindings(): number;
  findingAt(mediaFile: string): Finding | null;
  /** At most `limit` of them, by path, from the first one behind `mediaFile` on; an empty path: from the beginning. */
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
  /** Missing before, and there again. */
  returned: number;
  unchanged: number;
  problems: ImportProblem[];
  /** Folders whose videos are missing because the folder is not there or empty; the library's own as '.'. */
  awayFolders: AwayFolder[];
  /**
   * Every place, folder and new or changed file could be looked at, and the library's own folder is not empty: a video that is missing now
   * is nowhere in it. Never of a look at one folder.
   */
  isWhole?: boolean;
  /** Why the passes before this one failed: what they had taken in is not counted here. */
  brokenOff?: string;
}

export interface AwayFolder {
  /** Stored name. */
  folder: string;
  state: 'not-there' | 'empty';
  /** How many videos are missing for it. */
  videos: number;
}
