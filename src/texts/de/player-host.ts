import type { playerHostTexts } from '../player-host.ts';
import type { Translation } from '../translated.ts';

/** German texts of the mini player. */
export const playerHost: Translation<typeof playerHostTexts> = {
  mini: (title) => `Mini-Player: ${title}`,
  openPage: (title) => `Seite von ${title} öffnen`,
  close: 'Player schließen',
  missing: 'Nicht auf diesem Gerät',
  castNotFound: 'Video zum Streamen nicht gefunden.',
  castNeedsServer: 'Das Streamen braucht den Server, und er antwortet nicht.',
};
