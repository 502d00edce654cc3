import type { Translation } from '../translated.ts';
import type { updateTexts } from '../update.ts';

/** German texts of the update prompt. */
export const update: Translation<typeof updateTexts> = {
  title: 'Eine neue Version ist bereit.',
  text: 'Lädt im Nu neu; Sie bleiben, wo Sie sind.',
  update: 'Aktualisieren',
};
