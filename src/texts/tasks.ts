/** Texts of the cards for tasks that run on the server. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

/** SPEC §9: a total above 10,000 is shown only as more than that. */
function queued(n: number): string {
  return n > 10_000 ? '10000+' : count(n);
}

export const taskTexts = translated('task', {
  region: 'Tasks on the server',
  progress: 'Progress',
  stop: (title: string) => `Stop: ${title}`,
  stopping: 'Stopping after the current step',
  dismiss: (title: string) => `Dismiss: ${title}`,
  more: (n: number) => `+${count(n)}`,
  moreSpoken: (n: number) => `${count(n)} more on the server`,
  several: (n: number) => `${count(n)} on the server`,
  place: (position: number, n: number) => `${count(position)} of ${count(n)}`,
  queued,
  inQueue: (n: number, errors: number) =>
    errors === 0 ? `${queued(n)} in the queue` : `${queued(n)} in the queue, ${count(errors)} ${plural(errors, 'error', 'errors')}`,
  /** Shown where only two digits fit. */
  fewQueued: (n: number) => (n > 99 ? '99+' : count(n)),
  failed: (title: string) => `Failed: ${title}`,
} as const);
