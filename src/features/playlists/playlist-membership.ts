// Whether a playlist holds all of the chosen videos, and which of them a tap changes. Pure.

export interface Membership {
  readonly name: 'all' | 'some' | 'none';
  /** Those to add; with `all`, those to remove. */
  readonly toChange: readonly { readonly videoId: string; readonly title: string }[];
}

export function membershipOf(heldIds: readonly string[], videos: Membership['toChange']): Membership {
  const held = new Set(heldIds);
  const missing = videos.filter((video) => !held.has(video.videoId));
  if (missing.length === 0) return { name: 'all', toChange: videos };
  return { name: missing.length === videos.length ? 'none' : 'some', toChange: missing };
}
