/** German texts of task cards: what runs on the server. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { taskTexts } from '../tasks.ts';
import type { Translation } from '../translated.ts';

export const task: Translation<typeof taskTexts> = {
  region: 'Aufgaben auf dem Server',
  progress: 'Fortschritt',
  stop: (title) => `Anhalten: ${title}`,
  stopping: 'Hält nach dem aktuellen Schritt an',
  dismiss: (title) => `Schließen: ${title}`,
  more: (n) => `+${count(n)}`,
  moreSpoken: (n) => `${count(n)} weitere auf dem Server`,
  several: (n) => `${count(n)} auf dem Server`,
  place: (at, n) => `${count(at)} von ${count(n)}`,
  queueErrors: (n) => `${count(n)} ${plural(n, 'Fehler', 'Fehler')}`,
  /** Where there is room for two digits. */
  fewErrors: (n) => (n > 99 ? '99+' : count(n)),
  failed: (title) => `Fehlgeschlagen: ${title}`,
};
