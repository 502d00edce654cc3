// Fetches a video's skip segments. The request contains only the first digits of the id's hash. The service answers with all videos that
// share these digits, so it never learns which video was meant.
import { createHash } from 'node:crypto';
import type { SponsorSegmentRecord } from '../catalogue/records.ts';
import { asFinite, asRecord, fetchJson } from './fetch-json.ts';
import { joinPath } from './addresses.ts';
import type { Lookup } from './lookup.ts';

/** Four hexadecimal digits, as the service recommends; about a hundred videos share them. */
const prefixDigits = 4;
const categories = ['sponsor', 'selfpromo', 'interaction', 'intro', 'outro', 'preview', 'music_offtopic', 'filler'];
/** A limit above the number of segments of any real video, because the answer is untrusted. */
const maxSegments = 200;

export async function fetchSegments(address: URL | null, videoId: string): Promise<Lookup<SponsorSegmentRecord[]>> {
  if (address === null) return { kind: 'off' };
  const prefix = createHash('sha256').update(videoId).digest('hex').slice(0, prefixDigits);
  const response = await fetchJson(joinPath(address, `/api/skipSegments/${prefix}?categories=${encodeURIComponent(JSON.stringify(categories))}`));
  if (response.kind === 'away') return { kind: 'failed', message: `SponsorBlock: ${response.message}.` };
  // 404 means that none of the videos with these digits has a segment.
  if (response.status === 404) return { kind: 'found', value: [] };
  if (response.status !== 200 || !Array.isArray(response.body)) return { kind: 'failed', message: `SponsorBlock answered with ${response.status}.` };
  const video = response.body.map(asRecord).find((candidate) => candidate['videoID'] === videoId);
  const segments = Array.isArray(video?.['segments']) ? video['segments'] : [];
  return { kind: 'found', value: segments.flatMap((segment) => segmentOf(asRecord(segment)) ?? []).slice(0, maxSegments) };
}

/** Returns null for an invalid segment, such as one with a negative start or an end before its start. */
function segmentOf(wireSegment: Record<string, unknown>): SponsorSegmentRecord | null {
  const { UUID: uuid, category, segment } = wireSegment;
  if (typeof uuid !== 'string' || typeof category !== 'string' || !Array.isArray(segment)) return null;
  const startSeconds = asFinite(segment[0]);
  const endSeconds = asFinite(segment[1]);
  if (startSeconds === null || endSeconds === null || startSeconds < 0 || endSeconds < startSeconds) return null;
  // Only sponsors are skipped (SPEC §5, contract SponsorSegment). Answers in the older format have no actionType; all their segments are
  // meant to be skipped.
  const isSkip = category === 'sponsor' && (wireSegment['actionType'] ?? 'skip') === 'skip';
  return {
    uuid,
    category,
    actionType: isSkip ? 'skip' : 'none',
    startSeconds,
    endSeconds,
    votes: Math.trunc(asFinite(wireSegment['votes']) ?? 0),
    isLocked: wireSegment['locked'] === 1,
  };
}
