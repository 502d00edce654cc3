import { once } from 'node:events';
import { appendFile, open, readFile, readdir, readlink, truncate, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { dawnBytes, ids, jpegBytes, pngBytes, webpBytes } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { aVideo } from '../builders/server-records.ts';

const address = `/youtube/${ids.harbour}/${ids.dawn}.mp4`;
const size = dawnBytes.length;
const lastByte = size - 1;

let server: ServerArchive;
let device: ApiSession;
let etag: string;
let lastModified: string;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  const headAnswer = await device.call(address, { method: 'HEAD' });
  etag = headAnswer.headers.get('etag') ?? '';
  lastModified = headAnswer.headers.get('last-modified') ?? '';
});

describe('ranges', () => {
  /** Range header, status, first and last byte of the part. */
  const table: [string, number, number, number][] = [
    ['bytes=0-0', 206, 0, 0],
    ['bytes=0-1', 206, 0, 1],
    ['bytes=100-199', 206, 100, 199],
    [`bytes=${lastByte}-`, 206, lastByte, lastByte],
    ['bytes=0-', 206, 0, lastByte],
    ['bytes=299000-', 206, 299_000, lastByte],
    ['bytes=-1', 206, lastByte, lastByte],
    ['bytes=-500', 206, size - 500, lastByte],
    [`bytes=-${size}`, 206, 0, lastByte],
    ['bytes=-9999999', 206, 0, lastByte],
    ['bytes=100-9999999', 206, 100, lastByte],
    [`bytes=${lastByte}-${size}`, 206, lastByte, lastByte],
    ['BYTES=5-9', 206, 5, 9],
    ['bytes= 5-9', 206, 5, 9],
    [`bytes=${size}-`, 416, 0, 0],
    [`bytes=${size}-${size + 5}`, 416, 0, 0],
    ['bytes=99999999999999999999-', 416, 0, 0],
    ['bytes=-0', 416, 0, 0],
    ['bytes=9-5', 200, 0, lastByte],
    ['bytes=', 200, 0, lastByte],
    ['bytes=-', 200, 0, lastByte],
    ['bytes=a-b', 200, 0, lastByte],
    ['bytes=0x10-', 200, 0, lastByte],
    ['bytes=0-1,5-9', 200, 0, lastByte],
    ['items=0-1', 200, 0, lastByte],
    ['0-1', 200, 0, lastByte],
  ];
  for (const [range, status, from, to] of table) {
    test(`${range} → ${status}${status === 206 ? ` ${from}-${to}` : ''}`, async () => {
      const answer = await device.call(address, { headers: { range } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.status).toBe(status);
      expect(answer.headers.get('accept-ranges')).toBe('bytes');
      if (status === 416) {
        expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
        expect(bytes.length).toBe(0);
        return;
      }
      expect(answer.headers.get('content-range')).toBe(status === 206 ? `bytes ${from}-${to}/${size}` : null);
      expect(answer.headers.get('content-length')).toBe(String(to - from + 1));
      expect(bytes.equals(dawnBytes.subarray(from, to + 1))).toBe(true);
    });
  }

  test('HEAD reports the full size and sends no body, with a range or without', async () => {
    for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
      const answer = await device.call(address, { method: 'HEAD', headers });
      expect([answer.status, answer.headers.get('content-length'), answer.headers.get('content-type')]).toEqual([200, String(size), 'video/mp4']);
      expect((await answer.arrayBuffer()).byteLength).toBe(0);
    }
  });

  test('all ranges together give the file', async () => {
    const parts: Buffer[] = [];
    for (let start = 0; start < size; start += 70_000) {
      const answer = await device.call(address, { headers: { range: `bytes=${start}-${start + 69_999}` } });
      parts.push(Buffer.from(await answer.arrayBuffer()));
    }
    expect(Buffer.concat(parts).equals(dawnBytes)).toBe(true);
  });
});

