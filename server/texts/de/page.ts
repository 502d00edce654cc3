/** German texts of the frame of every /admin/ page, of its messages, and of the sign-in page. */
import type { page as english } from '../en/page.ts';
import { plural } from '../plural.ts';

export const page: typeof english = {
  areas: { people: 'Personen', library: 'Bibliothek', backups: 'Backups', system: 'System' },
  areasLabel: 'Bereiche',
  back: 'Personen und Geräte',
  signOut: 'Abmelden',
  alertLinks: {
    missing: 'Fehlende Videos unter „Bibliothek“ ansehen',
    secondFolder: 'Zweiten Backup-Ordner unter „Backups“ prüfen',
    disk: 'Belegung der Datenträger unter „System“ ansehen',
    trash: 'Papierkorb unter „Bibliothek“ leeren',
  },
  signIn: 'Anmelden',
  signInTitle: 'Anmelden, um Konten zu verwalten',
  username: 'Benutzername',
  password: 'Passwort',
  signInFirst: 'Melden Sie sich zuerst an. Es wurde nichts geändert.',
  wrongPassword: 'Benutzername oder Passwort ist falsch.',
  tooManyTries: (seconds) => `Zu viele Versuche. Erneut möglich in ${seconds} ${plural(seconds, 'Sekunde', 'Sekunden')}.`,
  notAllowed: 'Nicht erlaubt',
  notFound: 'Nicht gefunden',
  notDone: 'Nicht ausgeführt',
  staffPage: 'Nur das Team kann diese Seite öffnen.',
  staffAction: 'Das kann nur das Team.',
  expiredForm:
    'Dieses Formular ist abgelaufen oder kam von einer anderen Seite. Es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  save: 'Speichern',
  saved: 'Gespeichert.',
  delete: 'Löschen',
  deleteForGood: 'Endgültig löschen',
  deletedForGood: 'Endgültig gelöscht.',
  shownOf: (countText, all) => `Gezeigt werden die ersten ${countText} von ${all}.`,
};
