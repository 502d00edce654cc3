// Where a playlist came from: its source address, else YouTube's built from the id. Pure.
import { safeHref } from '../../features/rich-text/rich-text.ts';

/** The ids of YouTube's playlists that anybody can open. */
const youtubeId = /^PL(?:[A-Za-z0-9_-]{16}|[A-Za-z0-9_-]{32})$/;

/** Null when there is no address that may be opened. */
export function originalOf(playlistId: string, sourceUrl: string | null): string | null {
  if (sourceUrl !== null) return /^https?:/i.test(sourceUrl) ? safeHref(sourceUrl) : null;
  return youtubeId.test(playlistId) ? `https://www.youtube.com/playlist?list=${playlistId}` : null;
}
