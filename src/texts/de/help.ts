import type { helpTexts } from '../help.ts';
import type { Translation } from '../translated.ts';

/** German texts of the help on keys. */
export const help: Translation<typeof helpTexts> = {
  title: 'Tasten',
  or: 'oder',
  everywhere: 'Überall',
  player: 'Bei geöffnetem Video',
  note: 'In Eingabefeldern und zusammen mit Strg, Alt oder ⌘ bewirken die Tasten nichts.',
  search: { keys: ['/'], what: 'Suche' },
  pages: { keys: ['←', '→'], what: 'Vorherige Seite, nächste Seite' },
  undo: { keys: ['F6'], what: 'Zu „Rückgängig“' },
  close: { keys: ['Esc'], what: 'Geöffnetes schließen' },
  help: { keys: ['?'], what: 'Diese Liste (in einem Video zweimal drücken)' },
  goTo: (place) => `Zu „${place}“`,
};
