// Files that yt-dlp itself has downloaded from a site on loopback are imported. Without yt-dlp these tests are skipped with a message.
// library-import.test.ts tests the same rules on invented descriptions.
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { aLibraryFolder, type LibraryFolder } from '../builders/library-folder.ts';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';
import { createMemoryCatalogue, type MemoryCatalogue } from '../doubles/memory-catalogue.ts';

const version = spawnSync('yt-dlp', ['--version'], { encoding: 'utf8' }).stdout?.trim();
if (!version) process.stdout.write('Skipped: the import of yt-dlp’s files, because yt-dlp is not on the PATH.\n');
const runProgram = promisify(execFile);
const plugins = path.resolve(import.meta.dirname, '../builders/library-extractor');

describe.runIf(version)(`the import of files that yt-dlp ${version ?? '(not installed)'} has written`, () => {
  let site: Server;
  let host: string;
  let folder: LibraryFolder;
  let catalogue: MemoryCatalogue;

  beforeAll(async () => {
    site = createServer((request, response) => {
      const name = request.url ?? '/';
      const [contentType, body] = name.endsWith('.mp4')
        ? ['video/mp4', anMp4({ mediaBytes: 2000 + name.length })]
        : name.endsWith('.jpg')
          ? ['image/jpeg', aJpeg(name)]
          : name.endsWith('.vtt')
            ? ['text/vtt', aVtt()]
            : ['text/html', '<html><head><title>An evening page</title></head><body><video src="/evening.mp4" poster="/evening.jpg"></video></body></html>'];
      response.writeHead(200, { 'content-type': String(contentType), 'content-length': Buffer.byteLength(body as string | Buffer) });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    folder = await aLibraryFolder();
    catalogue = createMemoryCatalogue();
    await download('--output', 'pages/%(title)s [%(id)s].%(ext)s', `http://${host}/direct.mp4`, `http://${host}/page`);
    await download(
      '--write-auto-subs',
      '--sub-langs',
      'all',
      '--write-comments',
      '--output',
      '%(channel)s/%(playlist_index)s - %(title)s [%(id)s].%(ext)s',
      `harbour:${host}/playlist`,
    );
    await download('--restrict-filenames', '--windows-filenames', '--output', 'by-date/%(upload_date)s %(title)s.%(ext)s', `harbour:${host}/fourth`);
    const report = await createImporter({ root: folder.root, catalogue, log: () => undefined }).run(new AbortController().signal);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ found: 6, added: 6 });
  }, 120_000);

  afterAll(async () => {
    site?.close();
    await folder?.remove();
  });

  test('a direct file and a page with a video become videos with generated ids and their own addresses', () => {
    const pageVideos = [...catalogue.videos.values()].filter((video) => video.mediaFile.startsWith('pages/'));
    expect(new Set(pageVideos.map((video) => video.sourceUrl))).toEqual(new Set([`http://${host}/direct.mp4`, `http://${host}/page`]));
    expect(pageVideos.every((video) => /^[\w-]{11}$/.test(video.videoId) && video.channelId === pageVideos[0]?.channelId)).toBe(true);
    expect(catalogue.channels.get(pageVideos[0]?.channelId ?? '')?.name).toBe('pages');
  });

  test('channel, playlist, chapters, subtitles of both sources, comments and pictures are imported', () => {
    const firstVideo = [...catalogue.videos.values()].find((video) => video.originalId === 'first');
    expect(firstVideo).toMatchObject({
      title: 'Pier first: "what?" | ebb / flow',
      publishedAt: '2024-03-10T07:00:00+00:00',
      viewCount: 12,
      tags: ['sea'],
      chapters: [
        { title: 'Sand', startSeconds: 0 },
        { title: 'Rocks', startSeconds: 20 },
      ],
      subtitles: [
        { lang: 'de', source: 'auto' },
        { lang: 'en', source: 'user' },
      ],
      comments: [{ commentId: 'c1', parentId: 'root', author: 'ana', likeCount: null }],
      isActive: true,
    });
    expect(firstVideo?.thumbFile).toMatch(/\.jpg$/);
    expect(catalogue.channels.get(firstVideo?.channelId ?? '')).toMatchObject({ name: 'Harbour Notes', subscriberCount: 4210, originalId: 'harbour-notes' });
    expect([...catalogue.playlists.values()]).toMatchObject([{ name: 'Tide tables', description: 'Every pier in order.', channelId: firstVideo?.channelId }]);
    const entries = [...catalogue.playlists.values()][0]?.entries ?? [];
    expect(entries.map((entry) => catalogue.videos.get(entry.videoId)?.originalId)).toEqual(['first', 'second', 'third']);
  });

  test('a video that is private at its source is inactive, and restricted file names do not change a title', () => {
    const byOriginalId = new Map([...catalogue.videos.values()].map((video) => [video.originalId, video]));
    expect(byOriginalId.get('third')?.isActive).toBe(false);
    expect(byOriginalId.get('fourth')?.title).toBe('Pier fourth: "what?" | ebb / flow');
  });

  test('a second import changes nothing', async () => {
    catalogue.writes.length = 0;
    expect(await createImporter({ root: folder.root, catalogue, log: () => undefined }).run(new AbortController().signal)).toMatchObject({
      unchanged: 6,
      added: 0,
      updated: 0,
    });
    expect(catalogue.writes).toEqual([]);
  });

  async function download(...args: string[]): Promise<void> {
    const commonArgs = [
      '--no-config',
      '--no-progress',
      '--quiet',
      '--no-warnings',
      '--write-info-json',
      '--write-thumbnail',
      '--write-subs',
      '--paths',
      folder.root,
    ];
    await runProgram('yt-dlp', [...commonArgs, ...args], { env: { ...process.env, PYTHONPATH: plugins, PYTHONDONTWRITEBYTECODE: '1' }, timeout: 60_000 });
  }
});
