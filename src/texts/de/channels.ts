// German texts of the channel list and of a channel's own page.
import type { channelTexts, channelsTexts } from '../channels.ts';
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { Translation } from '../translated.ts';

export const channels: Translation<typeof channelsTexts> = {
  title: 'Kanäle',
  empty: 'Keine Kanäle gefunden.',
  emptyForStaff: 'Ein Kanal erscheint mit seinem ersten Video.',
  emptySubscribed: 'Keine abonnierten Kanäle.',
  emptyUnsubscribed: 'Keine nicht abonnierten Kanäle.',
  filter: 'Abo',
  filters: { all: 'Alle, abonniert oder nicht', subscribed: 'Nur abonnierte', unsubscribed: 'Nur nicht abonnierte' },
  view: 'Ansicht',
  views: { grid: 'Raster', list: 'Liste' },
  add: 'Abos hinzufügen',
  addPlaceholder: 'Abonnieren: Links oder IDs',
  addHelp: 'Pro Zeile ein Link oder eine ID. Der Server sucht danach und meldet das Ergebnis zu jeder Zeile.',
  added: (n) => `${count(n)} ${plural(n, 'Abo wird', 'Abos werden')} hinzugefügt.`,
  loading: 'Kanäle werden geladen',
};

export const channel: Translation<typeof channelTexts> = {
  notFound: 'Kanal nicht gefunden!',
  notFoundText: 'Er wurde gelöscht oder nie archiviert.',
  goToChannels: 'Zu den Kanälen',
  tabs: 'Kanal',
  videos: 'Videos',
  streams: 'Streams',
  shorts: 'Shorts',
  playlists: 'Playlists',
  about: 'Info',
  downloads: 'Downloads',
  ignored: 'Ignoriert',
  lastRefreshed: (day) => `zuletzt aktualisiert: ${day}`,
  deactivated: 'Deaktiviert',
  totalVideos: (n) => plural(n, 'Video', 'Videos'),
  totalDuration: 'Spielzeit',
  totalSize: 'auf dem Server',
  videoCount: (n) => `${count(n)} ${plural(n, 'Video', 'Videos')}`,
  more: 'Mehr',
  moreActions: 'Weitere Aktionen',
  markWatched: 'Alle als gesehen markieren',
  markUnwatched: 'Alle als ungesehen markieren',
  emptyForStaff: 'Von diesem Kanal ist noch nichts im Archiv.',
  emptyOfKind: 'Dieser Kanal hat nur Videos anderer Art.',
  loading: 'Der Kanal wird geladen',
};
