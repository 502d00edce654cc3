/** German texts of the archive's own queue, "Downloads". A copy on this device is never called a download. */
import type { downloadsTexts } from '../downloads.ts';
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { Translation } from '../translated.ts';

const items = (n: number) => `${count(n)} ${plural(n, 'Eintrag', 'Einträge')}`;
const lines = (n: number) => `${count(n)} ${plural(n, 'Zeile', 'Zeilen')}`;

/** How a line of the add form is interpreted. */
const kinds = {
  video: (n: number) => plural(n, 'Video', 'Videos'),
  channel: (n: number) => plural(n, 'Kanal', 'Kanäle'),
  playlist: (n: number) => plural(n, 'Playlist', 'Playlists'),
  link: (n: number) => plural(n, 'anderer Link', 'andere Links'),
  search: (n: number) => plural(n, 'Suche', 'Suchen'),
  unclear: (n: number) => plural(n, 'unklare Zeile', 'unklare Zeilen'),
} as const;

/** The archive counts no further than 10000. */
function queueTotal(total: number, isCapped: boolean): string {
  return isCapped ? '10000+' : count(total);
}

export const downloads: Translation<typeof downloadsTexts> = {
  total: queueTotal,
  title: 'Downloads',
  line: 'Die Warteschlange des Servers. Downloads kommen ins Archiv, nicht auf dieses Gerät.',
  rescan: 'Abos neu einlesen',
  /** Shown where `rescan` does not fit. */
  rescanShort: 'Einlesen',
  start: 'Download starten',
  rescanning: 'Abos werden neu eingelesen.',
  started: 'Download gestartet.',

  cannotDownload: 'Dieser Server kann noch nicht herunterladen.',
  nextTry: (time) => `Nächster Versuch: ${time}.`,
  triesNow: 'Versuch läuft.',
  tryNow: 'Jetzt versuchen',
  trying: 'Neuer Versuch läuft.',
  details: 'Details',
  warnings: (n) => `${count(n)} ${plural(n, 'Warnung', 'Warnungen')} beim letzten Lauf`,
  warning: (title, message) => (title === '' ? message : `${title}: ${message}`),
  retry: 'Erneut versuchen',
  running: 'Wird heruntergeladen',
  share: (percent) => `${percent}\u00a0%`,
  speed: (size) => `${size}/s`,
  left: (time) => `noch ${time}`,
  progressOf: (title) => `Download von ${title}`,

  add: 'In die Warteschlange',
  addLabel: 'Links oder IDs für die Warteschlange',
  addPlaceholder: 'Links oder IDs einfügen, eine pro Zeile',
  autoStart: 'Sofort herunterladen',
  autoStartHelp: 'Beginnt gleich nach dem Hinzufügen, vor der Warteschlange.',
  flat: 'Schnell hinzufügen',
  flatHelp: 'Schlägt die Videos nicht einzeln nach: schneller bei langen Listen, aber bis zum Download mit weniger Angaben.',
  force: 'Auch schon Archiviertes',
  forceHelp: 'Lädt noch einmal herunter, was das Archiv schon hat, und ersetzt die Dateien.',
  options: 'Optionen',
  preview: (kindCounts) => kindCounts.map(({ kind, entryCount }) => `${count(entryCount)} ${kinds[kind](entryCount)}`).join(', '),
  kind: (kind) => kinds[kind](1),
  moreLines: (n) => `und ${count(n)} weitere`,
  unclearHelp: 'Vielleicht nimmt der Server eine unklare Zeile trotzdem an. Sonst nennt er den Grund.',
  added: (n) => `${lines(n)} ${plural(n, 'kommt', 'kommen')} in die Warteschlange.`,
  addedAlready: 'All das wartet schon darauf, gesendet zu werden.',
  waitingLines: 'Wird noch hinzugefügt',

  sharedForbidden: 'Nur das Team darf die Warteschlange füllen. Bitten Sie die Person, die dieses Archiv betreibt, das Geteilte hinzuzufügen:',

  view: 'Ansicht',
  views: { list: 'Liste', grid: 'Raster' },
  states: 'Status',
  state: { pending: 'Wartend', ignore: 'Ignoriert' },
  stateCounted: (name, total, isCapped) => `${name} ${queueTotal(total, isCapped)}`,
  channel: 'Kanal',
  allChannels: 'Alle Kanäle',
  channelCounted: (name, n) => `${name} (${count(n)})`,
  thisChannel: 'Dieser Kanal',
  type: 'Typ',
  types: { all: 'Alle', videos: 'Videos', streams: 'Streams', shorts: 'Shorts' },
  errors: 'Fehler',
  errorsCounted: (total, isCapped) => `Fehler ${queueTotal(total, isCapped)}`,
  search: 'Titel suchen',
  clearSearch: 'Suche leeren',
  filters: 'Filter',

  columns: { video: 'Video', type: 'Typ', published: 'Veröffentlicht', status: 'Status' },
  kinds: { videos: 'Video', streams: 'Stream', shorts: 'Short', unknown: 'Typ unbekannt' },
  pending: 'Wartet',
  ignored: 'Ignoriert',
  now: 'Als Nächstes',
  error: 'Fehler',
  waiting: 'Wartet auf Sync',
  notIndexed: (name) => `${name} · noch nicht im Archiv`,
  unknownChannel: 'Kanal noch unbekannt',

  downloadNow: 'Jetzt herunterladen',
  ignore: 'Ignorieren',
  toQueue: 'In die Warteschlange',
  forget: 'Vergessen',
  delete: 'Löschen',
  clearErrors: 'Fehler löschen',
  more: (title) => `Mehr zu ${title}`,
  of: (action, title) => `${action}: ${title}`,
  select: 'Einträge auswählen',
  selectOne: (title) => `${title} auswählen`,
  willDownload: (title) => `${title} wird als Nächstes heruntergeladen.`,
  willIgnore: (title) => `${title} wird ignoriert.`,
  willQueue: (title) => `„${title}“ ist wieder in der Warteschlange.`,
  willForget: (title) => `${title} vergessen.`,
  many: {
    priority: (n) => `${items(n)} ${plural(n, 'wird', 'werden')} als Nächstes heruntergeladen.`,
    ignore: (n) => `${items(n)} ignoriert.`,
    pending: (n) => `${items(n)} ${plural(n, 'ist', 'sind')} wieder in der Warteschlange.`,
    forgotten: (n) => `${items(n)} vergessen.`,
  },

  bulk: 'Für alle',
  bulkAll: (total, isCapped) => `${total === 1 ? '' : 'Alle '}${queueTotal(total, isCapped)} in dieser Ansicht`,
  bulkByText: 'Suchergebnisse lassen sich auswählen, aber nicht alle auf einmal ändern.',
  bulkQuestion: {
    priority: (total, isCapped) => `${bulkItems(total, isCapped)} jetzt herunterladen?`,
    ignore: (total, isCapped) => `${bulkItems(total, isCapped)} ignorieren?`,
    pending: (total, isCapped) => `${bulkItems(total, isCapped)} in die Warteschlange stellen?`,
    clear_error: (total, isCapped) => `Fehler von ${queueTotal(total, isCapped)} ${plural(total, 'Eintrag', 'Einträgen')} löschen?`,
    forgotten: (total, isCapped) => `${bulkItems(total, isCapped)} vergessen?`,
  },
  bulkConsequence: {
    priority: 'Sie kommen an den Anfang der Warteschlange, und der Download beginnt.',
    ignore: 'Beim Einlesen kommen sie nicht wieder. Sie stehen unter „Ignoriert“.',
    pending: 'Sie werden beim nächsten Lauf heruntergeladen.',
    clear_error: 'Der nächste Lauf versucht sie erneut.',
    forgotten: 'Sie verlassen die Liste. Ein späteres Einlesen kann sie wieder finden.',
  },
  bulkChanged: (before, now) => `Es waren ${before}, jetzt sind es ${now}. Noch wurde nichts geändert.`,
  bulkDone: (total, isCapped) => `Fertig: ${bulkItems(total, isCapped)}.`,

  empty: 'Nichts in der Warteschlange',
  emptyText: 'Fügen Sie oben Links ein oder lesen Sie die Abos neu ein.',
  emptyIgnored: 'Nichts wird ignoriert',
  emptyIgnoredText: 'Was Sie ignorieren, steht hier, und beim Einlesen kommt es nicht wieder.',
  emptyFiltered: 'Hier entspricht nichts den Filtern.',
  loading: 'Die Warteschlange wird geladen',
};

function bulkItems(total: number, isCapped: boolean): string {
  return `${queueTotal(total, isCapped)} ${plural(total, 'Eintrag', 'Einträge')}`;
}
