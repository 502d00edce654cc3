// The filters and view settings of a list of videos. Independent of where they are stored.

export type VideoTypeChoice = 'all' | 'videos' | 'streams' | 'shorts';
export type SortChoice = 'published' | 'downloaded' | 'views' | 'likes' | 'duration' | 'mediasize' | 'width' | 'height';
export type OrderChoice = 'asc' | 'desc';
export type WatchedChoice = 'all' | 'unwatched' | 'watched';
export type ViewChoice = 'grid' | 'list' | 'table';

export interface ListSettings {
  type: VideoTypeChoice;
  sort: SortChoice;
  order: OrderChoice;
  watched: WatchedChoice;
  /** The exact height of the video's picture in pixels; null for any height. */
  height: number | null;
  /** "Playable now": only videos that are complete on this device. */
  isPlayableOnly: boolean;
  view: ViewChoice;
  /** The maximum number of columns of the grid, 3 to 7; narrow screens show fewer. The setting is called "Grid items" (SPEC §5). */
  columns: number;
}

/** Whether the settings may hide videos. `isTypeFixed`: the list has only one type. */
export function isFiltered({ type, watched, height, isPlayableOnly }: ListSettings, isTypeFixed = false): boolean {
  return (type !== 'all' && !isTypeFixed) || watched !== 'all' || height !== null || isPlayableOnly;
}

/** The filter settings that hide no video. */
export const noFilters: Pick<ListSettings, 'type' | 'watched' | 'height' | 'isPlayableOnly'> = {
  type: 'all',
  watched: 'all',
  height: null,
  isPlayableOnly: false,
};

/** The height in a page address: a whole number of pixels with at most four digits; null for anything else. */
export function heightOfQuery(value: string | null): number | null {
  return value !== null && /^[1-9][0-9]{0,3}$/.test(value) ? Number(value) : null;
}
