// Where a video came from (docs/architecture.md, The archive server): its source address, else YouTube's built from the id. Pure.
const youtubeId = /^[A-Za-z0-9_-]{11}$/;

/** Null when there is no address that may be opened. */
export function originalLink(videoId: string, sourceUrl: string | null): string | null {
  if (sourceUrl !== null) return /^https?:\/\//i.test(sourceUrl) && URL.canParse(sourceUrl) ? sourceUrl : null;
  return youtubeId.test(videoId) ? `https://www.youtube.com/watch?v=${videoId}` : null;
}
