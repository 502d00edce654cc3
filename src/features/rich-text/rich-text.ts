// A line of untrusted text as parts: plain text, links, times. Used for descriptions and comments. Pure. Guarantee: an href is http, https
// or mailto, and contains no hidden characters and no user name.
import { LinkifyIt } from 'linkify-it';
import { timestampsIn } from '../../player/timestamps.ts';

export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'time'; readonly text: string; readonly seconds: number };

const linkFinder = new LinkifyIt().add('ftp:', null).add('//', null);
const allowedProtocols: readonly string[] = ['http:', 'https:', 'mailto:'];
/** Directional and zero-width characters that make one address look like another. */
const hiddenCharacter = /[\p{Cf}\p{Cc}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;

/** The address to open, or null when it must not be opened. */
export function safeHref(url: string): string | null {
  if (hiddenCharacter.test(url) || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!allowedProtocols.includes(parsed.protocol)) return null;
  // "https://known.example@other.example" leads elsewhere than it appears to.
  if (parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}

/** The parts of a line. A time beyond the video's end is plain text, because there is nothing to seek to. A duration of 0 means unknown. */
export function partsOf(line: string, durationSeconds: number): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of linkFinder.match(line) ?? []) {
    const href = safeHref(match.url);
    if (href === null) continue;
    parts.push(...plainTextAndTimesOf(line.slice(from, match.index), durationSeconds));
    parts.push({ kind: 'link', text: match.raw, href });
    from = match.lastIndex;
  }
  parts.push(...plainTextAndTimesOf(line.slice(from), durationSeconds));
  return parts;
}

function plainTextAndTimesOf(text: string, durationSeconds: number): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const time of timestampsIn(text)) {
    if (time.seconds > (durationSeconds || Infinity)) continue;
    if (time.index > from) parts.push({ kind: 'plain', text: text.slice(from, time.index) });
    parts.push({ kind: 'time', text: time.text, seconds: time.seconds });
    from = time.index + time.text.length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}
