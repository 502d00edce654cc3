// Finds the archive's channel for a name seen elsewhere. The browser extension calls this for every channel page that is viewed. Known
// names are answered immediately. An unknown handle, or an unknown /c/ or /user/ address, is looked up at YouTube, one lookup at a time. No
// input makes the server query any other site.
import type { Archive } from '../archive/archive.ts';
import { parseAddress, handleFrom, isYoutube } from '../archive/name-resolver.ts';
import { writeProblem } from '../database/write-problem.ts';
import { isUnreachable, scopeOf } from '../downloader/failures.ts';
import type { SourceClient } from '../downloader/source-client.ts';
import { parseLink } from '../downloader/parse-links.ts';
import { channelOfCollection } from '../library/channel-facts.ts';
import { isVideoId } from '../library/derived-ids.ts';

/** `no-channel`: the name is that of a video or a playlist. */
export type FoundChannel = { kind: 'found'; channelId: string } | { kind: 'not-found' } | { kind: 'no-channel' };

export type FindChannel = (name: string) => FoundChannel | Promise<FoundChannel>;

export interface ChannelFinder {
  find: FindChannel;
  /** Aborts running lookups. */
  stop(): void;
}

/** Short, because a person is waiting for the answer. */
const lookupTimeoutMs = 30_000;
/** A name that was not found is not looked up again for this long, because the same page may be opened often. */
const notFoundTtlMs = 600_000;
const maxNotFound = 500;
const maxLookups = 5;

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
  const stopController = new AbortController();
  const runningLookups = new Map<string, Promise<FoundChannel>>();
  const notFoundUntilMs = new Map<string, number>();
  let queueTail: Promise<unknown> = Promise.resolve();

  async function lookUp(key: string, address: string): Promise<FoundChannel> {
    const extraction = await sourceClient.extract(address, { maxEntries: 1, timeoutMs: lookupTimeoutMs }, stopController.signal);
    const channel = extraction.ok ? channelOfCollection(extraction.info) : null;
    if (channel !== null && archive.channels.find(channel.id) !== null) {
      try {
        if (key.startsWith('@')) archive.channels.setHandle(channel.id, key);
      } catch (error) {
        if (writeProblem(error) === null) throw error; // otherwise the handle is looked up again next time
      }
      return { kind: 'found', channelId: channel.id };
    }
    // An unreachable site, or a failure of this server, says nothing about the name. A site that refused is not asked again immediately.
    if (!extraction.ok && (isUnreachable(extraction.failure.kind) || scopeOf[extraction.failure.kind] === 'server')) return notFound;
    if (notFoundUntilMs.size >= maxNotFound) notFoundUntilMs.clear();
    notFoundUntilMs.set(key, now() + notFoundTtlMs);
    return notFound;
  }

  return {
    find(name) {
      if (isNoChannel(name.trim())) return { kind: 'no-channel' };
      const channelId = archive.nameResolver.channel(name);
      if (channelId !== null) return { kind: 'found', channelId };
      const lookup = lookupOf(name);
      if (lookup === null || (notFoundUntilMs.get(lookup.key) ?? 0) > now()) return notFound;
      const runningLookup = runningLookups.get(lookup.key);
      if (runningLookup) return runningLookup;
      if (runningLookups.size >= maxLookups) return notFound;
      const answer = queueTail.then(() => lookUp(lookup.key, lookup.address)).finally(() => runningLookups.delete(lookup.key));
      // The next lookup runs even if this one fails.
      queueTail = answer.catch(() => undefined);
      runningLookups.set(lookup.key, answer);
      return answer;
    },
    stop: () => stopController.abort(),
  };
}

/** What to look up for a name. Null if the name is not at YouTube, or contains an id, because the archive knows the ids of its channels. */
function lookupOf(name: string): { key: string; address: string } | null {
  const handle = handleFrom(name);
  if (handle !== null) return { key: handle, address: `https://www.youtube.com/${handle}` };
  const url = parseAddress(name.trim());
  if (!url || !isYoutube(url) || !/^\/(?:c|user)\/[^/]+/.test(url.pathname)) return null;
  const page = url.pathname.split('/').slice(0, 3).join('/');
  return { key: page.toLowerCase(), address: `https://www.youtube.com${page}` };
}

function isNoChannel(name: string): boolean {
  if (isVideoId(name)) return true;
  const link = parseLink(name, { video: () => null, channel: () => null, playlist: () => null });
  const url = parseAddress(link.ok ? link.address : name);
  return (link.ok && link.videoId !== null) || (url !== null && isYoutube(url) && url.pathname === '/playlist') || name.startsWith('TA_playlist_');
}
