// What the tools of a list of videos show and change. Knows nothing of where it is kept.

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
  /** In pixels, exactly; null for any. */
  height: number | null;
  view: ViewChoice;
  /** Grid items, 3 to 7 (SPEC §5). */
  columns: number;
}

/** SPEC §9. */
export const sortChoices: readonly SortChoice[] = ['published', 'downloaded', 'views', 'likes', 'duration', 'mediasize', 'width', 'height'];
export const orderChoices: readonly OrderChoice[] = ['desc', 'asc'];
export const typeChoices: readonly VideoTypeChoice[] = ['all', 'videos', 'streams', 'shorts'];
export const watchedChoices: readonly WatchedChoice[] = ['all', 'unwatched', 'watched'];
export const viewChoices: readonly ViewChoice[] = ['grid', 'list', 'table'];
/** What films usually have. */
const usualHeights: readonly number[] = [2160, 1440, 1080, 720, 480, 360, 240];
export const columnRange = { least: 3, most: 7 } as const;

/** Whether it leaves videos out. `isTypeFixed`: the list is about one type anyway. */
export function isFiltered({ type, watched, height }: ListSettings, isTypeFixed = false): boolean {
  return (type !== 'all' && !isTypeFixed) || watched !== 'all' || height !== null;
}

/** What shows all videos again. */
export const noFilters: Pick<ListSettings, 'type' | 'watched' | 'height'> = { type: 'all', watched: 'all', height: null };

/** The heights to offer, the chosen one among them: an address can name any. */
export function heightsWith(chosen: number | null): readonly number[] {
  if (chosen === null || usualHeights.includes(chosen)) return usualHeights;
  return [...usualHeights, chosen].sort((left, right) => right - left);
}

/** A height from an address: whole pixels that a film can have; null for anything else. */
export function heightOfQuery(value: string | null): number | null {
  return value !== null && /^[1-9][0-9]{0,3}$/.test(value) ? Number(value) : null;
}
