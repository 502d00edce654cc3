// One bad file stops nothing: the import continues, names the file with its reason, and does not read it again until it changes.
import { execFileSync } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { Catalogue, ImportReport } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { aCollectionInfo, aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';
import { anMp4, aVtt } from '../builders/library-media.ts';
import { clearFileFaults, fileFaults } from '../doubles/file-system.ts';

vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()));

let folder: LibraryFolder;
let database: Database;
let archive: Archive;
let catalogue: Catalogue;

beforeEach(async () => {
  clearFileFaults();
  folder = await aLibraryFolder();
  database = openDatabase(':memory:');
  archive = createArchive(database);
  catalogue = createSqliteCatalogue(database);
  await folder.video('good', anInfo({ id: 'goodgoodgo1' }));
});
afterEach(async () => {
  database.close();
  await folder.remove();
});

const run = (): Promise<ImportReport> =>
  createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 1 }).run(new AbortController().signal);

test('an import understands an epoch in milliseconds, and adds both videos', async () => {
  await folder.video('odd', anInfo({ id: 'oddoddoddo1', epoch: 1_711_000_000_000 }));
  expect(await run()).toMatchObject({ added: 2, problems: [] });
  expect(archive.videos.find('oddoddoddo1')?.downloadedAt).toBe(1_711_000_000);
});

test('an import reports the file of a record that cannot be stored, and tries again when the file changes', async () => {
  const put = catalogue.putVideos.bind(catalogue);
  // No earlier check rejects this value; only the database does.
  vi.spyOn(catalogue, 'putVideos').mockImplementation((records) =>
    put(records.map((record) => (record.videoId === 'oddoddoddo1' && record.title === 'Odd' ? { ...record, downloadedAt: 1e15 } : record))),
  );
  await folder.video('odd', anInfo({ id: 'oddoddoddo1', title: 'Odd' }));
  expect(await run()).toMatchObject({
    added: 1,
    problems: [{ file: 'odd.mp4', reason: expect.stringContaining('could not be stored') as string }],
  });
  await folder.write('odd.info.json', JSON.stringify(anInfo({ id: 'oddoddoddo1', title: 'Even now' })));
  expect(await run()).toMatchObject({ added: 1, problems: [] });
});

describe('files that could not be imported completely', () => {
  const faultyFiles: [name: string, make: () => Promise<void>, file: string][] = [
    ['a damaged file', () => folder.write('bad.mkv', Buffer.alloc(4000, 0xa5)), 'bad.mkv'],
    ['a video with a broken description', async () => (await folder.video('bad', null), folder.write('bad.info.json', '{')), 'bad.info.json'],
    ['a copy of another video', () => folder.video('copy', anInfo({ id: 'goodgoodgo1' }), { height: 360 }), 'copy.mp4'],
    [
      'a known file that was damaged later',
      async () => (await folder.video('bad', null), await run(), folder.write('bad.mp4', anMp4().subarray(0, 300))),
      'bad.mp4',
    ],
  ];

  test.each(faultyFiles)('the next import reports %s again, without reading it', async (_name, make, file) => {
    await make();
    const firstReport = await run();
    expect(firstReport.problems).toMatchObject([{ file }]);
    const openedCountBefore = fileFaults.openedFiles.length;
    const secondReport = await run();
    expect(fileFaults.openedFiles.slice(openedCountBefore)).toEqual([]);
    expect(secondReport).toMatchObject({ added: 0, updated: 0, moved: 0, problems: firstReport.problems });
  });

  test.each(faultyFiles)('an import reads %s again when the file changes', async (_name, make, file) => {
    await make();
    await run();
    const baseName = file.slice(0, file.indexOf('.'));
    await folder.video(baseName, anInfo({ id: 'newnewnewn1' }), { mediaBytes: 900 });
    if (file === 'bad.mkv') await rm(path.join(folder.root, file));
    expect((await run()).problems).toEqual([]);
    expect(archive.videos.find('newnewnewn1')?.mediaFile).toBe(`${baseName}.mp4`);
    expect(catalogue.countFindings()).toBe(0);
  });

  test('an import forgets a damaged file that was deleted', async () => {
    await folder.write('bad.mkv', 'hello');
    expect((await run()).problems).toMatchObject([{ file: 'bad.mkv' }]);
    expect(catalogue.countFindings()).toBe(1);
    await rm(path.join(folder.root, 'bad.mkv'));
    expect((await run()).problems).toEqual([]);
    expect(catalogue.countFindings()).toBe(0);
  });

  test('a copy replaces a better copy that was deleted', async () => {
    await folder.video('copy', anInfo({ id: 'goodgoodgo1' }), { height: 360 });
    await run();
    await rm(path.join(folder.root, 'good.mp4'));
    await rm(path.join(folder.root, 'good.info.json'));
    expect(await run()).toMatchObject({ moved: 1, problems: [] });
    expect(archive.videos.find('goodgoodgo1')?.mediaFile).toBe('copy.mp4');
  });

  test('the next import tries again to read a file that could not be read for lack of permission', async () => {
    await folder.video('locked', anInfo({ id: 'lockedlock1' }));
    fileFaults.refusedNames.add('locked.mp4');
    expect((await run()).problems).toMatchObject([{ file: 'locked.mp4', reason: 'The file cannot be read: no permission.' }]);
    clearFileFaults();
    expect(await run()).toMatchObject({ added: 1, problems: [] });
  });
});

