// The segments of an HLS stream are saved as one file.
import { expect, test } from 'vitest';
import { createByteSource, type ByteSource } from '../../src/network/byte-source.ts';
import { createHlsSource } from '../../src/saved-media/saver/hls-source.ts';

const neverAborted = new AbortController().signal;
const streamFolder = '/youtube/UC/abc.hls/';
const streamUrl = `${streamFolder}master.m3u8`;

interface ArchiveFile {
  body: string;
  /** By default, the ETag is derived from the body. */
  etag?: string;
}

function anArchive() {
  const files = new Map<string, ArchiveFile>([
    ['master.m3u8', { body: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n' }],
    ['index.m3u8', { body: '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\na.m4s\n#EXTINF:4,\nb.m4s\n#EXT-X-ENDLIST\n' }],
    ['init.mp4', { body: 'IN' }],
    ['a.m4s', { body: 'aaaaa' }],
    ['b.m4s', { body: 'bbbbbbb' }],
  ]);
  const requests: string[] = [];
  const fetchFile: typeof fetch = async (input, init) => {
    const name = (typeof input === 'string' ? input : '').slice(streamFolder.length);
    const method = init?.method ?? 'GET';
    const range = new Headers(init?.headers).get('range');
    requests.push([method, name, ...(range === null ? [] : [range])].join(' '));
    const file = files.get(name);
    if (!file) return new Response('no', { status: 404 });
    const { body, etag = `"${encodeURIComponent(body)}"` } = file;
    const headers = { etag, 'content-type': 'video/mp4', 'content-length': String(body.length) };
    if (method === 'HEAD') return new Response(null, { headers });
    if (range === null) return new Response(body, { headers });
    const startByte = Number(/\d+/.exec(range)?.[0]);
    return new Response(body.slice(startByte), {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${startByte}-${body.length - 1}/${body.length}` },
    });
  };
  const newSource = (media = createByteSource(fetchFile)) => createHlsSource(media, fetchFile);
  return { files, requests, newSource };
}

test('the files of a stream are joined into one body of known length, and the playlists point to the ranges of the files in that body', async () => {
  const { newSource } = anArchive();
  const answer = await newSource()(streamUrl, { offset: 0, state: null }, neverAborted);
  if (!answer.ok) throw new Error(answer.error.kind);
  const { body, totalBytes, createPlaylists } = answer.value;
  expect([totalBytes, await new Response(body).text()]).toEqual([14, 'INaaaaabbbbbbb']);
  const [mainPlaylist, videoPlaylist] = createPlaylists?.('/_saved/abc/original/1') ?? [];
  expect(mainPlaylist).toMatchObject({ name: 'main', text: expect.stringContaining('/_saved/abc/original/1/video.m3u8') });
  expect(videoPlaylist?.text.match(/^\/.*|URI=.*|BYTERANGE:.*/gm)).toEqual([
    'URI="/_saved/abc/original/1",BYTERANGE="2@0"',
    ...['BYTERANGE:5@2', '/_saved/abc/original/1'],
    ...['BYTERANGE:7@7', '/_saved/abc/original/1'],
  ]);
});

test('an empty segment counts as missing, and so does its stream', async () => {
  const { newSource, files } = anArchive();
  files.set('b.m4s', { body: '' });
  expect(await newSource()(streamUrl, { offset: 0, state: null }, neverAborted)).toEqual({ ok: false, error: { kind: 'not-found' } });
});

test('a save continues in the middle of a file, and requests no length a second time', async () => {
  const { newSource, requests } = anArchive();
  const source = newSource();
  const firstAnswer = await source(streamUrl, { offset: 0, state: null }, neverAborted);
  if (!firstAnswer.ok) throw new Error(firstAnswer.error.kind);
  await firstAnswer.value.body.cancel();
  requests.length = 0;
  const { totalBytes, validator, contentType } = firstAnswer.value;
  const resumedAnswer = await source(streamUrl, { offset: 4, state: { totalBytes, validator, contentType } }, neverAborted);
  expect(resumedAnswer.ok && (await new Response(resumedAnswer.value.body).text())).toBe('aaabbbbbbb');
  expect(requests).toEqual(['GET a.m4s bytes=2-', 'GET b.m4s bytes=0-']);
});

test('a stream that was fetched to its end is not kept in memory', async () => {
  const { newSource, requests } = anArchive();
  const source = newSource();
  for (let count = 1; count <= 2; count += 1) {
    const answer = await source(streamUrl, { offset: 0, state: null }, neverAborted);
    if (answer.ok) await new Response(answer.value.body).text();
  }
  expect(requests.filter((request) => request === 'GET master.m3u8')).toHaveLength(2);
});

test('a file that has been replaced aborts the save, and at the next try the stream counts as changed', async () => {
  const { newSource, files } = anArchive();
  const source = newSource();
  const firstAnswer = await source(streamUrl, { offset: 0, state: null }, neverAborted);
  if (!firstAnswer.ok) throw new Error(firstAnswer.error.kind);
  files.set('b.m4s', { body: 'BBBBBBB' });
  await expect(new Response(firstAnswer.value.body).text()).rejects.toThrow();
  const { totalBytes, validator, contentType } = firstAnswer.value;
  expect(await source(streamUrl, { offset: 4, state: { totalBytes, validator, contentType } }, neverAborted)).toEqual({
    ok: false,
    error: { kind: 'changed' },
  });
});

test('a paused save aborts the request of a segment that hangs', async () => {
  const { newSource } = anArchive();
  const signals: AbortSignal[] = [];
  const hangingSource: ByteSource = (_url, _from, signal) => new Promise(() => signals.push(signal));
  const answer = await newSource(hangingSource)(streamUrl, { offset: 0, state: null }, neverAborted);
  if (!answer.ok) throw new Error(answer.error.kind);
  await answer.value.body.cancel();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a file that ends early aborts the save', async () => {
  const { newSource, files } = anArchive();
  const answer = await newSource()(streamUrl, { offset: 0, state: null }, neverAborted);
  if (!answer.ok) throw new Error(answer.error.kind);
  const shortFile: ArchiveFile = { body: 'aaa', etag: '"aaaaa"' };
  files.set('a.m4s', shortFile);
  await expect(new Response(answer.value.body).text()).rejects.toThrow();
});

test.each([
  ['is still being made', 'index.m3u8', '#EXTM3U\n#EXTINF:4,\na.m4s\n', { kind: 'server-error', retryAfterMs: 10_000 }],
  ['needs a key', 'index.m3u8', '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\na.m4s\n#EXT-X-ENDLIST', { kind: 'unplayable' }],
  ['is a portal’s page', 'master.m3u8', '<html>', { kind: 'captive' }],
  ['names a missing file', 'index.m3u8', '#EXTM3U\ngone.m4s\n#EXT-X-ENDLIST', { kind: 'not-found' }],
] as const)('a stream that %s is not saved', async (_what, name, body, error) => {
  const { newSource, files } = anArchive();
  files.set(name, { body });
  expect(await newSource()(streamUrl, { offset: 0, state: null }, neverAborted)).toEqual({ ok: false, error });
});
