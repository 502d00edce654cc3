// Writes the playlists that one import pass touches: those with a new or changed member, or a changed description of their own. Called at
// the end of a pass, when all ids are known. Unchanged members are read again only for these playlists.
import path from 'node:path';
import type { Catalogue, ImportProblem, KnownMedia, PlaylistRecord } from '../catalogue/records.ts';
import { isInterruption } from '../disk/shortage.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { mapInOrder, yieldEventLoop } from './bounded.ts';
import { parseFingerprint, stateOf } from './fingerprint.ts';
import { folderOf, groupsOfFolder } from './folder-of-library.ts';
import type { VideoFiles } from './group-files.ts';
import { text } from './info-values.ts';
import type { ScannedPlaces } from './library-places.ts';
import { factsOfName } from './name-facts.ts';
import { everyMedia, type LibraryDiff } from './compare-library.ts';
import { entriesOf, type Member } from './playlist-entries.ts';
import { membershipsOf, type CollectionEntry, type Membership } from './playlist-facts.ts';
import type { Collection } from './read-collections.ts';
import { readOwnersDescription, withLearned } from './read-description.ts';
import { reasonOf } from './reasons.ts';

export interface WrittenVideo {
  file: string;
  memberships: Membership[];
  title: string;
  uploader: string;
}

interface PassInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  collections: Collection[];
  /** Videos by id; null for a video that belongs to no playlist. */
  writtenVideos: Map<string, WrittenVideo | null>;
  diff: Pick<LibraryDiff, 'isUnchanged' | 'playlists' | 'playlistsOfReturned'>;
  /** States of playlists without a member in the library, as written by the last pass of this process. */
  writtenWithoutVideo: Map<string, string>;
}

export interface PlaylistsOfPass {
  /** Whether any playlist was written. */
  isChanged: boolean;
  /** Problems with playlists that could not be stored. */
  problems: ImportProblem[];
  /** The description state of each playlist of a video, by playlist id. @param namedIds playlists that the video's description names */
  statesOf(videoId: string, namedIds: Iterable<string>): Map<string, string>;
}

interface Draft {
  state: string;
  ownFacts: {
    file: string;
    name: string;
    description: string | null;
    channelId: string | null;
    sourceUrl: string | null;
    picture: string | null;
    entries: CollectionEntry[] | null;
  } | null;
}

/** A state that no description has, so that the next pass writes the playlist again. */
const notStored = '?';

