// A video's addresses for a device that is not signed in. If the archive provides signed, short-lived addresses, these are used. The usual
// addresses work only if the archive serves its media without a session.
import { failed, ok, type Result } from '../lib/result.ts';
import type { CallApi } from '../network/archive-api.ts';
import { createReadApi } from '../network/read-api.ts';

export interface CastAddresses {
  url: string;
  posterUrl: string | null;
  subtitles: { name: string; lang: string; url: string }[];
}

/** Fails if the archive has no such video or does not answer. @param origin the archive's origin; cast devices need absolute addresses */
export async function castVideo(api: CallApi, videoId: string, origin: string): Promise<Result<CastAddresses, 'not-found' | 'away'>> {
  const video = await createReadApi(api).getCastVideo(videoId);
  if (!video.ok) return failed(video.error.kind === 'not-found' ? 'not-found' : 'away');
  const { media_url, vid_thumb_url, subtitles } = video.value;
  const absoluteUrl = (address: string) => new URL(address, origin).href;
  return ok({
    url: absoluteUrl(media_url),
    posterUrl: vid_thumb_url ? absoluteUrl(vid_thumb_url) : null,
    subtitles: (subtitles ?? []).map((track) => ({ name: track.name, lang: track.lang, url: absoluteUrl(track.media_url) })),
  });
}
