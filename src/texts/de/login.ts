/** German texts of the login screen. */
import { count } from '../formats.ts';
import type { loginTexts } from '../login.ts';
import { changes } from './sync.ts';
import type { Translation } from '../translated.ts';

export const login: Translation<typeof loginTexts> = {
  title: 'Anmelden',
  tagline: ['Ihr Archiv,', 'gepackt für unterwegs.'],
  username: 'Benutzername',
  password: 'Passwort',
  rememberMe: 'Angemeldet bleiben',
  logIn: 'Anmelden',
  loggingIn: 'Anmeldung läuft',
  waiting: 'Warten auf den Server',
  waitingText: (tries) => (tries > 1 ? `Jede Sekunde ein neuer Versuch. Bisher ${count(tries)} Versuche.` : 'Jede Sekunde ein neuer Versuch.'),
  captive: 'Dieses WLAN verlangt erst eine Anmeldung. Bis dahin ist Ihr Archiv nicht erreichbar.',
  openPortal: 'Anmeldeseite öffnen',
  proxyLogin: 'Vor Ihrem Server steht eine Anmeldeseite. Bis zur Anmeldung ist Ihr Archiv nicht erreichbar.',
  openProxyLogin: 'Dort anmelden',
  failed: 'Anmeldung fehlgeschlagen.',
  unknownError: 'Unbekannter Fehler',
  tooMany: (seconds) => (seconds === null ? 'Zu viele Versuche. Warten Sie einen Moment.' : `Zu viele Versuche. Erneut möglich in ${count(seconds)} s.`),
  maybeSignedIn: 'Vielleicht sind Sie schon angemeldet. Laden Sie die Seite neu, um das zu prüfen.',
  unreachable: 'Der Server hat nicht geantwortet.',
  noDatabase: 'Dieser Browser kann nichts speichern. Schaffen Sie Platz, erlauben Sie Websitedaten für diese Adresse oder verwenden Sie ein normales Fenster.',
  notCleared: 'Ein anderer Tab verwendet Ihre Kopie noch. Sie wird beim nächsten Start gelöscht und bleibt bis dahin verborgen.',
  copyHere: 'Ihre Kopie ist noch hier',
  copyOf: (name) => `${name}, letzter Stand auf diesem Gerät.`,
  waitInCopy: (n) => `${changes(n)} noch nicht gesendet.`,
  openCopy: 'Meine Kopie öffnen',
  openCopyOf: (name) => `Meine Kopie öffnen: ${name}`,
  openFailed: 'Diese Kopie konnte nicht geöffnet werden.',
  helpTitle: 'Antwortet der Server nicht? Prüfen Sie auf seinem Rechner diese Einstellungen',
  help: [
    ['STOWAWAY_ADMIN_USER', 'Name des ersten Kontos'],
    ['STOWAWAY_ADMIN_PASSWORD', 'dessen Passwort, wenn es nicht erzeugt wurde'],
    ['STOWAWAY_HOST', 'die Adresse, unter der er Verbindungen annimmt: 127.0.0.1 nur für diesen Rechner, 0.0.0.0 für das Heimnetz'],
    ['STOWAWAY_PORT', 'der Port, auf dem er Verbindungen annimmt'],
    ['TA_HOST', 'ein TubeArchivist-Server: die Adresse, die Sie eingegeben haben, mit Schema'],
    ['TA_USERNAME', 'dessen erstes Konto'],
    ['TA_PASSWORD', 'und das Passwort dieses Kontos'],
  ],
  source: 'Quellcode',
  donate: 'Spenden',
};
