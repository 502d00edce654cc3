// Turns text from the add form into addresses for yt-dlp. Links stay unchanged, YouTube's ids and handles become the addresses of their
// pages, and the archive's ids become their source addresses. Pure, except that it looks up addresses in the archive.
import { isChannelId, isVideoId } from '../library/derived-ids.ts';

export interface KnownAddresses {
  video(videoId: string): string | null;
  channel(channelId: string): string | null;
  playlist(playlistId: string): string | null;
}

export type ParsedLink =
  | { ok: true; address: string; /** Set if a single YouTube video was named; a result with another id is a redirect. */ videoId: string | null }
  | { ok: false; message: string };

const playlistIdShape = /^(?:(?:PL|UU|FL|OL|RD|EL|LP)[A-Za-z0-9_-]{8,40}|LL|WL)$/;
const site = 'https://www.youtube.com';
const maxShownChars = 200;

/** A yt-dlp search such as `ytsearch5:steam trains`, which may contain spaces. */
function isSearch(line: string): boolean {
  // The check has two steps, because a pattern with `search` between two `\w*` would take time quadratic in the length of the line.
  return /^\w*:/.exec(line)?.[0].toLowerCase().includes('search') === true;
}

const noAddresses: KnownAddresses = { video: () => null, channel: () => null, playlist: () => null };

/**
 * A line may contain several links, separated by white space (DownloadAdd in the contract). A search is one link, and so is a line without
 * any link.
 */
export function splitLinks(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmedLine = line.trim();
    const parts = trimmedLine.split(/\s+/);
    return trimmedLine === '' ? [] : !isSearch(trimmedLine) && parts.some((part) => parseLink(part, noAddresses).ok) ? parts : [trimmedLine];
  });
}

export function parseLink(link: string, knownAddresses: KnownAddresses): ParsedLink {
  const linkTo = (address: string): ParsedLink => ({ ok: true, address, videoId: videoIdIn(address) });
  // The message goes into the log and the history of tasks, and a person may have pasted a whole document.
  const shownLink = link.length > maxShownChars ? `${link.slice(0, maxShownChars)}…` : link;
  if (/^file:/i.test(link)) return { ok: false, message: `${shownLink}: files of the server are not downloaded. Put them into the library folder.` };
  if (link.startsWith('TA_playlist_')) return { ok: false, message: `${shownLink} is a playlist that was made here: its videos are in the archive.` };
  if (/^@[\p{L}\p{N}._-]+$/u.test(link)) return linkTo(`${site}/${link}`);
  if (isVideoId(link)) return linkTo(knownAddresses.video(link) ?? `${site}/watch?v=${link}`);
  if (isChannelId(link)) return linkTo(knownAddresses.channel(link) ?? `${site}/channel/${link}`);
  if (playlistIdShape.test(link)) return linkTo(knownAddresses.playlist(link) ?? `${site}/playlist?list=${link}`);
  // `site:id` and `ytsearch5:words` are yt-dlp's own forms; a name with a dot is a host.
  if (/^[\w+.-]+:.+/.test(link) || /^[\w-]+(\.[\w-]+)+(\/|$)/.test(link)) return linkTo(link);
  return { ok: false, message: `“${shownLink}” is neither a link nor an id.` };
}

function videoIdIn(address: string): string | null {
  const match =
    /^https?:\/\/(?:(?:www|m|music)\.)?(?:youtube\.com\/(?:watch\?(?:\S*&)?v=|shorts\/|live\/)|youtu\.be\/)([A-Za-z0-9_-]{11})(?![A-Za-z0-9_-])/.exec(address);
  return match?.[1] ?? null;
}
