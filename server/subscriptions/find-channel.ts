// Finds the archive's channel for a name seen elsewhere. The browser extension calls this for every channel page that is viewed. Known
// names are answered immediately. An unknown handle, or another address at YouTube, is looked up there, one lookup at a time. No input
// makes the server query any other site.
import type { Archive } from '../archive/archive.ts';
import { parseAddress, handleFrom, isYoutube } from '../archive/name-resolver.ts';
import { writeProblem } from '../database/write-problem.ts';
import { isUnreachable, scopeOf } from '../downloader/failures.ts';
import type { SourceClient } from '../downloader/source-client.ts';
import { parseLink } from '../downloader/parse-links.ts';
import { channelOfCollection } from '../library/channel-facts.ts';
import { isVideoId } from '../library/derived-ids.ts';

export type FoundChannel = { kind: 'found'; channelId: string } | { kind: 'not-found' } | { kind: 'no-channel' };

/** `no-channel`: the name is that of a video or a playlist. */
export type FindChannel = (typed: string) => FoundChannel | Promise<FoundChannel>;

export interface ChannelFinder {
  find: FindChannel;
  /** Aborts running lookups. */
  stop(): void;
}

/** Short, because a person is waiting for the answer. */
const lookupTimeoutMs = 30_000;
/** For this long, a name that was not found is not looked up again, because the same page may be opened often. */
const notFoundTtlMs = 600_000;
const maxNotFound = 500;
const maxWaiting = 5;

const notFound: FoundChannel = { kind: 'not-found' };

export function createChannelFinder({
  archive,
  sourceClient,
  now = Date.now,
}: {
  archive: Archive;
  sourceClient: SourceClient;
  now?: () => number;
}): ChannelFinder {
  const stopping = new AbortController();
  const waiting = new Map<string, Promise<FoundChannel>>();
  const notFoundUntilMs = new Map<string, number>();
  let queueTail: Promise<unknown> = Promise.resolve();

  async function lookUp(key: string, address: string): Promise<FoundChannel> {
    const extraction = await sourceClient.extract(address, { maxEntries: 1, timeoutMs: lookupTimeoutMs }, stopping.signal);
    const channel = extraction.ok ? channelOfCollection(extraction.info) : null;
    if (channel !== null && archive.channels.find(channel.id) !== null) {
      try {
        if (key.startsWith('@')) archive.channels.setHandle(channel.id, key);
      } catch (error) {
        if (writeProblem(error) === null) throw error; // else the handle is looked up again next time
      }
      return { kind: 'found', channelId: channel.id };
    }
    // Nothing was learned about the name. A site that refused is not asked again at once.
    if (!extraction.ok && (isUnreachable(extraction.failure.kind) || scopeOf[extraction.failure.kind] === 'server')) return notFound;
    if (notFoundUntilMs.size >= maxNotFound) notFoundUntilMs.clear();
    notFoundUntilMs.set(key, now() + notFoundTtlMs);
    return notFound;
  }

  return {
    find(typed) {
      if (isNoChannel(typed.trim())) return { kind: 'no-channel' };
      const foundId = archive.nameResolver.channel(typed);
      if (foundId !== null) return { kind: 'found', channelId: foundId };
      const lookup = lookupOf(typed);
      if (lookup === null || (notFoundUntilMs.get(lookup.key) ?? 0) > now()) return notFound;
      const running = waiting.get(lookup.key);
      if (running) return running;
      if (waiting.size >= maxWaiting) return notFound;
      const answer = queueTail.then(() => lookUp(lookup.key, lookup.address)).finally(() => waiting.delete(lookup.key));
      // The next lookup runs even if this one fails.
      queueTail = answer.catch(() => undefined);
      waiting.set(lookup.key, answer);
      return answer;
    },
    stop: () => stopping.abort(),
  };
}

/** Null if the name is not at YouTube, or contains the channel's id, which the archive would know. */
function lookupOf(typed: string): { key: string; address: string } | null {
  const handle = handleFrom(typed);
  if (handle !== null) return { key: handle, address: `https://www.youtube.com/${handle}` };
  const url = parseAddress(typed.trim());
  if (!url || !isYoutube(url) || !/^\/(?:c|user)\/[^/]+/.test(url.pathname)) return null;
  const page = url.pathname.split('/').slice(0, 3).join('/');
  return { key: page.toLowerCase(), address: `https://www.youtube.com${page}` };
}

function isNoChannel(word: string): boolean {
  if (isVideoId(word)) return true;
  const link = parseLink(word, { video: () => null, channel: () => null, playlist: () => null });
  const url = parseAddress(link.ok ? link.address : word);
  return (link.ok && link.videoId !== null) || (url !== null && isYoutube(url) && url.pathname === '/playlist') || word.startsWith('TA_playlist_');
}