function failWhenOpened(name: string, code: string): void {
  fileFaults.actionsBeforeOpen.set(name, () => {
    throw Object.assign(new Error(`${code}: simulated`), { code, syscall: 'open' });
  });
}

test.each([
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the disk reports an error'],
  ['ESTALE', 'the network drive lost it'],
  ['ETIMEDOUT', 'the system reports ETIMEDOUT'],
])('a video stays, and is read again, if its description cannot be read for the moment (%s)', async (code, reason) => {
  await run();
  const videoBefore = archive.videos.find('goodgoodgo1');
  await folder.write('good.en.vtt', aVtt());
  failWhenOpened('good.info.json', code);
  expect((await run()).problems).toEqual([{ file: 'good.mp4', reason: `The file could not be read: ${reason}.` }]);
  expect(archive.videos.find('goodgoodgo1')).toEqual(videoBefore);
  clearFileFaults();
  expect(await run()).toMatchObject({ updated: 1, problems: [] });
  expect(archive.videos.find('goodgoodgo1')).toMatchObject({ title: videoBefore?.title, channelId: videoBefore?.channelId, subtitles: [{ lang: 'en' }] });
});

test('an import fails if no file descriptor is left for a playlist file, and the next import reads the file', async () => {
  const importer = createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 1 });
  const { signal } = new AbortController();
  await folder.write('Evening.m3u8', 'good.mp4\n');
  failWhenOpened('Evening.m3u8', 'EMFILE');
  await expect(importer.run(signal)).rejects.toThrow('EMFILE');
  clearFileFaults();
  expect((await importer.run(signal)).problems).toEqual([]);
  expect(database.prepare("SELECT 1 FROM playlist WHERE name = 'Evening'").all()).toHaveLength(1);
});

