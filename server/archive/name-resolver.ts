// Finds the channel or playlist for the text that a person typed or pasted: an id, an address, a handle, or one of the channel's videos.
// Looks only in the archive, never at a source.
import type { Database } from '../database/transaction.ts';

export interface NameResolver {
  /** The channel's id; null if the archive has no such channel. */
  channel(typedName: string): string | null;
  /** Resolves many names. All channels are read once, not once for each name. */
  channels(typedNames: readonly string[]): (string | null)[];
  playlists(typedNames: readonly string[]): (string | null)[];
}

/** Finds the id of the row that has this name; null if no row has it. */
type FindRow = (name: string) => string | null;

export function createNameResolver(database: Database): NameResolver {
  const channel = database.prepare('SELECT channel_id AS id FROM channel WHERE channel_id = ?');
  const originalIds = database.prepare('SELECT channel_id AS id, original_id AS name FROM channel WHERE original_id IS NOT NULL');
  const channelAddresses = database.prepare('SELECT channel_id AS id, source_url AS name FROM channel WHERE source_url IS NOT NULL');
  const channelOfHandle = database.prepare('SELECT channel_id AS id FROM channel WHERE handle = ? ORDER BY refreshed_at DESC LIMIT 1');
  const channelOfVideo = database.prepare('SELECT channel_id AS id FROM video WHERE video_id = ?');
  const playlist = database.prepare("SELECT playlist_id AS id FROM playlist WHERE playlist_id = ? AND kind = 'regular'");
  const playlistAddresses = database.prepare("SELECT playlist_id AS id, source_url AS name FROM playlist WHERE source_url IS NOT NULL AND kind = 'regular'");
  const idOf = (row: unknown): string | null => (row as { id: string } | undefined)?.id ?? null;

  /** A finder for a column without an index. It reads all rows at the first use. If several rows have the name, it returns the first. */
  function createFinder(readAll: () => unknown[], nameOf: (stored: string) => string = (stored) => stored): FindRow {
    let ids: Map<string, string> | null = null;
    return (name) => {
      ids ??= new Map((readAll() as { id: string; name: string }[]).toReversed().map((row) => [nameOf(row.name), row.id]));
      return ids.get(name) ?? null;
    };
  }

  function channels(typedNames: readonly string[]): (string | null)[] {
    const byOriginalId = createFinder(() => originalIds.all());
    const byAddress = createFinder(() => channelAddresses.all(), plainAddress);
    const byId: FindRow = (id) => idOf(channel.get(id)) ?? byOriginalId(id);
    return typedNames.map((typedName) => {
      const text = typedName.trim();
      const channelId = byId(text) ?? idOf(channelOfVideo.get(text));
      if (channelId !== null) return channelId;
      const url = parseAddress(text.startsWith('@') ? `https://www.youtube.com/${text}` : text);
      if (!url) return null;
      const segments = url.pathname.split('/').filter(Boolean);
      const videoId = url.searchParams.get('v') ?? (url.hostname.endsWith('youtu.be') || segments[0] === 'shorts' ? segments.at(-1) : undefined);
      if (videoId !== undefined) return idOf(channelOfVideo.get(videoId));
      const handle = handleFrom(text);
      const channelIdOfHandle = handle === null ? null : idOf(channelOfHandle.get(handle));
      if (channelIdOfHandle !== null) return channelIdOfHandle;
      return byId(segments[0] === 'channel' ? (segments[1] ?? '') : '') ?? byAddress(plainAddress(url.href));
    });
  }

  function playlists(typedNames: readonly string[]): (string | null)[] {
    const byAddress = createFinder(() => playlistAddresses.all(), plainAddress);
    return typedNames.map((typedName) => {
      const text = typedName.trim();
      const playlistId = idOf(playlist.get(text));
      const url = playlistId === null ? parseAddress(text) : null;
      if (!url) return playlistId;
      return idOf(playlist.get(url.searchParams.get('list') ?? '')) ?? byAddress(plainAddress(url.href));
    });
  }

  return { channel: (typedName) => channels([typedName])[0] ?? null, channels, playlists };
}

/**
 * Reads a YouTube handle from `@name` or from an address whose path begins with the handle. Returns it in lower case with its `@`, or null
 * if there is none.
 */
export function handleFrom(typedName: string): string | null {
  const text = typedName.trim();
  const url = parseAddress(text.startsWith('@') ? `https://www.youtube.com/${text}` : text);
  const segment = url && isYoutube(url) ? decode(url.pathname.split('/')[1] ?? '') : '';
  return /^@[\p{L}\p{N}\p{M}._·-]{1,100}$/u.test(segment) ? segment.toLowerCase() : null;
}

export function isYoutube({ hostname }: URL): boolean {
  return /^(?:(?:www|m|music)\.)?youtube\.com$/.test(hostname);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return ''; // invalid encoding, so not a handle
  }
}

export function parseAddress(text: string): URL | null {
  try {
    const url = new URL(/^[\w.-]+\.[a-z]{2,}\//i.test(text) ? `https://${text}` : text);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null; // not an address
  }
}

/** Strips the parts that differ between spellings of an address: the scheme, `www.`, the tab of a channel's page, the last slash. */
function plainAddress(address: string): string {
  const url = parseAddress(address);
  if (!url) return address;
  // The pattern matches only from the first slash of a run of slashes. Otherwise a long run within the path would take quadratic time.
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/(videos|streams|shorts|playlists|featured|about)$/, '');
  return `${url.hostname.replace(/^(www|m)\./, '')}${path}${url.search}`.toLowerCase();
}
