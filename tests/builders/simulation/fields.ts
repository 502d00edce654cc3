// The fields that a run changes, and the archive's value of each.
import type { ModelArchive } from '../../doubles/model-archive.ts';
import { channelIds, customPlaylistId, downloadIds, regularPlaylistId, videoIds } from './library.ts';

export function archivedField(lists: ModelArchive['lists'], userId: number, subject: string): unknown {
  const [of, name] = splitOnce(subject);
  switch (of) {
    case 'channel':
      return lists.isSubscribed(name);
    case 'playlist':
      return lists.playlist(name)?.isSubscribed;
    case 'sort':
      return lists.playlist(name)?.sortOrder;
    case 'config':
      return lists.config(userId)[name as 'grid_items'];
    case 'download':
      return lists.download(name) ?? 'forgotten';
    case 'order':
      return lists.playlist(name)?.entries.join(' ');
    case 'member': {
      const [playlistId = '', videoId = ''] = name.split('/');
      return lists.playlist(playlistId)?.entries.includes(videoId) ?? false;
    }
    default:
      return undefined;
  }
}

export const fieldSubjects = [
  ...channelIds.map((channelId) => `channel:${channelId}`),
  `playlist:${regularPlaylistId}`,
  `sort:${regularPlaylistId}`,
  'config:grid_items',
  ...downloadIds.map((videoId) => `download:${videoId}`),
  ...videoIds.map((videoId) => `member:${customPlaylistId}/${videoId}`),
  `order:${customPlaylistId}`,
];

export function splitOnce(subject: string): [string, string] {
  const colon = subject.indexOf(':');
  return [subject.slice(0, colon), subject.slice(colon + 1)];
}
