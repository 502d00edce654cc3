// A small generated library: files in a folder and the records that describe them, written straight into the catalogue.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Catalogue } from '../../server/catalogue/records.ts';
import type { Database } from '../../server/database/transaction.ts';
import { aChannel, aComment, aPlaylist, aVideo } from './server-records.ts';

export const ids = {
  harbour: 'UCharbourharbourharbour1',
  kitchen: 'UCkitchenkitchenkitchen2',
  /** A video of 600 s with subtitles, comments, segments and a JPEG, which is not watched at the start of any test. */
  dawn: 'Dawn_walk-1',
  /** WebM with a WebP picture that is named .jpg. */
  gulls: 'gulls-at-12',
  short: 'shortshort3',
  stream: 'streamstre4',
  /** A video whose media file is a link that leads out of the library. */
  leadsOut: 'leadsOutOf5',
  /** A video whose media file is gone from the disk. */
  gone: 'goneFromDs6',
  walks: 'PLwalkswalkswalkswalkswalkswalks34',
  lonely: 'PLlonelylonelylonelylonelylonely34',
  /** A custom playlist, for tests that add it. */
  mine: 'TA_playlist_00000000-0000-4000-8000-00000000000a',
  notDownloaded: 'notHereYet7',
} as const;

export const dawnBytes = patternOf(300_000);
export const jpegBytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), patternOf(600)]);
export const webpBytes = Buffer.concat([Buffer.from('RIFF\u0000\u0001\u0000\u0000WEBPVP8 ', 'latin1'), patternOf(500)]);
export const pngBytes = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), patternOf(400)]);

export async function makeLibrary(root: string, catalogue: Catalogue): Promise<void> {
  const files: Record<string, Buffer | string> = {
    'Harbour/dawn walk [Dawn_walk-1].mp4': dawnBytes,
    'Harbour/dawn walk [Dawn_walk-1].jpg': jpegBytes,
    'Harbour/dawn walk [Dawn_walk-1].en.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning.\n',
    'Harbour/dawn walk [Dawn_walk-1].en-auto.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\ngood morning\n',
    'Harbour/gulls [gulls-at-12].webm': patternOf(5_000),
    'Harbour/gulls [gulls-at-12].jpg': webpBytes,
    'Harbour/short.mkv': patternOf(2_000),
    'Kitchen/stream.mp4': patternOf(3_000),
    'Kitchen/icon.png': pngBytes,
    '../outside/secret.mp4': 'not part of the library',
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
  await symlink('../../outside/secret.mp4', path.join(root, 'Kitchen/link.mp4'));

  catalogue.putChannels([
    aChannel({ channelId: ids.harbour, name: 'Harbour Walks', sourceUrl: 'https://videos.example/harbour' }),
    aChannel({ channelId: ids.kitchen, name: 'a small Kitchen', thumbFile: 'Kitchen/icon.png' }),
  ]);
  catalogue.putVideos([
    aVideo({
      videoId: ids.dawn,
      channelId: ids.harbour,
      title: 'Dawn walk along the quay',
      tags: ['quay', 'lanterns'],
      sourceUrl: 'https://videos.example/dawn',
      mediaFile: 'Harbour/dawn walk [Dawn_walk-1].mp4',
      mediaSizeBytes: dawnBytes.length,
      thumbFile: 'Harbour/dawn walk [Dawn_walk-1].jpg',
      publishedAt: '2026-03-01T08:00:00+02:00',
      viewCount: 900,
      subtitles: [
        { lang: 'en', name: 'English', source: 'user', file: 'Harbour/dawn walk [Dawn_walk-1].en.vtt' },
        { lang: 'en', name: 'English (automatic)', source: 'auto', file: 'Harbour/dawn walk [Dawn_walk-1].en-auto.vtt' },
      ],
      chapters: [{ title: 'The quay', startSeconds: 0 }],
      sponsorSegments: [{ uuid: 'a1', actionType: 'skip', category: 'sponsor', startSeconds: 12.5, endSeconds: 47.25, votes: 7, isLocked: true }],
      comments: [
        aComment({ commentId: 'c1' }),
        aComment({ commentId: 'c1.a', parentId: 'c1', likeCount: null }),
        aComment({ commentId: 'c1.a.b', parentId: 'c1.a' }),
        aComment({ commentId: 'orphan', parentId: 'was-deleted' }),
        aComment({ commentId: 'c2', timestamp: 1_770_940_800 }),
      ],
    }),
    aVideo({
      videoId: ids.gulls,
      channelId: ids.harbour,
      title: 'Gulls over the quay',
      tags: ['quay'],
      mediaFile: 'Harbour/gulls [gulls-at-12].webm',
      thumbFile: 'Harbour/gulls [gulls-at-12].jpg',
      publishedAt: '2026-03-02T08:00:00+00:00',
      durationSeconds: 1900,
      viewCount: 50,
    }),
    aVideo({
      videoId: ids.short,
      channelId: ids.harbour,
      kind: 'shorts',
      mediaFile: 'Harbour/short.mkv',
      durationSeconds: 40,
      publishedAt: '2026-03-03T08:00:00+00:00',
      streams: [],
    }),
    aVideo({
      videoId: ids.stream,
      channelId: ids.kitchen,
      kind: 'streams',
      mediaFile: 'Kitchen/stream.mp4',
      publishedAt: '2026-03-04T08:00:00+00:00',
      isActive: false,
    }),
    aVideo({ videoId: ids.leadsOut, channelId: ids.kitchen, mediaFile: 'Kitchen/link.mp4', publishedAt: '2026-01-04T08:00:00+00:00' }),
    aVideo({ videoId: ids.gone, channelId: ids.kitchen, mediaFile: 'Kitchen/gone.mp4', publishedAt: '2026-01-03T08:00:00+00:00' }),
  ]);
  catalogue.putPlaylists([
    aPlaylist({
      playlistId: ids.walks,
      name: 'Walks',
      channelId: ids.harbour,
      sourceUrl: 'https://videos.example/walks',
      entries: [ids.gulls, ids.notDownloaded, ids.dawn, ids.short].map((videoId, index) => ({ videoId, title: `Entry ${index}`, uploader: null, index })),
    }),
    aPlaylist({ playlistId: ids.lonely, name: 'lonely', entries: [{ videoId: ids.dawn, title: 'Dawn', uploader: 'Harbour Walks', index: 0 }] }),
  ]);
}

export function addCustomPlaylist(database: Database, playlistId: string, name: string): void {
  database
    .prepare("INSERT INTO playlist (playlist_id, name, name_order, kind, is_active, refreshed_at) VALUES (?, ?, ?, 'custom', 0, 0)")
    .run(playlistId, name, name.toLowerCase());
}

/** Bytes that depend on their position, so that a wrong range looks wrong, even if it is off by 64 KiB, the size of Node's reads. */
function patternOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let offset = 0; offset < length; offset += 1) bytes[offset] = (offset * 31 + (offset >> 8) + (offset >> 16) * 7) & 0xff;
  return bytes;
}
