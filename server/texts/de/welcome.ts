/** German texts of the page that installs the certificate authority on phones (server/local-tls). */
import type { welcome as english } from '../en/welcome.ts';

export const welcome: typeof english = {
  title: 'Stowaway auf diesem Gerät',
  intro:
    'Nur über https installieren Browser Apps und speichern Videos offline. Dafür hat Ihr Server zu Hause ein eigenes Zertifikat erstellt: Vertrauen Sie ihm auf diesem Gerät, einmal genügt.',
  install: '1. Zertifikat installieren',
  download: 'Zertifikat herunterladen',
  fingerprint:
    'Sein SHA-256-Fingerabdruck. Ihr Gerät zeigt ihn an, bevor es dem Zertifikat vertraut. Er muss mit dem im Terminal Ihres Servers übereinstimmen.',
  iphone: 'iPhone und iPad',
  iphoneSteps: [
    'Öffnen Sie diese Seite in Safari, tippen Sie auf den Knopf und erlauben Sie das Laden des Profils.',
    'Einstellungen › Allgemein › VPN und Geräteverwaltung: Wählen Sie das Profil, das mit „Stowaway on“ beginnt, und tippen Sie auf „Installieren“.',
    'Einstellungen › Allgemein › Info › Zertifikatsvertrauenseinstellungen: Schalten Sie es ein.',
  ],
  android: 'Android',
  androidSteps: ['Tippen Sie auf den Knopf.', 'Einstellungen: Suchen Sie nach „CA-Zertifikat“, wählen Sie „Trotzdem installieren“ und dann stowaway.crt.'],
  computers: 'Mac, Windows, Linux',
  computerSteps: [
    'Mac: Öffnen Sie die Datei, fügen Sie sie dem Schlüsselbund „Anmeldung“ hinzu, öffnen Sie sie dort und wählen Sie unter „Vertrauen“ die Einstellung „Immer vertrauen“.',
    'Windows: Öffnen Sie die Datei, wählen Sie „Zertifikat installieren“ und legen Sie es unter „Vertrauenswürdige Stammzertifizierungsstellen“ ab.',
    'Linux, und Firefox überall: Suchen Sie in den Einstellungen des Browsers nach Zertifikaten, öffnen Sie „Zertifizierungsstellen“ und importieren Sie die Datei für Websites.',
  ],
  open: '2. Stowaway öffnen',
  thenInstall: 'Wählen Sie dann „Installieren“ oder „Zum Home-Bildschirm“.',
  meaning: 'Was dieses Vertrauen bedeutet',
  homeOnly:
    'Dieses Zertifikat gilt nur für Adressen und Namen in Heimnetzen und für Namen, die sein Besitzer gewählt hat: Auch mit seinem Schlüssel kann sich niemand als eine Website im Internet ausgeben. Wer den Schlüssel hat, könnte sich aber als ein anderes Gerät bei Ihnen zu Hause ausgeben.',
  anySite:
    'Dieses Zertifikat stammt von einer früheren Version: Wer seinen Schlüssel hat, könnte sich gegenüber Geräten, die ihm vertrauen, als jede beliebige Website ausgeben. Sein Besitzer kann es durch eines ersetzen, das auf Heimnetze beschränkt ist.',
  key: 'Der Schlüssel verlässt den Server nie: Er liegt im Datenordner, und nur der Benutzer, unter dem der Server läuft, kann ihn lesen. Entfernen Sie das Zertifikat von einem Gerät, wenn Sie diesen Server dort nicht mehr verwenden.',
  nothingHere: 'Unter dieser Adresse gibt es nichts.',
};