describe('conditions', () => {
  test('the ETag is strong and stays the same while the file is unchanged', async () => {
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await device.call(address)).headers.get('etag')).toBe(etag);
  });

  const earlierDate = 'Mon, 01 Jan 2024 00:00:00 GMT';
  const cases: [string, () => Record<string, string>, number][] = [
    ['If-None-Match with the ETag', () => ({ 'if-none-match': etag }), 304],
    ['If-None-Match with several ETags', () => ({ 'if-none-match': `"other", W/${etag}` }), 304],
    ['If-None-Match *', () => ({ 'if-none-match': '*' }), 304],
    ['If-None-Match with another ETag', () => ({ 'if-none-match': '"other"' }), 200],
    ['If-None-Match wins over the date', () => ({ 'if-none-match': '"other"', 'if-modified-since': lastModified }), 200],
    ['If-Modified-Since with the date', () => ({ 'if-modified-since': lastModified }), 304],
    ['If-Modified-Since with an earlier date', () => ({ 'if-modified-since': earlierDate }), 200],
    ['If-Modified-Since with an invalid date', () => ({ 'if-modified-since': 'yesterday' }), 200],
    ['If-Range with the ETag', () => ({ 'if-range': etag, range: 'bytes=0-9' }), 206],
    ['If-Range with another ETag', () => ({ 'if-range': '"other"', range: 'bytes=0-9' }), 200],
    ['If-Range with a weak ETag', () => ({ 'if-range': `W/${etag}`, range: 'bytes=0-9' }), 200],
    ['If-Range with the date', () => ({ 'if-range': lastModified, range: 'bytes=0-9' }), 206],
    ['If-Range with an older date', () => ({ 'if-range': earlierDate, range: 'bytes=0-9' }), 200],
    ['If-Range with an invalid value', () => ({ 'if-range': 'x', range: 'bytes=0-9' }), 200],
    ['If-Range with another ETag and a range beyond the end', () => ({ 'if-range': '"other"', range: 'bytes=9999999-' }), 200],
  ];
  for (const [name, headers, status] of cases) {
    test(`${name} → ${status}`, async () => {
      const answer = await device.call(address, { headers: headers() });
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([status, status === 304 ? 0 : status === 206 ? 10 : size]);
      expect(answer.headers.get('etag')).toBe(etag);
    });
  }

  test('a file replaced by another of the same size gets a new ETag', async () => {
    const file = path.join(server.libraryFolder, 'Harbour/short.mkv');
    const shortAddress = `/youtube/${ids.harbour}/${ids.short}.mkv`;
    const oldEtag = (await device.call(shortAddress, { method: 'HEAD' })).headers.get('etag') ?? '';
    await writeFile(file, (await readFile(file)).reverse());
    await utimes(file, new Date('2026-02-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z'));
    expect((await device.call(shortAddress, { headers: { 'if-none-match': oldEtag } })).status).toBe(200);
  });

  test('a changed file gets a new ETag, and a range request with the old ETag gets the whole new file', async () => {
    const file = path.join(server.libraryFolder, 'Harbour/gulls [gulls-at-12].webm');
    const gullsAddress = `/youtube/${ids.harbour}/${ids.gulls}.webm`;
    const sameDate = new Date('2026-01-01T00:00:00Z');
    await utimes(file, sameDate, sameDate);
    const oldEtag = (await device.call(gullsAddress, { method: 'HEAD' })).headers.get('etag') ?? '';
    await appendFile(file, 'more');
    // The tag changes even with the old date, because it contains the size.
    await utimes(file, sameDate, sameDate);
    const answer = await device.call(gullsAddress, { headers: { range: 'bytes=0-9', 'if-range': oldEtag } });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '5004']);
  });
});

