// HLS of files whose container no browser opens: made by the installed ffmpeg, read as a player reads it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { VideoRow } from '../../server/archive/video-rows.ts';
import { needsRendition } from '../../server/renditions/hls-plan.ts';
import { createRenditions, type RenditionLimits } from '../../server/renditions/renditions.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { logInto, silentLog } from '../doubles/log.ts';

const channelId = 'UCrenditionsrenditions01';
const [ffmpeg, ffprobe] = [findProgram('ffmpeg'), findProgram('ffprobe')];
const seconds = 13;

/** Moving pictures with reordered frames and a tone. */
function film(file: string, audio: string, ...more: string[]): void {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${seconds}`, '-f', 'lavfi', '-i', `sine=d=${seconds}`];
  execFileSync(ffmpeg ?? '', [
    '-v',
    'error',
    '-y',
    ...picture,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-bf',
    '2',
    '-g',
    '50',
    '-c:a',
    audio,
    ...more,
    file,
  ]);
}

const streams = (audio: string) => [
  { index: 0, type: 'video' as const, codec: 'h264', codecString: 'avc1.64000b', bitrate: 0, width: 160, height: 90 },
  { index: 1, type: 'audio' as const, codec: audio, codecString: audio === 'aac' ? 'mp4a.40.2' : audio, bitrate: 0, width: null, height: null },
];

test.each([
  ['x.mkv', 'h264', 'opus', true],
  ['x.MKV', 'vp9', 'vorbis', true],
  ['x.avi', 'h264', 'mp3', true],
  ['x.ts', 'hevc', 'ac3', true],
  ['x.mka', null, 'opus', true],
  ['x.mp4', 'h264', 'aac', false],
  ['x.webm', 'vp9', 'opus', false],
  ['x.avi', 'mpeg4', 'mp3', false],
  ['x.wmv', 'wmv3', 'wmav2', false],
])('%s with %s and %s: %s', (mediaFile, video, audio, expected) => {
  const [picture, sound] = streams(audio);
  expect(needsRendition({ mediaFile, streams: [...(video === null || !picture ? [] : [{ ...picture, codec: video }]), ...(sound ? [sound] : [])] })).toBe(
    expected,
  );
});

describe.skipIf(ffmpeg === null || ffprobe === null)('with ffmpeg', () => {
  let server: ServerArchive;
  beforeAll(async () => {
    server = await startServerArchive({
      fill: async (root, catalogue) => {
        await mkdir(path.join(root, 'Films'));
        // A name that would be an option, or an address, if it were not handed over with care.
        film(path.join(root, 'Films', '-i http:%3A.mkv'), 'libopus');
        film(path.join(root, 'Films', 'old.avi'), 'libmp3lame', '-bsf:v', 'h264_mp4toannexb');
        film(path.join(root, 'Films', 'live.ts'), 'aac');
        await copyFile(path.join(root, 'Films', 'live.ts'), path.join(root, 'Films', 'deleted.ts'));
        await writeFile(path.join(root, 'Films', 'broken.mkv'), 'no film at all');
        catalogue.putChannels([aChannel({ channelId })]);
        const of = (videoId: string, name: string, audio: string) =>
          aVideo({ videoId, channelId, mediaFile: `Films/${name}`, mediaSizeBytes: 500_000, durationSeconds: seconds, streams: streams(audio) });
        catalogue.putVideos([
          of('matroska-01', '-i http:%3A.mkv', 'opus'),
          of('aviavi-0002', 'old.avi', 'mp3'),
          of('tstsrts-003', 'live.ts', 'aac'),
          of('broken-0004', 'broken.mkv', 'opus'),
          of('plain-00005', 'plain.mp4', 'aac'),
          of('deleted-006', 'deleted.ts', 'aac'),
        ]);
      },
    });
  });
  afterAll(() => server.stop());

  /** Fetches everything that the lists name, in their order, as one file. */
  async function download(address: string, fetchIt: (path: string) => Promise<Response>): Promise<{ list: string; bytes: Buffer }> {
    const master = await (await fetchIt(address)).text();
    const beside = (name: string): string => address.replace(/[^/]*$/, name);
    const index = beside(/^index\.m3u8.*$/m.exec(master)?.[0] ?? '');
    let list = '';
    await expect.poll(async () => (list = await (await fetchIt(index)).text()), { timeout: 15_000 }).toContain('#EXT-X-ENDLIST');
    const names = [/URI="([^"]+)"/.exec(list)?.[1] ?? '', ...list.split('\n').filter((line) => line.startsWith('seg-'))];
    const parts: Buffer[] = [];
    for (const name of names) {
      const answer = await fetchIt(beside(name));
      expect([name, answer.status]).toEqual([name, 200]);
      parts.push(Buffer.from(await answer.arrayBuffer()));
    }
    return { list, bytes: Buffer.concat(parts) };
  }

  test.each(['matroska-01', 'aviavi-0002', 'tstsrts-003'])('%s plays whole, in order, to its end', async (videoId) => {
    const device = await server.login('guest');
    const { hls_url } = await device.json<WireVideo>(`/api/video/${videoId}/`);
    expect(hls_url).toBe(`/youtube/${channelId}/${videoId}.hls/master.m3u8`);
    const { list, bytes } = await download(hls_url ?? '', (where) => device.call(where));
    expect(list).toMatch(/#EXT-X-PLAYLIST-TYPE:VOD[\s\S]*#EXT-X-ENDLIST/);
    const whole = path.join(server.libraryFolder, '..', 'whole.mp4');
    await writeFile(whole, bytes);
    const shown = execFileSync(ffprobe ?? '', [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'frame=best_effort_timestamp_time',
      '-of',
      'csv=p=0',
      whole,
    ]);
    const times = shown.toString().split('\n').filter(Boolean).map(Number.parseFloat);
    // Encoded anew, at the display times that were guessed, one may be doubled.
    expect(Math.abs(times.length - seconds * 25)).toBeLessThanOrEqual(videoId === 'aviavi-0002' ? 2 : 0);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(
      execFileSync(ffprobe ?? '', ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', whole])
        .toString()
        .split('\n'),
    ).toEqual(expect.arrayContaining(['h264', videoId === 'matroska-01' ? 'opus' : 'aac']));
  });

  test('the session is checked for every file, and a signed address opens the whole rendition', async () => {
    const staff = await server.login();
    await staff.call('/api/appsettings/config/', { method: 'POST', body: { application: { enable_cast: true } } });
    const { hls_url = '' } = await staff.json<WireVideo>('/api/video/tstsrts-003/?cast=true');
    const plain = (where: string) => fetch(`${server.url}${where}`);
    const { list } = await download(hls_url, plain);
    expect(list).toContain('signature=');
    for (const name of ['master.m3u8', 'index.m3u8', 'init.mp4', 'seg-00000.m4s']) {
      expect((await plain(`/youtube/${channelId}/tstsrts-003.hls/${name}`)).status).toBe(403);
    }
    const [, query] = hls_url.split('?');
    expect((await plain(`/youtube/${channelId}/matroska-01.hls/master.m3u8?${query}`)).status).toBe(403);
  });

  test('what needs none, cannot be read, or is no name of a rendition is not there', async () => {
    const device = await server.login('guest');
    expect((await device.json<WireVideo>('/api/video/plain-00005/')).hls_url).toBeUndefined();
    for (const name of [
      'plain-00005.hls/master.m3u8',
      'broken-0004.hls/index.m3u8',
      'matroska-01.hls/seg-99999.m4s',
      'matroska-01.hls/..%2findex.m3u8',
      'matroska-01.hls/other.txt',
    ]) {
      expect([name, (await device.call(`/youtube/${channelId}/${name}`)).status]).toEqual([name, 404]);
    }
    // Logged beside the answer.
    await expect.poll(() => server.logged.join('\n')).toMatch(/^HLS of Films\/broken\.mkv could not be made: /);
  });

  describe('the cache', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-hls-'));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const row = (videoId: string): VideoRow => {
      const found = server.archive.videos.find(videoId);
      if (!found) throw new Error(`${videoId} is not there`);
      return found;
    };
    const create = (limits: Partial<RenditionLimits> = {}) =>
      createRenditions({
        folder,
        library: server.library,
        programs: { ffmpeg, ffprobe },
        log: silentLog,
        limits: { spareBytes: 0, ...limits },
      });
    const made = (renditions: ReturnType<typeof create>, videoId: string): Promise<void> =>
      expect.poll(() => renditions.playlist(row(videoId)), { timeout: 15_000 }).toContain('#EXT-X-ENDLIST');

    test('is kept over a start, and what was not finished is thrown away', async () => {
      const first = create();
      await made(first, 'matroska-01');
      await first.close();
      await mkdir(path.join(folder, 'unfinished'));
      await writeFile(path.join(folder, 'unfinished', 'index.m3u8'), '#EXTM3U\n#EXTINF:4,\nseg-00000.m4s\n');
      const [kept = ''] = readdirSync(folder).filter((name) => name !== 'unfinished');
      const second = create();
      await made(second, 'matroska-01');
      expect(readdirSync(folder)).toEqual([kept]);
      await second.close();
    });

    test('stays below its bound: what was read longest ago goes', async () => {
      // Longer than a busy machine takes from one look to the next: what nobody reads is ended.
      const idleMs = 1_000;
      const renditions = create({ mostBytes: 500_001, idleMs });
      await made(renditions, 'matroska-01');
      const [oldest = ''] = readdirSync(folder);
      const readAtMs = Date.now();
      await expect.poll(() => Date.now() - readAtMs).toBeGreaterThan(idleMs);
      await made(renditions, 'tstsrts-003');
      expect(readdirSync(folder)).toHaveLength(1);
      expect(existsSync(path.join(folder, oldest))).toBe(false);
      await renditions.close();
    });

    test('however many are asked for at once, two ffmpeg run, and what is being made counts as what it will be', async () => {
      const marks = await mkdtemp(path.join(os.tmpdir(), 'stowaway-hls-marks-'));
      const waiting = path.join(marks, 'ffmpeg');
      // Counts those that run beside it, and ends when it may.
      const script = `touch ${marks}/run.$$; ls ${marks}/run.* | wc -l >> ${marks}/counts; while [ ! -e ${marks}/go ]; do sleep 0.05; done; rm ${marks}/run.$$`;
      await writeFile(waiting, `#!/bin/sh\n${script}\nprintf '#EXTM3U\\n#EXTINF:4,\\nseg\\n#EXT-X-ENDLIST\\n' > index.m3u8\n`, { mode: 0o755 });
      const create = (limits: Partial<RenditionLimits>) =>
        createRenditions({
          folder,
          library: server.library,
          programs: { ffmpeg: waiting, ffprobe },
          log: silentLog,
          limits: { spareBytes: 0, ...limits },
        });
      const counts = (): number[] => (existsSync(`${marks}/counts`) ? readFileSync(`${marks}/counts`, 'utf8').trim().split('\n').map(Number) : []);
      const six = (renditions: ReturnType<typeof create>) =>
        Array.from({ length: 6 }, (_, at) => renditions.playlist({ ...row('matroska-01'), videoId: `parallel-0${at}` }));
      const { mediaSize } = row('matroska-01');

      const renditions = create({});
      const lists = six(renditions);
      await expect.poll(() => counts().length).toBe(2);
      await writeFile(`${marks}/go`, '');
      expect((await Promise.all(lists)).every((list) => list?.includes('#EXT-X-ENDLIST'))).toBe(true);
      expect([counts().length, Math.max(...counts())]).toEqual([6, 2]);
      await renditions.close();

      await rm(folder, { recursive: true });
      // The first is not done before the others are refused: what is made is smaller than what it counted as.
      await rm(`${marks}/go`);
      const small = create({ mostBytes: mediaSize + 1 });
      let refused = 0;
      const asked = six(small).map(async (list) => {
        const answer = await list;
        if (answer === null) refused += 1;
        return answer;
      });
      await expect.poll(() => refused).toBe(5);
      await writeFile(`${marks}/go`, '');
      expect((await Promise.all(asked)).filter((list) => list !== null)).toHaveLength(1);
      await small.close();
      await rm(marks, { recursive: true });
    });

    test('ffmpeg ends with the server, and when nobody reads', async () => {
      const slow = path.join(folder, '..', `${path.basename(folder)}-ffmpeg`);
      const started = `${slow}-started`;
      await writeFile(slow, `#!/bin/sh\necho $$ > ${started}\nexec sleep 600\n`, { mode: 0o755 });
      const log: string[] = [];
      const programs = { ffmpeg: slow, ffprobe };
      // Longer than a busy machine takes to start a shell: what is ended before says no number.
      const limits = { spareBytes: 0, idleMs: 300, longestWaitMs: 700 };
      const renditions = createRenditions({ folder, library: server.library, programs, log: logInto(log), limits });
      const pid = async (): Promise<number> => {
        await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toMatch(/\d\n$/);
        const found = Number(readFileSync(started, 'utf8'));
        await rm(started);
        return found;
      };

      expect(await renditions.playlist(row('matroska-01'))).toBeNull();
      const unread = await pid();
      await expect.poll(() => [isRunning(unread), readdirSync(folder)]).toEqual([false, []]);

      const asked = renditions.playlist(row('tstsrts-003'));
      const ended = await pid();
      await renditions.close();
      expect([await asked, isRunning(ended), readdirSync(folder), log]).toEqual([null, false, [], []]);
      await rm(slow);
    });
  });

  test('loses what was made of a video that is deleted', async () => {
    const device = await server.login();
    const lists = path.join(server.libraryFolder, '..', 'cache', 'hls');
    for (const id of ['deleted-006', 'tstsrts-003']) {
      await expect.poll(async () => (await device.call(`/youtube/${channelId}/${id}.hls/index.m3u8`)).text(), { timeout: 15_000 }).toContain('#EXT-X-ENDLIST');
    }
    expect((await device.call('/api/video/deleted-006/', { method: 'DELETE' })).status).toBe(204);
    const left = readdirSync(lists).map((name) => name.split('.')[0]);
    expect([left.includes('tstsrts-003'), left.includes('deleted-006')]).toEqual([true, false]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
