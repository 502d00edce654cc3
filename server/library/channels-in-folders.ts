import type { Catalogue } from '../catalogue/records.ts';
import { yieldEventLoop } from './bounded.ts';
import type { ChannelFacts } from './channel-facts.ts';
import { parseFingerprint } from './fingerprint.ts';
import type { FolderGroups, VideoFiles } from './group-files.ts';
import type { LibraryDiff } from './compare-library.ts';
import type { LoadedVideo } from './read-video.ts';

/**
 * A media file without a description may be in a folder with files that have one. If all of those belong to one channel, the file gets that
 * channel instead of a second one named after the folder.
 */
export interface ChannelsInFolder {
  /** False if the folder indicates no channel or several, so that a video without a channel need not wait for the others. */
  mayHaveOneChannel(): boolean;
  add(video: LoadedVideo): void;
  /** Call it once all other videos of the folder have been added. */
  adopt(guessed: LoadedVideo[]): Promise<LoadedVideo[]>;
}

interface FolderInput {
  groups: FolderGroups;
  /** Channels from the folder's own descriptions. */
  described: ChannelFacts[];
  catalogue: Catalogue;
  diff: Pick<LibraryDiff, 'isUnchanged'>;
}

const lookupsPerBatch = 500;

export function channelsInFolder({ groups, described, catalogue, diff }: FolderInput): ChannelsInFolder {
  const found = new Map<string, ChannelFacts | null>(described.map((facts) => [facts.id, facts]));

  const hasDescription = ({ media, info }: VideoFiles): boolean => {
    if (info !== null) return true;
    const knownMedia = catalogue.mediaAt(media.path);
    return knownMedia !== null && catalogue.learned.isDescribed('video', knownMedia.videoId);
  };
  const isDescribed = described.length > 0 || groups.videos.some(hasDescription);

  async function addUnchanged(): Promise<void> {
    let sinceYield = 0;
    for (const files of groups.videos) {
      if (!hasDescription(files)) continue;
      const knownMedia = catalogue.mediaAt(files.media.path);
      const fingerprint = knownMedia && diff.isUnchanged(knownMedia) ? parseFingerprint(knownMedia.fingerprint) : null;
      if (fingerprint && !found.has(fingerprint.channelId)) found.set(fingerprint.channelId, null);
      if (++sinceYield % lookupsPerBatch === 0) await yieldEventLoop();
    }
  }

  return {
    mayHaveOneChannel: () => isDescribed && found.size < 2,
    add: ({ channel }) => void found.set(channel.id, channel),
    async adopt(guessed) {
      if (guessed.length > 0) await addUnchanged();
      const [only] = found;
      if (found.size !== 1 || !only) return guessed;
      const [id, facts] = only;
      return guessed.map((video) => ({ ...video, record: { ...video.record, channelId: id }, channel: facts ?? { ...video.channel, id } }));
    },
  };
}
