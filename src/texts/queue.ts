/**
 * Texts of up next, the videos that play after the current one. On screens it is never called "queue", which means the archive's downloads.
 */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

export const queueTexts = translated('queue', {
  upNext: 'Up next',
  nextIn: (seconds: number) => `Next in ${seconds} s`,
  next: (title: string) => `Next: ${title}`,
  nextIsAway: 'The next video needs the server',
  playsNext: (title: string) => `Plays next: ${title}`,
  added: (title: string) => `Added to up next: ${title}`,
  emptyTitle: 'Nothing is up next',
  emptyText: 'Choose “Play next” or “Add to up next” in a video’s menu, or play a playlist.',
  queue: 'Chosen by you',
  from: (name: string) => `From ${name}`,
  order: (title: string) => `Order of ${title}`,
  playNow: (title: string) => `Play ${title} now`,
  removeNamed: (title: string) => `Remove ${title} from up next`,
  removed: (title: string) => `Removed: ${title}`,
  moved: (title: string, place: number, n: number) => `${title} is now ${count(place)} of ${count(n)}`,
  clear: 'Clear up next',
  cleared: (n: number) => `Removed ${count(n)} ${plural(n, 'video', 'videos')} from up next`,
  playAll: 'Play all',
  shuffle: 'Shuffle',
  loop: 'Loop',
  stop: 'Stop after this one',
  stopped: (name: string) => `${name} won’t continue`,
  knownOnly: 'This is only the part that this device knows. The rest follows when the server answers.',
  playsKnown: (name: string) => `Plays the part of ${name} that this device knows`,
  more: (n: number) => `and ${count(n)} more`,
  history: 'Played before',
  clearHistory: 'Clear history',
} as const);
