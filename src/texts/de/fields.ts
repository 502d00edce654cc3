/** German texts of the fields that set one value. */
import { count } from '../formats.ts';
import type { fieldTexts } from '../fields.ts';
import type { Translation } from '../translated.ts';

export const field: Translation<typeof fieldTexts> = {
  update: 'Speichern',
  reset: 'Zurücksetzen',
  unsetOf: (action, name) => `${action}: ${name}`,
  saved: 'Gespeichert',
  notSet: 'Leer',
  wholeNumber: (min, max) => `Eine ganze Zahl von ${count(min)} bis ${count(max)}.`,
};
