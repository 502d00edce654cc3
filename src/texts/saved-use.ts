/** Texts of the shell about videos saved on this device. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

export const savedUseTexts = translated('savedUse', {
  insecure: 'Nothing is kept for offline use at this address.',
  insecureText: 'Browsers allow this only over https or on the server itself.',
  videos: (n: number) => `${count(n)} ${plural(n, 'video', 'videos')}`,
  of: (used: string, allowed: string) => `${used} of ${allowed}`,
  low: 'Saving is paused until there is room.',
  left: (left: string, allowed: string) => `${left} left of ${allowed}.`,
  makeRoom: 'Make room',
  installTitle: 'Keep Stowaway on your home screen.',
  installText: 'Opens without a browser bar, and your saved videos get more room and are safe from clean-up.',
  installIos: 'In Safari, tap Share, then “Add to Home Screen”.',
  install: 'Add',
  notNow: 'Not now',
} as const);
