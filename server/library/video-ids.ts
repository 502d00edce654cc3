// Derives the id of a described video. yt-dlp's generic extractor uses the last part of an address as the id, so two pages of one host with
// the same last part would collide. Ids of the generic extractor's videos are therefore derived from the whole address
// (docs/decisions/122). Pure.
import { text, type Info } from './info-values.ts';
import { videoIdOf, type ArchiveId } from './derived-ids.ts';
import { siteOfInfo } from './video-facts.ts';

/** Extractors whose ids are unique only within one page. */
const pageScopedSites = new Set(['generic', 'html5']);

export interface DescribedId extends ArchiveId {
  /** The id that earlier versions derived from the extractor's id alone; null if it is the same. */
  formerId: string | null;
}

/** Null if the description has no id. @param address where the video was found, used if the description contains no address */
export function describedIdOf(info: Info, address: string | null = null): DescribedId | null {
  const id = text(info, 'id');
  if (id === null) return null;
  const site = siteOfInfo(info);
  const page = site !== null && pageScopedSites.has(site) ? wholeAddress(text(info, 'webpage_url', 'original_url', 'url') ?? address) : null;
  if (page === null) return { ...videoIdOf({ site, id }), formerId: null };
  // The extractor's id is included, because it numbers the videos of a page that has several.
  return { ...videoIdOf({ site, id: `${id} ${page}` }), formerId: videoIdOf({ site, id }).id };
}

/** The id to use. If the file or item already has the former id, it keeps that id. @param knownId the id that the file or item has */
export function keptId(described: DescribedId, knownId: string | null): ArchiveId {
  const { id, origin, formerId } = described;
  return { id: formerId !== null && formerId === knownId ? formerId : id, origin };
}

/** The address without its fragment, which is a position within the page. */
function wholeAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
