/** German texts of the actions page. */
import { calendarDay } from '../page-formats.ts';
import type { actionsTexts } from '../actions.ts';
import type { Translation } from '../translated.ts';

export const actions: Translation<typeof actionsTexts> = {
  title: 'Aktionen',
  start: 'Starten',
  away: (when) => `Aktionen brauchen den Server. Stand der Backups: ${when}.`,
  startOf: (action) => `Starten: ${action}`,
  manualImport: {
    title: 'Manueller Import',
    help: 'Importiert die Dateien im Import-Ordner des Servers.',
    progress: 'Import läuft',
  },
  embed: {
    title: 'Vorschaubilder einbetten',
    help: 'Schreibt Vorschaubild, Titel und Beschreibung jedes Videos in seine Mediendatei. Das dauert eine Weile.',
    progress: 'Vorschaubilder werden eingebettet',
  },
  backup: {
    title: 'ZIP-Backup',
    help: 'Schreibt den Index des Archivs in eine ZIP-Datei auf dem Server, ohne Mediendateien.',
    progress: 'Backup läuft',
  },
  restore: {
    title: 'Aus Backup wiederherstellen',
    help: 'Ersetzt den Index durch den aus einem Backup. Mediendateien werden nicht wiederhergestellt: Legen Sie gelöschte vorher zurück.',
    progress: 'Wiederherstellung läuft',
    none: 'Keine Backups gefunden.',
    list: 'Backups',
    restore: 'Wiederherstellen',
    restoreOf: (filename) => `${filename} wiederherstellen`,
    source: (reason) => `Quelle: ${reason}`,
    question: (filename) => `${filename} wiederherstellen?`,
    consequence: 'Das Archiv vergisst alles, was seither dazukam. Mediendateien bleiben, gelöschte kommen nicht zurück.',
    secondQuestion: 'Index jetzt ersetzen?',
    secondConsequence: (isOurs) =>
      `Alles, was seit dem Backup dazukam, geht verloren. ${isOurs ? 'Ist das Backup nicht lesbar, bleibt der Index, wie er ist.' : 'Ist das Backup nicht lesbar, bleibt der Index leer.'}`,
    secondAnswer: 'Index ersetzen',
  },
  rescan: {
    title: 'Dateisystem neu einlesen',
    help: 'Sucht nach neuen Dateien und nach Videos, deren Datei fehlt.',
    /** Shown if the server is TubeArchivist. */
    helpForgetting: 'Sucht nach neuen Dateien und vergisst Videos, deren Datei fehlt.',
    progress: 'Dateisystem wird eingelesen',
  },
  options: {
    ignore_error: 'Nach Fehlern fortfahren',
    ignore_errorHelp: 'Überspringt Dateien, die sich nicht lesen lassen.',
    prefer_local: 'Eingebettete Metadaten bevorzugen',
    prefer_localHelp: 'Liest Titel und Beschreibung aus der Datei, bevor die Quelle gefragt wird.',
  },
  /** Formats `20260215` as a day; returns anything else unchanged. */
  backupDay: (timestamp) => {
    const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(timestamp);
    return (parts && calendarDay(`${parts[1]}-${parts[2]}-${parts[3]}T00:00:00`)) || timestamp;
  },
};
