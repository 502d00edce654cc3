// Reads one video: its description, its media file's headers and its companions. Called by an import pass for new and changed videos. A
// video is imported even if its description cannot be read, unless the next try may succeed (isTemporary): then it waits for that try.
import { readFile } from 'node:fs/promises';
import type { Learned } from '../catalogue/learned.ts';
import type { ImportProblem, VideoRecord } from '../catalogue/records.ts';
import { isTemporary } from '../disk/shortage.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { channelOfVideo, type ChannelFacts } from './channel-facts.ts';
import { companionsOf, type VideoFiles } from './group-files.ts';
import { address, boundedUnixTime, count, unixTime, prose, text, texts, type Info } from './info-values.ts';
import type { ScannedPlaces } from './library-places.ts';
import { isChannelId, videoIdOf, type ArchiveId } from './derived-ids.ts';
import { describedIdOf, keptId } from './video-ids.ts';
import { factsOfName, type NameFacts } from './name-facts.ts';
import { membershipsOf, type Membership } from './playlist-facts.ts';
import { probeMedia } from './probe-media.ts';
import { newestPicture, readOwnersDescription, withLearned } from './read-description.ts';
import { reasonOf } from './reasons.ts';
import {
  chaptersOf,
  commentsOf,
  describedStreams,
  durationOf,
  isActive,
  isoDate,
  kindOf,
  publishedSeconds,
  ratingOf,
  sponsorSegmentsOf,
  subtitleFacts,
} from './video-facts.ts';

export interface LoadedVideo {
  files: VideoFiles;
  record: VideoRecord;
  /** See derived-ids.ts. */
  origin: string;
  channel: ChannelFacts;
  /** Whether the channel is only derived from the folder's name. */
  isChannelGuessed: boolean;
  memberships: Membership[];
  /** When the description was written, in Unix seconds. The newest description defines the channel's name. */
  describedAt: number;
}

/** `isTransient`: the file could not be read now, but perhaps later. */
export type VideoOutcome = { files: VideoFiles; problems: ImportProblem[] } & ({ ok: true; video: LoadedVideo } | { ok: false; isTransient: boolean });

/**
 * @param rootName the library's name, which is also the channel of files at its top level
 * @param knownId the video's id so far; null for a new file. This id stays if there is no id in the description and no YouTube id in the
 *   file's name, or if an earlier version derived the id from this description
 * @param learnedOf returns the learned metadata of a video
 */
export async function readVideo(
  places: ScannedPlaces,
  rootName: string,
  files: VideoFiles,
  knownId: string | null,
  learnedOf: (videoId: string) => Learned | null = () => null,
): Promise<VideoOutcome> {
  const problems: ImportProblem[] = [];
  const ownersInfo = await readOwnersDescription(places, files, problems);
  const name = factsOfName(files.base, isChannelId(lastSegment(files.folder)));
  const { id, origin } = idOf(ownersInfo, name, files, knownId);
  const learned = learnedOf(id);
  const info = await withLearned(places, files, ownersInfo, learned);
  const describedDuration = info && durationOf(info);
  const streamsFromInfo = info ? describedStreams(info) : [];
  let durationSeconds = describedDuration ?? 0;
  let streams = streamsFromInfo;

  if (files.media.sizeBytes === 0) return refused(importReasons.emptyFile);
  if (files.canProbe) {
    const probeOutcome = await probeMedia(places.absolute(files.media.path), files.media.sizeBytes, describedDuration !== null);
    if (!probeOutcome.ok) return refused(probeOutcome.reason, probeOutcome.isTransient);
    streams = probeOutcome.probe.streams;
    durationSeconds = probeOutcome.probe.durationSeconds || durationSeconds;
  } else if (streams.length === 0 || describedDuration === null) {
    return refused(importReasons.needsInfo);
  }
  for (const track of files.foreignSubtitles) {
    problems.push({ file: track.file.path, reason: importReasons.foreignSubtitles });
  }

  const videoStream = streams.find((stream) => stream.type === 'video');
  const channel = channelOfVideo(info, folderOfChannel(files), rootName);
  const modifiedSeconds = boundedUnixTime(files.media.modifiedMs / 1000);
  const record: VideoRecord = {
    videoId: id,
    originalId: (info && text(info, 'id')) ?? name.sourceId,
    sourceUrl: sourceUrlOf(info, name),
    channelId: channel.id,
    title: (info && text(info, 'title', 'fulltitle')) ?? name.title,
    description: info ? prose(info, 'description') : await descriptionOf(places, files, problems),
    publishedAt: isoDate((info && publishedSeconds(info)) ?? name.publishedSeconds ?? modifiedSeconds),
    downloadedAt: (info && unixTime(info, 'epoch')) ?? modifiedSeconds,
    kind: info ? kindOf(info, { width: videoStream?.width ?? 0, height: videoStream?.height ?? 0, durationSeconds }) : 'videos',
    isActive: info ? isActive(info) : true,
    tags: info ? texts(info, 'tags') : [],
    categories: info ? texts(info, 'categories') : [],
    durationSeconds,
    viewCount: info ? count(info, 'view_count') : 0,
    likeCount: info ? count(info, 'like_count') : 0,
    dislikeCount: info ? count(info, 'dislike_count') : 0,
    averageRating: info ? ratingOf(info) : 0,
    mediaFile: files.media.path,
    mediaSizeBytes: files.media.sizeBytes,
    mediaModifiedMs: files.media.modifiedMs,
    thumbFile: await newestPicture(places, files.picture, learned),
    streams,
    subtitles: files.subtitles.map(({ lang, file }) => ({ lang, ...subtitleFacts(info, lang), file: file.path })),
    chapters: info ? chaptersOf(info) : [],
    sponsorSegments: info && sponsorSegmentsOf(info, id),
    comments: info && commentsOf(info),
    companions: companionsOf(files),
    ...(info === null ? { isDescribed: false as const } : {}),
  };
  const describedAt = (info && unixTime(info, 'epoch')) ?? boundedUnixTime((files.info?.modifiedMs ?? 0) / 1000);
  return {
    ok: true,
    files,
    problems,
    video: {
      files,
      record,
      origin,
      channel,
      isChannelGuessed: channel.originalId === null,
      memberships: info ? membershipsOf(info) : [],
      describedAt,
    },
  };

  function refused(reason: string, isTransient = false): VideoOutcome {
    return { ok: false, isTransient, files, problems: [...problems, { file: files.media.path, reason }] };
  }
}

