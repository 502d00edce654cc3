// The archive's answer to a search, as the mirror stores it. Pure.
import type { WireFulltextHit } from '../contract/names.ts';
import { textOrNull } from './from-wire.ts';

/** Ids in the archive's order, best first; at most thirty hits over all lists (docs/behaviour.md, Search). */
export interface SearchAnswer {
  videoIds: string[];
  channelIds: string[];
  playlistIds: string[];
  spoken: SubtitleHit[];
}

/** A matching passage of subtitles. */
export interface SubtitleHit {
  videoId: string;
  title: string;
  channelId: string;
  channelName: string;
  thumbUrl: string | null;
  lang: string;
  source: 'user' | 'auto';
  startSeconds: number;
  endSeconds: number;
  line: LinePart[];
  score: number;
}

/** Text, never markup. */
export interface LinePart {
  text: string;
  isMatch: boolean;
}

export function toSubtitleHit(hit: WireFulltextHit): SubtitleHit {
  return {
    videoId: hit.youtube_id,
    title: hit.title,
    channelId: hit.subtitle_channel_id,
    channelName: hit.subtitle_channel,
    thumbUrl: textOrNull(hit.vid_thumb_url),
    lang: hit.subtitle_lang,
    source: hit.subtitle_source,
    startSeconds: parseTimestamp(hit.subtitle_start),
    endSeconds: parseTimestamp(hit.subtitle_end),
    line: linePartsOf(hit.subtitle_line),
    score: hit._score,
  };
}

/** Parses `HH:MM:SS.mmm` to seconds; 0 for any other form. */
function parseTimestamp(time: string): number {
  const parts = time.split(':').map(Number);
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return parts.length === 3 && Number.isFinite(seconds) ? seconds : 0;
}

const openTag = '<span class="settings-current">';
const closeTag = '</span>';

/** The archive wraps matches in a span and escapes nothing, so everything else is text, whatever it looks like. */
export function linePartsOf(line: string): LinePart[] {
  const parts: LinePart[] = [];
  const push = (text: string, isMatch: boolean): void => {
    if (text !== '') parts.push({ text, isMatch });
  };
  let unreadText = line;
  for (;;) {
    const from = unreadText.indexOf(openTag);
    const to = from < 0 ? -1 : unreadText.indexOf(closeTag, from);
    if (to < 0) break;
    push(unreadText.slice(0, from), false);
    push(unreadText.slice(from + openTag.length, to), true);
    unreadText = unreadText.slice(to + closeTag.length);
  }
  push(unreadText, false);
  return parts;
}
