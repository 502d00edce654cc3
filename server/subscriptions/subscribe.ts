// Subscribes to a channel or playlist that the archive does not know yet. Looks it up at its source, adds it without videos, and stores its
// description and picture (server/source/metadata-writer.ts). If these files are in the library, they survive the loss of the database.
import type { Archive } from '../archive/archive.ts';
import type { Catalogue, RefusedRecord } from '../catalogue/records.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { inTransaction, type Database } from '../database/transaction.ts';
import { writeProblem } from '../database/write-problem.ts';
import { sourceArgs } from '../downloader/download-args.ts';
import type { SourceClient } from '../downloader/source-client.ts';
import { parseLink } from '../downloader/parse-links.ts';
import { isList } from '../downloader/found-videos.ts';
import { channelOfCollection, channelOfVideo, type ChannelFacts } from '../library/channel-facts.ts';
import type { Info } from '../library/info-values.ts';
import { playlistOfCollection } from '../library/playlist-facts.ts';
import { describePlaylist, refreshChannel } from '../source/refresh-collection.ts';
import type { SourceDeps } from '../source/refresh-video.ts';

export interface SubscribeDeps {
  archive: Archive;
  sourceClient: SourceClient;
  source: SourceDeps;
}

/** The name of the channel or playlist, or a message with the reason why it could not be subscribed to. */
export type SubscribeResult = { ok: true; name: string } | { ok: false; message: string };

export async function subscribe(deps: SubscribeDeps, what: 'channel' | 'playlist', text: string, signal: AbortSignal): Promise<SubscribeResult> {
  const { archive, sourceClient } = deps;
  const link = parseLink(text.trim(), { video: (id) => archive.downloadRuns.addressOf(id), channel: () => null, playlist: () => null });
  if (!link.ok) return link;
  const extraction = await sourceClient.extract(link.address, { maxEntries: what === 'channel' ? 1 : null }, signal);
  if (!extraction.ok) return { ok: false, message: `${text}: ${extraction.failure.message}` };
  return what === 'channel' ? subscribeChannel(deps, extraction.info, link.address, signal) : subscribePlaylist(deps, extraction.info, link.address);
}

async function subscribeChannel({ archive, sourceClient, source }: SubscribeDeps, info: Info, address: string, signal: AbortSignal): Promise<SubscribeResult> {
  const channel = channelIn(info);
  if (channel === null) return { ok: false, message: `${address} is not a channel.` };
  const sourceUrl = channel.sourceUrl ?? address;
  const problem = storeSubscription(archive.database, (catalogue) => {
    const problems =
      archive.channels.find(channel.id) !== null
        ? []
        : catalogue.putChannels([
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
    archive.channels.change(channel.id, { isSubscribed: true });
    return problems;
  });
  if (problem !== null) return { ok: false, message: `${channel.name}: ${problem}` };
  // If this fails, the subscription stays, and a later refresh fetches the picture.
  const refresh = sourceClient.withCredentials((credentials) => {
    const args = sourceArgs(archive.appSettings.get().downloads, credentials);
    return refreshChannel({ id: channel.id, address: sourceUrl, folder: archive.folders.ofChannel(channel.id) }, source, { args, signal });
  });
  await refresh.catch(ignoreWriteProblem);
  return { ok: true, name: channel.name };
}

async function subscribePlaylist({ archive, source }: SubscribeDeps, info: Info, address: string): Promise<SubscribeResult> {
  const playlist = isList(info) ? playlistOfCollection(info) : null;
  if (playlist === null) return { ok: false, message: `${address} is not a playlist.` };
  const { id: playlistId, name, description, channelId, entries } = playlist;
  const problem = storeSubscription(archive.database, (catalogue) => {
    // Subscribing to a playlist that was deleted here restores it.
    archive.removed.unmarkPlaylist(playlistId);
    const sourceUrl = playlist.sourceUrl ?? address;
    const indexedEntries = (entries ?? []).map((entry, index) => ({ ...entry, index }));
    const problems = archive.playlists.has(playlistId)
      ? []
      : catalogue.putPlaylists([{ playlistId, name, description, channelId, sourceUrl, thumbFile: null, entries: indexedEntries }]);
    archive.playlists.change(playlistId, { isSubscribed: true });
    return problems;
  });
  if (problem !== null) return { ok: false, message: `${name}: ${problem}` };
  await describePlaylist({ id: playlistId, address, folder: archive.folders.ofPlaylist(playlistId) }, source, info).catch(ignoreWriteProblem);
  return { ok: true, name };
}

class NotStored extends Error {}

/** Writes the rows in one transaction. If the database refuses a row, writes nothing and returns the reason as a text; otherwise null. */
function storeSubscription(database: Database, write: (catalogue: Catalogue) => RefusedRecord[]): string | null {
  const catalogue = createSqliteCatalogue(database);
  try {
    inTransaction(database, () => {
      const [refusedRecord] = write(catalogue);
      if (refusedRecord) throw new NotStored(refusedRecord.reason);
    });
    return null;
  } catch (error) {
    if (error instanceof NotStored) return error.message;
    throw error;
  }
}

function ignoreWriteProblem(error: unknown): void {
  if (writeProblem(error) === null) throw error;
}

/** The channel in yt-dlp's answer for a channel's page, one of its tabs, or one of its videos. */
function channelIn(info: Info): ChannelFacts | null {
  if (isList(info)) return playlistOfCollection(info) === null ? channelOfCollection(info) : null;
  const channel = channelOfVideo(info, '', '');
  return channel.originalId === null ? null : channel;
}
