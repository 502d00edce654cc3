/** German help, and German lines of `npm start` and of the other commands. */
import type { RecordKind, start as english } from '../en/start.ts';

const chooseData = 'Wählen Sie mit --data einen anderen.';
const chooseDownloads = 'Wählen Sie mit --downloads einen anderen.';

const counted = (formattedCount: string, one: string, many: string) => `${formattedCount} ${formattedCount === '1' ? one : many}`;

/** In the dative case, because these words follow „von“. */
const recordNames: Record<RecordKind, string> = {
  channel: 'Kanälen',
  video: 'Videos',
  playlist: 'Playlists',
  comment: 'Kommentaren',
  download: 'Downloads',
  subtitle: 'Untertiteln',
};

export const start: typeof english = {
  help: `Aufruf: npm start -- [Optionen]

  --port PORT            Port, auf dem der Server wartet (8000)              STOWAWAY_PORT
  --host HOST            127.0.0.1: nur dieser Rechner; 0.0.0.0: das Netz    STOWAWAY_HOST
  --data ORDNER          für Datenbank und Beispielbibliothek (./data)       STOWAWAY_DATA
  --library ORDNER       Ordner mit Downloads von yt-dlp, bleibt, wo er ist  STOWAWAY_LIBRARY
  --downloads ORDNER     für neue Downloads (einer in der Bibliothek)        STOWAWAY_DOWNLOADS
  --archive URL          den TubeArchivist-Server dieser Adresse verwenden   STOWAWAY_ARCHIVE
  --archive-ca DATEI     Zertifizierungsstelle, der dabei vertraut wird      STOWAWAY_ARCHIVE_CA
  --tls-cert DATEI       Zertifikat für https, zusammen mit --tls-key        STOWAWAY_TLS_CERT
  --tls-key DATEI        privater Schlüssel dieses Zertifikats               STOWAWAY_TLS_KEY
  --hsts                 nur noch https verwenden lassen, mit --tls-cert     STOWAWAY_HSTS=1
  --tls-local            https zu Hause, mit erzeugtem Zertifikat            STOWAWAY_TLS_LOCAL=1
  --tls-name LISTE       weitere Namen oder Adressen für --tls-local         STOWAWAY_TLS_NAME
  --trusted-proxy LISTE  Adressen eines Reverse-Proxys auf anderem Rechner   STOWAWAY_TRUSTED_PROXY
  --proxy-user-header H  Header, in dem er nennt, wer angemeldet ist         STOWAWAY_PROXY_USER_HEADER
  --log-level STUFE      debug, info, warn oder error (info)                 STOWAWAY_LOG_LEVEL
  --log-format FORMAT    text, oder json für Protokollsammler (text)         STOWAWAY_LOG_FORMAT
  --reset-password NAME  setzt ein neues Passwort für dieses Konto, zeigt es an und endet
  --import-tubearchivist ORDNER  importiert die Daten eines TubeArchivist-Servers und endet: ORDNER ist sein Cache-Ordner, --library sein Medienordner
  --version, --help

Externe Dienste, alle aus, bis ihre Adresse gesetzt ist: STOWAWAY_SPONSORBLOCK_URL, STOWAWAY_DISLIKES_URL,
STOWAWAY_MEMBERSHIP_URL, STOWAWAY_RELEASES_URL.
Metriken: /metrics antwortet diesem Rechner und Anfragen mit STOWAWAY_METRICS_TOKEN als Bearer-Token.
Erstes Konto: STOWAWAY_ADMIN_USER (admin) und STOWAWAY_ADMIN_PASSWORD (sonst erzeugt und einmal angezeigt).
`,
  ready: {
    onlyHere: 'Nur dieser Rechner kann Stowaway öffnen. Damit auch andere Geräte zu Hause es öffnen können, fügen Sie --host 0.0.0.0 hinzu.',
    others: (addresses) => `Andere Geräte zu Hause: ${addresses}`,
    or: ' oder ',
    noAddress: 'keine Netzadresse gefunden',
    noHttps:
      'Ohne https können Handys Videos abspielen, aber weder die App installieren noch Videos offline speichern: Browser verlangen dafür https. Fügen Sie --tls-local hinzu, oder Ihr eigenes Zertifikat mit --tls-cert und --tls-key.',
    line: (address, signIn) => `Stowaway ist bereit: Öffnen Sie ${address} und ${signIn}`,
    signInThere: (host) => `melden Sie sich mit Ihrem Konto von ${host} an.`,
    signInAs: (names, first) => `melden Sie sich als ${names} an (Passwort vergessen? npm start -- --reset-password ${first}).`,
    signInChosen: (name) => `melden Sie sich als ${name} mit dem gewählten Passwort an.`,
    signInGenerated: (name, password) => `melden Sie sich als ${name} mit dem Passwort ${password} an (wird nur jetzt angezeigt).`,
  },
  tls: {
    fingerprint: (fingerprint) => `SHA-256-Fingerabdruck des Zertifikats, dem Geräte vertrauen müssen: ${fingerprint}`,
    replaced: 'Dieses Zertifikat ist neu, weil das bisherige die Namen von --tls-name nicht abdeckt: Jedes Gerät muss ihm erneut vertrauen.',
    unlimited: (folder) =>
      `Dieses Zertifikat stammt von einer früheren Version und gilt für jede Website. Um es durch eines zu ersetzen, das auf Heimnetze beschränkt ist, beenden Sie den Server, löschen Sie ${folder}, starten Sie den Server wieder und lassen Sie jedes Gerät dem neuen Zertifikat vertrauen.`,
    pageTaken: (port) => `Die Seite zum Einrichten von Handys konnte nicht geöffnet werden: Port ${port} ist schon belegt.`,
    page: (pages) => `Öffnen Sie auf jedem Handy oder Tablet einmal diese Seite, damit es diesem Server vertraut: ${pages}`,
    pageOnPort: (port) => `Port ${port} an der Adresse dieses Rechners`,
    badFolder: (folder, why) => `Der Zertifikatsordner ${folder} kann nicht verwendet werden: ${why}.`,
    certificateUnreadable: (file, why) => `Das Zertifikat ${file} kann nicht gelesen werden: ${why}.`,
    keyUnreadable: (file, why) => `Der Schlüssel ${file} kann nicht gelesen werden: ${why}.`,
    badPair: (certificate, key, why) => `Das Zertifikat ${certificate} und der Schlüssel ${key} können nicht verwendet werden: ${why}.`,
    badAuthority: (file, why) => `Die Zertifizierungsstelle ${file} kann nicht verwendet werden: ${why}. Prüfen Sie --archive-ca.`,
    noAuthority: (file) => `Die Zertifizierungsstelle ${file} enthält kein Zertifikat im PEM-Format. Prüfen Sie --archive-ca.`,
  },
  couldNotStart: (why) => `Der Start ist fehlgeschlagen: ${why}`,
  newPassword: (name, password) => `Das neue Passwort von ${name} ist ${password}`,
  noAccount: (name, names) => `Es gibt kein Konto ${name}. Vorhandene Konten: ${names}.`,
  noAccounts: 'noch keine',
  badFirstPassword: (problem) =>
    `STOWAWAY_ADMIN_PASSWORD kann nicht das Passwort des ersten Kontos sein. ${problem} Lassen Sie die Variable weg, damit ein Passwort erzeugt wird.`,
  noLibrary: (folder) => `Den Bibliotheksordner ${folder} gibt es nicht. Prüfen Sie --library und ob sein Datenträger eingehängt ist.`,
  portTaken: (port) => `Port ${port} ist schon belegt. Beenden Sie das Programm, das ihn verwendet, oder wählen Sie mit --port einen anderen.`,
  portForbidden: (port) => `Keine Berechtigung, Port ${port} zu öffnen. Wählen Sie mit --port einen Port über 1023.`,
  noHost: (host) => `Dieser Rechner hat keine Adresse ${host}. Wählen Sie mit --host eine andere.`,
  noListening: (place, why) => `Auf ${place} können keine Verbindungen angenommen werden: ${why}.`,
  data: {
    file: (folder) => `Der Datenordner ${folder} ist eine Datei. Wählen Sie mit --data einen Ordner.`,
    unwritable: (folder, why) => `In den Datenordner ${folder} kann nicht geschrieben werden: ${why}. ${chooseData}`,
    unopened: (folder, why) => `Die Datenbank in ${folder} kann nicht geöffnet werden: ${why}.`,
    emptied: (file, sign) =>
      `Die Datenbank ${file} ist leer (0 Bytes), obwohl sie ein Archiv enthielt, wie ${sign} zeigt. Ersetzen Sie sie durch den neuesten Snapshot oder eine andere Kopie der Datenbank. Um stattdessen ein neues Archiv anzulegen, löschen Sie die leere Datei.`,
    lockDamaged: (file) =>
      `Die Sperrdatei ${file} ist beschädigt. Sie enthält keine Daten: Prüfen Sie, dass kein anderes Stowaway ihren Ordner verwendet, löschen Sie die Datei, und starten Sie erneut.`,
    lockUnopened: (file, why) => `Die Sperrdatei ${file} kann nicht geöffnet werden: ${why}.`,
    inUse: (folder) => `Ein anderes Stowaway verwendet den Datenordner ${folder}. Beenden Sie es zuerst, oder wählen Sie mit --data einen anderen.`,
    newer: (changes) => `Sie enthält Änderungen einer neueren Version (${changes}); starten Sie diese oder eine noch neuere`,
    noSnapshot: (why) => `Der Snapshot vor dem Update kann nicht erstellt werden: ${why}. Die Datenbank wurde nicht geändert.`,
    noSpace: (needed, free) =>
      `Diese Version muss die Datenbank aktualisieren und erstellt vorher einen Snapshot davon, der ${needed} braucht; auf dem Datenträger sind ${free} frei. Die Datenbank wurde nicht geändert. Schaffen Sie Platz, oder starten Sie die vorige Version.`,
  },
  downloads: {
    absent: (folder) =>
      `Den Download-Ordner ${folder} gibt es nicht. Legen Sie ihn an, hängen Sie seinen Datenträger ein, oder wählen Sie mit --downloads einen anderen.`,
    file: (folder) => `Der Download-Ordner ${folder} ist eine Datei. Wählen Sie mit --downloads einen Ordner.`,
    isLibrary: (folder) => `Der Download-Ordner ${folder} ist die Bibliothek selbst. Lassen Sie --downloads weg, oder wählen Sie einen anderen Ordner.`,
    holdsLibrary: (library, folder) => `Die Bibliothek ${library} liegt im Download-Ordner ${folder}. ${chooseDownloads}`,
    inData: (folder) => `Der Download-Ordner ${folder} liegt im Datenordner. Wählen Sie mit --downloads einen außerhalb.`,
    holdsData: (data, folder) => `Der Datenordner ${data} liegt im Download-Ordner ${folder}. ${chooseDownloads}`,
    emptied: (folder) => `Der Download-Ordner ${folder} liegt in einem Ordner, den Stowaway leert. ${chooseDownloads}`,
    unwritable: (folder, why) => `In den Download-Ordner ${folder} kann nicht geschrieben werden: ${why}. ${chooseDownloads}`,
  },
  options: {
    importNeedsLibrary: '--import-tubearchivist braucht --library: den Ordner, der in TubeArchivist /youtube heißt.',
    tlsTogether: '--tls-cert und --tls-key gehören zusammen.',
    tlsOneOf: '--tls-local und --tls-cert schließen einander aus: Wählen Sie eines davon.',
    tlsNameLocal: '--tls-name geht nur mit --tls-local: Ihr eigenes Zertifikat enthält seine Namen schon.',
    hstsLocal: '--hsts geht nicht mit --tls-local: Ein Gerät, das diesem Server noch nicht vertraut, käme an der Warnung seines Browsers nicht vorbei.',
    hstsHttps: '--hsts braucht https: Fügen Sie --tls-cert und --tls-key hinzu, oder lassen Sie Ihren Reverse-Proxy den Header senden.',
    archiveCa: '--archive-ca geht nur mit --archive.',
    archiveAddress: (value) => `--archive muss die Adresse eines Servers sein, etwa https://tube.example, nicht ${value}.`,
    archiveProxy: '--trusted-proxy geht nicht mit --archive: Der andere Server entscheidet, wer angemeldet ist.',
    archiveLibrary: '--archive und --library schließen einander aus: Die Videos sind auf dem anderen Server.',
    archiveDownloads: '--archive und --downloads schließen einander aus: Das Herunterladen übernimmt der andere Server.',
    tlsNames: (value) => `--tls-name erwartet Rechnernamen oder Adressen, etwa nas.example oder 100.64.0.7, nicht ${value}.`,
    logLevel: (levels, value) => `--log-level muss eine dieser Stufen sein: ${levels}; nicht ${value}.`,
    logFormat: (one, other, value) => `--log-format muss ${one} oder ${other} sein, nicht ${value}.`,
    metricsToken: 'STOWAWAY_METRICS_TOKEN muss mindestens 16 Zeichen haben, nur Buchstaben, Ziffern und . _ ~ + / = -',
    needsValue: (flag) => `${flag} braucht einen Wert. Siehe --help.`,
    unknownFlag: (flag) => `Unbekannte Option ${flag}. Siehe --help.`,
    port: (value) => `Der Port muss eine Zahl von 0 bis 65535 sein, nicht ${value}.`,
    portLocal: (max) => `Mit --tls-local darf der Port höchstens ${max} sein: Den nächsten verwendet die Seite zum Einrichten von Handys.`,
    serviceAddress: (variable, value) => `${variable} muss eine Adresse sein, etwa https://service.example, nicht ${value}.`,
    headerNeedsProxy: '--proxy-user-header geht nur mit --trusted-proxy: Sonst könnte sich jeder als beliebige Person anmelden.',
    header: (value) => `--proxy-user-header muss der Name eines Headers sein, den der Proxy setzt, etwa Remote-User, nicht ${value}.`,
    trustedProxy: (value) => `--trusted-proxy erwartet Adressen oder Netze, etwa 172.18.0.2 oder 172.18.0.0/16, nicht ${value}.`,
  },
  imported: {
    nothing: (why) => `Es wurde nichts importiert. ${why}`,
    reading: (file) => `Import aus ${file}\u00a0…`,
    progress: (doneCount, kind) => `Import von ${recordNames[kind]}: ${doneCount}\u00a0…`,
    counts: (counts) =>
      `Importiert: ${counted(counts.videos, 'Video', 'Videos')} (${counts.watched} gesehen), ${counted(counts.channels, 'Kanal', 'Kanäle')}, ${counted(counts.playlists, 'Playlist', 'Playlists')}, ${counted(counts.comments, 'Kommentar', 'Kommentare')}, ${counts.downloads} in der Warteschlange.`,
    withoutFile: (count, named) => `Übersprungen, weil ihre Dateien nicht in der Bibliothek sind: ${count} (${named}).`,
    refused: (count, named) => `Übersprungen, weil die Datenbank sie nicht speichern konnte: ${count} (${named}).`,
    unreadable: (count) => `Übersprungen, weil nötige Angaben fehlen: ${counted(count, 'Datensatz', 'Datensätze')}.`,
    noPictures: 'Es wurden keine Bilder importiert. Um sie mitzunehmen, verwenden Sie den Cache-Ordner statt der ZIP-Datei.',
    keep: (library, pictures) => `Medien und Bilder bleiben, wo sie sind. Behalten Sie ${library} und ${pictures}.`,
    subtitles: 'In Untertiteln lässt sich suchen, sobald sie im Hintergrund gelesen sind.',
    next: (library) => `Starten Sie Stowaway jetzt: npm start -- --library ${library}`,
  },
  reasons: {
    EACCES: 'Zugriff verweigert',
    EPERM: 'Zugriff verweigert',
    EROFS: 'Das Dateisystem ist schreibgeschützt',
    ENOENT: 'nicht vorhanden',
    ENOTDIR: 'Ein Teil des Pfads ist kein Ordner',
    EEXIST: 'Dort liegt eine Datei dieses Namens',
    EISDIR: 'ein Ordner, keine Datei',
    ENOSPC: 'Der Datenträger ist voll',
  },
};
