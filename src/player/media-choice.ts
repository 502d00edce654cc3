// Which of an archive's addresses is played (docs/decisions/405): the media itself whenever this device can, the segments
// made of it only where its container is the obstacle. Pure.
import { isHlsAddress, type MediaAddress } from './media-attachment.ts';

export interface MediaAddresses {
  url: string;
  hlsUrl?: string | null;
}

/** The fallback is taken when the element refuses the container; codecs are asked about apart (playability.ts). */
export function addressesOf({ url, hlsUrl }: MediaAddresses): { address: MediaAddress; fallback: MediaAddress | null } {
  if (isHlsAddress(url)) return { address: { kind: 'hls', url }, fallback: null };
  return { address: { kind: 'file', url }, fallback: hlsUrl ? { kind: 'hls', url: hlsUrl } : null };
}
