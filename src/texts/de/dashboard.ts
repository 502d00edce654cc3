/** German texts of the dashboard. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { dashboardTexts } from '../dashboard.ts';
import type { Translation } from '../translated.ts';

export const dashboard: Translation<typeof dashboardTexts> = {
  title: 'Ihr Archiv',
  loading: 'Wird geladen\u00a0…',
  counted: (when) => `Stand: ${when}`,
  countedOffline: (when) => `Offline, letzter Stand: ${when}`,
  overview: 'Überblick',
  videos: (total) => plural(total, 'Video', 'Videos'),
  active: 'Aktiv',
  inactive: 'Inaktiv',
  watchProgress: 'Fortschritt',
  watched: 'Gesehen',
  unwatched: 'Ungesehen',
  share: (share) => `${Math.round(share * 100)}\u00a0%`,
  shareWatched: 'der Spielzeit gesehen',
  seconds: (total) => `${count(total)} ${plural(total, 'Sekunde', 'Sekunden')}`,
  videoType: 'Videotyp',
  regular: 'Normal',
  shorts: 'Shorts',
  streams: 'Streams',
  application: 'Anwendung',
  channels: 'Kanäle',
  playlists: 'Playlists',
  subscribed: (total) => `${count(total)} abonniert`,
  pending: 'Warteschlange',
  pendingKinds: (videos, shorts, streams) =>
    [
      videos > 0 ? `${count(videos)} ${plural(videos, 'Video', 'Videos')}` : '',
      shorts > 0 ? `${count(shorts)} ${plural(shorts, 'Short', 'Shorts')}` : '',
      streams > 0 ? `${count(streams)} ${plural(streams, 'Stream', 'Streams')}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  history: 'Download-Verlauf',
  noHistory: 'Keine Downloads in letzter Zeit',
  historySum: (total, size, days) => `${count(total)} ${plural(total, 'Video', 'Videos')} · ${size} in ${count(days)} ${plural(days, 'Tag', 'Tagen')}`,
  day: 'Tag',
  videosHead: 'Videos',
  durationHead: 'Dauer',
  sizeHead: 'Größe',
  channelHead: 'Kanal',
  biggest: 'Größte Kanäle',
  by: { doc_count: 'Nach Videos', duration: 'Nach Dauer', media_size: 'Nach Größe' },
  noChannels: 'Keine Kanäle gefunden.',
};
