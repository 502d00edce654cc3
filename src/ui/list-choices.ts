// The options in the filter bar and filter sheet of a list of videos. Loaded together with the bar.
import type { OrderChoice, SortChoice, VideoTypeChoice, ViewChoice, WatchedChoice } from './list-settings.ts';

/** The fields to sort by (SPEC §9). */
export const sortChoices: readonly SortChoice[] = ['published', 'downloaded', 'views', 'likes', 'duration', 'mediasize', 'width', 'height'];
export const orderChoices: readonly OrderChoice[] = ['desc', 'asc'];
export const typeChoices: readonly VideoTypeChoice[] = ['all', 'videos', 'streams', 'shorts'];
export const watchedChoices: readonly WatchedChoice[] = ['all', 'unwatched', 'watched'];
export const viewChoices: readonly ViewChoice[] = ['grid', 'list', 'table'];
/** Common video heights. */
const usualHeights: readonly number[] = [2160, 1440, 1080, 720, 480, 360, 240];
export const columnRange = { min: 3, max: 7 } as const;

/** The heights to offer, in pixels. They include the chosen height, because the page's address can contain any height. */
export function heightsWith(chosenHeight: number | null): readonly number[] {
  if (chosenHeight === null || usualHeights.includes(chosenHeight)) return usualHeights;
  return [...usualHeights, chosenHeight].sort((left, right) => right - left);
}
