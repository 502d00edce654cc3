/** German texts of /admin/library/. */
import { html } from '../../admin/html.ts';
import type { library as english } from '../en/library.ts';
import { plural } from '../plural.ts';

const items = (n: number, countText: string) => `${countText} ${plural(n, 'Eintrag', 'Einträge')}`;
const stay = (n: number, countText: string) => `${countText} ${plural(n, 'bleibt', 'bleiben')}`;

export const library: typeof english = {
  title: 'Bibliothek',
  kinds: { video: 'Video', channel: 'Kanal', playlist: 'Playlist' },
  missing: {
    title: 'Fehlende Videos',
    kept: 'Wird behalten',
    since: (at) => html`fehlt seit ${at}`,
    nameTaken: 'Ein anderes Video hat seinen Dateinamen übernommen.',
    keep: 'Behalten',
    keepOf: (title) => `${title} behalten`,
    forget: 'Vergessen',
    forgetOf: (title) => `${title} vergessen`,
    forgetForGood: 'Endgültig vergessen',
    forgetHelp: 'Gesehen-Markierungen, Positionen und Playlist-Einträge gehen endgültig verloren.',
    none: 'Zu jedem Video ist die Datei vorhanden.',
    some: (n, countText) =>
      `Die ${plural(n, 'Datei', 'Dateien')} von ${countText} ${plural(n, 'Video wurde', 'Videos wurden')} nicht gefunden. Markierungen, Positionen und Playlist-Einträge bleiben, und ein Video kommt zurück, sobald seine Datei wieder da ist. Videos, die Sie behalten, werden nie automatisch vergessen.`,
    keepAll: 'Alle behalten',
    forgetAll: (countText) => `Alle ${countText} vergessen`,
    forgetAllHelp: 'Videos, die Sie behalten wollen, bleiben, ebenso solche in einem leeren oder fehlenden Ordner.',
    nowKept: 'Wird behalten und nicht automatisch vergessen.',
    notKept: (n, countText) =>
      `${countText} ${plural(n, 'weiteres wird', 'weitere werden')} nicht behalten, weil ${plural(n, 'es', 'sie')} erst nach dem Öffnen der Seite ${plural(n, 'dazukam', 'dazukamen')}.`,
    forgotten: (n, countText) => (n === 0 ? 'Es wurde nichts vergessen.' : `${countText} ${plural(n, 'Video wurde', 'Videos wurden')} vergessen.`),
    notMissing: 'Es wurde nichts vergessen: Das Video fehlt nicht mehr.',
    folderMissing: (n, countText) =>
      `${stay(n, countText)}, weil der ganze Ordner fehlt oder leer ist. Einzeln können Sie ${plural(n, 'es', 'sie')} trotzdem vergessen.`,
  },
  trash: {
    title: 'Papierkorb',
    automatic: 'Automatisch gelöscht',
    deleted: (at) => html`Gelöscht am ${at}`,
    daysLeft: (n) => (n === 0 ? 'wird innerhalb einer Stunde endgültig gelöscht' : `wird in ${n} ${plural(n, 'Tag', 'Tagen')} endgültig gelöscht`),
    restore: 'Wiederherstellen',
    restoreOf: (title) => `${title} wiederherstellen`,
    deleteOf: (title) => `${title} endgültig löschen`,
    deleteHelp: 'Danach lässt sich der Eintrag nicht mehr wiederherstellen.',
    emptiedOn: (at) => html`Das war am ${at}.`,
    off: 'Der Papierkorb ist ausgeschaltet: Gelöschtes ist endgültig weg.',
    empty: 'Der Papierkorb ist leer.',
    holds: (n, countText, size) => `${items(n, countText)}, ${size}. Wiederhergestelltes bekommt Markierungen, Positionen und Playlist-Einträge zurück.`,
    latestOf: (countText, all) => `Gezeigt werden die neuesten ${countText} von ${all}.`,
    restoreAll: 'Alle wiederherstellen',
    emptyTrash: 'Papierkorb leeren',
    emptyHelp: (n, countText) => `${items(n, countText)} ${plural(n, 'wird', 'werden')} endgültig gelöscht.`,
    allBack: (n, countText) => `${items(n, countText)} ${plural(n, 'ist', 'sind')} wieder da.`,
    allDeleted: (countText) => `${countText} endgültig gelöscht.`,
    notThere: 'Das ist nicht mehr im Papierkorb.',
    strays:
      'Der Papierkorb enthält Dateien, von denen Stowaway nichts weiß, etwa nach einem Stromausfall oder nachdem ein älteres Backup wiederhergestellt wurde. Sie werden nie gelöscht. Um ein Video zurückzuholen, verschieben Sie seine Dateien von Hand in die Bibliothek. Verwendet auch ein anderes Stowaway diese Bibliothek, gehören sie vielleicht ihm: Lassen Sie sie dann liegen.',
    files: (n, countText) => `${countText} ${plural(n, 'Datei', 'Dateien')}`,
    moreFolders: (n, countText) => `… und ${countText} ${plural(n, 'weiterer', 'weitere')} Ordner.`,
    emptiedEarly: (n, countText, size) =>
      `Der Datenträger war fast voll: ${items(n, countText)} (${size}) ${plural(n, 'wurde', 'wurden')} vorzeitig endgültig aus dem Papierkorb gelöscht.`,
    restored: (title) => `${title} ist wieder da.`,
    restoredWith: (title, n, countText) =>
      `${title} ist wieder da, mit ${countText} ${plural(n, 'Eintrag, der', 'Einträgen, die')} zusammen damit gelöscht ${plural(n, 'wurde', 'wurden')}.`,
    thereAgain: (title) => `${title} ist inzwischen wieder im Archiv. Im Papierkorb liegt eine weitere Kopie.`,
    blocked: (title, files, n) =>
      `${title} wurde nicht wiederhergestellt: ${files} gibt es schon. Verschieben Sie ${plural(n, 'diese Datei', 'diese Dateien')} oder benennen Sie sie um, und versuchen Sie die Wiederherstellung dann noch einmal.`,
    lost: (title, files, n) => `${title} wurde nicht wiederhergestellt: ${files} ${plural(n, 'ist', 'sind')} nicht mehr im Papierkorb.`,
    diskAbsent: (title) => `${title} wurde nicht wiederhergestellt: Der Datenträger mit seinen Dateien ist nicht angeschlossen.`,
    folderAbsent: (title, folder) =>
      `${title} wurde nicht wiederhergestellt: Der Ordner ${folder} ist leer oder fehlt, obwohl das Archiv Videos darin hat. Schließen Sie seinen Datenträger an, oder legen Sie irgendeine Datei hinein, wenn er leer sein soll.`,
    refused: (title, why) => `${title} wurde nicht wiederhergestellt: ${why}.`,
    moreProblems: (n) => `… und ${n} weitere.`,
  },
  left: {
    title: 'Dateien gelöschter Videos',
    help: 'Diese Dateien fehlten, als ihr Video gelöscht wurde, oder sind Kopien davon. Sie werden nicht angetastet: Importieren Sie sie noch einmal, oder löschen Sie die Dateien selbst.',
    again: 'Noch einmal importieren',
    againOf: (title) => `${title} noch einmal importieren`,
    notLeft: 'Diese Datei gehört nicht mehr zu einem gelöschten Video.',
    inTrash: (title) => `${title} ist im Papierkorb. Stellen Sie es dort wieder her, damit Markierungen und Positionen erhalten bleiben.`,
    scanning: 'Die Bibliothek wird eingelesen. Danach ist das Video wieder da.',
  },
  keeping: {
    title: 'Wie lange etwas aufbewahrt wird',
    trashDays: 'Tage im Papierkorb',
    trashDaysHelp: 'So lange lässt sich Gelöschtes wiederherstellen. Bei 0 wird es sofort endgültig gelöscht.',
    forgetDays: 'Tage, bis ein fehlendes Video vergessen wird',
    forgetDaysHelp: 'Bleibt das Feld leer, werden alle behalten. Videos in einem Ordner, der als Ganzes fehlt, werden nicht automatisch vergessen.',
    number: (least, most) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein.`,
    numberOrEmpty: (least, most) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein, oder lassen Sie das Feld leer.`,
  },
  nothingSelected: 'Es wurde nichts geändert, weil nichts ausgewählt war. Laden Sie die Seite neu.',
  clockSetBack:
    'Es wurde nichts geändert, weil die Uhr des Servers nach dem Öffnen der Seite zurückgestellt wurde. Prüfen Sie die Liste und versuchen Sie es noch einmal.',
  clockWasAhead: 'Es wurde nichts geändert, weil die Uhr des Servers vorging, als einige dieser Videos verschwanden. Entscheiden Sie über jedes Video einzeln.',
  cameLater: (n, countText) => `${countText} ${plural(n, 'kam', 'kamen')} erst nach dem Öffnen der Seite dazu und ${plural(n, 'bleibt', 'bleiben')}.`,
  writing: {
    title: 'Ihre Dateien',
    on: 'Beschreibungen und Bilder werden neben Ihren Dateien gespeichert und, wo Sie das eingeschaltet haben, auch in sie eingebettet. Eine vorhandene .info.json wird aktualisiert; ein vorhandenes Bild bleibt.',
    off: 'Ihre Dateien werden nur gelesen. Was eine Aktualisierung herausfindet, wird im Datenordner sowie in Backups und Snapshots aufbewahrt. Wenn Sie es erlauben, werden Beschreibungen und Bilder neben Ihren Dateien gespeichert und, wo Sie das eingeschaltet haben, auch in sie eingebettet. Eine vorhandene .info.json wird dann aktualisiert; ein vorhandenes Bild bleibt.',
    own: 'Bei Dateien, die Stowaway heruntergeladen hat, wird immer geschrieben.',
    stop: 'Meine Dateien nur lesen',
    allow: 'Schreiben erlauben',
    nowOn: 'Beschreibungen und Bilder werden ab jetzt neben Ihren Dateien gespeichert. Vorhandene Bilder bleiben.',
    nowOff: 'Ihre Dateien werden ab jetzt nur gelesen. Was bisher geschrieben wurde, bleibt.',
  },
  report: {
    title: 'Letztes Einlesen der Bibliothek',
    notYet: 'Die Bibliothek wurde noch nicht eingelesen.',
    at: (at, n, countText, changes) => html`${at}: ${countText} ${plural(n, 'Mediendatei', 'Mediendateien')}, ${changes}.`,
    nothingNew: 'nichts Neues',
    unchanged: 'Ein Durchgang, der nichts ändert, wird hier nicht vermerkt.',
    brokenOff: (reason) => `Frühere Durchgänge sind gescheitert: ${reason}.`,
    allRead: 'Jede Datei war lesbar.',
    changes: { added: 'neu', updated: 'geändert', moved: 'verschoben', missing: 'fehlend', returned: 'wiedergefunden' },
    problems: (n, countText) => `Bei ${countText} ${plural(n, 'Datei gibt es ein Problem', 'Dateien gibt es Probleme')}`,
    triedAgain: 'Ein neuer Versuch folgt, sobald sich die jeweilige Datei ändert.',
    previous: 'Zurück',
    next: 'Weiter',
    range: (from, to, all) => `${from} bis ${to} von ${all}`,
  },
};
