// The playlists that one import pass touches: those with a new or changed member or a changed description of their own.
// Called at the end of a pass, when all ids are known. Members that did not change are read again for those alone.
import path from 'node:path';
import type { Catalogue, PlaylistRecord } from '../catalogue/records.ts';
import { inOrder, nextTurn } from './bounded.ts';
import { stateOf } from './fingerprint.ts';
import { text } from './info-values.ts';
import { factsOfName } from './name-facts.ts';
import type { UnchangedVideo } from './plan-import.ts';
import { entriesOf, type Member } from './playlist-entries.ts';
import { membershipsOf, type CollectionEntry, type Membership } from './playlist-facts.ts';
import type { Collection } from './read-collections.ts';
import { readInfo } from './read-json.ts';
import type { ReadVideo } from './read-video.ts';

interface PassInput {
  root: string;
  catalogue: Catalogue;
  collections: Collection[];
  written: Map<string, { video: Pick<ReadVideo, 'memberships'>; title: string; uploader: string }>;
  unchanged: UnchangedVideo[];
  idByPath: Map<string, string>;
  /** State of playlists without a member in the library, as the last pass of this process wrote them. */
  writtenAlone: Map<string, string>;
}

interface Draft {
  state: string;
  own: {
    name: string;
    description: string | null;
    channelId: string | null;
    sourceUrl: string | null;
    picture: string | null;
    entries: CollectionEntry[] | null;
  } | null;
}

/** Answers which playlists each video belongs to, with their states, for the fingerprints. */
export async function writePlaylists(input: PassInput): Promise<Map<string, Map<string, string>>> {
  const { catalogue, written, unchanged, writtenAlone } = input;
  const drafts = draftsOf(input);
  const playlistsOfVideo = new Map<string, Map<string, string>>();
  const join = (videoId: string, playlistId: string): void => {
    const joined = playlistsOfVideo.get(videoId) ?? new Map<string, string>();
    playlistsOfVideo.set(videoId, joined.set(playlistId, drafts.get(playlistId)?.state ?? ''));
  };
  const present = new Set([...written.keys(), ...unchanged.map((video) => video.videoId)]);
  const listedIn = new Map<string, Set<string>>();
  for (const [playlistId, { own }] of drafts) {
    for (const entry of own?.entries ?? []) {
      if (!present.has(entry.videoId)) continue;
      join(entry.videoId, playlistId);
      listedIn.set(entry.videoId, (listedIn.get(entry.videoId) ?? new Set()).add(playlistId));
    }
  }

  const affected = new Set<string>();
  for (const [videoId, { video }] of written) {
    for (const { id } of video.memberships) join(videoId, id);
    for (const id of playlistsOfVideo.get(videoId)?.keys() ?? []) affected.add(id);
  }
  for (const { videoId, print } of unchanged) {
    for (const [id, state] of print.playlists) {
      join(videoId, id);
      if (state !== (drafts.get(id)?.state ?? '')) affected.add(id);
    }
    for (const id of listedIn.get(videoId) ?? []) if (!print.playlists.has(id)) affected.add(id);
  }
  const withMembers = new Set([...playlistsOfVideo.values()].flatMap((joined) => [...joined.keys()]));
  for (const [id, draft] of drafts) {
    if (withMembers.has(id) || writtenAlone.get(id) === draft.state) continue;
    affected.add(id);
    writtenAlone.set(id, draft.state);
  }
  if (affected.size === 0) return playlistsOfVideo;

  const members = await membersOf(affected, input);
  for (const id of affected) {
    const record = recordOf(id, drafts.get(id)?.own ?? null, members.get(id) ?? []);
    if (record) catalogue.putPlaylists([record]);
    await nextTurn();
  }
  return playlistsOfVideo;
}

function draftsOf({ collections, idByPath, written }: PassInput): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const collection of collections.toSorted((a, b) => a.modifiedMs - b.modifiedMs)) {
    if (collection.kind === 'channel') continue;
    if (collection.kind === 'playlist') {
      const { id, name, description, channelId, sourceUrl, entries } = collection.playlist;
      const picture = collection.pictures.plain ?? collection.pictures.avatar;
      drafts.set(id, { state: collection.state, own: { name, description, channelId, sourceUrl, picture, entries } });
      continue;
    }
    const entries = collection.list.entries.flatMap((entry): CollectionEntry[] => {
      const videoId = idByPath.get(entry.path.normalize('NFC'));
      if (videoId === undefined) return [];
      const known = written.get(videoId);
      const fileName = path.posix.basename(entry.path, path.posix.extname(entry.path));
      return [{ videoId, title: known?.title ?? entry.title ?? factsOfName(fileName).title, uploader: known?.uploader ?? null }];
    });
    const state = stateOf([collection.state, entries.map((entry) => entry.videoId)]);
    drafts.set(collection.playlistId, {
      state,
      own: { name: collection.list.name, description: null, channelId: null, sourceUrl: null, picture: null, entries },
    });
  }
  return drafts;
}

type NamedMember = Member & { membership: Membership };

/** At a time: as many files as an import pass reads. */
const readsAtATime = 8;

async function membersOf(affected: Set<string>, { root, written, unchanged }: PassInput): Promise<Map<string, NamedMember[]>> {
  const members = new Map<string, NamedMember[]>();
  const add = (videoId: string, title: string, uploader: string | null, memberships: Membership[]): void => {
    for (const membership of memberships) {
      if (!affected.has(membership.id)) continue;
      const known = members.get(membership.id) ?? [];
      known.push({ videoId, title, uploader, index: membership.index, membership });
      members.set(membership.id, known);
    }
  };
  for (const [videoId, { video, title, uploader }] of written) add(videoId, title, uploader, video.memberships);
  const again = unchanged.filter(({ files, print }) => files.info && [...print.playlists.keys()].some((id) => affected.has(id)));
  const readings = inOrder(again, readsAtATime, async ({ videoId, files }) => {
    const outcome = files.info ? await readInfo(path.join(root, files.info.path), files.info.sizeBytes) : null;
    return { videoId, files, info: outcome?.ok ? outcome.info : null };
  });
  for await (const { videoId, files, info } of readings) {
    if (info) add(videoId, text(info, 'title', 'fulltitle') ?? factsOfName(files.base).title, text(info, 'channel', 'uploader'), membershipsOf(info));
  }
  return members;
}

function recordOf(playlistId: string, own: Draft['own'], members: NamedMember[]): PlaylistRecord | null {
  const word = members[0]?.membership;
  if (!own && !word) return null;
  return {
    playlistId,
    name: own?.name ?? word?.name ?? playlistId,
    description: own?.description ?? null,
    channelId: own?.channelId ?? word?.channelId ?? null,
    sourceUrl: own?.sourceUrl ?? word?.sourceUrl ?? null,
    thumbFile: own?.picture ?? null,
    entries: entriesOf(own?.entries ?? null, members),
  };
}
