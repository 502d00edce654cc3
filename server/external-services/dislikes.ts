// Fetches a video's dislikes, as estimated by Return YouTube Dislike.
import { asFinite, asRecord, fetchJson } from './fetch-json.ts';
import { joinPath } from './addresses.ts';
import type { Lookup } from './lookup.ts';

export interface Votes {
  dislikeCount: number;
  /** Null if the service does not return it. */
  likeCount: number | null;
  /** 0 to 5; null if the service does not return it. */
  averageRating: number | null;
}

/** The result is `found` with null if the service does not know this video. */
export async function fetchVotes(address: URL | null, videoId: string): Promise<Lookup<Votes | null>> {
  if (address === null) return { kind: 'off' };
  const response = await fetchJson(joinPath(address, `/votes?videoId=${encodeURIComponent(videoId)}`));
  if (response.kind === 'away') return { kind: 'failed', message: `Return YouTube Dislike: ${response.message}.` };
  if (response.status === 404) return { kind: 'found', value: null };
  const { dislikes, likes, rating } = asRecord(response.body);
  const dislikeCount = asFinite(dislikes);
  if (response.status !== 200 || dislikeCount === null) return { kind: 'failed', message: `Return YouTube Dislike answered with ${response.status}.` };
  const likeCount = asFinite(likes);
  const averageRating = asFinite(rating);
  return {
    kind: 'found',
    value: {
      dislikeCount: wholeCount(dislikeCount),
      likeCount: likeCount === null ? null : wholeCount(likeCount),
      averageRating: averageRating === null ? null : Math.min(5, Math.max(0, averageRating)),
    },
  };
}

function wholeCount(value: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(value)));
}
