// Derives ids for items from sites other than YouTube, or from no site. A derived id has the form that the contract requires, and stays the
// same, because it depends only on the extractor's name and the id at the source. `origin` distinguishes two originals whose derived ids
// collide.
import { createHash } from 'node:crypto';

/** Ids of all kinds. They are part of addresses, and of names of files and folders. */
export const idPattern = /^[A-Za-z0-9_-]+$/;
const videoIdShape = /^[A-Za-z0-9_-]{11}$/;
const channelIdShape = /^UC[A-Za-z0-9_-]{22}$/;
/** YouTube's playlist ids have 13, 18, 26 or 34 characters (those of albums have 41, which the contract does not allow). */
const playlistIdShape = /^(?:[A-Za-z0-9_-]{13}|[A-Za-z0-9_-]{18}|[A-Za-z0-9_-]{26}|[A-Za-z0-9_-]{34}|LL|WL)$/;

export interface SourceId {
  /** The extractor's name in lower case, without the part after a colon: `vimeo` for `vimeo:album`; null if unknown. */
  site: string | null;
  id: string;
}

export interface ArchiveId {
  id: string;
  /** Site and source id as one text. Two records with the same `id` and different origins collide. */
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
 * Whether eleven characters look random, as YouTube's ids do: `dQw4w9WgXcQ` does, `Interview-1` and `holiday2024` do not. Used only if
 * nothing but the file's name is known.
 */
export function looksRandom(text: string): boolean {
  if (!isVideoId(text) || /^[A-Z]?[a-z]+[-_]?\d*$/.test(text) || /^[\d_-]+$/.test(text)) return false;
  const kindCount = [/[a-z]/, /[A-Z]/, /[0-9_-]/].filter((kind) => kind.test(text)).length;
  return kindCount === 3;
}

/** Turns yt-dlp's `extractor` or `extractor_key` into a site name. */
export function siteOf(extractor: string | null): string | null {
  const site = extractor?.split(':')[0]?.trim().toLowerCase();
  return site ? site.replace(/(tab|playlist|channel|user)$/, '') || site : null;
}

/** An id without a site counts as YouTube's if it has the right form, because most libraries contain YouTube's videos. */
function isYoutubeLike(site: string | null): boolean {
  return site === null || site === 'youtube';
}

function archiveId(site: string | null, id: string, isYoutubeId: boolean, make: () => string): ArchiveId {
  return isYoutubeId ? { id, origin: `youtube ${id}` } : { id: make(), origin: `${site ?? ''} ${id}` };
}

function derivedId(kind: string, site: string | null, id: string, length: number): string {
  return createHash('sha256')
    .update(`${kind}\0${site ?? ''}\0${id}`)
    .digest('base64url')
    .slice(0, length);
}
