/** German texts of /admin/system/, and of alerts. */
import type { system as english } from '../en/system.ts';
import { plural } from '../plural.ts';

const installHint = 'Unter Debian und Ubuntu: „apt install yt-dlp“; sonst: „pipx install yt-dlp“, oder nennen Sie das Programm in STOWAWAY_YTDLP.';

export const system: typeof english = {
  title: 'System',
  disk: {
    title: 'Datenträger',
    folders: { data: 'Datenordner', library: 'Bibliothek', downloads: 'Download-Ordner', secondBackup: 'zweiter Backup-Ordner' },
    and: (first, last) => `${first} und ${last}`,
    almostFull: 'Fast voll',
    free: (free, total) => `${free} von ${total} frei`,
    low: (names, folder, free, percent) =>
      `Ein Datenträger ist fast voll (${names}: ${folder}): Noch ${free} (${percent}\u00a0%) sind frei. Schaffen Sie Platz, sonst scheitern Aufgaben, die Platz brauchen.`,
    gone: (folder) =>
      `Der Datenordner ${folder} wurde umbenannt oder entfernt, während der Server läuft. Was jetzt gespeichert wird, kann beim nächsten Start verloren sein. Legen Sie den Ordner an seinen Platz zurück.`,
    readOnly: (folder) =>
      `Das Dateisystem des Datenordners (${folder}) ist schreibgeschützt, wie nach einem Fehler des Datenträgers. Keine Änderung kann gespeichert werden. Prüfen Sie den Datenträger, und hängen Sie ihn wieder beschreibbar ein.`,
  },
  missing: {
    folder: (folder) => `Der Ordner ${folder} wurde nicht gefunden.`,
    emptyFolder: (folder) => `Der Ordner ${folder} ist leer, als wäre ein Datenträger nicht eingehängt.`,
    videos: (n, countText) => `${countText} ${plural(n, 'Video fehlt', 'Videos fehlen')}.`,
    many: (missing, all, folder) => `${missing} der ${all} Videos des Bibliotheksordners ${folder} wurden nicht gefunden.`,
    kept: 'Markierungen, Positionen und Playlist-Einträge bleiben erhalten; fehlende Videos kommen zurück, sobald ihre Dateien wieder da sind.',
  },
  tasks: {
    title: 'Aufgaben',
    titles: {
      update_subscribed: 'Abos neu einlesen',
      download_pending: 'Download starten',
      extract_download: 'In die Warteschlange',
      check_reindex: 'Metadaten aktualisieren',
      manual_import: 'Manueller Import',
      run_backup: 'ZIP-Backup',
      restore_backup: 'Aus Backup wiederherstellen',
      rescan_filesystem: 'Dateisystem neu einlesen',
      thumbnail_check: 'Vorschaubilder prüfen',
      resync_metadata: 'Metadaten einbetten',
      resync_thumbs: 'Vorschaubilder einbetten',
      index_playlists: 'Playlists der Kanäle einlesen',
      subscribe_to: 'Abo hinzufügen',
      version_check: 'Nach neuer Version suchen',
      create_snapshot: 'Snapshot',
      restore_snapshot: 'Snapshot wiederherstellen',
    },
    all: 'Alle',
    failed: 'Fehlgeschlagen',
    interrupted: 'Unterbrochen',
    noneFailed: 'In den letzten 30 Tagen ist keine Aufgabe fehlgeschlagen.',
    none: 'In den letzten 30 Tagen wurde keine Aufgabe beendet.',
    nothingOlder: 'Nichts Älteres.',
    newest: 'Neueste',
    older: 'Ältere',
    more: (n) => `${n} weitere`,
    moreOf: (n, title) => `${n} weitere Zeilen: ${title}`,
    took: (duration) => `Dauer: ${duration}`,
    seconds: (seconds) => `${seconds} s`,
    minutes: (minutes, seconds) => `${minutes} Min. ${seconds} s`,
    hours: (hours, minutes) => `${hours} Std. ${minutes} Min.`,
  },
  programs: {
    title: 'Programme',
    needed: 'Wird für Downloads und Aktualisierungen gebraucht.',
    version: (version) => `Version ${version}.`,
    versionAndAge: (version, age) => `Version ${version}, ${age}.`,
    unknownVersion: 'unbekannt',
    old: 'Websites ändern sich oft, und eine alte Version kommt dann nicht mehr mit ihnen zurecht. Meist hilft eine neuere.',
    noRuntime:
      'Dieses yt-dlp kann keine JavaScript-Laufzeitumgebung verwenden (ab 2025.11.12 geht es). Ohne sie bietet YouTube weniger Formate oder gar keine.',
    notInstalled: 'Nicht installiert.',
    noFfmpeg:
      'Ohne ffmpeg werden getrennte Bild- und Tonspuren nicht zusammengefügt, nichts wird eingebettet, und nur Dateien, die der Browser unterstützt, lassen sich abspielen. Unter Debian: apt install ffmpeg.',
    olderThanTested: (version) =>
      `Diese Version ist älter als ${version}, mit der Stowaway getestet wurde: Neuere Codecs lassen sich vielleicht nicht abspielen oder zusammenfügen.`,
    age: {
      new: 'neu',
      days: (n) => `${n} ${plural(n, 'Tag', 'Tage')} alt`,
      months: (n) => `${n} ${plural(n, 'Monat', 'Monate')} alt`,
      years: (n) => `${n} ${plural(n, 'Jahr', 'Jahre')} alt`,
    },
    ytDlp: {
      notInstalled: `yt-dlp ist nicht installiert, darum kann nichts heruntergeladen werden. Alles andere funktioniert. ${installHint}`,
      notThere: (file) =>
        `STOWAWAY_YTDLP nennt ${file}; diese Datei fehlt oder ist nicht ausführbar, darum kann nichts heruntergeladen werden. Alles andere funktioniert. ${installHint}`,
      tooOld: (version, oldest) =>
        `yt-dlp ${version} ist zu alt, darum kann nichts heruntergeladen werden; nötig ist mindestens ${oldest}. Alles andere funktioniert. ${installHint}`,
      notForNow: (program, reason) =>
        `yt-dlp (${program}) lässt sich gerade nicht starten: ${reason}. Es fehlt an Speicher, oder es laufen zu viele Programme.`,
      broken: (program, reason) => `yt-dlp (${program}) funktioniert nicht: ${reason}. Installieren Sie es neu; bis dahin kann nichts heruntergeladen werden.`,
      says: (output) => `Es meldet ${output}`,
    },
  },
};
