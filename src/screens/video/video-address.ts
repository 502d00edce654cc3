import { videoPath } from './neighbours.ts';

/** The whole address of a video's page; with `atSeconds` it opens there (SPEC §2, the query `t`). Pure. */
export function videoAddress(origin: string, videoId: string, atSeconds: number | null): string {
  return `${origin}${videoPath(videoId)}${atSeconds === null ? '' : `?t=${Math.floor(atSeconds)}`}`;
}
