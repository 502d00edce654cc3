import type { pageErrorTexts } from '../page-errors.ts';
import type { Translation } from '../translated.ts';

/** German texts about errors of single pages and of commands. */
export const pageError: Translation<typeof pageErrorTexts> = {
  unauthorized: 'Nicht angemeldet: weiter zur Anmeldung.',
  needsServer: 'Das braucht den Server. Es bleibt hier, bis er wieder antwortet.',
  needsLogin: 'Sie wurden abgemeldet. Melden Sie sich an und versuchen Sie es dann erneut.',
  noLongerInArchive: 'Das ist nicht mehr im Archiv.',
  pageNotFound: 'Diese Seite gibt es nicht',
  pageNotFoundText: 'Die Adresse enthält einen Tippfehler, oder der Inhalt ist umgezogen.',
};
