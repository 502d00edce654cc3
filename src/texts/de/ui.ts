/** German texts of the components that every screen uses. */
import { count, spokenDuration } from '../formats.ts';
import type { Translation } from '../translated.ts';
import type { uiTexts } from '../ui.ts';

export const ui: Translation<typeof uiTexts> = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  dismiss: 'Schließen',
  undo: 'Rückgängig',
  moreActions: (title) => `Weitere Aktionen für ${title}`,
  pages: 'Seiten',
  firstPage: 'Erste',
  currentPage: (page) => `Seite ${page}`,
  lastPage: (page) => `Letzte (${page})`,
  maxPage: (page) => `Max. (${page})`,
  goToPage: (text, page) => (text === String(page) ? `Seite ${page}` : text),
  markWatched: 'Als gesehen markieren',
  markUnwatched: 'Als ungesehen markieren',
  watched: 'Gesehen',
  waiting: 'Wartet auf Sync',
  fileMissing: 'Die Datei fehlt auf dem Server',
  continueAt: (time) => `Weiter bei ${time}`,
  timeLeft: (seconds) => (seconds < 60 ? `noch ${Math.max(1, Math.round(seconds))} s` : `noch ${count(Math.round(seconds / 60))} Min.`),
  /** Read out after the title. Each fact follows a comma. */
  cardFacts: ({ durationSeconds, isWatched, isWaiting }, percent) =>
    ['', durationSeconds && spokenDuration(durationSeconds), isWatched ? 'gesehen' : percent && `zu ${percent} % gesehen`, isWaiting && 'noch nicht gesendet']
      .filter((fact) => typeof fact === 'string')
      .join(', '),
  addToPlaylist: 'Zu Playlist hinzufügen',
  playHere: 'Hier abspielen',
  select: 'Auswählen',
};
