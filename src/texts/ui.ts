/** Texts of the components that every screen uses. */
import { count, spokenDuration } from './formats.ts';
import { translated } from './translated.ts';

export const uiTexts = translated('ui', {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  undo: 'Undo',
  moreActions: (title: string) => `More actions for ${title}`,
  pages: 'Pages',
  firstPage: 'First',
  currentPage: (page: number) => `Page ${page}`,
  lastPage: (page: number) => `Last (${page})`,
  /** For a list with more pages than the archive serves: the last page that it serves. */
  maxPage: (page: number) => `Max (${page})`,
  /** The accessible name of a link that shows `text`. */
  goToPage: (text: string, page: number) => (text === String(page) ? `Page ${page}` : text),
  markWatched: 'Mark watched',
  markUnwatched: 'Mark unwatched',
  watched: 'Watched',
  waiting: 'Waiting to sync',
  fileMissing: 'Its file is missing on the server',
  continueAt: (time: string) => `Continue at ${time}`,
  timeLeft: (seconds: number) => (seconds < 60 ? `${Math.max(1, Math.round(seconds))} s left` : `${count(Math.round(seconds / 60))} min left`),
  /** Read out after the title. Each fact follows a comma. */
  cardFacts: (video: { durationSeconds: number; isWatched: boolean; isWaiting: boolean }, percent: number | null) =>
    [
      '',
      video.durationSeconds && spokenDuration(video.durationSeconds),
      video.isWatched ? 'watched' : percent && `${percent}% watched`,
      video.isWaiting && 'not sent yet',
    ]
      .filter((fact) => typeof fact === 'string')
      .join(', '),
  addToPlaylist: 'Add To Playlist',
  playHere: 'Play here',
  select: 'Select',
} as const);
