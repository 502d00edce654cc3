// Subscribes to what the archive does not know yet: looked up at its source, added as a channel or playlist without videos, and subscribed. Its
// description is kept (server/source/keeping.ts), so that its picture is there; written into the library, it also survives a lost database.
import type { Archive } from '../archive/archive.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { askingArgs } from '../downloader/download-args.ts';
import type { Asking } from '../downloader/asking.ts';
import { linkOf } from '../downloader/written-links.ts';
import { isList } from '../downloader/found-videos.ts';
import { channelOfCollection, channelOfVideo, type ChannelFacts } from '../library/channel-facts.ts';
import type { Info } from '../library/info-values.ts';
import { playlistOfCollection } from '../library/playlist-facts.ts';
import { describePlaylist, refreshChannel } from '../source/refresh-collection.ts';
import type { SourcePlaces } from '../source/refresh-video.ts';

export interface FollowPlaces {
  archive: Archive;
  asking: Asking;
  source: SourcePlaces;
}

/** `words` name what was added, or say why it was not. */
export type Followed = { ok: true; words: string } | { ok: false; words: string };

export async function follow(places: FollowPlaces, what: 'channel' | 'playlist', written: string, signal: AbortSignal): Promise<Followed> {
  const { archive, asking } = places;
  const link = linkOf(written.trim(), { video: (id) => archive.downloadRuns.addressOf(id), channel: () => null, playlist: () => null });
  if (!link.ok) return link;
  const extraction = await asking.look(link.address, { most: what === 'channel' ? 1 : null }, signal);
  if (!extraction.ok) return { ok: false, words: `${written}: ${extraction.failure.words}` };
  return what === 'channel' ? followChannel(places, extraction.info, link.address, signal) : followPlaylist(places, extraction.info, link.address);
}

async function followChannel({ archive, asking, source }: FollowPlaces, info: Info, address: string, signal: AbortSignal): Promise<Followed> {
  const channel = channelIn(info);
  if (channel === null) return { ok: false, words: `${address} is no channel.` };
  const sourceUrl = channel.sourceUrl ?? address;
  if (archive.channels.find(channel.id) === null) {
    createSqliteCatalogue(archive.database).putChannels([
      {
        channelId: channel.id,
        name: channel.name,
        description: channel.description,
        subscriberCount: channel.subscriberCount,
        tags: channel.tags,
        originalId: channel.originalId,
        sourceUrl,
        ...(channel.handle === undefined ? {} : { handle: channel.handle }),
        thumbFile: null,
        bannerFile: null,
        tvartFile: null,
      },
    ]);
  }
  archive.channels.change(channel.id, { isSubscribed: true });
  // A later refresh may fetch its picture: it is subscribed either way.
  await asking.withCredentials((credentials) => {
    const args = askingArgs(archive.appSettings.get().downloads, credentials);
    return refreshChannel({ id: channel.id, address: sourceUrl, folder: archive.folders.ofChannel(channel.id) }, source, { args, signal });
  });
  return { ok: true, words: channel.name };
}

async function followPlaylist({ archive, source }: FollowPlaces, info: Info, address: string): Promise<Followed> {
  const playlist = isList(info) ? playlistOfCollection(info) : null;
  if (playlist === null) return { ok: false, words: `${address} is no playlist.` };
  // Subscribing to a playlist that was deleted here restores it.
  archive.removed.takeBackPlaylist(playlist.id);
  if (!archive.playlists.has(playlist.id)) {
    const { name, description, channelId, entries } = playlist;
    const sourceUrl = playlist.sourceUrl ?? address;
    const listed = (entries ?? []).map((entry, index) => ({ ...entry, index }));
    createSqliteCatalogue(archive.database).putPlaylists([
      { playlistId: playlist.id, name, description, channelId, sourceUrl, thumbFile: null, entries: listed },
    ]);
  }
  archive.playlists.change(playlist.id, { isSubscribed: true });
  await describePlaylist({ id: playlist.id, address, folder: archive.folders.ofPlaylist(playlist.id) }, source, info);
  return { ok: true, words: playlist.name };
}

/** From a channel's page, one of its tabs, or one of its videos. */
function channelIn(info: Info): ChannelFacts | null {
  if (isList(info)) return playlistOfCollection(info) === null ? channelOfCollection(info) : null;
  const channel = channelOfVideo(info, '', '');
  return channel.originalId === null ? null : channel;
}
