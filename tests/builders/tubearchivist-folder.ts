// What a TubeArchivist server leaves on disk: its media folder, its cache folder with pictures, and its backup. The documents have the keys
// that it stores; names and words are invented.
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { anMp4 } from './library-media.ts';

export type Documents = Record<string, Record<string, unknown>[]>;

export const importedChannel = 'UCwindWindWindWindWindWi';
export const importedPlaylist = 'PLwindWindWindWindWindWindWindWind';
export const importedCustomPlaylist = 'TA_playlist_11111111-0000-4000-8000-000000000001';
export const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300, 5)]);

export interface TubeArchivistFolder {
  media: string;
  cache: string;
  zip: string;
}

export async function aTubeArchivistFolder(root: string, documents: Documents = someDocuments()): Promise<TubeArchivistFolder> {
  const [media, cache] = [path.join(root, 'youtube'), path.join(root, 'cache')];
  const put = async (file: string, content: Buffer | string): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  for (const id of ['Wind_mill-1', 'wind-mill_2']) {
    await put(path.join(media, importedChannel, `${id}.mp4`), anMp4({ mediaBytes: 500 + id.charCodeAt(0) }));
    await put(path.join(cache, 'videos', id.slice(0, 1).toLowerCase(), `${id}.jpg`), jpeg);
  }
  await put(path.join(media, importedChannel, 'Wind_mill-1.en.vtt'), 'WEBVTT\n\n00:00.000 --> 00:09.000\nThe sails turn slowly.\n');
  for (const kind of ['thumb', 'banner', 'tvart']) await put(path.join(cache, 'channels', `${importedChannel}_${kind}.jpg`), jpeg);
  await put(path.join(cache, 'playlists', `${importedPlaylist}.jpg`), jpeg);
  const zip = path.join(cache, 'backup', 'ta_backup-20260214-auto.zip');
  await mkdir(path.dirname(zip), { recursive: true });
  await writeZip(zip, entriesOf(documents));
  return { media, cache, zip };
}

/** The files of a backup. Each video document has its own file, to show that parts are merged. */
export function entriesOf(documents: Documents): Record<string, string> {
  const linesOf = (index: string, document: Record<string, unknown>): string =>
    `${JSON.stringify({ index: { _index: `ta_${index}`, _id: String(document['youtube_id'] ?? document['channel_id'] ?? document['playlist_id']) } })}\n${JSON.stringify(document)}\n`;
  return Object.fromEntries(
    Object.entries(documents).flatMap(([index, documentsOfIndex]) =>
      index === 'video'
        ? documentsOfIndex.map((document, part): [string, string] => [`es_video-20260214-${part}.json`, `${linesOf(index, document)}\n`])
        : [[`es_${index}-20260214-0.json`, documentsOfIndex.map((document) => linesOf(index, document)).join('')]],
    ),
  );
}

