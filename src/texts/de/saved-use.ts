/** German texts of the shell about videos saved on this device. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { savedUseTexts } from '../saved-use.ts';
import type { Translation } from '../translated.ts';

export const savedUse: Translation<typeof savedUseTexts> = {
  insecure: 'Unter dieser Adresse wird nichts offline gespeichert.',
  insecureText: 'Browser erlauben das nur über https oder auf dem Server selbst.',
  videos: (n) => `${count(n)} ${plural(n, 'Video', 'Videos')}`,
  of: (used, allowed) => `${used} von ${allowed}`,
  low: 'Das Speichern ist angehalten, bis Platz ist.',
  left: (left, allowed) => `Noch ${left} von ${allowed} frei.`,
  makeRoom: 'Platz schaffen',
  installTitle: 'Stowaway auf den Startbildschirm legen.',
  installText: 'Öffnet sich ohne Browserleiste; gespeicherte Videos haben mehr Platz und sind vor dem Aufräumen geschützt.',
  installIos: 'Tippen Sie in Safari auf „Teilen“, dann auf „Zum Home-Bildschirm“.',
  install: 'Hinzufügen',
  notNow: 'Nicht jetzt',
};
