/** Texts of the archive's own queue, "Downloads". A copy on this device is never called a download. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

const items = (n: number) => `${count(n)} ${plural(n, 'item', 'items')}`;
const lines = (n: number) => `${count(n)} ${plural(n, 'line', 'lines')}`;

/** How a line of the add form is interpreted. */
const kinds = {
  video: (n: number) => plural(n, 'video', 'videos'),
  channel: (n: number) => plural(n, 'channel', 'channels'),
  playlist: (n: number) => plural(n, 'playlist', 'playlists'),
  link: (n: number) => plural(n, 'other link', 'other links'),
  search: (n: number) => plural(n, 'search', 'searches'),
  unclear: (n: number) => plural(n, 'unclear line', 'unclear lines'),
} as const;

/** The form that SPEC §9 quotes. The archive counts no further than 10000. */
function queueTotal(total: number, isCapped: boolean): string {
  return isCapped ? '10000+' : count(total);
}

export const downloadsTexts = translated('downloads', {
  total: queueTotal,
  title: 'Downloads',
  /** Explains that a download is not a copy on this device. Does not mention saving, which not every browser supports. */
  line: 'The server’s own queue. Downloads go to the archive, not to this device.',
  rescan: 'Rescan subscriptions',
  /** Shown where `rescan` does not fit. */
  rescanShort: 'Rescan',
  start: 'Start download',
  rescanning: 'Rescanning subscriptions.',
  started: 'Download started.',

  cannotDownload: 'This server cannot download yet.',
  nextTry: (time: string) => `Next try: ${time}.`,
  triesNow: 'Trying now.',
  tryNow: 'Try now',
  trying: 'Trying again.',
  details: 'Details',
  warnings: (n: number) => `${count(n)} ${plural(n, 'warning', 'warnings')} in the last run`,
  warning: (title: string, message: string) => (title === '' ? message : `${title}: ${message}`),
  retry: 'Retry',
  running: 'Downloading',
  share: (percent: number) => `${percent}%`,
  speed: (size: string) => `${size}/s`,
  left: (time: string) => `${time} left`,
  progressOf: (title: string) => `Download of ${title}`,

  add: 'Add to queue',
  addLabel: 'Links or ids for the queue',
  addPlaceholder: 'Paste links or ids, one per line',
  autoStart: 'Download at once',
  autoStartHelp: 'Starts right after adding, ahead of the queue.',
  flat: 'Fast add',
  flatHelp: 'Skips looking up each video: quicker for long lists, but with fewer details until they are downloaded.',
  force: 'Even if archived',
  forceHelp: 'Downloads again what the archive has, and replaces the files.',
  options: 'Options',
  preview: (kindCounts: readonly { kind: keyof typeof kinds; entryCount: number }[]) =>
    kindCounts.map(({ kind, entryCount }) => `${count(entryCount)} ${kinds[kind](entryCount)}`).join(', '),
  kind: (kind: keyof typeof kinds) => kinds[kind](1),
  moreLines: (n: number) => `and ${count(n)} more`,
  unclearHelp: 'The server may still accept an unclear line. If not, it says why.',
  added: (n: number) => `${lines(n)} will be added to the queue.`,
  addedAlready: 'All of these are already waiting to be sent.',
  waitingLines: 'Waiting to be added',

  sharedForbidden: 'Only staff can add to the queue. Ask whoever runs this archive to add what you shared:',

  view: 'View',
  views: { list: 'List', grid: 'Grid' },
  states: 'State',
  state: { pending: 'Queued', ignore: 'Ignored' },
  stateCounted: (name: string, total: number, isCapped: boolean) => `${name} ${queueTotal(total, isCapped)}`,
  channel: 'Channel',
  allChannels: 'All channels',
  channelCounted: (name: string, n: number) => `${name} (${count(n)})`,
  thisChannel: 'This channel',
  type: 'Type',
  types: { all: 'All', videos: 'Videos', streams: 'Streams', shorts: 'Shorts' },
  errors: 'Errors',
  errorsCounted: (total: number, isCapped: boolean) => `Errors ${queueTotal(total, isCapped)}`,
  search: 'Search titles',
  clearSearch: 'Clear search',
  filters: 'Filters',

  columns: { video: 'Video', type: 'Type', published: 'Published', status: 'Status' },
  kinds: { videos: 'Video', streams: 'Stream', shorts: 'Short', unknown: 'Type unknown' },
  pending: 'Pending',
  ignored: 'Ignored',
  now: 'Up next',
  error: 'Error',
  waiting: 'Waiting to sync',
  notIndexed: (name: string) => `${name} · not in the archive yet`,
  unknownChannel: 'Channel not known yet',

  downloadNow: 'Download now',
  ignore: 'Ignore',
  toQueue: 'Add to queue',
  forget: 'Forget',
  delete: 'Delete',
  clearErrors: 'Clear errors',
  more: (title: string) => `More for ${title}`,
  of: (action: string, title: string) => `${action}: ${title}`,
  select: 'Select items',
  selectOne: (title: string) => `Select ${title}`,
  willDownload: (title: string) => `${title} downloads next.`,
  willIgnore: (title: string) => `Ignored ${title}.`,
  willQueue: (title: string) => `“${title}” is back in the queue.`,
  willForget: (title: string) => `Forgot ${title}.`,
  many: {
    priority: (n: number) => `${items(n)} ${plural(n, 'downloads', 'download')} next.`,
    ignore: (n: number) => `Ignored ${items(n)}.`,
    pending: (n: number) => `${items(n)} ${plural(n, 'is', 'are')} back in the queue.`,
    forgotten: (n: number) => `Forgot ${items(n)}.`,
  },

  bulk: 'Bulk actions',
  bulkAll: (total: number, isCapped: boolean) => `All ${queueTotal(total, isCapped)} in this view`,
  bulkByText: 'Search results can be selected, but not changed all at once.',
  bulkQuestion: {
    priority: (total: number, isCapped: boolean) => `Download ${bulkItems(total, isCapped)} now?`,
    ignore: (total: number, isCapped: boolean) => `Ignore ${bulkItems(total, isCapped)}?`,
    pending: (total: number, isCapped: boolean) => `Add ${bulkItems(total, isCapped)} to the queue?`,
    clear_error: (total: number, isCapped: boolean) => `Clear the errors of ${bulkItems(total, isCapped)}?`,
    forgotten: (total: number, isCapped: boolean) => `Forget ${bulkItems(total, isCapped)}?`,
  },
  bulkConsequence: {
    priority: 'They move to the front of the queue, and the download starts.',
    ignore: 'Scans don’t bring them back. They are listed under Ignored.',
    pending: 'They download in the next run.',
    clear_error: 'The next run tries them again.',
    forgotten: 'They leave the list. A later scan may find them again.',
  },
  bulkChanged: (before: string, now: string) => `There were ${before}, and now there are ${now}. Nothing was changed yet.`,
  bulkDone: (total: number, isCapped: boolean) => `Done: ${bulkItems(total, isCapped)}.`,

  empty: 'Nothing in the queue',
  emptyText: 'Paste links above, or rescan the subscriptions.',
  emptyIgnored: 'Nothing is ignored',
  emptyIgnoredText: 'What you ignore is listed here, and scans don’t bring it back.',
  emptyFiltered: 'Nothing here matches the filters.',
  loading: 'Loading the queue',
} as const);

function bulkItems(total: number, isCapped: boolean): string {
  return `${queueTotal(total, isCapped)} ${plural(total, 'item', 'items')}`;
}
