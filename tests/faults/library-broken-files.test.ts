// Faulty files in a library folder. An import reports each problem with its reason, and adds the rest.
import { chmod, link, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import { aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';
import { anMp4, aVtt } from '../builders/library-media.ts';
import { createMemoryCatalogue, type MemoryCatalogue } from '../doubles/memory-catalogue.ts';

let folder: LibraryFolder;
let catalogue: MemoryCatalogue;

beforeEach(async () => {
  folder = await aLibraryFolder();
  catalogue = createMemoryCatalogue();
  await folder.video('good', anInfo({ id: 'goodgoodgo1' }));
});

afterEach(() => folder.remove());

test.each<[name: string, make: () => Promise<void>, file: string, reason: RegExp]>([
  ['an empty file', () => folder.write('x.mp4', ''), 'x.mp4', /empty/],
  ['a file cut off in its media', () => folder.write('x.mp4', anMp4({ mediaBytes: 5000 }).subarray(0, 2000)), 'x.mp4', /cut off: it has 2000 of/],
  ['a file cut off in its headers', () => folder.write('x.mp4', anMp4().subarray(0, 120)), 'x.mp4', /cut off/],
  ['a file of arbitrary bytes', () => folder.write('x.mkv', Buffer.alloc(4000, 0xa5)), 'x.mkv', /damaged/],
  ['a text file named like a video', () => folder.write('x.webm', 'hello'), 'x.webm', /damaged/],
  ['an HLS manifest named like a video', () => folder.write('x.mp4', '#EXTM3U\n#EXT-X-VERSION:3\nhttp://127.0.0.1:9/a.ts\n'), 'x.mp4', /damaged/],
  ['an HLS manifest', () => folder.write('x.m3u8', '#EXTM3U\n#EXT-X-VERSION:3\na.ts\n'), 'x.m3u8', /HLS/],
  ['an AVI file without a description', () => folder.write('x.avi', 'RIFF'), 'x.avi', /\.info\.json/],
  ['a subtitle file that no browser shows', async () => (await folder.video('x', anInfo()), folder.write('x.de.srt', '1\n')), 'x.de.srt', /WebVTT/],
  ['a description without media', () => folder.write('x.info.json', JSON.stringify(anInfo())), 'x.info.json', /no media file/],
  ['a broken description without media', () => folder.write('x.info.json', '{"id": '), 'x.info.json', /JSON/],
  ['a link that leads out', () => symlink(os.tmpdir(), path.join(folder.root, 'out')), 'out', /leads out/],
  ['a link to a file outside', () => symlink('/etc/hostname', path.join(folder.root, 'x.mp4')), 'x.mp4', /leads out/],
  ['a link that leads nowhere', () => symlink('nowhere.mp4', path.join(folder.root, 'x.mp4')), 'x.mp4', /points to nothing/],
  ['a link to itself', () => symlink('x.mp4', path.join(folder.root, 'x.mp4')), 'x.mp4', /points to nothing/],
])('an import reports %s by name, and adds the rest', async (_name, make, file, reason) => {
  await make();
  const report = await run();
  expect(report.problems).toMatchObject([{ file, reason: expect.stringMatching(reason) as string }]);
  expect(catalogue.videos.has('goodgoodgo1')).toBe(true);
});

test.each([
  ['broken', '{"id": "Qx7v', /not valid JSON.*without it/],
  ['empty', '', /empty.*without it/],
  ['a list', '[1, 2]', /not a JSON object/],
  ['of a playlist', '{"_type": "playlist", "id": "PLx"}', /of a playlist/],
])('an import adds a video whose description is %s, and reports the description', async (_name, content, reason) => {
  await folder.write('Low tide [Qx7vR2mKc-4].mp4', anMp4());
  await folder.write('Low tide [Qx7vR2mKc-4].info.json', content);
  expect((await run()).problems).toMatchObject([{ file: 'Low tide [Qx7vR2mKc-4].info.json', reason: expect.stringMatching(reason) as string }]);
  expect(catalogue.videos.get('Qx7vR2mKc-4')).toMatchObject({ title: 'Low tide' });
});

test('an import does not read a description larger than 50 MB', async () => {
  await folder.write('Low tide [Qx7vR2mKc-4].mp4', anMp4());
  await folder.write('Low tide [Qx7vR2mKc-4].info.json', '');
  await truncate(path.join(folder.root, 'Low tide [Qx7vR2mKc-4].info.json'), 60 * 1024 * 1024);
  expect((await run()).problems).toMatchObject([{ reason: expect.stringContaining('60 MB') as string }]);
  expect(catalogue.videos.has('Qx7vR2mKc-4')).toBe(true);
});

test('an import tolerates absurd values in a description', async () => {
  const absurdInfo =
    '{"__proto__": {"isActive": false}, "id": "Qx7vR2mKc-4", "extractor": "youtube", "title": 12345, "duration": -5, "timestamp": 1e99, "upload_date": 20240310, "view_count": "1e3", "like_count": -7, "tags": "sea", "chapters": {"a": 1}, "comments": [null, 5], "subtitles": [], "channel_id": {"a": 1}, "channel": ["x"], "epoch": "never", "playlist_index": "NaN"}';
  await folder.write('clips/x.mp4', anMp4({ durationSeconds: 9 }));
  await folder.write('clips/x.info.json', absurdInfo);
  expect((await run()).problems).toEqual([]);
  expect(catalogue.videos.get('Qx7vR2mKc-4')).toMatchObject({
    title: '12345',
    durationSeconds: 9,
    publishedAt: '2024-03-10T00:00:00+00:00',
    viewCount: 1000,
    likeCount: 0,
    tags: [],
    chapters: [],
    comments: [],
    isActive: true,
  });
});

test('an import reports a file name that is not valid UTF-8', async () => {
  await writeFile(Buffer.concat([Buffer.from(`${folder.root}/caf`), Buffer.from([0xe9]), Buffer.from('.mp4')]), anMp4());
  expect((await run()).problems).toMatchObject([{ file: 'caf\ufffd.mp4', reason: expect.stringContaining('UTF-8') as string }]);
});

test('links inside the library cause no endless loop, and a linked file counts as a copy', async () => {
  await mkdir(path.join(folder.root, 'deep/er'), { recursive: true });
  await symlink('..', path.join(folder.root, 'deep/er/up'));
  await symlink('../../good.mp4', path.join(folder.root, 'deep/er/again [goodgoodgo1].mp4'));
  const report = await run();
  expect(report.problems).toMatchObject([{ reason: expect.stringContaining('another copy') as string }]);
  expect(catalogue.videos.size).toBe(1);
});

test('a known file that breaks stays in the archive and is reported', async () => {
  await run();
  await folder.write('good.mp4', anMp4().subarray(0, 300));
  expect(await run()).toMatchObject({ missing: 0, problems: [{ file: 'good.mp4' }] });
  expect(catalogue.videos.has('goodgoodgo1')).toBe(true);
});

test.each([
  ['a folder that cannot be listed', 0o000, ['locked']],
  ['files whose size cannot be read', 0o444, ['locked/inside.info.json', 'locked/inside.mp4']],
])('an import reports %s, marks no video there as missing, and does not count as whole', async (_name, mode, files) => {
  await folder.video('locked/inside', anInfo());
  await run();
  await chmod(folder.root, 0o755);
  await chmod(path.join(folder.root, 'locked'), mode);
  // Root may read everything, so as root this import runs as nobody.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.('nobody');
  const report = await run().finally(() => isRoot && process.seteuid?.('root'));
  await chmod(path.join(folder.root, 'locked'), 0o755);
  const reason = expect.stringContaining('no permission') as string;
  expect(report).toMatchObject({ missing: 0, isWhole: false, problems: files.map((file) => ({ file, reason })) });
});

test('an import tells apart two originals whose generated ids collide, and reports the second', async () => {
  // Hashes of eleven characters do not collide by chance in a test, so the second video has the first one's generated id as its YouTube id.
  const { id } = videoIdOf({ site: 'vimeo', id: '76979871' });
  await folder.video('a', anInfo({ id: '76979871', extractor: 'vimeo' }));
  await folder.video('b', anInfo({ id }));
  expect((await run()).problems).toEqual([
    { file: 'b.mp4', reason: `The id made for this file, ${id}, already belongs to another video, a.mp4. This file was left out.` },
  ]);
  expect((await run()).problems).toHaveLength(1);
  expect(catalogue.videos.get(id)?.originalId).toBe('76979871');
});

test('a file with two hard links is one video', async () => {
  await link(path.join(folder.root, 'good.mp4'), path.join(folder.root, 'good copy [goodgoodgo1].mp4'));
  expect((await run()).problems).toHaveLength(1);
  expect(catalogue.videos.size).toBe(1);
});

test('an import reports many broken files together, and adds the good video', async () => {
  for (let index = 0; index < 20; index++) {
    await folder.write(`bad/${index}.mp4`, anMp4().subarray(0, index * 20));
    await folder.write(`bad/${index}.info.json`, '{');
    await folder.write(`bad/${index}.en.vtt`, aVtt());
  }
  const report = await run();
  expect(new Set(report.problems.filter(({ file }) => file.endsWith('.mp4')).map(({ file }) => file)).size).toBe(20);
  expect([...catalogue.videos.keys()]).toEqual(['goodgoodgo1']);
});

function run() {
  return createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 1 }).run(new AbortController().signal);
}
