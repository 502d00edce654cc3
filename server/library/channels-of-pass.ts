// The channels that one import pass touches. A channel is written before its first video, and again at the end if a newer video or its own
// description adds facts. An unchanged channel is not written.
import type { Catalogue, ChannelRecord, ImportProblem } from '../catalogue/records.ts';
import { isInterruption } from '../disk/shortage.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { channelOfVideo, type ChannelFacts } from './channel-facts.ts';
import { channelRecord, type ChannelCollection } from './channel-record.ts';
import { stateOf } from './fingerprint.ts';
import type { ScannedPlaces } from './library-places.ts';
import type { UnchangedChannel } from './compare-library.ts';
import type { Collection } from './read-collections.ts';
import { readOwnersDescription, withLearned } from './read-description.ts';
import { folderOfChannel, type LoadedVideo } from './read-video.ts';
import { reasonOf } from './reasons.ts';

export interface ChannelsOfPass {
  /** Whether any channel's own description has changed since its unchanged videos were written. */
  isOutdated: boolean;
  /**
   * Writes the channels of these videos, except channels that this pass has written, that have unchanged videos, or that `isKnown` accepts.
   * Returns problems with channels that could not be stored.
   */
  putNew(videos: LoadedVideo[]): ImportProblem[];
  finish(): Promise<ImportProblem[]>;
  /**
   * The state of the channel's own descriptions, for fingerprints. Empty if there are none; an impossible state if the channel could not be
   * stored.
   */
  stateOf(channelId: string): string;
}

interface PassInput {
  places: ScannedPlaces;
  rootName: string;
  catalogue: Catalogue;
  collections: Collection[];
  /** Channels with an unchanged video. */
  unchanged: Map<string, UnchangedChannel>;
  /** Whether an earlier pass wrote a channel, so that `putNew` need not write it. By default always false. */
  isKnown?: (channelId: string) => boolean;
  /** States of channels without a video, as written by the last pass of this process. */
  writtenWithoutVideo: Map<string, string>;
}

/** A state that no description has, so that the next pass writes the channel again. */
const notStored = '?';

export function createChannelsOfPass({
  places,
  rootName,
  catalogue,
  collections,
  unchanged,
  isKnown = () => false,
  writtenWithoutVideo,
}: PassInput): ChannelsOfPass {
  const collectionsById = new Map<string, ChannelCollection[]>();
  for (const collection of collections) {
    if (collection.kind === 'channel') collectionsById.set(collection.channel.id, [...(collectionsById.get(collection.channel.id) ?? []), collection]);
  }
  for (const [id, channelCollections] of collectionsById)
    collectionsById.set(
      id,
      channelCollections.toSorted((a, b) => b.modifiedMs - a.modifiedMs),
    );
  const states = new Map([...collectionsById].map(([id, channelCollections]) => [id, stateOf(channelCollections.map((collection) => collection.state))]));
  /** The newest changed video of each channel. */
  const newestVideos = new Map<string, { describedAt: number; facts: ChannelFacts; file: string }>();
  const refusedIds = new Set<string>();
  const writtenRecords = new Map<string, ChannelRecord>();
  const outdatedIds = [...unchanged].flatMap(([id, { states: writtenStates }]) =>
    [...writtenStates].some((state) => state !== (states.get(id) ?? '')) ? [id] : [],
  );

  function write(records: ChannelRecord[]): ImportProblem[] {
    const changedRecords = records.filter((record) => JSON.stringify(writtenRecords.get(record.channelId)) !== JSON.stringify(record));
    for (const record of changedRecords) writtenRecords.set(record.channelId, record);
    const problems = changedRecords.length > 0 ? catalogue.putChannels(changedRecords) : [];
    return problems.map(({ id, reason }) => {
      refusedIds.add(id);
      const file = collectionsById.get(id)?.[0]?.file ?? newestVideos.get(id)?.file ?? unchanged.get(id)?.newest.files.media.path ?? '.';
      return { file, reason: importReasons.ofChannel(reason) };
    });
  }

  /** The channel's facts from its newest video. An unchanged video is read again only if it is newer than all changed ones. */
  async function factsFromVideos(id: string): Promise<ChannelFacts | null> {
    const newestChanged = newestVideos.get(id);
    const newestUnchanged = unchanged.get(id)?.newest;
    if (!newestUnchanged || (newestChanged && newestChanged.describedAt >= newestUnchanged.fingerprint.describedAt)) return newestChanged?.facts ?? null;
    const videoId = catalogue.mediaAt(newestUnchanged.files.media.path)?.videoId;
    const learned = videoId === undefined ? null : catalogue.learned.of('video', videoId);
    const info = await withLearned(places, newestUnchanged.files, await readOwnersDescription(places, newestUnchanged.files, []), learned);
    const facts = channelOfVideo(info, folderOfChannel(newestUnchanged.files), rootName);
    return facts.id === id ? facts : (newestChanged?.facts ?? null);
  }

  return {
    isOutdated: outdatedIds.length > 0,
    stateOf: (id) => (refusedIds.has(id) ? notStored : (states.get(id) ?? '')),
    putNew(videos) {
      for (const { channel, describedAt, files } of videos) {
        const newestSoFar = newestVideos.get(channel.id);
        if (!newestSoFar || describedAt > newestSoFar.describedAt)
          newestVideos.set(channel.id, { describedAt, facts: channel, file: (files.info ?? files.media).path });
      }
      const newIds = [...new Set(videos.map(({ channel }) => channel.id))].filter((id) => !writtenRecords.has(id) && !unchanged.has(id) && !isKnown(id));
      return write(newIds.map((id) => channelRecord(collectionsById.get(id) ?? [], newestVideos.get(id)?.facts ?? null)));
    },
    async finish() {
      const problems: ImportProblem[] = [];
      const idsWithoutVideo = [...collectionsById.keys()].filter(
        (id) => !newestVideos.has(id) && !unchanged.has(id) && writtenWithoutVideo.get(id) !== states.get(id),
      );
      for (const id of new Set([...newestVideos.keys(), ...outdatedIds, ...idsWithoutVideo])) {
        const facts = await factsFromVideos(id).catch((error: unknown) => {
          if (!isInterruption(error)) throw error;
          refusedIds.add(id);
          problems.push({ file: unchanged.get(id)?.newest.files.info?.path ?? '.', reason: importReasons.fileNotRead(reasonOf(error)) });
          return undefined; // the channel stays as it is until the next pass
        });
        if (facts === undefined) continue;
        const ownDescriptions = collectionsById.get(id) ?? [];
        if (ownDescriptions.length > 0 || facts) problems.push(...write([channelRecord(ownDescriptions, facts)]));
      }
      for (const id of idsWithoutVideo) if (!refusedIds.has(id)) writtenWithoutVideo.set(id, states.get(id) ?? '');
      return problems;
    },
  };
}