export async function writeZip(file: string, entries: Record<string, string>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const channel = {
  channel_active: true,
  channel_banner_url: 'https://pictures.example/banner',
  channel_description: 'Mills, and what they grind.',
  channel_id: importedChannel,
  channel_last_refresh: 1_770_000_000,
  channel_name: 'Wind Works',
  channel_overwrites: { autodelete_days: 12, index_playlists: true, unknown_key: 1 },
  channel_subs: 5150,
  channel_subscribed: true,
  channel_tags: ['mills', 'wind'],
  channel_thumb_url: 'https://pictures.example/thumb',
  channel_tvart_url: false,
  channel_views: 0,
};

function aDocument(id: string, changes: Record<string, unknown>): Record<string, unknown> {
  return {
    active: true,
    category: ['Education'],
    channel,
    comment_count: 2,
    date_downloaded: 1_770_500_000,
    description: 'Filmed on a dike.',
    media_size: 777,
    media_url: `${importedChannel}/${id}.mp4`,
    player: { duration: 61, duration_str: '1:01', watched: false },
    playlist: [importedPlaylist],
    published: 1_769_000_000,
    stats: { average_rating: null, dislike_count: 3, like_count: 40, view_count: 900 },
    streams: [
      { bitrate: 900_000, codec: 'h264', height: 720, index: 0, type: 'video', width: 1280 },
      { bitrate: 128_000, codec: 'aac', index: 1, type: 'audio' },
    ],
    tags: ['dike', 'mill'],
    title: `The mill ${id}`,
    vid_last_refresh: 1_770_600_000,
    vid_thumb_url: 'https://pictures.example/video',
    vid_type: 'videos',
    youtube_id: id,
    ...changes,
  };
}

export function someDocuments(): Documents {
  const entry = (youtube_id: string, idx: number) => ({ downloaded: true, idx, title: `Entry ${youtube_id}`, uploader: 'Wind Works', youtube_id });
  const playlist = {
    playlist_active: true,
    playlist_channel: 'Wind Works',
    playlist_channel_id: importedChannel,
    playlist_description: 'False',
    playlist_last_refresh: 1_770_000_000,
  };
  return {
    channel: [channel],
    video: [
      aDocument('Wind_mill-1', {
        player: { duration: 61, duration_str: '1:01', watched: true, watched_date: 1_770_700_000 },
        subtitles: [{ ext: 'vtt', lang: 'en', media_url: `${importedChannel}/Wind_mill-1.en.vtt`, name: 'English (by hand)', source: 'user', url: null }],
        sponsorblock: {
          has_unlocked: false,
          is_enabled: true,
          last_refresh: 1,
          segments: [{ UUID: 'u1', actionType: 'skip', category: 'sponsor', locked: 1, segment: [1.5, 9], votes: 4 }],
        },
      }),
      aDocument('wind-mill_2', { published: '2026-01-20', vid_type: 'streams', active: false, description: null }),
      aDocument('goneFromDsk', {}),
      { youtube_id: 'too little' },
    ],
    playlist: [
      {
        ...playlist,
        playlist_id: importedPlaylist,
        playlist_name: 'All mills',
        playlist_subscribed: true,
        playlist_type: 'regular',
        playlist_entries: [entry('wind-mill_2', 1), entry('Wind_mill-1', 0), entry('neverThere1', 2)],
      },
      {
        playlist_id: importedCustomPlaylist,
        playlist_name: 'For rainy days',
        playlist_type: 'custom',
        playlist_entries: [entry('wind-mill_2', 0)],
        playlist_description: false,
      },
    ],
    comment: [
      {
        youtube_id: 'Wind_mill-1',
        comment_last_refresh: 1,
        comment_channel_id: importedChannel,
        comment_comments: [
          {
            comment_id: 'c1',
            comment_text: 'Well ground.',
            comment_timestamp: 1_770_100_000,
            comment_likecount: 2,
            comment_is_favorited: false,
            comment_author: '@miller',
            comment_author_id: 'UCx',
            comment_author_is_uploader: true,
            comment_parent: 'root',
          },
          {
            comment_id: 'c1.a',
            comment_text: 'Thanks.',
            comment_timestamp: 1_770_100_100,
            comment_likecount: null,
            comment_author: '@fern',
            comment_parent: 'c1',
          },
        ],
      },
    ],
    download: [
      {
        youtube_id: 'waitsInLin1',
        status: 'pending',
        title: 'Waits in line',
        channel_id: importedChannel,
        channel_name: 'Wind Works',
        duration: '1:02:03',
        published: '2026-02-01',
        timestamp: 1_770_800_000,
        vid_type: 'videos',
        auto_start: false,
      },
      {
        youtube_id: 'notWanted_1',
        status: 'ignore',
        title: 'Not wanted',
        channel_id: importedChannel,
        channel_name: 'Wind Works',
        duration: '0:30',
        published: null,
        timestamp: 1_770_800_000,
        vid_type: 'shorts',
        auto_start: false,
      },
    ],
    subtitle: [
      {
        youtube_id: 'Wind_mill-1',
        subtitle_fragment_id: 'x',
        subtitle_line: 'The sails turn slowly.',
        subtitle_start: '00:00:00.000',
        subtitle_end: '00:00:09.000',
        subtitle_lang: 'en',
        subtitle_source: 'user',
        subtitle_index: 1,
      },
    ],
    config: [{ something: 'of no use' }],
  };
}
