// Merges two descriptions: the stored one and the source's current one. Pure.
import { field, isInfo, text, type Info } from '../library/info-values.ts';

/**
 * Fields that may change at the source. All others belong to the download: format, playlist, download day. `availability` is merged
 * separately, because its absence has a meaning.
 */
const refreshedKeys = [
  'title',
  'fulltitle',
  'description',
  'tags',
  'categories',
  'view_count',
  'like_count',
  'dislike_count',
  'average_rating',
  'comment_count',
  'comments',
  'chapters',
  'channel',
  'channel_id',
  'channel_url',
  'channel_follower_count',
  'uploader',
  'uploader_id',
  'uploader_url',
  'thumbnail',
  'live_status',
  'was_live',
  // The data of external services, if they were queried.
  'sponsorblock_chapters',
];
/** Omitted from a first description: large, transient, or about a download that did not happen. */
const omittedKeys = /^(formats|requested_.*|http_headers|url|urls|format.*|thumbnails|_filename|filename|__.*|heatmap|epoch|playlist.*|n_entries)$/;

/** Fields that are not fetched every time. Their known values stay. */
const keysFromKnown = ['comments', 'sponsorblock_chapters', 'dislike_count'];

/**
 * @param storedInfo null if there was no description
 * @param knownInfo the description that the archive has in its rows (known-description.ts)
 */
export function mergeDescription(storedInfo: Info | null, freshInfo: Info, knownInfo: Info): Info {
  if (storedInfo === null) {
    const knownFields = keysFromKnown.flatMap((key): [string, unknown][] => (field(knownInfo, key) === undefined ? [] : [[key, field(knownInfo, key)]]));
    const lastingFields = Object.entries(freshInfo).filter(([key, value]) => !omittedKeys.test(key) && value !== null);
    return { ...Object.fromEntries(knownFields), ...Object.fromEntries(lastingFields), epoch: field(knownInfo, 'epoch') };
  }
  const { availability: _previous, ...rest } = storedInfo;
  const availability = text(freshInfo, 'availability');
  return { ...rest, ...refreshedFields(freshInfo), ...(availability === null ? {} : { availability }) };
}

/**
 * The fields that overlay the owner's description, which provides the rest.
 * @param previousInfo the previous overlay
 */
export function mergeLearned(previousInfo: Info | null, freshInfo: Info): Info {
  return { ...previousInfo, ...refreshedFields(freshInfo), availability: text(freshInfo, 'availability') };
}

function refreshedFields(freshInfo: Info): Info {
  const changes = refreshedKeys.flatMap((key): [string, unknown][] => {
    const value = field(freshInfo, key);
    // A field that the source omits this time may still be valid, so the stored value stays.
    return value === undefined || value === null || value === '' ? [] : [[key, value]];
  });
  return Object.fromEntries(changes);
}

/** The description of a video that is gone at its source. An import marks the video inactive, and everything known about it stays. */
export function markRemoved(storedInfo: Info | null, knownInfo: Info): Info {
  return { ...(storedInfo ?? knownInfo), availability: 'removed' };
}

export function isVideo(info: unknown): info is Info {
  return isInfo(info) && (text(info, '_type') ?? 'video') === 'video';
}