function idOf(info: Info | null, name: NameFacts, files: VideoFiles, knownId: string | null): ArchiveId {
  const describedId = info && describedIdOf(info);
  if (describedId) return keptId(describedId, knownId);
  if (name.sourceId !== null && name.isYoutubeId) return videoIdOf({ site: 'youtube', id: name.sourceId });
  const derivedId = videoIdOf({ site: 'file', id: name.sourceId === null ? idPathOf(files) : files.base });
  return knownId === null ? derivedId : { id: knownId, origin: `known ${knownId}` };
}

/**
 * Without an id, only the path identifies a video. Media files that share a base are different videos, so the id is then derived from the
 * exact name: with its extension, and not normalized, since two names can be the same in NFC.
 */
function idPathOf({ folder, base, media, isBaseShared }: VideoFiles): string {
  const inFolder = (name: string): string => `${folder}/${name}`;
  return isBaseShared ? inFolder(media.name) : inFolder(base).normalize('NFC');
}

/** Whether the video's id is derived from its file's path alone. */
export function hasIdFromPath({ record, origin }: LoadedVideo): boolean {
  return record.originalId === null && origin.startsWith('file ');
}

function sourceUrlOf(info: Info | null, name: NameFacts): string | null {
  if (info && text(info, 'webpage_url', 'original_url') !== null) return address(info, 'webpage_url', 'original_url');
  return info === null && name.isYoutubeId && name.sourceId !== null ? `https://www.youtube.com/watch?v=${name.sourceId}` : null;
}

/** A folder named after its only video (`Channel/Title [id]/Title [id].mp4`) is not a channel; its parent is. */
export function folderOfChannel(files: VideoFiles): string {
  if (lastSegment(files.folder).normalize('NFC') !== files.base) return files.folder;
  return files.folder.includes('/') ? files.folder.slice(0, files.folder.lastIndexOf('/')) : '';
}

function lastSegment(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** Four bytes for each character of the longest description. A larger file is not a description. */
const maxDescriptionBytes = 400_000;

async function descriptionOf(places: ScannedPlaces, { description }: VideoFiles, problems: ImportProblem[]): Promise<string | null> {
  if (!description) return null;
  const reportAndOmit = (reason: string): null => {
    problems.push({ file: description.path, reason: importReasons.importedWithout(reason) });
    return null;
  };
  if (description.sizeBytes > maxDescriptionBytes) return reportAndOmit(importReasons.descriptionTooLong);
  try {
    return prose({ text: await readFile(places.absolute(description.path), 'utf8') }, 'text');
  } catch (error) {
    if (isTemporary(error)) throw error;
    return reportAndOmit(importReasons.descriptionUnreadable(reasonOf(error)));
  }
}
