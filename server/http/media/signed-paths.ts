// Signs addresses for a device without a cookie (a cast receiver). A signature is valid for one file, or for all files of one rendition.
// The caller sets the time at which it expires. In castDocument this is an hour after the end of a playback that starts now. A signature
// is accepted only while casting is enabled, and does not reveal who requested it.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedPaths {
  /** @param untilSeconds Unix seconds */
  sign(path: string, untilSeconds: number): string;
  /** Whether casting is enabled and the query contains a valid signature for this path that has not expired. */
  isSigned(path: string, query: URLSearchParams): boolean;
}

export function createSignedPaths(secret: Buffer, isEnabled: () => boolean, now: () => number = () => Math.floor(Date.now() / 1000)): SignedPaths {
  const signatureOf = (path: string, until: string): Buffer =>
    createHmac('sha256', secret)
      .update(`${scopeOf(path)} ${until}`)
      .digest();
  return {
    sign: (path, untilSeconds) => `${path}?until=${untilSeconds}&signature=${signatureOf(path, String(untilSeconds)).toString('base64url')}`,
    isSigned(path, query) {
      const until = query.get('until') ?? '';
      const signature = Buffer.from(query.get('signature') ?? '', 'base64url');
      const expectedSignature = signatureOf(path, until);
      if (signature.length !== expectedSignature.length || !timingSafeEqual(signature, expectedSignature)) return false;
      return Number(until) > now() && isEnabled();
    },
  };
}

/** All files of one rendition share a signature, because its playlists contain the addresses of many files. */
function scopeOf(path: string): string {
  return path.replace(/(\.hls\/)[^/]*$/, '$1');
}
