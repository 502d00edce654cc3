// The kinds of the entries in the add form, as far as they can be determined without the archive. The archive's own rules are in
// server/downloader/parse-links.ts. Pure.
import { linesOf } from '../../ui/lines.ts';

export type LineKind = 'video' | 'channel' | 'playlist' | 'link' | 'search' | 'unclear';

/** Whether the line is a yt-dlp search such as `ytsearch5:steam trains`, which is one entry although it contains spaces. */
function isSearch(line: string): boolean {
  // In two steps, because a pattern with `search` between two `\w*` would take time quadratic in the length of the word.
  return /^\w*:/.exec(line)?.[0].toLowerCase().includes('search') === true;
}

/**
 * A line may contain several entries, separated by white space (contract, DownloadAdd). A search, and a line in which no part has a known
 * kind, are one entry each.
 */
export function entriesOf(text: string): string[] {
  return [...new Set(linesOf(text).flatMap(partsOf))];
}

function partsOf(line: string): string[] {
  const parts = line.split(/\s+/);
  return !isSearch(line) && parts.some((part) => kindOf(part) !== 'unclear') ? parts : [line];
}

export function kindOf(entry: string): LineKind {
  const address = addressOf(entry);
  if (address) return kindOfAddress(address);
  if (isSearch(entry)) return 'search';
  if (/^@[\p{L}\p{N}._-]+$/u.test(entry)) return 'channel';
  if (/^[\w-]{11}$/.test(entry)) return 'video';
  if (/^UC[\w-]{22}$/.test(entry)) return 'channel';
  if (/^(?:(?:PL|UU|FL|OL|RD|EL|LP)[\w-]{8,40}|LL|WL)$/.test(entry)) return 'playlist';
  // yt-dlp's own form `site:id`, or a host
  if (/^(?!file:)[\w+.-]+:[\w.-]+$/i.test(entry) || /^[\w-]+(?:\.[\w-]+)+$/.test(entry)) return 'link';
  return 'unclear';
}

export function countKinds(entries: readonly { kind: LineKind }[]): { kind: LineKind; entryCount: number }[] {
  const kinds: LineKind[] = ['video', 'channel', 'playlist', 'link', 'search', 'unclear'];
  return kinds.map((kind) => ({ kind, entryCount: entries.filter((entry) => entry.kind === kind).length })).filter(({ entryCount }) => entryCount > 0);
}

/** Accepts an address without `https://`, because many people copy it that way. */
function addressOf(entry: string): URL | null {
  const address = /^https?:\/\//i.test(entry) ? entry : /^[\w-]+(?:\.[\w-]+)+\//.test(entry) ? `https://${entry}` : null;
  return address !== null && URL.canParse(address) ? new URL(address) : null;
}

function kindOfAddress({ hostname, pathname, searchParams }: URL): LineKind {
  const host = hostname.replace(/^(?:www|m|music)\./, '');
  if (host === 'youtu.be') return pathname.length > 1 ? 'video' : 'link';
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return 'link';
  if (/^\/(?:@|channel\/|c\/|user\/)/.test(pathname)) return 'channel';
  if (searchParams.has('v') || /^\/(?:shorts|live|embed)\//.test(pathname)) return 'video';
  return searchParams.has('list') ? 'playlist' : 'link';
}
