import { translated } from './translated.ts';

/** Words of the mini player. */
export const playerHostTexts = translated('playerHost', {
  mini: (title: string) => `Mini player: ${title}`,
  openPage: (title: string) => `Open the page of ${title}`,
  close: 'Close the player',
  missing: 'Not on this device',
  /** SPEC §8. */
  castNotFound: 'Video for cast not found...',
  castAway: 'Casting needs the server, and it isn’t answering.',
} as const);
