// The installed yt-dlp and a site on loopback while the network fails: forty downloads with the network cut at random moments, and a site
// that demands a bot check, blocks, limits requests and vanishes. Skipped, with a message, if yt-dlp or ffmpeg is missing.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import type { WireDownloader, WireDownloadItem, WireVideo } from '../../src/contract/names.ts';
import { filesBelow } from '../builders/killable-archive.ts';
import { anMp4 } from '../builders/library-media.ts';
import { usePlugInExtractor } from '../builders/plug-in-extractor.ts';
import { seeded } from '../builders/seeded.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';

const ytDlpPath = findProgram('yt-dlp');
const ffmpeg = findProgram('ffmpeg');
if (ytDlpPath === null || ffmpeg === null) process.stdout.write('Skipped: downloads while the network is cut, because yt-dlp or ffmpeg is not on the PATH.\n');
const longTimeout = { timeout: 1_500_000 };
const seed = Number(process.env['STOWAWAY_SEED'] ?? 12);

interface Queue {
  data: WireDownloadItem[];
  paginate: { total_hits: number };
  downloader?: WireDownloader;
}

describe.runIf(ytDlpPath !== null && ffmpeg !== null)('with the installed yt-dlp', () => {
  let site: VideoSite;
  let server: ServerArchive;
  let device: ApiSession;
  usePlugInExtractor();
  beforeEach(async () => {
    site = await startVideoSite();
    server = await startServerArchive({ fill: () => undefined, ytDlp: ytDlpPath ?? '', diskRetryMs: 200 });
    device = await server.login();
    server.archive.appSettings.change({ downloads: { sleep_interval: 0, subtitle: 'en', subtitle_source: 'user' } });
  });
  afterEach(async () => {
    await server.stop();
    await site.stop();
  });

  const queue = (): Promise<Queue> => device.json<Queue>('/api/download/?page_size=100');
  const holds = async () => (await queue()).downloader?.holds ?? [];
  const poll = <Value>(readValue: () => Promise<Value> | Value) => expect.poll(readValue, { timeout: 120_000, interval: 100 });
  const isIdle = (): boolean => (server.archive.database.prepare('SELECT count(*) AS tasks FROM task').get() as { tasks: number }).tasks === 0;
  async function add(names: string[], query = ''): Promise<void> {
    const links = names.map((name) => `quay:${site.host}/${name}`).join(' ');
    await device.json(`/api/download/${query}`, { method: 'POST', body: { data: [{ youtube_id: links, status: 'pending' }] } });
    await poll(isIdle).toBe(true);
  }
  const start = (): Promise<unknown> => device.json('/api/task/by-name/download_pending/', { method: 'POST' });

  test(
    'the archive completes forty downloads through random network cuts, loses none, ends none in an error, and fetches no complete file twice',
    longTimeout,
    async () => {
      const random = seeded(seed);
      const names = Array.from({ length: 40 }, (_, index) => `pier-${index}`);
      const fragments = await streamFragments();
      for (const [index, name] of names.entries()) {
        if (index % 4 !== 0) {
          site.addVideo(name);
          site.file(`${name}.mp4`, anMp4({ mediaBytes: 3_000_000 + index, durationSeconds: 60 }));
          continue;
        }
        // Every fourth video is served in fragments.
        site.addVideo(name, { url: `http://${site.host}/${name}.m3u8`, protocol: 'm3u8_native', format_id: 'pieces' });
        const list = fragments.list.replaceAll(/^(piece\d+\.ts)$/gm, `${name}-$1`);
        site.file(`${name}.m3u8`, Buffer.from(list));
        for (const [file, bytes] of fragments.files) site.file(`${name}-${file}`, bytes);
      }
      await add(names, '?flat=false');
      expect((await queue()).paginate.total_hits).toBe(40);
      await start();

      let cutCount = 0;
      const untilMs = Date.now() + 1_200_000;
      while (((await queue()).paginate.total_hits > 0 || !isIdle()) && Date.now() < untilMs) {
        // The pauses grow, so that even on a busy machine a whole download eventually fits between two cuts.
        await pause(300 + random() * 2_500 + cutCount * 50);
        site.network('cut');
        cutCount += 1;
        await pause(200 + random() * 1_200);
        site.network('up');
        // Ends the holds, which would last for minutes; other tests cover their length.
        server.archive.downloadHolds.tryNow(Date.now());
        const { data } = await queue();
        expect(data.filter(({ message }) => message)).toEqual([]);
      }
      process.stdout.write(`Seed ${seed}: the network was cut ${cutCount} times.\n`);
      expect((await queue()).data).toEqual([]);
      const videos = await device.json<{ data: WireVideo[]; paginate: { total_hits: number } }>('/api/video/?page_size=100');
      expect(videos.data.map(({ title }) => title).toSorted()).toEqual(names.map((name) => `Pier ${name}`).toSorted());
      expect(await holds()).toEqual([]);
      expect(filesBelow(server.libraryFolder).filter((file) => file.startsWith('.') || /\.(part|ytdl|temp)/.test(file))).toEqual([]);

      const completeFiles = site.deliveredPaths().filter((file) => /\.(mp4|ts)$/.test(file));
      const repeatedFiles = completeFiles.filter((file, index) => completeFiles.indexOf(file) !== index);
      expect(repeatedFiles).toEqual([]);
      expect(cutCount).toBeGreaterThan(5);
    },
  );

  test(
    'the archive waits while a site demands a bot check, blocks, limits requests or vanishes, and downloads its videos once the site answers',
    longTimeout,
    async () => {
      site.addVideo('first');
      site.addVideo('second');
      await add(['first', 'second']);
      const description = (await (await fetch(`http://${site.host}/describe/first`)).json()) as Record<string, unknown>;
      const kindsAfterRetry = async (): Promise<unknown> => {
        await device.json('/api/download/retry/', { method: 'POST' });
        await poll(isIdle).toBe(true);
        const answer = await queue();
        expect(answer.data.map(({ title, message = null }) => [title, message])).toEqual([
          ['Pier first', null],
          ['Pier second', null],
        ]);
        return (answer.downloader?.holds ?? []).map(({ kind }) => kind);
      };
      for (const name of ['first', 'second']) site.describe(name, { error: 'Sign in to confirm you’re not a bot. Use --cookies for the authentication' });
      await start();
      await poll(isIdle).toBe(true);
      expect(await holds()).toMatchObject([{ site: site.host, kind: 'bot-check', advice: expect.stringContaining('PO token') }]);
      site.refuse(403);
      expect(await kindsAfterRetry()).toEqual(['blocked']);
      site.refuse(429);
      expect(await kindsAfterRetry()).toEqual(['rate-limited']);
      site.refuse(null);
      for (const name of ['first', 'second']) site.describe(name, { ...description, id: name, title: `Pier ${name}`, url: `http://${site.host}/${name}.mp4` });
      for (const name of ['first', 'second']) site.serveMedia(name, 'held');
      await device.json('/api/download/retry/', { method: 'POST' });
      await Promise.race([site.untilHeld('first'), site.untilHeld('second')]);
      await poll(() => filesBelow(server.libraryFolder).some((file) => file.endsWith('.part'))).toBe(true);
      site.network('cut');
      await poll(isIdle).toBe(true);
      expect((await holds()).map(({ kind }) => kind)).toEqual(['unreachable']);
      site.network('up');
      for (const name of ['first', 'second']) site.serveMedia(name, 'whole');
      await device.json('/api/download/retry/', { method: 'POST' });
      await poll(async () => (await queue()).data).toEqual([]);
      expect(site.requests.some((request) => /\.mp4 bytes=[1-9]\d*-/.test(request))).toBe(true);
    },
  );
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Eight seconds of a real stream in eight fragments. */
async function streamFragments(): Promise<{ list: string; files: Map<string, Buffer> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-pieces-'));
  const input = ['-f', 'lavfi', '-i', 'testsrc=duration=8:size=320x180:rate=10', '-f', 'lavfi', '-i', 'sine=duration=8'];
  const output = ['-g', '10', '-pix_fmt', 'yuv420p', '-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', '-hls_segment_filename', 'piece%d.ts', 'list.m3u8'];
  const result = spawnSync(ffmpeg ?? '', ['-v', 'error', ...input, ...output], { cwd: folder, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(result.stderr);
  const files = new Map<string, Buffer>();
  for (const name of await readdir(folder)) if (name.endsWith('.ts')) files.set(name, await readFile(path.join(folder, name)));
  const list = await readFile(path.join(folder, 'list.m3u8'), 'utf8');
  await rm(folder, { recursive: true });
  return { list, files };
}
