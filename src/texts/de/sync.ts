/** German texts about the connection, waiting changes, and the age of this copy. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { changes as englishChanges, syncTexts } from '../sync.ts';
import type { Translation } from '../translated.ts';

export const changes: Translation<typeof englishChanges> = (n) => `${count(n)} ${plural(n, 'Änderung', 'Änderungen')}`;

export const sync: Translation<typeof syncTexts> = {
  chip: {
    upToDate: 'Aktuell',
    syncing: (n) => `Sync läuft: ${count(n)}`,
    offline: 'Offline',
    away: 'Server nicht erreichbar',
    captive: 'Im WLAN anmelden',
    proxyLogin: 'Am Server anmelden',
    logIn: 'Zum Sync anmelden',
    update: 'Zum Sync aktualisieren',
    needsYou: (n) => `${count(n)} zu klären`,
    waiting: (n) => `${count(n)} ${plural(n, 'wartet', 'warten')} auf Sync`,
    /** The full text, for the chip's name and the live region. */
    spoken: (state, waiting) => (waiting > 0 ? `${state}, ${changes(waiting)} ${plural(waiting, 'wartet', 'warten')} auf Sync` : state),
  },
  synced: (when) => `Synchronisiert: ${when}`,
  neverSynced: 'Noch nicht synchronisiert',
  connected: 'Verbunden',
  nothingCopied: 'Auf dieses Gerät ist noch nichts kopiert.',
  banner: {
    offline: (from) => (from ? `Offline. Das ist Ihre Kopie, Stand ${from}.` : 'Offline.'),
    away: (from) => (from ? `Ihr Server antwortet nicht. Das ist Ihre Kopie, Stand ${from}.` : 'Ihr Server antwortet nicht.'),
    waiting: (n) => `${changes(n)} ${plural(n, 'wartet', 'warten')} auf Sync.`,
    plays: (n) => `${count(n)} ${plural(n, 'Video ist', 'Videos sind')} auf diesem Gerät abspielbar.`,
    savedPlay: 'Gespeicherte Videos sind abspielbar.',
    /** `action`: label of the link to the page that answers in the archive's place. */
    captive: { title: 'Dieses WLAN verlangt erst eine Anmeldung.', action: 'Anmeldeseite öffnen' },
    'proxy-login': { title: 'Vor Ihrem Server steht eine Anmeldeseite.', action: 'Dort anmelden' },
    /** The text for both `captive` and `proxy-login`. */
    outOfReach: 'Bis zur Anmeldung ist Ihr Archiv nicht erreichbar.',
    signedOut: 'Sie wurden abgemeldet.',
    signedOutText: (waiting) =>
      waiting > 0
        ? `Ihre Kopie bleibt nutzbar. Melden Sie sich an, um ${changes(waiting)} zu senden.`
        : 'Ihre Kopie bleibt nutzbar. Melden Sie sich an, um wieder zu synchronisieren.',
    logIn: 'Anmelden',
    back: (sent) => (sent > 0 ? `Wieder online. ${changes(sent)} gesendet.` : 'Wieder online.'),
  },
};
