// The archive's own hashes of a media file (server/openapi.yaml, getVideoDigests). Called by the saver. Only the embedded server has them.
import type { WireMediaDigests } from '../contract/names.ts';
import { retryAfterMsOf } from './error-message.ts';
import { fields, listOf, number, readShape, text, type Shape } from './shape.ts';

export interface ArchiveDigests {
  /** ETag of the hashed file. */
  validator: string;
  totalBytes: number;
  windowBytes: number;
  /** One per window, in order, in hexadecimal. */
  sha256: readonly string[];
}

/** `coming`: ask again later. `none`: this archive does not have them, or cannot be asked now. */
export type DigestAnswer = { kind: 'list'; digests: ArchiveDigests } | { kind: 'coming'; retryAfterMs: number | null } | { kind: 'none' };

/** Never rejects. */
export type DigestSource = (videoId: string, signal: AbortSignal) => Promise<DigestAnswer>;

const digestsShape: Shape<WireMediaDigests> = fields<WireMediaDigests>({ validator: text, total_bytes: number, window_bytes: number, sha256: listOf(text) });

export function createDigestSource(fetch: typeof globalThis.fetch): DigestSource {
  return async (videoId, signal) => {
    try {
      const headers = { accept: 'application/json' };
      const answer = await fetch(`/api/video/${encodeURIComponent(videoId)}/digests/`, {
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'manual',
        signal,
      });
      if (answer.status === 202) return { kind: 'coming', retryAfterMs: retryAfterMsOf(answer.headers.get('retry-after'), Date.now()) };
      // A portal's page is not JSON, so parsing it throws.
      const list = answer.status === 200 ? readShape(digestsShape, await answer.json()) : null;
      if (!list?.ok) return { kind: 'none' };
      const { validator, total_bytes: totalBytes, window_bytes: windowBytes, sha256 } = list.value;
      return { kind: 'list', digests: { validator, totalBytes, windowBytes, sha256 } };
    } catch {
      return { kind: 'none' };
    }
  };
}
