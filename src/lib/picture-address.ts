// Addresses of pictures in the size in which they are shown. The embedded server sends smaller copies (src/contract/picture-widths.ts);
// other servers send each picture in its own size. What needs the original uses the address as the archive sent it.

/** `card`: a picture in a list. `feature`: a picture as wide as the page. `icon`: of a channel. `banner`: of a channel, in a list. */
export type PicturePlace = 'card' | 'feature' | 'icon' | 'banner';

/** Null if the archive sends originals only. */
let widths: Record<PicturePlace, number> | null = null;
/** The pictures that were shown as features. A card uses the same copy, so that one screen does not fetch a picture in two widths. */
const featured = new Set<string>();

/**
 * Chooses one width for each kind of place, so that pictures fetched ahead have the addresses that lists use. Called before the first
 * picture of an account is drawn; a later zoom changes nothing. In CSS pixels, cards are 250 to 520 wide, on phones 360, and icons at most
 * 84. Banners are six times as wide as high, and 84 high.
 * @param archiveId the embedded server's is a UUID. The id of a server that forwards to another archive has no hyphens.
 */
export function setPictureArchive(archiveId: string | null): void {
  featured.clear();
  const isDense = globalThis.devicePixelRatio >= 1.5;
  widths = archiveId?.includes('-') === true ? { card: isDense ? 960 : 540, feature: 960, icon: 240, banner: isDense ? 1440 : 540 } : null;
}

/** @param address as the archive sent it */
export function pictureAddress(address: string | null, place: PicturePlace = 'card'): string | null {
  if (!widths || address === null || !/^\/cache\/[^?]+$/.test(address)) return address;
  if (place === 'feature') featured.add(address);
  return `${address}?width=${widths[place === 'card' && featured.has(address) ? 'feature' : place]}`;
}
