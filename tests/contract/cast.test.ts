// What a cast device may read of the archive: addresses with a signature, while casting is allowed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignedPaths } from '../../server/http/media/signed-paths.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { dawnBytes, ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let device: ApiSession;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterAll(() => server.stop());

const setCast = (isOn: boolean) => device.call('/api/appsettings/config/', { method: 'POST', body: { application: { enable_cast: isOn } } });
const video = async (id: string = ids.dawn, query = '?cast=true'): Promise<WireVideo> => (await server.login('guest')).json(`/api/video/${id}/${query}`);
const fetchPath = (path: string, options: RequestInit = {}) => fetch(`${server.url}${path}`, options);

test('while casting is off, the archive signs no address and accepts no signature', async () => {
  await setCast(true);
  const { media_url } = await video();
  await setCast(false);
  expect((await video()).media_url).toBe((await video(ids.dawn, '')).media_url);
  expect((await fetchPath(media_url)).status).toBe(403);
});

test('a receiver on another origin, without a cookie, reads subtitles, the picture, and ranges of the media', async () => {
  await setCast(true);
  const { media_url, vid_thumb_url, subtitles } = await video();
  const mediaAnswer = await fetchPath(media_url, { headers: { range: 'bytes=10-19', origin: 'https://receiver.example' } });
  expect([mediaAnswer.status, mediaAnswer.headers.get('access-control-allow-origin')]).toEqual([206, '*']);
  expect(Buffer.from(await mediaAnswer.arrayBuffer())).toEqual(dawnBytes.subarray(10, 20));
  for (const path of [vid_thumb_url, ...subtitles.map((subtitle) => subtitle.media_url)]) expect([path, (await fetchPath(path)).status]).toEqual([path, 200]);
  const preflight = await fetchPath(media_url, {
    method: 'OPTIONS',
    headers: { origin: 'https://receiver.example', 'access-control-request-headers': 'range' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'Range']);
});

test('a signature opens only its own path, for at most the length of the video plus an hour, and cannot be altered', async () => {
  await setCast(true);
  const { media_url } = await video();
  const [path = '', query = ''] = media_url.split('?');
  const otherUrl = (await video(ids.gulls, '')).media_url;
  const until = Number(new URLSearchParams(query).get('until'));
  expect(until).toBeLessThanOrEqual(Date.now() / 1000 + 600 + 3600);
  for (const alteredAddress of [
    path,
    `${otherUrl}?${query}`,
    `${path}?${query.replace(String(until), String(until + 1))}`,
    `${path}?until=${until}&signature=`,
    `${path}?until=${until}`,
    `${path}?${query}x`,
  ])
    expect([alteredAddress, (await fetchPath(alteredAddress)).status]).toEqual([alteredAddress, 403]);
  expect((await fetchPath(`${path}?${query}`, { method: 'POST' })).status).toBe(404);
  // API calls are refused, because a signature is not a session.
  expect((await fetchPath(`/api/video/${ids.dawn}/?${query}`)).status).toBe(403);
});

test('a signature expires', () => {
  let nowSeconds = 1000;
  const paths = createSignedPaths(
    Buffer.from('secret'),
    () => true,
    () => nowSeconds,
  );
  const [path = '', query = ''] = paths.sign('/youtube/a', 1010).split('?');
  expect(paths.isSigned(path, new URLSearchParams(query))).toBe(true);
  nowSeconds = 1010;
  expect(paths.isSigned(path, new URLSearchParams(query))).toBe(false);
});
