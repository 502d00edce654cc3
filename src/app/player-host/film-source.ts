// Where a film is played from: the device if it is whole there; while it is being saved, the local part plus the rest from the archive;
// otherwise the archive. Chosen when a video is opened, and again only when playback breaks off: a copy that becomes ready, or another
// revision of it, interrupts nothing.
import { useEffect, useMemo, useRef, useState } from 'react';
import { mainListName, savedAddress, savedListAddress } from '../../contract/saved-address.ts';
import type { VideoDetailsRow } from '../../mirror/rows.ts';
import type { PlayerState } from '../../player/player-state.ts';
import type { Media } from '../../player/shown-video.ts';
import { useSavedItem, useSavedLink, type SavedItem } from '../../queries/saved.ts';
import { filmLockName } from '../../saved-media/store/film-lock.ts';

/** A film on this device. */
export interface DeviceFilm {
  item: SavedItem;
  url: string;
  revision: number;
  /** Otherwise the rest comes from the archive. */
  isWhole: boolean;
  /** The URL belongs to this document and must be revoked. */
  isBlob: boolean;
}

export interface FilmPorts {
  /** Only the service worker can serve the address of a saved film. */
  hasWorker: boolean;
  /** Whether this address is served. */
  canPlay(url: string): Promise<boolean>;
  openBlob(item: SavedItem): Promise<string | null>;
}

/** `refusedUrl`: a URL that turned out not to play. Null: it plays from the archive. */
export async function deviceFilmOf(item: SavedItem | undefined, refusedUrl: string | null, ports: FilmPorts): Promise<DeviceFilm | null> {
  if (!item) return null;
  const revision = item.wholeRevision ?? (item.savedBytes > 0 ? item.openRevision : null);
  if (revision === null) return null;
  const isWhole = item.wholeRevision !== null;
  // A stream is opened by its playlist, which is unplayable while incomplete.
  if (item.isStream && !isWhole) return null;
  const address = savedAddress({ videoId: item.videoId, rendition: item.rendition, revision });
  const film = { item, url: item.isStream ? savedListAddress(address, mainListName) : address, revision, isWhole, isBlob: false };
  const isAnswered = ports.hasWorker && film.url !== refusedUrl && (!isWhole || (await ports.canPlay(address)));
  if (isAnswered) return film;
  const url = isWhole && !item.isStream ? await ports.openBlob(item) : null;
  return url === null ? null : { ...film, url, isBlob: true };
}

/** Playback broke off: it waits for the archive, or (`refused`) this source cannot be played. */
export type Trouble = 'waits' | 'refused' | null;

export function troubleOf(state: PlayerState): Trouble {
  if (state.name === 'reconnecting') return 'waits';
  if (state.name !== 'failed') return null;
  return state.reason === 'unreachable' || state.reason === 'refused' ? 'waits' : 'refused';
}

/** Null until the details are there and it is known what this device has. */
export function useFilmSource(videoId: string, details: VideoDetailsRow | null, trouble: Trouble): Media | null {
  const film = useDeviceFilm(videoId, trouble);
  const item = useSavedItem(videoId);
  const isWhole = film ? film.isWhole || item?.wholeRevision === film.revision : false;
  return useMemo(() => (film === undefined || details === null ? null : mediaOf(details, film, isWhole)), [film, details, isWhole]);
}

function mediaOf({ mediaUrl, hlsUrl, streams, subtitles }: VideoDetailsRow, film: DeviceFilm | null, isWhole: boolean): Media {
  return {
    url: film?.url ?? mediaUrl,
    isFromDevice: isWhole,
    isPartFromDevice: film !== null && !isWhole,
    hlsUrl: film ? null : hlsUrl,
    streams,
    subtitles: subtitles.map((track) => ({ name: track.name, lang: track.lang, source: track.source, url: encodeURI(track.media_url) })),
  };
}

/** Undefined: not chosen yet. */
function useDeviceFilm(videoId: string, trouble: Trouble): DeviceFilm | null | undefined {
  const link = useSavedLink();
  const [film, setFilm] = useState<DeviceFilm | null | undefined>(link?.mayHaveSaved() ? undefined : null);
  const chosen = useRef(film);
  const isChosen = film !== undefined;
  useEffect(() => {
    if (!link || (isChosen && trouble === null)) return undefined;
    let isGone = false;
    const before = chosen.current;
    async function choose(of: NonNullable<typeof link>): Promise<void> {
      // If the ledger does not open, the archive's file is played.
      await of.openIfUsed().catch((reason: unknown) => console.warn('What is saved could not be read', reason));
      const next = await deviceFilmOf(of.item(videoId), trouble === 'refused' ? (before?.url ?? null) : null, browserPorts());
      const isSame = before !== undefined && (next?.url === before?.url || (next?.isBlob && before?.isBlob));
      if (isGone || isSame) return revoke(next);
      chosen.current = next;
      setFilm(next);
    }
    void choose(link);
    return () => {
      isGone = true;
    };
  }, [link, videoId, isChosen, trouble]);
  useEffect(() => {
    if (!film) return undefined;
    const letGo = hold(film.item);
    return () => {
      letGo();
      revoke(film);
    };
  }, [film]);
  return film;
}

function revoke(film: DeviceFilm | null): void {
  if (film?.isBlob) URL.revokeObjectURL(film.url);
}

/** Its files are not deleted while it is held. */
function hold(item: SavedItem): () => void {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  // Without locks there is no saver either.
  void navigator.locks?.request(filmLockName(item), { mode: 'shared' }, () => held);
  return letGo;
}

function browserPorts(): FilmPorts {
  return {
    hasWorker: Boolean(navigator.serviceWorker?.controller),
    canPlay: (url) =>
      fetch(url, { method: 'HEAD' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    openBlob: async (item) => (await import('./film-blob.ts')).openFilmBlob(item),
  };
}
