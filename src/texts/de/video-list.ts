// German texts of every video list.
import type { Translation } from '../translated.ts';
import type { emptyListTexts, queueMenuTexts, watchedTexts } from '../video-list.ts';

/** Toasts about watched marks. */
export const watched: Translation<typeof watchedTexts> = {
  marked: 'Als gesehen markiert.',
  unmarked: 'Als ungesehen markiert.',
};

/** Empty lists and their next steps. */
export const emptyList: Translation<typeof emptyListTexts> = {
  emptyPage: 'Auf dieser Seite ist nichts.',
  firstPage: 'Erste Seite',
  showAll: 'Alle anzeigen',
  clearFilters: 'Filter zurücksetzen',
  noVideos: 'Keine Videos gefunden.',
  noMatch: 'Hier entspricht nichts den Filtern.',
  nothingPlayable: 'Nichts aus dieser Liste ist auf diesem Gerät.',
  forOthers: 'Hier ist noch nichts. Fragen Sie die Person, die dieses Archiv betreibt.',
  goToDownloads: 'Zu den Downloads',
};

/** Up next's items in the menu of every video. */
export const queueMenu: Translation<typeof queueMenuTexts> = {
  playNext: 'Als Nächstes abspielen',
  addToUpNext: 'Hinten anfügen',
};
