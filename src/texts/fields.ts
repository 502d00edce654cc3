/** Texts of the fields that set one value. */
import { count } from './formats.ts';
import { translated } from './translated.ts';

export const fieldTexts = translated('field', {
  update: 'Update',
  reset: 'Reset',
  unsetOf: (action: string, name: string) => `${action}: ${name}`,
  saved: 'Saved',
  notSet: 'Not set',
  wholeNumber: (min: number, max: number) => `A whole number from ${count(min)} to ${count(max)}.`,
} as const);
