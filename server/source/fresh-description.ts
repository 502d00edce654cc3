// Merges two descriptions: the stored one and the source's current one. Pure.
import { field, isInfo, text, type Info } from '../library/info-values.ts';

/** Fields that may change at the source. All others belong to the download: format, playlist, download day. */
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

/** Fields that are not fetched every time, so that known values stay. */
const keysFromKnown = ['comments', 'sponsorblock_chapters', 'dislike_count'];

/**
 * @param stored null if there was no description
 * @param known the description that the archive has in its rows (known-description.ts)
 */
export function mergeDescription(stored: Info | null, fresh: Info, known: Info): Info {
  if (stored === null) {
    const knownFields = keysFromKnown.flatMap((key): [string, unknown][] => (field(known, key) === undefined ? [] : [[key, field(known, key)]]));
    const lastingFields = Object.entries(fresh).filter(([key, value]) => !omittedKeys.test(key) && value !== null);
    return { ...Object.fromEntries(knownFields), ...Object.fromEntries(lastingFields), epoch: field(known, 'epoch') };
  }
  const { availability: _previous, ...rest } = stored;
  const availability = text(fresh, 'availability');
  return { ...rest, ...refreshedFields(fresh), ...(availability === null ? {} : { availability }) };
}

/**
 * The fields that overlay the owner's description, which provides the rest.
 * @param previous the previous overlay
 */
export function mergeLearned(previous: Info | null, fresh: Info): Info {
  return { ...previous, ...refreshedFields(fresh), availability: text(fresh, 'availability') };
}

function refreshedFields(fresh: Info): Info {
  const changes = refreshedKeys.flatMap((key): [string, unknown][] => {
    const value = field(fresh, key);
    // If the source omits a field this time, that does not mean that the field was withdrawn.
    return value === undefined || value === null || value === '' ? [] : [[key, value]];
  });
  return Object.fromEntries(changes);
}

/** The description of a video that is gone at its source. An import marks the video inactive, and everything known about it stays. */
export function markRemoved(stored: Info | null, known: Info): Info {
  return { ...(stored ?? known), availability: 'removed' };
}

export function isVideo(info: unknown): info is Info {
  return isInfo(info) && (text(info, '_type') ?? 'video') === 'video';
}
