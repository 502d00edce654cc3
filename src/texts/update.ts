import { translated } from './translated.ts';

/** Texts of the update prompt. */
export const updateTexts = translated('update', {
  title: 'A new version is ready.',
  text: 'Reloads in a blink, keeps your place.',
  update: 'Update',
} as const);