describe('a description that the disk cannot read', () => {
  const ownList = 'PLt1deTablesTideTablesTideTablesT1';
  const otherList = 'PLharbourAtNightHarbourAtNightHar1';
  const entryOf = (id: string): Record<string, unknown> => ({ _type: 'url', ie_key: 'Youtube', id, title: id });
  const nameOf = (table: 'playlist' | 'channel', id: string): unknown => database.prepare(`SELECT name FROM ${table} WHERE ${table}_id = ?`).get(id);
  const entriesOf = (id: string): unknown[] => database.prepare('SELECT video_id AS id FROM playlist_entry WHERE playlist_id = ? ORDER BY idx').all(id);

  test('does not end the pass; a playlist’s earlier facts stay until the description can be read again', async () => {
    const importer = createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 1 });
    const runAgain = (): Promise<ImportReport> => importer.run(new AbortController().signal);
    await folder.write('list.info.json', JSON.stringify(aCollectionInfo({ id: ownList, title: 'Tides', entries: [entryOf('goodgoodgo1')] })));
    await runAgain();
    await folder.write('list.info.json', JSON.stringify(aCollectionInfo({ id: ownList, title: 'High and low tides', entries: [entryOf('goodgoodgo1')] })));
    failWhenOpened('list.info.json', 'EIO');
    await folder.video('second', anInfo({ id: 'secondseco1' }));
    expect(await runAgain()).toMatchObject({
      added: 1,
      problems: [{ file: 'list.info.json', reason: 'The file could not be read: the disk reports an error.' }],
    });
    expect(nameOf('playlist', ownList)).toEqual({ name: 'Tides' });
    expect(entriesOf(ownList)).toEqual([{ id: 'goodgoodgo1' }]);
    clearFileFaults();
    expect((await runAgain()).problems).toEqual([]);
    expect(nameOf('playlist', ownList)).toEqual({ name: 'High and low tides' });
  });

  test('does not remove its video from a playlist', async () => {
    const member = (id: string, index: number): Record<string, unknown> =>
      anInfo({ id, playlist_id: otherList, playlist_title: 'Night', playlist: 'Night', playlist_index: index, extractor: 'youtube' });
    await folder.video('first', member('firstfirst1', 1));
    await folder.video('second', member('secondseco1', 2));
    await run();
    const entriesBefore = entriesOf(otherList);
    expect(entriesBefore).toHaveLength(2);
    await folder.video('third', member('thirdthird1', 3));
    failWhenOpened('first.info.json', 'EIO');
    expect(await run()).toMatchObject({ added: 1, problems: [{ file: 'first.info.json' }] });
    expect(entriesOf(otherList)).toEqual(entriesBefore);
    clearFileFaults();
    expect((await run()).problems).toEqual([]);
    expect(entriesOf(otherList)).toEqual([{ id: 'firstfirst1' }, { id: 'secondseco1' }, { id: 'thirdthird1' }]);
  });

  test('does not end the pass if a copy of its video appears; the copy replaces the video’s file until the description can be read again', async () => {
    await run();
    await folder.video('copy', anInfo({ id: 'goodgoodgo1' }), { height: 360 });
    await folder.video('second', anInfo({ id: 'secondseco1' }));
    failWhenOpened('good.info.json', 'EIO');
    expect(await run()).toMatchObject({
      added: 1,
      problems: [{ file: 'good.info.json', reason: 'The file could not be read: the disk reports an error.' }],
    });
    expect(archive.videos.find('goodgoodgo1')?.mediaFile).toBe('copy.mp4');
    clearFileFaults();
    expect((await run()).problems).toMatchObject([{ file: 'copy.mp4', reason: expect.stringContaining('another copy') as string }]);
    expect(archive.videos.find('goodgoodgo1')?.mediaFile).toBe('good.mp4');
  });

  test('does not change its video’s channel', async () => {
    const channelId = anInfo()['channel_id'] as string;
    await folder.write(
      'channel.info.json',
      JSON.stringify(aCollectionInfo({ id: channelId, channel_id: channelId, title: 'Harbour Notes', description: 'Old' })),
    );
    await run();
    const channelBefore = archive.channels.find(channelId);
    await folder.write(
      'channel.info.json',
      JSON.stringify(aCollectionInfo({ id: channelId, channel_id: channelId, title: 'Harbour Notes', description: 'Newer' })),
    );
    failWhenOpened('good.info.json', 'EIO');
    expect((await run()).problems).toMatchObject([{ file: 'good.info.json' }]);
    expect(archive.channels.find(channelId)).toEqual(channelBefore);
    clearFileFaults();
    expect((await run()).problems).toEqual([]);
    expect(archive.channels.find(channelId)?.description).toBe('Newer');
  });
});

