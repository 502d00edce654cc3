/** Words of task cards: what runs on the server. */
import { count } from './formats.ts';

export const taskTexts = {
  region: 'Tasks on the server',
  progress: 'Progress',
  stop: (title: string) => `Stop: ${title}`,
  stopping: 'Stopping after the current step',
  dismiss: (title: string) => `Dismiss: ${title}`,
  more: (n: number) => `+${count(n)}`,
  moreSpoken: (n: number) => `${count(n)} more on the server`,
  several: (n: number) => `${count(n)} on the server`,
  place: (at: number, n: number) => `${count(at)} of ${count(n)}`,
  failed: (title: string) => `Failed: ${title}`,
} as const;
