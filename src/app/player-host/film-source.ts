// Where a film is played from: the device, where it is whole there, else the archive. Chosen when a video is opened, and not again while it
// plays: a copy that becomes ready, or another revision of it, interrupts nothing.
import { useEffect, useMemo, useState } from 'react';
import { mainListName, savedAddress, savedListAddress } from '../../contract/saved-address.ts';
import type { VideoDetailsRow } from '../../mirror/rows.ts';
import type { Media } from '../../player/shown-video.ts';
import { useSavedLink, type SavedItem } from '../../queries/saved.ts';

/** `hasWorker`: only the service worker can answer the address of a saved film. */
export function filmSource(details: VideoDetailsRow, item: SavedItem | undefined, hasWorker: boolean): Media {
  const { mediaUrl, hlsUrl, streams, subtitles } = details;
  const whole = hasWorker ? (item?.wholeRevision ?? null) : null;
  const film = whole === null || !item ? null : savedAddress({ videoId: item.videoId, rendition: item.rendition, revision: whole });
  return {
    url: film === null ? mediaUrl : item?.isStream ? savedListAddress(film, mainListName) : film,
    isFromDevice: whole !== null,
    hlsUrl: whole === null ? hlsUrl : null,
    streams,
    subtitles: subtitles.map((track) => ({ name: track.name, lang: track.lang, source: track.source, url: encodeURI(track.media_url) })),
  };
}

/** Null until it is known: the details have to be there, and what this device has. */
export function useFilmSource(videoId: string, details: VideoDetailsRow | null): Media | null {
  const link = useSavedLink();
  const [isRead, setIsRead] = useState(link === null || !link.mayHaveSaved());
  useEffect(() => {
    if (isRead || !link) return;
    // A ledger that does not open: the archive's file is played.
    void link
      .open()
      .catch((reason: unknown) => console.warn('What is saved could not be read', reason))
      .then(() => setIsRead(true));
  }, [isRead, link]);
  const isKnown = isRead && details !== null;
  // Not chosen anew when the details are read again, as they are while a video plays.
  const item = useMemo(() => (isKnown ? link?.item(videoId) : undefined), [isKnown, link, videoId]);
  return useMemo(() => (isKnown && details ? filmSource(details, item, Boolean(navigator.serviceWorker?.controller)) : null), [isKnown, details, item]);
}
