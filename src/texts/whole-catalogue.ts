/** The texts of the row “Whole catalogue” in the settings of this device. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

const videos = (number: number): string => `${count(number)} ${plural(number, 'video', 'videos')}`;
const channels = (number: number): string => `${count(number)} ${plural(number, 'channel', 'channels')}`;
const playlists = (number: number): string => `${count(number)} ${plural(number, 'playlist', 'playlists')}`;

export const wholeCatalogueTexts = translated('wholeCatalogue', {
  label: 'Whole catalogue',
  help: 'Titles, dates and descriptions of all videos, so that every list, filter and search answers without the server. Never on metered connections.',
  reading: (read: number, total: number) => `Reading: ${count(Math.min(read, total))} of ${videos(total)}`,
  readingChannels: (read: number, channel: number, ofChannels: number) =>
    `Reading: ${videos(read)}, channel ${count(Math.min(channel, ofChannels))} of ${count(ofChannels)}`,
  beginning: 'Counting the videos of the server…',
  progress: 'Reading progress',
  paused: 'Paused.',
  waitsForServer: 'Resumes when the server answers.',
  waitsForNetwork: 'Resumes once the network is not metered.',
  asOf: (when: string, of: { videos: number; channels: number; playlists: number }) =>
    `As of ${when}: ${videos(of.videos)}, ${channels(of.channels)}, ${playlists(of.playlists)}`,
  unreached: (number: number) => `${videos(number)} could not be read, because the server’s lists end before them.`,
  failedLists: (number: number) => `${count(number)} ${plural(number, 'list', 'lists')} could not be read.`,
  large: (number: number, isCapped: boolean) => (isCapped ? `The server has more than ${videos(number)}.` : `The server has ${videos(number)}.`),
  pause: 'Pause',
  goOn: 'Resume',
  again: 'Read again',
} as const);
