// With the data folder and the library each behind a symbolic link, the server serves and deletes files as it does without links.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insideFolder } from '../../server/library/inside-folder.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import { anInfo } from '../builders/library-folder.ts';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const ffmpeg = findProgram('ffmpeg');
const base = 'Harbour Notes/Low tide [Qx7vR2mKc-4]';

let server: ServerArchive;
let device: ApiSession;
beforeAll(async () => {
  server = await startServerArchive({ fill: () => undefined, isBehindLinks: true });
  device = await server.login();
  await mkdir(path.join(server.libraryFolder, 'Harbour Notes'));
  for (const [name, content] of [
    ['info.json', JSON.stringify(anInfo())],
    ['mp4', anMp4({})],
    ['jpg', aJpeg()],
    ['en.vtt', aVtt()],
  ] as const)
    await writeFile(path.join(server.libraryFolder, `${base}.${name}`), content);
  if (ffmpeg !== null) {
    const mediaBase = path.join(server.libraryFolder, 'Harbour Notes/Ropes [Rop3sAndKn0]');
    await writeFile(`${mediaBase}.info.json`, JSON.stringify(anInfo({ id: 'Rop3sAndKn0', title: 'Ropes' })));
    execFileSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1', '-c:v', 'libx264', '-preset', 'ultrafast', `${mediaBase}.mkv`]);
  }
  await createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined, recheckDelayMs: 0 }).run(new AbortController().signal);
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});

const status = async (address: string): Promise<number> => (await device.call(address)).status;

test('the server sends media, subtitles and pictures', async () => {
  const video = await device.json<WireVideo>('/api/video/Qx7vR2mKc-4/');
  const addresses = [video.media_url, video.vid_thumb_url, ...video.subtitles.map(({ media_url }) => media_url)];
  expect(addresses).toHaveLength(3);
  for (const address of addresses) expect([address, await status(address ?? '')]).toEqual([address, 200]);
});

test.skipIf(ffmpeg === null)('the server makes and sends a rendition', async () => {
  const indexAddress = `/youtube/${channelId}/Rop3sAndKn0.hls/index.m3u8`;
  await expect.poll(async () => (await device.call(indexAddress)).text()).toContain('#EXT-X-ENDLIST');
  for (const name of ['init.mp4', 'seg-00000.m4s']) expect([name, await status(indexAddress.replace('index.m3u8', name))]).toEqual([name, 200]);
});

test('a file behind a link that leads out of the allowed folders counts as outside', async () => {
  const outsideFolder = path.join(server.libraryFolder, '../outside');
  await mkdir(outsideFolder);
  await writeFile(path.join(outsideFolder, 'private.mp4'), 'private');
  await symlink(outsideFolder, path.join(server.libraryFolder, 'way-out'));
  expect(await insideFolder(path.join(server.libraryFolder, 'way-out/private.mp4'), [server.libraryFolder])).toBeNull();
  expect(await insideFolder(path.join(server.libraryFolder, 'way-out/private.mp4'), [server.libraryFolder, outsideFolder])).not.toBeNull();
  // A sibling folder whose name begins the same is outside.
  expect(await insideFolder(outsideFolder, [outsideFolder.slice(0, -1)])).toBeNull();
});

test('deleting a video removes its files', async () => {
  expect((await device.call('/api/video/Qx7vR2mKc-4/', { method: 'DELETE' })).status).toBe(204);
  expect((await readdir(path.join(server.libraryFolder, 'Harbour Notes'))).filter((name) => name.startsWith('Low tide'))).toEqual([]);
});
