/** German texts about errors, each with what to do next. */
import type { errorTexts } from '../errors.ts';
import type { Translation } from '../translated.ts';

const notHere = (why: string) => `${why}, und dieser Inhalt ist noch nicht auf diesem Gerät.`;

export const error: Translation<typeof errorTexts> = {
  badRequest: 'Bei der Verarbeitung der Anfrage ist ein Fehler aufgetreten.',
  forbidden: 'Zugriff verweigert.',
  notJson: (what) => `Fehler beim Abrufen der Daten: ${what}`,
  badAnswer: 'Die Antwort stammt nicht von einem Archiv',
  unreachable: notHere('Ihr Server antwortet nicht'),
  proxyLogin: notHere('Vor Ihrem Server steht eine Anmeldeseite'),
  captive: notHere('Dieses WLAN verlangt erst eine Anmeldung'),
  signedOut: notHere('Sie wurden abgemeldet'),
  serverError: 'Auf dem Server ist ein Fehler aufgetreten.',
  missingTitle: 'Nicht auf diesem Gerät',
  tryAgain: 'Erneut versuchen',
  goHome: 'Zur Startseite',
  oops: 'Hoppla',
  chunkMissing: 'Dieser Teil der App ließ sich nicht laden. Versuchen Sie es später erneut.',
  oopsSafe: 'Ihre Kopie und Ihre Änderungen sind sicher.',
  fromDevice: 'Von diesem Gerät, vielleicht unvollständig.',
};
