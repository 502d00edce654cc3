// The original address of a video, playlist or channel (docs/architecture.md, The archive server). It is the source address or, if there is
// none, the YouTube address for an id in the form of a YouTube id. Null if there is neither, or if the source address must not be opened.
// Pure.
import { safeHref } from '../rich-text/rich-text.ts';

interface YoutubeKind {
  idPattern: RegExp;
  addressPrefix: string;
}

const videoKind: YoutubeKind = { idPattern: /^[A-Za-z0-9_-]{11}$/, addressPrefix: 'https://www.youtube.com/watch?v=' };
/** Matches only playlists that a user has created. Others, such as Watch Later (`WL`), may be visible only to their owner. */
const playlistKind: YoutubeKind = { idPattern: /^PL(?:[A-Za-z0-9_-]{16}|[A-Za-z0-9_-]{32})$/, addressPrefix: 'https://www.youtube.com/playlist?list=' };
/** The server derives ids of this form for channels of other sites too, but those channels have a source address, which comes first. */
const channelKind: YoutubeKind = { idPattern: /^UC[A-Za-z0-9_-]{22}$/, addressPrefix: 'https://www.youtube.com/channel/' };

export const originalOfVideo = (videoId: string, sourceUrl: string | null): string | null => originalOf(videoKind, videoId, sourceUrl);
export const originalOfPlaylist = (playlistId: string, sourceUrl: string | null): string | null => originalOf(playlistKind, playlistId, sourceUrl);
export const originalOfChannel = (channelId: string, sourceUrl: string | null): string | null => originalOf(channelKind, channelId, sourceUrl);

function originalOf(kind: YoutubeKind, id: string, sourceUrl: string | null): string | null {
  if (sourceUrl !== null) return /^https?:/i.test(sourceUrl) ? safeHref(sourceUrl) : null;
  return kind.idPattern.test(id) ? kind.addressPrefix + id : null;
}
