// Reads the value of a field that a device shows.
import { readShown, readShownPlaylist } from '../../../src/mirror/fold-entities.ts';
import { channelLane, downloadLane, playlistLane, settingsLane } from '../../../src/mirror/lanes.ts';
import { listKey } from '../../../src/mirror/list-keys.ts';
import type { Mirror } from '../../../src/mirror/database.ts';
import type { Entities } from '../../../src/mirror/rows.ts';
import { splitOnce } from './fields.ts';

export async function shownField({ db }: Mirror, subject: string): Promise<unknown> {
  const [of, name] = splitOnce(subject);
  const entity = async <Name extends keyof Entities>(kind: Name, id: string, lane: string): Promise<Entities[Name] | undefined> =>
    (await readShown(db, kind, id, lane as never))?.entity as Entities[Name] | undefined;
  switch (of) {
    case 'channel':
      return (await entity('channel', name, channelLane(name)))?.isSubscribed;
    case 'playlist':
      return (await entity('playlist', name, playlistLane(name)))?.isSubscribed;
    case 'sort':
      return (await entity('playlist', name, playlistLane(name)))?.sortOrder;
    case 'config':
      return (await entity('config', '', settingsLane))?.[name as 'grid_items'];
    case 'download': {
      const shownDownload = await entity('download', name, downloadLane(name));
      return shownDownload?.status ?? 'forgotten';
    }
    case 'order':
      return (await readShownPlaylist(db, name))?.entries.map((entry) => entry.videoId).join(' ');
    case 'member': {
      const [playlistId = '', videoId = ''] = name.split('/');
      return (await readShownPlaylist(db, playlistId))?.entries.some((entry) => entry.videoId === videoId);
    }
    default:
      return undefined;
  }
}

/** An item's status according to the stored lists of the queue. The row of an item that has left the queue stays, but no list has it. */
export async function listedDownload({ db }: Mirror, videoId: string): Promise<unknown> {
  for (const status of ['pending', 'ignore'] as const) {
    const page = await db.listPages.get(listKey({ endpoint: 'downloads', filters: `filter=${status}`, pageSize: 12, page: 1 }));
    if (page?.ids.includes(videoId)) return (await db.downloads.get(videoId))?.status;
  }
  return 'forgotten';
}
