// Ids for items from sites other than YouTube, or from no site: stable, in the shape that the contract requires, made from the extractor's name and
// the id there. `origin` distinguishes two originals whose made ids collide.
import { createHash } from 'node:crypto';

const videoIdShape = /^[A-Za-z0-9_-]{11}$/;
const channelIdShape = /^UC[A-Za-z0-9_-]{22}$/;
/** Ids of playlists at YouTube have 13, 18, 26 or 34 characters (albums have 41, which the contract does not allow). */
const playlistIdShape = /^(?:[A-Za-z0-9_-]{13}|[A-Za-z0-9_-]{18}|[A-Za-z0-9_-]{26}|[A-Za-z0-9_-]{34}|LL|WL)$/;

export interface SourceId {
  /** Lower case, without the part after a colon: `vimeo` for `vimeo:album`; null when unknown. */
  site: string | null;
  id: string;
}

export interface ArchiveId {
  id: string;
  /** Site and its id as one text: two records with the same `id` and different origins collide. */
  origin: string;
}

export function videoIdOf({ site, id }: SourceId): ArchiveId {
  return archiveId(site, id, isYoutubeLike(site) && videoIdShape.test(id), () => derivedId('video', site, id, 11));
}

export function channelIdOf({ site, id }: SourceId): ArchiveId {
  return archiveId(site, id, isYoutubeLike(site) && channelIdShape.test(id), () => `UC${derivedId('channel', site, id, 22)}`);
}

export function playlistIdOf({ site, id }: SourceId): ArchiveId {
  return archiveId(site, id, isYoutubeLike(site) && playlistIdShape.test(id), () => `PL${derivedId('playlist', site, id, 32)}`);
}

export function isChannelId(text: string): boolean {
  return channelIdShape.test(text);
}

export function isVideoId(text: string): boolean {
  return videoIdShape.test(text);
}

/**
 * Whether eleven characters look random, as YouTube's do: `dQw4w9WgXcQ` does, `Interview-1` and `holiday2024` do not. Only used where a file's name
 * is all there is.
 */
export function looksRandom(text: string): boolean {
  if (!isVideoId(text) || /^[A-Z]?[a-z]+[-_]?\d*$/.test(text) || /^[\d_-]+$/.test(text)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9_-]/].filter((kind) => kind.test(text)).length;
  return kinds === 3;
}

/** Turns yt-dlp's `extractor` or `extractor_key` into a site name. */
export function siteOf(extractor: string | null): string | null {
  const site = extractor?.split(':')[0]?.trim().toLowerCase();
  return site ? site.replace(/(tab|playlist|channel|user)$/, '') || site : null;
}

/** An id without a site is taken for YouTube's if it looks like one: that is what most libraries hold. */
function isYoutubeLike(site: string | null): boolean {
  return site === null || site === 'youtube';
}

function archiveId(site: string | null, id: string, isKept: boolean, make: () => string): ArchiveId {
  return isKept ? { id, origin: `youtube ${id}` } : { id: make(), origin: `${site ?? ''} ${id}` };
}

function derivedId(kind: string, site: string | null, id: string, length: number): string {
  return createHash('sha256')
    .update(`${kind}\0${site ?? ''}\0${id}`)
    .digest('base64url')
    .slice(0, length);
}
