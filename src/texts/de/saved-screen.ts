/** German texts of the page of videos saved on this device. */
import { count } from '../formats.ts';
import type { SizeUnit } from '../page-formats.ts';
import { plural } from '../plural.ts';
import { savedAndTotal, speed } from '../saved-formats.ts';
import type { savedScreenTexts } from '../saved-screen.ts';
import type { Translation } from '../translated.ts';

const videos = (n: number) => `${count(n)} ${plural(n, 'Video', 'Videos')}`;
const copies = (n: number) => `${count(n)} ${plural(n, 'gespeichertes Video', 'gespeicherte Videos')}`;

/** "214 von 508 MB", "0,9 von 1,4 GB", "980 MB von 1,4 GB". */
const progress = (savedBytes: number, totalBytes: number, unit: SizeUnit): string => savedAndTotal(savedBytes, totalBytes, unit).join(' von ');

export const savedScreen: Translation<typeof savedScreenTexts> = {
  title: 'Gespeichert',
  lead: (n) => `${count(n)} ${plural(n, 'Video', 'Videos')} auf diesem Gerät, auch ohne Verbindung abspielbar.`,
  emptyTitle: 'Noch nichts gespeichert',
  emptyText: 'Speichern Sie ein Video offline; dann läuft es hier auch ohne Verbindung.',
  toHome: 'Zur Startseite',
  savingNow: 'Wird gespeichert',
  onDevice: 'Auf diesem Gerät',
  notProtected: 'Der Browser kann das löschen, wenn der Platz knapp wird.',
  protect: 'Schützen',
  notGranted: 'Der Browser hat abgelehnt. Vielleicht stimmt er zu, wenn Stowaway installiert ist.',
  unavailable: 'Dieser Browser kann keine Videos auf dem Gerät aufbewahren.',
  unread: {
    title: 'Ihre gespeicherten Videos konnten nicht gelesen werden',
    text: 'Vielleicht blockiert sie ein anderer Tab oder ein anderes Fenster von Stowaway. Schließen Sie die anderen und versuchen Sie es dann erneut. Was gespeichert ist, bleibt auf diesem Gerät.',
    tryAgain: 'Erneut versuchen',
  },
  meter: {
    title: 'Speicher',
    allowed: (size) => `von ${size}, die Sie erlauben`,
    used: 'von gespeicherten Videos belegt',
    change: 'Ändern',
    videos: 'Videos',
    toCome: 'Noch zu speichern',
    catalogue: 'Katalog',
    others: 'Andere Konten',
    free: 'Frei',
    isProtected: 'Vor dem Aufräumen geschützt',
    watched: (n) => `${copies(n)} haben Sie schon gesehen.`,
    frees: (n, size) => `${plural(n, 'Wird es', 'Werden sie')} entfernt, werden ${size} frei.`,
    removeWatched: 'Gesehene entfernen',
    left: (left, allowed) => `Noch ${left} von ${allowed} frei.`,
    paused: 'Das Speichern ist angehalten, bis Platz ist.',
    makeRoom: 'Platz schaffen',
  },
  data: {
    used: (size, day) => `Seit dem ${day} hat das Speichern ${size} Datenvolumen verbraucht.`,
    none: (day) => `Seit dem ${day} hat das Speichern kein Datenvolumen verbraucht.`,
    startAgain: 'Zähler zurücksetzen',
    startsAgain: 'Zähler zurückgesetzt.',
  },
  allowance: {
    title: 'Platz für gespeicherte Videos',
    use: (used, allowed) => `${used} von ${allowed} belegt.`,
    useUnknown: (used) => `${used} belegt.`,
    label: 'Gespeicherte Videos dürfen belegen',
    help: (free) => `Dieser Browser gäbe Stowaway noch ${free}. Schon Gespeichertes bleibt, auch über Ihrer Grenze.`,
    helpUnknown: 'Schon Gespeichertes bleibt, auch über Ihrer Grenze.',
    usual: 'Was der Browser erlaubt',
    done: 'Fertig',
  },
  line: {
    next: 'Kommt als Nächstes',
    nth: (place) => `${count(place)}. in der Reihe`,
    preparing: 'Wird vorbereitet',
    checking: 'Jedes Byte wird geprüft',
    progress,
    stoppedAt: (percent) => `Angehalten bei ${percent}\u00a0%`,
    speed,
    secondsLeft: (seconds) => {
      if (seconds < 50) return `noch ${Math.max(1, Math.round(seconds / 10)) * 10} s`;
      const minutes = Math.max(1, Math.round(seconds / 60));
      return minutes < 60 ? `noch ${minutes} Min.` : `noch ${Math.floor(minutes / 60)} Std. ${minutes % 60} Min.`;
    },
    sizeUnknown: 'Größe unbekannt',
    pauseAll: 'Alle anhalten',
    resumeAll: 'Alle fortsetzen',
    allPaused: 'Alle angehalten',
    first: 'Zuerst speichern',
    up: 'Nach oben',
    down: 'Nach unten',
    cancel: 'Abbrechen',
    logIn: 'Anmelden',
    movedTo: (title, place, all) => `${title}, jetzt auf Platz ${count(place)} von ${count(all)}`,
    ios: 'Das Speichern pausiert, wenn Sie Stowaway verlassen, und geht weiter, wenn Sie zurückkommen.',
    iosTab:
      'Videos, die Sie in diesem Tab speichern, hat die App auf dem Home-Bildschirm nicht, und iOS darf sie löschen. Fügen Sie Stowaway zuerst zum Home-Bildschirm hinzu.',
    closed: 'Das Speichern geht weiter, solange Stowaway in einem Tab geöffnet ist.',
  },
  switches: {
    wifi: 'Nur im WLAN speichern',
    wifiHelp: 'Das Speichern wartet in Mobilfunknetzen und solange der Datensparmodus des Browsers an ist.',
    wifiUnknown: 'Dieser Browser meldet nicht, in welchem Netz er ist. Das Speichern wartet nur, solange sein Datensparmodus an ist.',
    once: 'Dieses Netz einmal verwenden',
    screen: 'Bildschirm anlassen, bis alles gespeichert ist',
    screenHelp: 'Für diesen Tab. Viele Telefone hören auf zu speichern, wenn der Bildschirm dunkel wird.',
  },
  tags: {
    paused: 'Angehalten',
    offline: 'Wartet auf den Server',
    'signed-out': 'Zum Fortsetzen anmelden',
    'storage-full': 'Nicht genug Platz',
    gone: 'Nicht mehr auf dem Server',
    pinned: 'Angeheftet',
    missing: (urls) => (urls.some((url) => /\.vtt(\?|$)/i.test(url)) ? 'Untertitel fehlen' : 'Ein Bild fehlt'),
    update: 'Neue Fassung verfügbar',
  },
  list: {
    filters: 'Anzeigen',
    all: 'Alle',
    unwatched: 'Ungesehen',
    watched: (n) => `Gesehen ${count(n)}`,
    pinned: (n) => `Angeheftet ${count(n)}`,
    attention: (n) => `Auf dem Server geändert ${count(n)}`,
    sort: 'Sortieren nach',
    sorts: { newest: 'Zuletzt gespeichert', oldest: 'Zuerst gespeichert', largest: 'Größte', title: 'Titel', room: 'Gesehene, dann größte' },
    find: 'In gespeicherten Videos suchen',
    none: 'Hier passt nichts dazu.',
    select: 'Gespeicherte Videos auswählen',
    pin: 'Anheften',
    unpin: 'Lösen',
    update: 'Aktualisieren',
    updateFailed: (reason) => `Aktualisierung fehlgeschlagen: ${reason}`,
    cancelUpdate: 'Aktualisierung abbrechen',
    export: 'Als Datei exportieren',
    pickOne: 'Auswählen',
    remove: 'Entfernen',
    removeFrees: (size) => `Entfernen, gibt ${size} frei`,
    removedMany: (n) => `${videos(n)} von diesem Gerät entfernt.`,
    unknown: (videoId) => `Video ${videoId}`,
  },
  check: {
    start: 'Gespeicherte Videos prüfen',
    help: 'Liest jedes Byte und vergleicht es mit dem, was vom Server kam.',
    progress: (done, all) => `Geprüft: ${count(done)} von ${videos(all)}`,
    whole: (n) => (n === 1 ? 'Das Video ist unversehrt.' : `Alle ${count(n)} sind unversehrt.`),
    damaged: (n, all) => `${count(n)} von ${videos(all)} ${plural(n, 'ist', 'sind')} beschädigt. Speichern Sie ${plural(n, 'es', 'sie')} oben erneut.`,
    unread: (n, all) => `${count(n)} von ${videos(all)} ${plural(n, 'konnte', 'konnten')} nicht gelesen werden. Prüfen Sie später erneut.`,
    failed: 'Prüfung fehlgeschlagen.',
    kept: (n) =>
      `${count(n)} ${plural(n, 'beschädigtes Video bleibt', 'beschädigte Videos bleiben')}: Der Server kann ${plural(n, 'es', 'sie')} jetzt nicht ersetzen.`,
  },
  device: {
    title: 'Gespeicherte Videos',
    open: (n) => (n === 0 ? '„Gespeichert“ öffnen' : `„Gespeichert“ öffnen (${videos(n)})`),
    address: (host) => `Diese Kopien gehören zu ${host}. Derselbe Server hat unter einer anderen Adresse eigene Kopien.`,
  },
  export: {
    nothing: 'Die Kopie konnte nicht gelesen werden.',
    started: 'Der Export läuft. Ihr Browser zeigt, wohin die Datei kommt.',
  },
  empty: { pick: 'Aus „Weiterschauen“ wählen' },
};
