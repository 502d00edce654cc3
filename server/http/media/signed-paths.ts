// Signed addresses for a device without a cookie (a cast receiver). A signature is valid for one path, until the video can be over. It
// gives access to that file alone, only while casting is enabled, and does not reveal who requested it.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedPaths {
  /** @param untilSeconds Unix seconds */
  sign(path: string, untilSeconds: number): string;
  /** Whether the query contains a valid signature for this path that has not expired. */
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
      const given = Buffer.from(query.get('signature') ?? '', 'base64url');
      const expected = signatureOf(path, until);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return Number(until) > now() && isEnabled();
    },
  };
}

/** All files of one rendition share a signature, because its playlists name many. */
function scopeOf(path: string): string {
  return path.replace(/(\.hls\/)[^/]*$/, '$1');
}
