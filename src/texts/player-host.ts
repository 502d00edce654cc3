import { translated } from './translated.ts';

/** Texts of the mini player, and messages about casting. */
export const playerHostTexts = translated('playerHost', {
  mini: (title: string) => `Mini player: ${title}`,
  openPage: (title: string) => `Open the page of ${title}`,
  close: 'Close the player',
  missing: 'Not on this device',
  /** Quoted from SPEC §8. */
  castNotFound: 'Video for cast not found...',
  castNeedsServer: 'Casting needs the server, and it isn’t answering.',
} as const);
