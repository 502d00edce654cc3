// A line of foreign text as parts: words, links, times. Nothing of it is ever set as HTML. Pure; used for descriptions
// and comments. Guarantee: an href is http, https or mailto, holds no hidden characters and no user name.
import { LinkifyIt } from 'linkify-it';
import { timestampsIn } from '../../player/timestamps.ts';

export type Part =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'time'; readonly text: string; readonly seconds: number };

const finder = new LinkifyIt().add('ftp:', null).add('//', null);
const allowedProtocols: readonly string[] = ['http:', 'https:', 'mailto:'];
/** Directions and widths that make an address look like another one. */
const hidden = /[\p{Cf}\p{Cc}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;

/** The address to open, or null when it is not to be opened. */
export function safeHref(url: string): string | null {
  if (hidden.test(url) || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!allowedProtocols.includes(parsed.protocol)) return null;
  // "https://known.example@other.example" leads elsewhere than it seems.
  if (parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}

/** Times beyond the video's end are words: there is nowhere to go. */
export function partsOf(line: string, durationSeconds: number): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of finder.match(line) ?? []) {
    const href = safeHref(match.url);
    if (href === null) continue;
    parts.push(...timesOf(line.slice(from, match.index), durationSeconds));
    parts.push({ kind: 'link', text: match.raw, href });
    from = match.lastIndex;
  }
  parts.push(...timesOf(line.slice(from), durationSeconds));
  return parts;
}

function timesOf(text: string, durationSeconds: number): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const time of timestampsIn(text)) {
    if (time.seconds > durationSeconds) continue;
    if (time.at > from) parts.push({ kind: 'words', text: text.slice(from, time.at) });
    parts.push({ kind: 'time', text: time.text, seconds: time.seconds });
    from = time.at + time.text.length;
  }
  if (from < text.length) parts.push({ kind: 'words', text: text.slice(from) });
  return parts;
}
