// Reads descriptions of more than a single video. These are the descriptions of channels and playlists that yt-dlp writes beside the
// videos, lists of local files (.m3u8), and learned metadata of channels and playlists. Called by an import pass. Only descriptions that
// have changed since the last pass are read.
import { readFile } from 'node:fs/promises';
import { emptyLearned, type LearnedKey, type LearnedReader } from '../catalogue/learned.ts';
import type { ImportProblem } from '../catalogue/records.ts';
import { isInterruption, isTemporary } from '../disk/shortage.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { channelOfCollection, type ChannelFacts } from './channel-facts.ts';
import { stateOf } from './fingerprint.ts';
import { parseFileList, type FileList } from './file-lists.ts';
import { bestPicture, type FolderGroups, type LoneInfo } from './group-files.ts';
import { text, type Info } from './info-values.ts';
import { learnedName, type ScannedPlaces } from './library-places.ts';
import { playlistIdOf } from './derived-ids.ts';
import { playlistOfCollection, type PlaylistFacts } from './playlist-facts.ts';
import { readInfo } from './read-json.ts';
import { reasonOf } from './reasons.ts';
import type { FoundFile } from './scan-library.ts';

export interface CollectionPictures {
  plain: string | null;
  avatar: string | null;
  banner: string | null;
}

/** `state` differs from that of the last pass if the description, or a picture beside it, has changed. */
export type Collection = { state: string; modifiedMs: number; pictures: CollectionPictures; file: string } & (
  | { kind: 'channel'; channel: ChannelFacts }
  | { kind: 'playlist'; playlist: PlaylistFacts }
  | { kind: 'file-list'; playlistId: string; list: FileList }
);

type Reading = { state: string; collection: Collection | null; problem: ImportProblem | null };

/** A list of 100 000 files is smaller. A larger file with this extension is not a list. */
const maxListBytes = 16 * 1024 * 1024;

export function createCollectionReader(
  places: ScannedPlaces,
  learned: LearnedReader = emptyLearned,
): (found: Pick<FolderGroups, 'loneInfos' | 'm3uLists'>) => Promise<{ collections: Collection[]; problems: ImportProblem[] }> {
  let previousReadings = new Map<string, Reading>();

  return async ({ loneInfos, m3uLists }) => {
    const currentReadings = new Map<string, Reading>();
    const readIfChanged = async (file: string, state: string, read: () => Reading | Promise<Reading>): Promise<void> => {
      const previousReading = previousReadings.get(file);
      currentReadings.set(file, previousReading?.state === state ? previousReading : await readAgain(file, previousReading?.collection ?? null, read));
    };
    for (const lone of loneInfos) {
      const state = stateOf([factsOf(lone.info), ...[...lone.pictures].map(([qualifier, file]) => [qualifier, factsOf(file)])]);
      await readIfChanged(lone.info.path, state, () => readLoneInfo(places, lone, state));
    }
    for (const { base, file } of m3uLists)
      await readIfChanged(file.path, stateOf(factsOf(file)), () => readFileList(places, base, file, stateOf(factsOf(file))));
    for (const key of learned.collections()) {
      const name = `${learnedName}/${key.kind}/${key.ref}`;
      const state = stateOf([key.ref, key.state]);
      await readIfChanged(name, state, () => readLearned(learned, key, name, state));
    }
    previousReadings = currentReadings;
    const readings = [...currentReadings.values()];
    return { collections: readings.flatMap(({ collection }) => collection ?? []), problems: readings.flatMap(({ problem }) => problem ?? []) };
  };
}

/** If a disk fails, the earlier facts stay, and the pass continues. */
async function readAgain(file: string, previous: Collection | null, read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    if (!isInterruption(error)) throw error;
    // No file has this state, so the next pass reads the file again.
    return { state: '', collection: previous, problem: { file, reason: importReasons.fileNotRead(reasonOf(error)) } };
  }
}

function factsOf(file: FoundFile): [string, number, number] {
  return [file.path, file.sizeBytes, file.modifiedMs];
}

async function readLoneInfo(places: ScannedPlaces, lone: LoneInfo, state: string): Promise<Reading> {
  const refusal = (reason: string): Reading => ({ state, collection: null, problem: { file: lone.info.path, reason } });
  const outcome = await readInfo(places.absolute(lone.info.path), lone.info.sizeBytes);
  // A stored refusal would keep the file from being read again until it changes, or the server starts again.
  if (!outcome.ok && outcome.temporaryError) throw outcome.temporaryError;
  if (!outcome.ok) return refusal(outcome.reason);
  const kind = text(outcome.info, '_type') ?? 'video';
  if (kind !== 'playlist' && kind !== 'multi_video') return refusal(importReasons.loneDescription);
  const pathOfPicture = (qualifier: string): string | null => lone.pictures.get(qualifier)?.path ?? null;
  const pictures = { plain: bestPicture(lone.pictures)?.path ?? null, avatar: pathOfPicture('avatar_uncropped'), banner: pathOfPicture('banner_uncropped') };
  const commonFields = { state, modifiedMs: lone.info.modifiedMs, pictures, file: lone.info.path };
  const collection = collectionOf(outcome.info, commonFields);
  return collection ? { state, collection, problem: null } : refusal(importReasons.descriptionOfNothing);
}

function collectionOf(info: Info, commonFields: Pick<Collection, 'state' | 'modifiedMs' | 'pictures' | 'file'>): Collection | null {
  const playlist = playlistOfCollection(info);
  if (playlist) return { ...commonFields, kind: 'playlist', playlist };
  const channel = channelOfCollection(info);
  return channel && { ...commonFields, kind: 'channel', channel };
}

function readLearned(learned: LearnedReader, { kind, ref }: LearnedKey, file: string, state: string): Reading {
  const { described = null, pictures = {} } = learned.of(kind, ref) ?? {};
  const files = { plain: pictures.plain?.file ?? null, avatar: pictures.avatar?.file ?? null, banner: pictures.banner?.file ?? null };
  return { state, collection: described && collectionOf(described.info, { state, modifiedMs: described.learnedMs, pictures: files, file }), problem: null };
}

async function readFileList(places: ScannedPlaces, base: string, file: FoundFile, state: string): Promise<Reading> {
  const refusal = (reason: string): Reading => ({ state, collection: null, problem: { file: file.path, reason } });
  if (file.sizeBytes > maxListBytes) return refusal(importReasons.listTooLarge);
  let content: string;
  try {
    content = await readFile(places.absolute(file.path), 'utf8');
  } catch (error) {
    if (isTemporary(error)) throw error; // as in readLoneInfo
    return refusal(importReasons.listUnreadable(reasonOf(error)));
  }
  const list = parseFileList(content, file.path, base);
  if (list === null) return refusal(importReasons.streamInParts);
  const playlistId = playlistIdOf({ site: 'file-list', id: file.path.normalize('NFC') }).id;
  const pictures = { plain: null, avatar: null, banner: null };
  return { state, collection: { kind: 'file-list', state, modifiedMs: file.modifiedMs, pictures, file: file.path, playlistId, list }, problem: null };
}