export async function writePlaylists(input: PassInput): Promise<PlaylistsOfPass> {
  const { catalogue, writtenVideos, diff, writtenWithoutVideo } = input;
  const drafts = await draftsOf(input);
  const stateOfPlaylist = (id: string): string => drafts.get(id)?.state ?? '';
  const affectedIds = new Set<string>(diff.playlistsOfReturned);
  const idsWithMembers = new Set(diff.playlists.keys());
  for (const [id, states] of diff.playlists) if ([...states].some((state) => state !== stateOfPlaylist(id))) affectedIds.add(id);
  for (const video of writtenVideos.values()) for (const { id } of video?.memberships ?? []) affectedIds.add(id);

  const playlistIdsByVideo = new Map<string, string[]>();
  let lookupCount = 0;
  for (const [playlistId, { ownFacts }] of drafts) {
    for (const { videoId } of ownFacts?.entries ?? []) {
      if (++lookupCount % lookupsPerBatch === 0) await yieldEventLoop();
      const isWritten = writtenVideos.has(videoId);
      const knownMedia = isWritten ? null : catalogue.mediaOf(videoId);
      if (!isWritten && !(knownMedia && diff.isUnchanged(knownMedia))) continue;
      const playlistIds = playlistIdsByVideo.get(videoId) ?? [];
      if (!playlistIds.includes(playlistId)) playlistIdsByVideo.set(videoId, [...playlistIds, playlistId]);
      idsWithMembers.add(playlistId);
      if (isWritten || (knownMedia && !parseFingerprint(knownMedia.fingerprint)?.playlists.has(playlistId))) affectedIds.add(playlistId);
    }
  }
  const draftsWithoutVideo = [...drafts].filter(
    ([id, draft]) => !idsWithMembers.has(id) && !affectedIds.has(id) && writtenWithoutVideo.get(id) !== draft.state,
  );
  for (const [id] of draftsWithoutVideo) affectedIds.add(id);

  /** Problems with members whose description cannot be read now, by playlist. These playlists stay as they are until the next pass. */
  const unreadMembers = new Map<string, ImportProblem>();
  const members = affectedIds.size === 0 ? new Map<string, NamedMember[]>() : await membersOf(affectedIds, input, unreadMembers);
  const problems = [...new Set(unreadMembers.values())];
  const refusedIds = new Set(unreadMembers.keys());
  for (const id of affectedIds) {
    if (unreadMembers.has(id)) continue;
    const record = recordOf(id, drafts.get(id)?.ownFacts ?? null, members.get(id) ?? []);
    for (const { reason } of record ? catalogue.putPlaylists([record]) : []) {
      refusedIds.add(id);
      problems.push({ file: drafts.get(id)?.ownFacts?.file ?? members.get(id)?.[0]?.file ?? '.', reason: importReasons.ofPlaylist(reason) });
    }
    await yieldEventLoop();
  }
  // The states are recorded last, so that after a failing pass the next one writes these playlists.
  for (const [id, draft] of draftsWithoutVideo) if (!refusedIds.has(id)) writtenWithoutVideo.set(id, draft.state);
  return {
    isChanged: affectedIds.size > 0,
    problems,
    statesOf: (videoId, namedIds) =>
      new Map([...(playlistIdsByVideo.get(videoId) ?? []), ...namedIds].map((id) => [id, refusedIds.has(id) ? notStored : stateOfPlaylist(id)])),
  };
}

/** A batch takes SQLite about 10 ms. */
const lookupsPerBatch = 500;

async function draftsOf({ collections, catalogue, diff, writtenVideos }: PassInput): Promise<Map<string, Draft>> {
  const drafts = new Map<string, Draft>();
  for (const collection of collections.toSorted((a, b) => a.modifiedMs - b.modifiedMs)) {
    if (collection.kind === 'channel') continue;
    if (collection.kind === 'playlist') {
      const { id, name, description, channelId, sourceUrl, entries } = collection.playlist;
      // An older description may have a picture that this one lacks.
      const olderDraft = drafts.get(id);
      const picture = collection.pictures.plain ?? collection.pictures.avatar ?? olderDraft?.ownFacts?.picture ?? null;
      const state = olderDraft ? stateOf([collection.state, olderDraft.state]) : collection.state;
      drafts.set(id, { state, ownFacts: { file: collection.file, name, description, channelId, sourceUrl, picture, entries } });
      continue;
    }
    const entries: CollectionEntry[] = [];
    for (const [index, entry] of collection.list.entries.entries()) {
      if (index % lookupsPerBatch === lookupsPerBatch - 1) await yieldEventLoop();
      const media = mediaNamed(catalogue, entry.path);
      if (!media || !(writtenVideos.has(media.videoId) || diff.isUnchanged(media))) continue;
      const writtenVideo = writtenVideos.get(media.videoId);
      const fileName = path.posix.basename(entry.path, path.posix.extname(entry.path));
      entries.push({
        videoId: media.videoId,
        title: writtenVideo?.title ?? entry.title ?? factsOfName(fileName).title,
        uploader: writtenVideo?.uploader ?? null,
      });
    }
    const state = stateOf([collection.state, entries.map((entry) => entry.videoId)]);
    drafts.set(collection.playlistId, {
      state,
      ownFacts: { file: collection.file, name: collection.list.name, description: null, channelId: null, sourceUrl: null, picture: null, entries },
    });
  }
  return drafts;
}