describe('media files with the same name', () => {
  const ids = (): string[] => archive.videos.allIds().filter((id) => id !== 'goodgoodgo1');

  test('two files without an id are two videos, each with the files beside it, also in the next import', async () => {
    await folder.write('trips/Holiday.mkv', anMp4({ mediaBytes: 500 }));
    await folder.write('trips/Holiday.mp4', anMp4({ mediaBytes: 600 }));
    await folder.write('trips/Holiday.en.vtt', aVtt());
    expect(await run()).toMatchObject({ added: 3, problems: [] });
    expect(new Set(ids().map((id) => archive.videos.find(id)?.mediaFile))).toEqual(new Set(['trips/Holiday.mkv', 'trips/Holiday.mp4']));
    for (const id of ids()) expect(archive.videos.find(id)?.subtitles).toMatchObject([{ file: 'trips/Holiday.en.vtt' }]);
    expect(await run()).toMatchObject({ unchanged: 3, added: 0, updated: 0, problems: [] });
  });

  test('the first file keeps its id when a second file appears', async () => {
    await folder.write('Holiday.mkv', anMp4({ mediaBytes: 500 }));
    await run();
    const [firstId] = ids();
    await folder.write('Holiday.mp4', anMp4({ mediaBytes: 600 }));
    expect(await run()).toMatchObject({ added: 1, updated: 0, moved: 0, problems: [] });
    await folder.write('Holiday.mkv', anMp4({ mediaBytes: 700 }));
    expect(await run()).toMatchObject({ added: 0, updated: 1, problems: [] });
    expect(archive.videos.find(firstId as string)?.mediaFile).toBe('Holiday.mkv');
  });

  test('two files are two videos even if the first was renamed before the second appeared', async () => {
    await folder.write('Holiday.mkv', anMp4({ mediaBytes: 500 }));
    await run();
    const [firstId] = ids();
    await rename(path.join(folder.root, 'Holiday.mkv'), path.join(folder.root, 'Harbour.mkv'));
    await folder.write('Holiday.mp4', anMp4({ mediaBytes: 600 }));
    expect(await run()).toMatchObject({ added: 1, moved: 1, problems: [] });
    expect(archive.videos.find(firstId as string)?.mediaFile).toBe('Harbour.mkv');
    expect(await run()).toMatchObject({ unchanged: 3, added: 0, problems: [] });
  });

  test('two files whose names differ only in how an accent is encoded are two videos', async () => {
    await folder.write('Caf\u00e9.mp4', anMp4({ mediaBytes: 500 }));
    await folder.write('Cafe\u0301.mp4', anMp4({ mediaBytes: 600 }));
    expect(await run()).toMatchObject({ added: 3, problems: [] });
  });

  test('two files with the same id in their names are copies', async () => {
    await folder.write('Walk [Qx7vR2mKc-4].mkv', anMp4({ height: 720 }));
    await folder.write('Walk [Qx7vR2mKc-4].mp4', anMp4({ height: 360 }));
    expect((await run()).problems).toMatchObject([{ file: 'Walk [Qx7vR2mKc-4].mp4', reason: expect.stringContaining('another copy') as string }]);
  });
});

test.each([
  ['a pipe', 'x.mp4', (file: string) => void execFileSync('mkfifo', [file])],
  ['a description that is a pipe', 'x.info.json', (file: string) => void execFileSync('mkfifo', [file])],
])('an import reports %s instead of reading it', async (_name, file, make) => {
  make(path.join(folder.root, file));
  expect((await run()).problems).toEqual([{ file, reason: 'This is not a file but a pipe, a socket or a device.' }]);
});
