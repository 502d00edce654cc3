import type { shellTexts } from '../shell.ts';
import type { Translation } from '../translated.ts';

/** German texts of the frame around every screen. */
export const shell: Translation<typeof shellTexts> = {
  product: 'Stowaway',
  pageTitle: (title) => `${title} · Stowaway`,
  skip: 'Zum Inhalt',
  mainNavigation: 'Hauptnavigation',
  notices: 'Hinweise',
  home: 'Start',
  channels: 'Kanäle',
  saved: 'Gespeichert',
  downloads: 'Downloads',
  groupOfDevice: 'Dieses Gerät',
  groupOfServer: 'Server',
  playlists: 'Playlists',
  search: 'Suche',
  back: 'Zurück',
  account: 'Konto',
  accountLabel: 'Konto und mehr',
  settings: 'Einstellungen',
  about: 'Info',
  logout: 'Abmelden',
  copyright: (year) => `© 2021–${year}`,
  version: (version) => `v${version.replace(/^v/, '')}`,
  updateAvailable: (version, isBreaking) => `v${version.replace(/^v/, '')} verfügbar${isBreaking ? ' (inkompatible Änderungen)' : ''}`,
  /** Shown if the server's answers cannot be stored. */
  deviceFull: 'Sync angehalten: Dieses Gerät ist voll. Schaffen Sie etwas Platz.',
  storedSome: (n, all) => `${n} von ${all} Änderungen gespeichert.`,
  /** Shown for a change that this device could not store. */
  notKept: {
    full: 'Das konnte nicht gespeichert werden: Dieses Gerät ist voll. Schaffen Sie Platz und versuchen Sie es dann erneut.',
    closed: 'Das konnte nicht gespeichert werden: Die Kopie auf diesem Gerät ist geschlossen. Laden Sie die Seite neu.',
    other: 'Das konnte auf diesem Gerät nicht gespeichert werden.',
  },
};
