// The account's settings for lists of videos. A key has one value for all lists that use it (SPEC §3). Pure.
import type { SortField, SortOrder, VideoKind, WireUserConfig } from '../contract/names.ts';
import type { VideoListQuery } from './views.ts';

/** Present servers keep a separate watched filter for each of these areas; older servers have one key for all. */
export type VideoListArea = 'home' | 'channel' | 'playlist';

export interface VideoListSettings {
  type: VideoKind | 'all';
  sort: SortField;
  order: SortOrder;
  watched: 'all' | 'unwatched' | 'watched';
  view: 'grid' | 'list' | 'table';
  columns: number;
}

/** The values of `hide_watched`. `false` means "only unwatched", despite the name (docs/behaviour.md). */
const watchedValues = { all: null, unwatched: false, watched: true } as const;

export function videoListSettings(config: WireUserConfig, area: VideoListArea): VideoListSettings {
  const watchedFilter = config[watchedKey(config, area)] ?? null;
  return {
    type: config.vid_type_filter ?? 'all',
    sort: config.sort_by,
    order: config.sort_order,
    watched: watchedFilter === null ? 'all' : watchedFilter ? 'watched' : 'unwatched',
    view: config.view_style_home,
    columns: Math.min(7, Math.max(3, config.grid_items)),
  };
}

export interface ConfigChange {
  key: keyof WireUserConfig;
  value: WireUserConfig[keyof WireUserConfig];
}

/** The keys to write for a change. Includes values that seem unchanged, because the screen may lag behind the last write. */
export function configChanges(config: WireUserConfig, area: VideoListArea, change: Partial<VideoListSettings>): ConfigChange[] {
  const changes: ConfigChange[] = [];
  if (change.type !== undefined) changes.push({ key: 'vid_type_filter', value: change.type === 'all' ? null : change.type });
  if (change.sort !== undefined) changes.push({ key: 'sort_by', value: change.sort });
  if (change.order !== undefined) changes.push({ key: 'sort_order', value: change.order });
  if (change.watched !== undefined) changes.push({ key: watchedKey(config, area), value: watchedValues[change.watched] });
  if (change.view !== undefined) changes.push({ key: 'view_style_home', value: change.view });
  if (change.columns !== undefined) changes.push({ key: 'grid_items', value: change.columns });
  return changes;
}

/** Only keys that the server sent are read and written. */
function watchedKey(config: WireUserConfig, area: VideoListArea): 'hide_watched' | 'hide_watched_channel' | 'hide_watched_playlist' {
  const key = `hide_watched_${area}` as const;
  return area !== 'home' && key in config ? (key as 'hide_watched_channel' | 'hide_watched_playlist') : 'hide_watched';
}

/** The query for the archive. `kind` is set for a list that has only one kind of video. */
export function videoListQuery(
  settings: VideoListSettings & { height: number | null },
  { page, kind, ...ids }: { page: number; kind?: VideoKind; channelId?: string; playlistId?: string },
): VideoListQuery {
  const shownKind = kind ?? (settings.type === 'all' ? undefined : settings.type);
  return {
    ...ids,
    page,
    sort: settings.sort,
    order: settings.order,
    ...(shownKind ? { kind: shownKind } : {}),
    ...(settings.watched === 'all' ? {} : { watch: settings.watched }),
    ...(settings.height === null ? {} : { height: settings.height }),
  };
}
