/** Texts that lists share: filters, table, selection, subscribing, the inline player. Loaded with the chunks that use them. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

const videos = (n: number) => `${count(n)} ${plural(n, 'video', 'videos')}`;

export const listTexts = translated('list', {
  markedAll: (name: string) => `Marked all of ${name} as watched.`,
  unmarkedAll: (name: string) => `Marked all of ${name} as unwatched.`,
  subscribe: 'Subscribe',
  subscribed: 'Subscribed',
  unsubscribe: 'Unsubscribe',
  subscribedTo: (name: string) => `Subscribed to ${name}.`,
  unsubscribedFrom: (name: string) => `Unsubscribed from ${name}.`,
  waitingToBeSent: (lines: readonly string[]) => `Waiting to be sent: ${lines.join(', ')}`,

  filters: 'Filters and view',
  openFilters: 'Filters',
  clearFilters: 'Clear filters',
  done: 'Done',
  type: 'Type',
  types: { all: 'All', videos: 'Videos', streams: 'Streams', shorts: 'Shorts' },
  sortBy: 'Sort by',
  sortFields: {
    published: 'Published',
    downloaded: 'Downloaded',
    views: 'Views',
    likes: 'Likes',
    duration: 'Duration',
    mediasize: 'File size',
    width: 'Width',
    height: 'Height',
  },
  order: 'Order',
  orders: { desc: 'Descending', asc: 'Ascending' },
  sortSpoken: (field: string, order: string) => `Sorted by ${field}, ${order.toLowerCase()}`,
  watched: 'Watched',
  watchStates: { all: 'Any status', unwatched: 'Unwatched', watched: 'Watched' },
  height: 'Height',
  anyHeight: 'Any height',
  pixels: (height: number) => `${height}p`,
  gridItems: 'Grid items',
  fewer: 'Fewer columns',
  more: 'More columns',
  playableNow: 'Playable now',
  everything: 'Everything',
  view: 'View',
  views: { grid: 'Grid', list: 'List', table: 'Table' },
  removeFilter: (name: string) => `Remove filter ${name}`,

  columns: { title: 'Title', channel: 'Channel', actions: 'Actions', picked: 'Selected' },

  inlinePlayer: 'Player',
  openPage: 'Open page',

  select: 'Select videos',
  selection: 'Selection',
  selected: (n: number) => `${count(n)} selected`,
  selectPage: 'Select all on this page',
  endSelection: 'End selection',
  markWatched: 'Mark watched',
  markUnwatched: 'Mark unwatched',
  addToPlaylist: 'Add To Playlist',
  delete: 'Delete',
  markedMany: (n: number) => `Marked ${videos(n)} watched.`,
  unmarkedMany: (n: number) => `Marked ${videos(n)} unwatched.`,
  deleteQuestion: (n: number) => (n === 1 ? 'Delete this video?' : `Delete these ${videos(n)}?`),
  deleting: (done: number, all: number) => `Deleting: ${count(done)} of ${count(all)} done.`,
  deletedMany: (n: number) => `Deleted ${videos(n)}.`,
  deletedSome: (done: number, all: number, why: string) => `Deleted ${count(done)} of ${videos(all)}. ${why}`,
  deleteConsequence: (n: number) => (n === 1 ? 'It will be deleted from the server and this device.' : 'They will be deleted from the server and this device.'),
} as const);
