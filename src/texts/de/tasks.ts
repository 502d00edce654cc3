/** German texts of the cards for tasks that run on the server. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { taskTexts } from '../tasks.ts';
import type { Translation } from '../translated.ts';

/** SPEC §9: a total above 10,000 is shown only as more than that. */
function queued(n: number): string {
  return n > 10_000 ? '10000+' : count(n);
}

export const task: Translation<typeof taskTexts> = {
  region: 'Aufgaben auf dem Server',
  progress: 'Fortschritt',
  stop: (title) => `Stoppen: ${title}`,
  stopping: 'Stoppt nach dem aktuellen Schritt',
  dismiss: (title) => `Schließen: ${title}`,
  more: (n) => `+${count(n)}`,
  moreSpoken: (n) => `${count(n)} weitere auf dem Server`,
  several: (n) => `${count(n)} auf dem Server`,
  place: (position, n) => `${count(position)} von ${count(n)}`,
  queued,
  inQueue: (n, errors) =>
    errors === 0 ? `${queued(n)} in der Warteschlange` : `${queued(n)} in der Warteschlange, ${count(errors)} ${plural(errors, 'Fehler', 'Fehler')}`,
  /** Shown where only two digits fit. */
  fewQueued: (n) => (n > 99 ? '99+' : count(n)),
  failed: (title) => `Fehlgeschlagen: ${title}`,
};
