import type { movesTexts } from '../moves.ts';
import type { Translation } from '../translated.ts';

/** German texts for moving a row of a list that the user orders. */
export const moves: Translation<typeof movesTexts> = {
  grip: (title) => `${title} verschieben. Mit den Pfeiltasten, Pos1 oder Ende.`,
  top: 'Ganz nach oben',
  up: 'Nach oben',
  down: 'Nach unten',
  bottom: 'Ganz nach unten',
};
