/** German texts of the home screen. */
import type { homeTexts } from '../home.ts';
import type { Translation } from '../translated.ts';

export const home: Translation<typeof homeTexts> = {
  title: 'Start',
  continueWatching: 'Weiterschauen',
  showAll: 'Alle anzeigen',
  showLess: 'Weniger anzeigen',
  back: 'Zurück',
  forward: 'Weiter',
  removeFromContinue: 'Aus „Weiterschauen“ entfernen',
  removedFromContinue: 'Aus „Weiterschauen“ entfernt.',
  recentVideos: 'Neue Videos',
  emptyForStaff: 'Weisen Sie dem Server einen Ordner mit Downloads zu oder fügen Sie Links in seine Warteschlange ein.',
  loading: 'Videos werden geladen',
  featured: (channel, timeLeft) => `\u2068${channel}\u2069 · ${timeLeft}`,
};
