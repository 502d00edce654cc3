import type { Catalogue } from '../catalogue/records.ts';
import { yieldEventLoop } from './bounded.ts';
import type { ChannelFacts } from './channel-facts.ts';
import { parseFingerprint } from './fingerprint.ts';
import type { FolderGroups, VideoFiles } from './group-files.ts';
import type { LibraryDiff } from './compare-library.ts';
import type { LoadedVideo } from './read-video.ts';

/**
 * For one folder, chooses the channel of the videos without a description. If all described videos of the folder belong to one channel,
 * the others get that channel too, not a second one named after the folder.
 */
export interface ChannelsInFolder {
  /** Whether the folder may indicate exactly one channel. Only then must a video without a channel wait for the folder's other videos. */
  mayHaveOneChannel(): boolean;
  add(video: LoadedVideo): void;
  /** Returns these videos with the folder's channel, if it has exactly one. To be called once all other videos have been added. */
  adopt(videos: LoadedVideo[]): Promise<LoadedVideo[]>;
}

interface FolderInput {
  groups: FolderGroups;
  /** Channels from the folder's own descriptions. */
  describedChannels: ChannelFacts[];
  catalogue: Catalogue;
  diff: Pick<LibraryDiff, 'isUnchanged'>;
}

const lookupsPerBatch = 500;

export function channelsInFolder({ groups, describedChannels, catalogue, diff }: FolderInput): ChannelsInFolder {
  /** The facts of the folder's channels, by id; null for a channel that only unchanged videos have. */
  const factsById = new Map<string, ChannelFacts | null>(describedChannels.map((facts) => [facts.id, facts]));

  const hasDescription = ({ media, info }: VideoFiles): boolean => {
    if (info !== null) return true;
    const knownMedia = catalogue.mediaAt(media.path);
    return knownMedia !== null && catalogue.learned.isDescribed('video', knownMedia.videoId);
  };
  const isDescribed = describedChannels.length > 0 || groups.videos.some(hasDescription);

  async function addUnchanged(): Promise<void> {
    let lookupCount = 0;
    for (const files of groups.videos) {
      if (!hasDescription(files)) continue;
      const knownMedia = catalogue.mediaAt(files.media.path);
      const fingerprint = knownMedia && diff.isUnchanged(knownMedia) ? parseFingerprint(knownMedia.fingerprint) : null;
      if (fingerprint && !factsById.has(fingerprint.channelId)) factsById.set(fingerprint.channelId, null);
      if (++lookupCount % lookupsPerBatch === 0) await yieldEventLoop();
    }
  }

  return {
    mayHaveOneChannel: () => isDescribed && factsById.size < 2,
    add: ({ channel }) => void factsById.set(channel.id, channel),
    async adopt(videos) {
      if (videos.length > 0) await addUnchanged();
      const [onlyEntry] = factsById;
      if (factsById.size !== 1 || !onlyEntry) return videos;
      const [id, facts] = onlyEntry;
      return videos.map((video) => ({ ...video, record: { ...video.record, channelId: id }, channel: facts ?? { ...video.channel, id } }));
    },
  };
}
