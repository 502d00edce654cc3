/** German texts of the scheduling page. Times and days are written in the user's format. */
import { count } from '../formats.ts';
import { dayAndTime } from '../page-formats.ts';
import { joinWithAnd, scheduleDays, scheduleTime } from '../schedule-formats.ts';
import type { schedulingTexts } from '../scheduling.ts';
import type { Translation } from '../translated.ts';

/** If there are more times than this, the text gives their number instead of listing them. */
const maxTimes = 4;

export const scheduling: Translation<typeof schedulingTexts> = {
  title: 'Zeitpläne',
  help: 'Es gilt die Zeit des Servers. Nichts läuft öfter als einmal pro Stunde.',
  advancedHelp:
    'Minute, Stunde und Wochentag (0 ist Sonntag): „0\u00a08\u00a0*“ heißt täglich um 08:00, „30\u00a06,18\u00a01-5“ Montag bis Freitag um 06:30 und 18:30. Bei „auto“ wählt der Server eine Zeit.',
  schedule: 'Zeitplan',
  scheduleOf: (task) => `Zeitplan: ${task}`,
  modes: { off: 'Aus', daily: 'Täglich', weekly: 'Wöchentlich', advanced: 'Erweitert' },
  day: 'Tag',
  time: 'Uhrzeit',
  save: 'Speichern',
  off: 'Aus',
  tasks: {
    update_subscribed: 'Abos neu einlesen',
    download_pending: 'Download starten',
    check_reindex: 'Metadaten aktualisieren',
    thumbnail_check: 'Vorschaubilder prüfen',
    run_backup: 'ZIP-Backup',
  },
  taskHelp: {
    update_subscribed: 'Sucht neue Videos der abonnierten Kanäle und Playlists.',
    download_pending: 'Lädt herunter, was in der Warteschlange ist.',
    check_reindex: 'Aktualisiert ältere Videos, Kanäle und Playlists aus ihrer Quelle.',
    thumbnail_check: 'Holt fehlende Vorschaubilder.',
    run_backup: 'Schreibt den Index in eine ZIP-Datei.',
  },
  days: 'Aktualisieren, was älter ist als',
  daysHelp: 'In Tagen. Empfohlen: 90.',
  daysUnit: 'Tage',
  rotate: 'Aufbewahrte Backups',
  rotateHelp: 'Ältere geplante Backups werden gelöscht. 0 behält alle.',
  rotateUnit: 'Dateien',
  auto: '„auto“: Der Server wählt eine Zeit.',
  notUnderstood: 'Drei Werte, durch Leerzeichen getrennt: Minute, Stunde, Wochentag. Oder „auto“.',
  tooOften: (everyMinutes) =>
    everyMinutes === null
      ? 'Das ist zu oft. Höchstens einmal pro Stunde: Die Minute muss eine einzelne Zahl sein.'
      : everyMinutes === 1
        ? 'Jede Minute ist zu oft. Höchstens einmal pro Stunde.'
        : `Alle ${count(everyMinutes)} Minuten ist zu oft. Höchstens einmal pro Stunde.`,
  /** "Täglich um 06:00 und 18:00." */
  times: (times, locale) => `${daysOf(times.days, locale)} ${hoursOf(times, locale)}.`,
  next: (atMs, nowMs) => `Nächster Lauf: ${dayAndTime(atMs, nowMs)}.`,
  error: (status, message) => `Fehler ${status}: ${message}`,
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten.',
  notifications: {
    title: 'Benachrichtigungen',
    help: 'Wenn eine Aufgabe endet, werden diese Adressen benachrichtigt: http, https und, wenn der Server Apprise hat, auch Apprise-Adressen.',
    none: 'Noch keine Adressen für Benachrichtigungen.',
    task: 'Aufgabe',
    choose: 'Aufgabe wählen',
    url: 'Adresse',
    placeholder: 'https://…',
    save: 'Speichern',
    test: 'Testen',
    remove: 'Entfernen',
    of: (task) => `Adressen: ${task}`,
    removeOf: (url) => `${url} entfernen`,
    noScheme: 'Die Adresse muss mit einem Schema beginnen, etwa https:// oder mailto://.',
    saved: 'Gespeichert.',
    tested: 'Der Test wurde gesendet.',
    tasks: {
      update_subscribed: 'Abos neu einlesen',
      extract_download: 'In die Warteschlange',
      download_pending: 'Download starten',
      check_reindex: 'Metadaten aktualisieren',
    },
    testFailed: 'Testbenachrichtigung fehlgeschlagen',
    unexpected: 'Beim Testen der Benachrichtigung ist ein unerwarteter Fehler aufgetreten.',
  },
};

function hoursOf({ minute, hours }: { minute: number; hours: readonly number[] }, locale: string | undefined): string {
  const [first = 0] = hours;
  const last = hours.at(-1) ?? 0;
  if (hours.length === 24) return minute === 0 ? 'zu jeder vollen Stunde' : `zur Minute ${minute} jeder Stunde`;
  if (hours.length > maxTimes) return `${count(hours.length, locale)}-mal von ${scheduleTime(first, minute, locale)} bis ${scheduleTime(last, minute, locale)}`;
  const clocks = hours.map((hour) => scheduleTime(hour, minute, locale));
  return `um ${joinWithAnd(clocks, locale)}`;
}

/** Capitalised, because it begins the sentence. */
function daysOf(days: readonly number[], locale: string | undefined): string {
  if (days.length === 7) return 'Täglich';
  const { names, isRun } = scheduleDays(days, locale);
  return isRun ? `${names[0]} bis ${names.at(-1)}` : joinWithAnd(names, locale);
}
