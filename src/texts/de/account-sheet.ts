/** German texts of the account sheet, and of the color scheme and the logout dialog that open from it. */
import type { accountSheetTexts } from '../account-sheet.ts';
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { Translation } from '../translated.ts';

export const accountSheet: Translation<typeof accountSheetTexts> = {
  colorScheme: 'Farbschema',
  schemes: { dark: 'Dunkel', light: 'Hell', matrix: 'Matrix', midnight: 'Mitternacht', custom: 'Eigenes' },
  base: 'Hintergrund',
  bases: { ink: 'Tinte', graphite: 'Graphit', cocoa: 'Kakao', pine: 'Kiefer', paper: 'Papier', mist: 'Nebel' },
  accent: 'Akzent',
  accents: { lantern: 'Laterne', coral: 'Koralle', rose: 'Rose', orchid: 'Orchidee', iris: 'Iris', sky: 'Himmel', seaglass: 'Seeglas', moss: 'Moos' },
  settingsPages: 'Ihr Archiv, Farbschema, dieses Gerät',
  install: 'Zum Startbildschirm hinzufügen',
  logoutDialog: {
    question: (unsent, refused) =>
      unsent > 0
        ? `Abmelden? ${count(unsent)} ${plural(unsent, 'Änderung wurde', 'Änderungen wurden')} noch nicht gesendet${refused > 0 ? `, davon ${count(refused)} abgelehnt` : ''}.`
        : 'Abmelden?',
    consequence: (unsent) =>
      unsent > 0
        ? 'Wenn Sie Ihre Kopie behalten, bringt „Meine Kopie öffnen“ sie mit gespeicherten Videos und ungesendeten Änderungen zurück. Wenn Sie sie löschen, ist alles weg.'
        : 'Wenn Sie Ihre Kopie behalten, bringt „Meine Kopie öffnen“ sie mit gespeicherten Videos zurück. Wenn Sie sie löschen, ist alles weg.',
    notRecorded:
      'Sie sind noch angemeldet: Dieses Gerät konnte die Abmeldung nicht speichern. Wenn es voll ist, schaffen Sie Platz und versuchen Sie es dann erneut.',
    clearNotRecorded:
      'Sie sind noch angemeldet: Dieses Gerät konnte die Abmeldung nicht speichern. Bilder und gespeicherte Videos sind bereits gelöscht. Wenn das Gerät voll ist, schaffen Sie Platz und versuchen Sie es dann erneut.',
    keep: 'Abmelden, Kopie behalten',
    clear: 'Abmelden und Kopie löschen',
  },
};
