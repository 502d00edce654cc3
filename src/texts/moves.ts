import { translated } from './translated.ts';

/** Texts for moving a row of a list that the user orders. */
export const movesTexts = translated('moves', {
  grip: (title: string) => `Move ${title}. Use the arrow keys, Home or End.`,
  top: 'Move to top',
  up: 'Move up',
  down: 'Move down',
  bottom: 'Move to bottom',
} as const);