/** A list may have been written on a system that stores names in another Unicode form (NFC or NFD). */
function mediaNamed(catalogue: Catalogue, file: string): KnownMedia | null {
  return catalogue.mediaAt(file) ?? catalogue.mediaAt(file.normalize('NFC')) ?? catalogue.mediaAt(file.normalize('NFD'));
}

type NamedMember = Member & { membership: Membership; file: string };

/** The same limit as in read-changed.ts. */
const maxConcurrentReads = 8;

async function membersOf(
  affectedIds: Set<string>,
  { places, catalogue, writtenVideos, diff }: PassInput,
  unreadMembers: Map<string, ImportProblem>,
): Promise<Map<string, NamedMember[]>> {
  const members = new Map<string, NamedMember[]>();
  const add = (videoId: string, title: string, uploader: string | null, memberships: Membership[], file: string): void => {
    for (const membership of memberships) {
      if (!affectedIds.has(membership.id)) continue;
      const listMembers = members.get(membership.id) ?? [];
      listMembers.push({ videoId, title, uploader, index: membership.index, membership, file });
      members.set(membership.id, listMembers);
    }
  };
  for (const [videoId, video] of writtenVideos) if (video) add(videoId, video.title, video.uploader, video.memberships, video.file);

  /** The unchanged members of the affected playlists, ordered by folder, so that each folder is listed once. */
  async function* unchangedMembers(): AsyncGenerator<{ videoId: string; playlistIds: string[]; files: VideoFiles }> {
    let folder: string | null = null;
    let filesByPath = new Map<string, VideoFiles>();
    for await (const media of everyMedia(catalogue)) {
      if (!diff.isUnchanged(media) || writtenVideos.has(media.videoId)) continue;
      const fingerprint = parseFingerprint(media.fingerprint);
      const playlistIds = [...(fingerprint?.playlists.keys() ?? [])].filter((id) => affectedIds.has(id));
      if (playlistIds.length === 0) continue;
      if (folderOf(media.mediaFile) !== folder) {
        folder = folderOf(media.mediaFile);
        filesByPath = new Map((await groupsOfFolder(places, folder))?.videos.map((files) => [files.media.path, files]));
      }
      const files = filesByPath.get(media.mediaFile);
      if (files) yield { videoId: media.videoId, playlistIds, files };
    }
  }
  const readings = mapInOrder(unchangedMembers(), maxConcurrentReads, async ({ videoId, playlistIds, files }) => {
    try {
      const info = await withLearned(places, files, await readOwnersDescription(places, files, []), catalogue.learned.of('video', videoId));
      return { videoId, files, info };
    } catch (error) {
      if (!isInterruption(error)) throw error;
      const problem = { file: files.info?.path ?? files.media.path, reason: importReasons.fileNotRead(reasonOf(error)) };
      for (const id of playlistIds) unreadMembers.set(id, problem);
      return { videoId, files, info: null };
    }
  });
  for await (const { videoId, files, info } of readings) {
    const title = (info && text(info, 'title', 'fulltitle')) ?? factsOfName(files.base).title;
    if (info) add(videoId, title, text(info, 'channel', 'uploader'), membershipsOf(info), files.media.path);
  }
  return members;
}

function recordOf(playlistId: string, ownFacts: Draft['ownFacts'], members: NamedMember[]): PlaylistRecord | null {
  const membership = members[0]?.membership;
  if (!ownFacts && !membership) return null;
  return {
    playlistId,
    name: ownFacts?.name ?? membership?.name ?? playlistId,
    description: ownFacts?.description ?? null,
    channelId: ownFacts?.channelId ?? membership?.channelId ?? null,
    sourceUrl: ownFacts?.sourceUrl ?? membership?.sourceUrl ?? null,
    thumbFile: ownFacts?.picture ?? null,
    entries: entriesOf(ownFacts?.entries ?? null, members),
  };
}
