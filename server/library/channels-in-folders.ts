import type { ChannelFacts } from './channel-facts.ts';
import type { UnchangedVideo } from './plan-import.ts';
import type { Collection } from './read-collections.ts';
import type { ReadVideo } from './read-video.ts';

/**
 * A media file without a description lies in a folder beside others that have one: when all of those belong to one
 * channel, so does it, instead of to a second channel of the folder's name.
 */
export function createChannelsInFolders(
  collections: Collection[],
  unchanged: UnchangedVideo[],
): { add(video: ReadVideo): void; adopt(video: ReadVideo): ReadVideo } {
  const found = new Map<string, Map<string, ChannelFacts | null>>();
  const note = (folder: string, id: string, facts: ChannelFacts | null): void => {
    const channels = found.get(folder) ?? new Map<string, ChannelFacts | null>();
    found.set(folder, channels.set(id, facts ?? channels.get(id) ?? null));
  };
  for (const collection of collections) if (collection.kind === 'channel') note(folderOf(collection.file), collection.channel.id, collection.channel);
  for (const { files, print } of unchanged) if (files.info) note(files.folder, print.channelId, null);

  return {
    add: ({ files, channel }) => note(files.folder, channel.id, channel),
    adopt(video) {
      const channels = [...(found.get(video.files.folder) ?? [])];
      const [only] = channels;
      if (channels.length !== 1 || !only) return video;
      const [id, facts] = only;
      return { ...video, record: { ...video.record, channelId: id }, channel: facts ?? { ...video.channel, id } };
    },
  };
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), 0));
}
