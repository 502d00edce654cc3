// The address under which the service worker serves a saved video. Servers answer it with 404.

export interface SavedAddress {
  videoId: string;
  rendition: string;
  revision: number;
}

const pathPrefix = '/_saved/';

export function savedAddress({ videoId, rendition, revision }: SavedAddress): string {
  return `${pathPrefix}${encodeURIComponent(videoId)}/${rendition}/${revision}`;
}

/** Address of a playlist file (.m3u8) of a saved stream, below the address of its video. */
export function savedPlaylistAddress(videoAddress: string, name: string): string {
  return `${videoAddress}/${name}.m3u8`;
}

/** Name of the playlist that the player opens. */
export const mainPlaylistName = 'main';

/** Null if `pathname` is not the address of a saved video. */
export function parseSavedAddress(pathname: string): SavedAddress | null {
  const [, videoId, rendition, revision] = /^\/_saved\/([^/]+)\/([a-z0-9-]+)\/(\d+)$/.exec(pathname) ?? [];
  if (videoId === undefined || rendition === undefined || revision === undefined) return null;
  try {
    return { videoId: decodeURIComponent(videoId), rendition, revision: Number(revision) };
  } catch {
    return null; // a broken escape
  }
}
