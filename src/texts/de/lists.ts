/** German texts that lists share: filters, table, selection, subscribing, the inline player. */
import { count } from '../formats.ts';
import type { listTexts } from '../lists.ts';
import { plural } from '../plural.ts';
import type { Translation } from '../translated.ts';

const videos = (n: number) => `${count(n)} ${plural(n, 'Video', 'Videos')}`;

export const list: Translation<typeof listTexts> = {
  markedAll: (name) => `Alles von ${name} als gesehen markiert.`,
  unmarkedAll: (name) => `Alles von ${name} als ungesehen markiert.`,
  subscribe: 'Abonnieren',
  subscribed: 'Abonniert',
  unsubscribe: 'Abo beenden',
  subscribedTo: (name) => `${name} abonniert.`,
  unsubscribedFrom: (name) => `Abo von ${name} beendet.`,
  waitingToBeSent: (lines) => `Noch nicht gesendet: ${lines.join(', ')}`,

  filters: 'Filter und Ansicht',
  openFilters: 'Filter',
  clearFilters: 'Filter zurücksetzen',
  done: 'Fertig',
  type: 'Typ',
  types: { all: 'Alle', videos: 'Videos', streams: 'Streams', shorts: 'Shorts' },
  sortBy: 'Sortieren nach',
  sortFields: {
    published: 'Veröffentlicht',
    downloaded: 'Heruntergeladen',
    views: 'Aufrufe',
    likes: 'Likes',
    duration: 'Dauer',
    mediasize: 'Dateigröße',
    width: 'Breite',
    height: 'Höhe',
  },
  order: 'Reihenfolge',
  orders: { desc: 'Absteigend', asc: 'Aufsteigend' },
  sortSpoken: (field, order) => `Sortierung: ${field}, ${order.toLowerCase()}`,
  watched: 'Gesehen',
  watchStates: { all: 'Jeder Status', unwatched: 'Ungesehen', watched: 'Gesehen' },
  height: 'Höhe',
  anyHeight: 'Jede Höhe',
  pixels: (height) => `${height}p`,
  gridItems: 'Spalten im Raster',
  fewer: 'Weniger Spalten',
  more: 'Mehr Spalten',
  playableNow: 'Jetzt abspielbar',
  everything: 'Alles',
  view: 'Ansicht',
  views: { grid: 'Raster', list: 'Liste', table: 'Tabelle' },
  removeFilter: (name) => `Filter „${name}“ entfernen`,

  columns: { title: 'Titel', channel: 'Kanal', actions: 'Aktionen', picked: 'Ausgewählt' },

  inlinePlayer: 'Player',
  openPage: 'Seite öffnen',

  select: 'Videos auswählen',
  selection: 'Auswahl',
  selected: (n) => `${count(n)} ausgewählt`,
  selectPage: 'Alle auf dieser Seite auswählen',
  endSelection: 'Auswahl beenden',
  markWatched: 'Als gesehen markieren',
  markUnwatched: 'Als ungesehen markieren',
  addToPlaylist: 'Zu Playlist hinzufügen',
  delete: 'Löschen',
  markedMany: (n) => `${videos(n)} als gesehen markiert.`,
  unmarkedMany: (n) => `${videos(n)} als ungesehen markiert.`,
  deleteQuestion: (n) => (n === 1 ? 'Dieses Video löschen?' : `Diese ${videos(n)} löschen?`),
  deleting: (done, all) => `Wird gelöscht: ${count(done)} von ${count(all)} fertig.`,
  deletedMany: (n) => `${videos(n)} gelöscht.`,
  deletedSome: (done, all, why) => `${count(done)} von ${videos(all)} gelöscht. ${why}`,
  deleteConsequence: (n) => (n === 1 ? 'Es wird vom Server und von diesem Gerät gelöscht.' : 'Sie werden vom Server und von diesem Gerät gelöscht.'),
};
