// Pictures in other widths, made by the installed ffmpeg.
import { execFileSync } from 'node:child_process';
import { readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import { readPictureHeader } from '../../server/resized-pictures/picture-header.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { longTest } from '../long-test.ts';

const channelId = 'UCpicturespicturespictur';
const ffmpeg = findProgram('ffmpeg');
const poster = '/cache/videos/p/poster-0001.jpg';
const banner = `/cache/channels/${channelId}_banner.jpg`;

/** A picture of 1280 x 720 pixels. */
function makePicture(file: string, filter = 'null'): void {
  execFileSync(ffmpeg ?? '', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720', '-frames:v', '1', '-vf', filter, '-q:v', '2', '-y', file]);
}

/** Inserts a segment with metadata into a JPEG. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff00 | marker, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

describe.skipIf(ffmpeg === null)('with ffmpeg', () => {
  let server: ServerArchive;
  let device: ApiSession;
  const posterFile = (): string => path.join(server.libraryFolder, 'poster.jpg');
  const keptNames = (): Promise<string[]> => readdir(path.join(server.folder, 'cache/pictures')).catch(() => []);
  beforeAll(async () => {
    server = await startServerArchive({
      fill: (root, catalogue) => {
        makePicture(path.join(root, 'poster.jpg'));
        catalogue.putChannels([aChannel({ channelId, bannerFile: 'banner.png' })]);
        catalogue.putVideos([aVideo({ videoId: 'poster-0001', channelId, mediaFile: 'poster.mp4', thumbFile: 'poster.jpg' })]);
      },
    });
    device = await server.login();
  });
  afterAll(async () => {
    expect(server.logLines).toEqual([]);
    await server.stop();
  });
  const bytesOf = async (address: string): Promise<Buffer> => Buffer.from(await (await device.call(address)).arrayBuffer());
  /** Waits for the smaller copy: a server on a busy machine sends the original until the copy exists. */
  async function resized(address: string): Promise<Response> {
    let answer = await device.call(address);
    const contentType = async (): Promise<string | null> => (answer = await device.call(address)).headers.get('content-type');
    await expect.poll(contentType, { timeout: 15_000, message: address }).toBe('image/webp');
    return answer;
  }

  test('a picture is sent in the width that is asked for, with the headers of the original and a tag of its own', async () => {
    const [original, answer] = [await device.call(poster), await resized(`${poster}?width=540`)];
    expect(answer.status).toBe(200);
    const headersOf = (response: Response) => ['cache-control', 'last-modified', 'x-archive-id', 'accept-ranges'].map((name) => response.headers.get(name));
    expect(headersOf(answer)).toEqual(headersOf(original));
    const body = Buffer.from(await answer.arrayBuffer());
    expect(readPictureHeader(body)).toEqual({ demuxer: 'webp_pipe', width: 540, height: 304 });
    expect(body.length).toBeLessThan((await readFile(posterFile())).length);

    const etag = answer.headers.get('etag') ?? '';
    expect(etag).not.toBe(original.headers.get('etag'));
    const revalidate = async (address: string): Promise<number> => (await device.call(address, { headers: { 'if-none-match': etag } })).status;
    expect([await revalidate(`${poster}?width=540`), await revalidate(`${poster}?width=960`), await revalidate(poster)]).toEqual([304, 200, 200]);
    const range = await device.call(`${poster}?width=540`, { headers: { range: 'bytes=0-3' } });
    expect([range.status, await range.text()]).toEqual([206, 'RIFF']);

    await utimes(posterFile(), 5_000, 5_000);
    expect(await revalidate(`${poster}?width=540`), 'the picture changed').toBe(200);
  });

  test('another width, and a width of something else than a picture, changes nothing', async () => {
    const original = await readFile(posterFile());
    for (const query of ['width=541', 'width=', 'width=abc', 'width=540&width=540', 'width=-540', 'width=540.0', 'size=540'])
      expect((await bytesOf(`${poster}?${query}`)).equals(original), query).toBe(true);
    expect((await device.call(`/youtube/${channelId}/poster-0001.mp4?width=540`)).status).toBe(404);
  });

  test('nobody gets a smaller picture without a session', async () => {
    expect((await fetch(`${server.url}${poster}?width=540`)).status).toBe(403);
    expect((await device.call('/cache/videos/u/unknown-001.jpg?width=540')).status).toBe(404);
  });

  longTest('pictures whose look needs their metadata, and what is no picture, are sent as they are', async () => {
    const jpeg = await readFile(posterFile());
    const exif = Buffer.from('Exif\0\0II*\0\b\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\u0006\0\0\0\0\0\0\0', 'latin1');
    const cases: [string, Buffer][] = [
      ['rotated', withSegment(jpeg, 0xe1, exif)],
      ['with a colour profile', withSegment(jpeg, 0xe2, Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1'))],
      ['damaged', jpeg.subarray(0, 700)],
      ['no picture', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n')],
      ['empty', Buffer.alloc(0)],
    ];
    const keptBefore = await keptNames();
    for (const [what, bytes] of cases) {
      await writeFile(posterFile(), bytes);
      expect((await bytesOf(`${poster}?width=540`)).equals(bytes), what).toBe(true);
    }
    expect(await keptNames()).toEqual(keptBefore);
    await writeFile(posterFile(), jpeg);
  });

  longTest('a link inside the library is followed, one that leads out is not', async () => {
    const jpeg = await readFile(posterFile());
    await writeFile(path.join(server.libraryFolder, 'target.jpg'), jpeg);
    await writeFile(path.join(server.folder, 'outside.jpg'), jpeg);
    const linkTo = async (target: string): Promise<void> => {
      await rm(posterFile());
      await symlink(target, posterFile());
    };
    await linkTo('target.jpg');
    await resized(`${poster}?width=540`);
    await linkTo('../outside.jpg');
    expect((await device.call(`${poster}?width=540`)).status).toBe(404);
    await rm(posterFile());
    await writeFile(posterFile(), jpeg);
  });

  longTest('transparency is kept', async () => {
    makePicture(path.join(server.libraryFolder, 'banner.png'), 'format=rgba,colorchannelmixer=aa=0.5');
    const webp = Buffer.from(await (await resized(`${banner}?width=960`)).arrayBuffer());
    expect(readPictureHeader(webp)?.width).toBe(960);
    expect([webp.toString('latin1', 12, 16), webp.readUInt8(20) & 0x10], 'the flag of an alpha channel').toEqual(['VP8X', 0x10]);
  });
});
