// The id of a described video. The generic extractor of yt-dlp takes the last part of an address for an id, so two pages of one host
// with the same last part would meet; there the whole address counts (docs/decisions/122). Pure.
import { text, type Info } from './info-values.ts';
import { videoIdOf, type ArchiveId } from './made-ids.ts';
import { siteOfInfo } from './video-facts.ts';

/** Extractors whose ids say nothing outside of one page. */
const addressedSites = new Set(['generic', 'html5']);

export interface DescribedId extends ArchiveId {
  /** What was made of the extractor's id alone, before the address counted; null: the same. */
  formerId: string | null;
}

/** Null: the description names no id. @param address where it was found, for what names none */
export function describedIdOf(info: Info, address: string | null = null): DescribedId | null {
  const id = text(info, 'id');
  if (id === null) return null;
  const site = siteOfInfo(info);
  const page = site !== null && addressedSites.has(site) ? wholeAddress(text(info, 'webpage_url', 'original_url', 'url') ?? address) : null;
  if (page === null) return { ...videoIdOf({ site, id }), formerId: null };
  // A page may have several videos, which its extractor numbers.
  return { ...videoIdOf({ site, id: `${id} ${page}` }), formerId: videoIdOf({ site, id }).id };
}

/** @param knownId what this very file or item was called before: it stays so */
export function keptId(described: DescribedId, knownId: string | null): ArchiveId {
  const { id, origin, formerId } = described;
  return { id: formerId !== null && formerId === knownId ? formerId : id, origin };
}

/** Without its fragment, which names a place in the page. */
function wholeAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