describe('types', () => {
  const table: [string, string, Buffer | null][] = [
    [address, 'video/mp4', null],
    [`/media/${ids.harbour}/${ids.gulls}.webm`, 'video/webm', null],
    [`/youtube/${ids.harbour}/${ids.short}.mkv`, 'video/x-matroska', null],
    [`/youtube/${ids.harbour}/${ids.dawn}.en.vtt`, 'text/vtt; charset=utf-8', null],
    [`/youtube/${ids.harbour}/${ids.dawn}.en.auto.vtt`, 'text/vtt; charset=utf-8', null],
    [`/cache/videos/d/${ids.dawn}.jpg`, 'image/jpeg', jpegBytes],
    [`/cache/videos/g/${ids.gulls}.jpg`, 'image/webp', webpBytes],
    [`/cache/channels/${ids.kitchen}_thumb.jpg`, 'image/png', pngBytes],
    // A playlist without its own picture shows the picture of its first video.
    [`/cache/playlists/${ids.walks}.jpg`, 'image/webp', webpBytes],
  ];
  for (const [file, type, bytes] of table) {
    test(`${file} is ${type}`, async () => {
      const answer = await device.call(file);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([200, type, 'nosniff']);
      const body = Buffer.from(await answer.arrayBuffer());
      if (bytes) expect(body.equals(bytes)).toBe(true);
    });
  }

  test('two subtitles of one language have different addresses', async () => {
    const video = await device.json<{ subtitles: { media_url: string; source: string }[] }>(`/api/video/${ids.dawn}/`);
    expect(video.subtitles.map(({ source }) => source)).toEqual(['user', 'auto']);
    const texts = await Promise.all(video.subtitles.map(async ({ media_url }) => (await device.call(media_url)).text()));
    expect(texts).toEqual([expect.stringContaining('Good morning.'), expect.stringContaining('good morning')]);
  });
});

describe('open files', () => {
  test('the server closes a file after every answer, whether or not it sends the file', async () => {
    const statuses: number[] = [];
    for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=9999999-' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await device.call(address, { method, headers });
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
    }
    expect(statuses).toEqual([200, 200, 206, 200, 416, 200, 304, 304]);
    await expect.poll(() => countOpenFiles('dawn walk [Dawn_walk-1].mp4')).toBe(0);
  });

  test('a client that disconnects in the middle leaves no file open', async () => {
    const bigAddress = await addBigVideo('big', 'bigBigBig-8');
    const bigFile = await open(path.join(server.libraryFolder, 'Harbour/big.mp4'));
    expect(await countOpenFiles('big.mp4')).toBe(1);
    await bigFile.close();
    await Promise.all(Array.from({ length: 5 }, () => readOneChunkAndLeave(server.url + bigAddress)));
    await expect.poll(() => countOpenFiles('big.mp4')).toBe(0);
  });

  test('if a file becomes shorter while it is sent, the answer ends at once, and the client sees that it is incomplete', async () => {
    const url = server.url + (await addBigVideo('shrinking', 'shrinking-8'));
    const request = http.get(url, { headers: { cookie: `sessionid=${device.cookies.sessionid}` } });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(answer, 'readable');
    await truncate(path.join(server.libraryFolder, 'Harbour/shrinking.mp4'), 1024);
    // An idle connection would be closed after 72 s.
    await expect(buffer(answer)).rejects.toThrow('aborted');
    await expect.poll(() => countOpenFiles('shrinking.mp4')).toBe(0);
  }, 30_000);

  /** Returns the video's address. */
  async function addBigVideo(name: string, videoId: string): Promise<string> {
    const file = path.join(server.libraryFolder, `Harbour/${name}.mp4`);
    await writeFile(file, '');
    await truncate(file, 64 * 1024 * 1024);
    server.catalogue.putVideos([aVideo({ videoId, channelId: ids.harbour, mediaFile: `Harbour/${name}.mp4` })]);
    return `/youtube/${ids.harbour}/${videoId}.mp4`;
  }

  function readOneChunkAndLeave(url: string): Promise<void> {
    return new Promise((resolve) => {
      const request = http.get(url, { headers: { cookie: `sessionid=${device.cookies.sessionid}` } }, (answer) => {
        answer.once('data', () => {
          request.destroy();
          resolve();
        });
      });
      request.on('error', () => resolve());
    });
  }

  /** Counts the open files of this name in this process, in which the server also runs. */
  async function countOpenFiles(name: string): Promise<number> {
    const descriptors = await readdir('/proc/self/fd');
    const targets = await Promise.all(descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')));
    return targets.filter((target) => path.basename(target) === name).length;
  }
});
