// Reads title, date and id from a media file's name, if there is no other source for them. Names follow people's own `-o` templates.
import { isVideoId, looksRandom } from './derived-ids.ts';

export interface NameFacts {
  title: string;
  /** The video's id at its source, as the name contains it. */
  sourceId: string | null;
  /** Whether the id can be YouTube's. */
  isYoutubeId: boolean;
  /** Midnight UTC of the day in the name, Unix seconds. */
  publishedSeconds: number | null;
}

/** @param isChannelFolder whether the folder's name is a channel id, as in TubeArchivist's layout; the complete name is then the id */
export function factsOfName(base: string, isChannelFolder = false): NameFacts {
  const nfcBase = base.normalize('NFC');
  if (isVideoId(nfcBase) && (isChannelFolder || looksRandom(nfcBase))) return { title: nfcBase, sourceId: nfcBase, isYoutubeId: true, publishedSeconds: null };
  const { rest, sourceId, isYoutubeId } = splitId(nfcBase);
  const { title, publishedSeconds } = splitDate(rest);
  return { title: cleanTitle(title) || cleanTitle(rest) || nfcBase, sourceId, isYoutubeId, publishedSeconds };
}

function splitId(name: string): { rest: string; sourceId: string | null; isYoutubeId: boolean } {
  // yt-dlp's default: `Title [id]`. The brackets must not contain white space: `Title [official video]` has no id.
  const bracketMatch = /^(.*?)[\s_.-]*[[［]([^\s[\]［］]{1,80})[\]］]$/su.exec(name);
  if (bracketMatch?.[1] !== undefined && bracketMatch[2] !== undefined && looksLikeId(bracketMatch[2])) {
    return { rest: bracketMatch[1], sourceId: bracketMatch[2], isYoutubeId: isVideoId(bracketMatch[2]) };
  }
  // youtube-dl's default: `Title-id`. Only its form distinguishes the id from a word.
  const dashMatch = /^(.+)-([A-Za-z0-9_-]{11})$/su.exec(name);
  if (dashMatch?.[1] !== undefined && dashMatch[2] !== undefined && looksRandom(dashMatch[2]))
    return { rest: dashMatch[1], sourceId: dashMatch[2], isYoutubeId: true };
  return { rest: name, sourceId: null, isYoutubeId: false };
}

/** `[4k]`, `[1080p]` and `[documentary]` are not ids. */
function looksLikeId(text: string): boolean {
  if (/^([A-Z]?[a-z]+|[A-Z]+)$/.test(text)) return false;
  return isVideoId(text) || (/\d/.test(text) && !/^(\d{3,4}[pi]\d*|[48]k|hd|uhd|x26[45]|h26[45]|mp4|\d{4})$/i.test(text));
}

function splitDate(name: string): { title: string; publishedSeconds: number | null } {
  const leadingMatch = /^[[(]?((?:19|20)\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])[\])]?(?!\d)[\s_.-]*/.exec(name);
  const dateMatch = leadingMatch ?? /[\s_.-]+[[(]?((?:19|20)\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])[\])]?$/.exec(name);
  if (!dateMatch) return { title: name, publishedSeconds: null };
  const [matchedText, year, month, day] = dateMatch;
  const atMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (new Date(atMs).getUTCDate() !== Number(day)) return { title: name, publishedSeconds: null };
  return { title: leadingMatch ? name.slice(matchedText.length) : name.slice(0, -matchedText.length), publishedSeconds: atMs / 1000 };
}

/** yt-dlp replaces characters that Windows forbids in names with look-alikes; titles contain the original characters. */
const lookAlikes: Record<string, string> = { '：': ':', '｜': '|', '＂': '"', '？': '?', '＊': '*', '＜': '<', '＞': '>', '⧸': '/', '⧹': '\\' };

function cleanTitle(name: string): string {
  const originalName = name.replace(/[：｜＂？＊＜＞⧸⧹]/gu, (character) => lookAlikes[character] ?? character);
  // `--restrict-filenames` replaces spaces with underscores, which is assumed for a name without white space.
  return (/\s/.test(originalName) ? originalName : originalName.replaceAll('_', ' ')).replace(/^[\s._-]+|[\s_-]+$/g, '').trim();
}
