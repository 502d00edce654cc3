/** German texts of the account's own settings pages. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { settingsTexts } from '../settings.ts';
import type { Translation } from '../translated.ts';

const savedVideos = (n: number): string => `${count(n)} ${plural(n, 'gespeichertes Video', 'gespeicherte Videos')}`;

export const settings: Translation<typeof settingsTexts> = {
  title: 'Einstellungen',
  navigation: 'Seiten der Einstellungen',
  dashboard: 'Dashboard',
  user: 'Benutzer',
  application: 'Anwendung',
  scheduling: 'Zeitpläne',
  actions: 'Aktionen',
  lastKnown: (when) => `Änderungen brauchen den Server. Letzter bekannter Stand: ${when}.`,
  userTitle: 'Benutzereinstellungen',
  names: {
    stylesheet: 'Farbschema',
    page_size: 'Einträge pro Seite',
    grid_items: 'Spalten im Raster',
    file_size_unit: 'Einheit für Dateigrößen',
    show_help_text: 'Hilfetexte anzeigen',
  },
  /** Settings that are changed in the lists; named here for the list of waiting changes. */
  namesInLists: {
    sort_by: 'Sortierung',
    sort_order: 'Sortierreihenfolge',
    view_style_home: 'Ansicht der Videos',
    view_style_channel: 'Ansicht der Kanäle',
    view_style_playlist: 'Ansicht der Playlists',
    view_style_downloads: 'Ansicht der Downloads',
    vid_type_filter: 'Typ der Videos',
    hide_watched: 'Filter „Gesehen“',
    hide_watched_channel: 'Filter „Gesehen“ für Kanäle',
    hide_watched_playlist: 'Filter „Gesehen“ für Playlists',
    show_ignored_only: 'Nur ignorierte',
    show_subed_only: 'Nur abonnierte Kanäle',
    show_subed_only_playlists: 'Nur abonnierte Playlists',
  },
  browsing: 'Anzeige',
  language: 'Sprache',
  languageHelp: 'Gilt für diesen Browser, auch auf den eigenen Seiten des Servers. Meldungen des Servers in der App bleiben englisch.',
  /** Each name in its own language. */
  languageNames: { en: 'English', de: 'Deutsch' },
  languageOfBrowser: (name) => `Wie der Browser (${name})`,
  languageMissing: (name) => `${name} konnte nicht geladen werden. Stellen Sie einmal eine Verbindung her und versuchen Sie es dann erneut.`,
  pageSizeHelp: 'Videos, Kanäle oder Playlists pro Seite.',
  gridItemsHelp: 'Höchstzahl der Spalten auf breiten Bildschirmen, 3 bis 7.',
  fewerGridItems: 'Weniger Spalten',
  moreGridItems: 'Mehr Spalten',
  fileSizeHelp: '1 GiB sind 1024 MiB, 1 GB sind 1000 MB.',
  binary: 'Binär',
  metric: 'Dezimal',
  helpTextHelp: 'Das Kleingedruckte unter jeder Einstellung.',
  schemeHelp: 'Wird mit Ihrem Konto gespeichert. Eigener Hintergrund und eigener Akzent bleiben auf diesem Gerät.',
  thisDevice: 'Dieses Gerät',
  copyHelp: 'Was Sie geöffnet haben, wird hier aufbewahrt und öffnet sich auch ohne den Server.',
  copyFacts: (videos, channels) => `${count(videos)} ${plural(videos, 'Video', 'Videos')}, ${count(channels)} ${plural(channels, 'Kanal', 'Kanäle')}`,
  copyFrom: (when) => `Ihre Kopie, Stand ${when}`,
  neverSynced: 'Noch nicht synchronisiert',
  storageUsed: (size) => `${size} in diesem Browser von Stowaway belegt`,
  storageUnknown: 'Dieser Browser meldet nicht, wie viel Speicher er belegt.',
  clear: 'Kopie löschen',
  clearHelp: 'Meldet Sie ab und entfernt Ihre Kopie und Ihre gespeicherten Videos von hier. Auf dem Server wird nichts gelöscht.',
  clearQuestion: 'Kopie auf diesem Gerät löschen?',
  clearText: (unsent, saved) =>
    [
      unsent > 0
        ? `${count(unsent)} ${plural(unsent, 'Änderung wurde noch nicht gesendet und geht', 'Änderungen wurden noch nicht gesendet und gehen')} verloren.`
        : '',
      saved.count > 0
        ? `Ihre Kopie und ${savedVideos(saved.count)} (${saved.size}) werden von hier entfernt, und Sie werden abgemeldet.`
        : 'Ihre Kopie wird von hier entfernt, und Sie werden abgemeldet.',
      saved.goneCount > 0
        ? `${savedVideos(saved.goneCount)} ${plural(saved.goneCount, 'ist nicht mehr auf dem Server und kann', 'sind nicht mehr auf dem Server und können')} nicht erneut gespeichert werden.`
        : '',
      unsent + saved.goneCount === 0 ? 'Das Archiv behält alles.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  clearAnswer: 'Abmelden und Kopie löschen',
  protection: {
    label: 'Schutz',
    states: {
      protected: 'Der Browser behält diese Kopie, auch wenn der Platz knapp wird.',
      open: 'Der Browser kann diese Kopie löschen, wenn der Platz knapp wird.',
      asking: 'Der Browser wird gefragt\u00a0…',
      refused: 'Der Browser hat abgelehnt. Vielleicht stimmt er zu, wenn Sie Stowaway öfter öffnen oder auf dem Startbildschirm haben.',
    },
    protect: 'Schützen',
  },
  install: 'Startbildschirm',
  installHelp: 'Öffnet sich ohne Browserleiste.',
  installAdd: 'Hinzufügen',
  mirrorAhead: 'Im Voraus kopieren',
  mirrorAheadHelp: 'Kopiert im Leerlauf, was Sie wahrscheinlich als Nächstes öffnen. Nie bei getakteter Verbindung.',
  administration: 'Verwaltung',
  users: 'Benutzerverwaltung',
  usersHelp: 'Konten und Gruppen dieses Archivs, in dessen eigener Oberfläche.',
  usersOpen: 'Öffnen',
  account: 'Konto',
  ownAccount: 'Passwort und Geräte',
  ownAccountHelp: 'Passwort ändern oder andere Geräte abmelden, in der eigenen Oberfläche des Archivs.',
};
