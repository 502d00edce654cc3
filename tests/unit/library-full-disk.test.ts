// An import on a full disk keeps what it has written, and continues when there is space. The tests limit the number of pages of the
// database, and SQLite reports a database at its limit as a full disk.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { Catalogue } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { startLibrary, type LibraryTiming } from '../../server/library/start-library.ts';
import { aCollectionInfo, aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';
import { logInto } from '../doubles/log.ts';

/** The videos are imported in three batches of 25 and one of five. The comment of each video fills about a page of the database. */
const videoCount = 80;
const longText = 'That gull is loud. '.repeat(200);
const fullDiskLine = 'Library: the folder could not be imported: the disk is full; the import continues when there is space.';

let database: Database;
let archive: Archive;
let catalogue: Catalogue;
let folder: LibraryFolder;
let logLines: string[];
let stop: () => Promise<void>;

beforeEach(async () => {
  database = openDatabase(':memory:');
  archive = createArchive(database);
  catalogue = createSqliteCatalogue(database);
  folder = await aLibraryFolder();
  logLines = [];
  for (let index = 0; index < videoCount; index += 1) {
    const id = `pier-${String(index).padStart(6, '0')}`;
    const comments = [{ id: `${id}-0`, parent: 'root', text: longText }];
    await folder.video(`Pier/${id}`, anInfo({ id, title: `Walk ${id}`, comments }));
  }
});
afterEach(async () => {
  await stop();
  database.close();
  await folder.remove();
});

const quickTiming = { settleMs: 20, recheckDelayMs: 20 };
const eventually = (assertion: () => void): Promise<void> => vi.waitFor(assertion, { timeout: 15_000, interval: 20 });
const pageCount = (): number => (database.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
const allowPages = (count: number): unknown => database.prepare(`PRAGMA max_page_count = ${count}`).get();
const importedIds = (): string[] => archive.videos.allIds();
const lastReport = (): unknown => {
  const row = database.prepare('SELECT report FROM import_report ORDER BY id DESC LIMIT 1').get() as { report: string } | undefined;
  return row && JSON.parse(row.report);
};
const start = async (timing: Partial<LibraryTiming>): Promise<void> => {
  const { signal } = new AbortController();
  ({ stop } = await startLibrary({ root: folder.root, catalogue, log: logInto(logLines), signal, timing }));
};

test('imported batches stay complete, the full disk is reported once, the remaining videos follow automatically when there is space, and all are counted', async () => {
  allowPages(pageCount() + 66);
  await start({ ...quickTiming, diskRetryMs: 50 });
  await eventually(() => expect(logLines).toContain(fullDiskLine));
  const firstIds = importedIds();
  // Only whole batches were imported.
  expect([firstIds.length % 25, firstIds.length > 0, firstIds.length < videoCount]).toEqual([0, true, true]);
  for (const id of firstIds) expect(archive.comments.of(id)).toHaveLength(1);
  // Later scans find the disk still full, and do not report it again.
  const scanSpy = vi.spyOn(catalogue, 'removedVideos');
  await eventually(() => expect(scanSpy.mock.calls.length).toBeGreaterThan(2));
  expect(logLines.filter((line) => line.includes('the disk is full'))).toEqual([fullDiskLine]);

  allowPages(1_000_000);
  // One batch may be read again: its videos were written, but its fingerprints were not.
  const lastLine = new RegExp(`^Library: 80 media files, ${videoCount} new(, 25 changed)?\\.$`);
  await eventually(() => expect(logLines.at(-1)).toMatch(lastLine));
  expect(logLines.at(-2)).toBe('Library: the folder could be imported again.');
  expect(importedIds()).toHaveLength(videoCount);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  await eventually(() =>
    expect(lastReport()).toMatchObject({
      found: videoCount,
      added: videoCount,
      brokenOff: 'the disk is full; the import continues when there is space',
    }),
  );
});

test('the first scan with enough space writes a playlist that did not fit on the disk, even if the library has none of its videos', async () => {
  await start({ ...quickTiming, diskRetryMs: 50 });
  await eventually(() => expect(logLines.at(-1)).toBe('Library: 80 media files, 80 new.'));
  allowPages(pageCount());
  const description = longText.repeat(25);
  await folder.write('Tides/Tide tables.info.json', JSON.stringify(aCollectionInfo({ description })));
  await eventually(() => expect(logLines.at(-1)).toBe(fullDiskLine));
  allowPages(1_000_000);
  await eventually(() => expect(archive.playlists.find('PLt1deTablesTideTablesTideTablesT1')).toMatchObject({ description: description.trim() }));
});

test('a scan keeps its result even if there is no space for its report', async () => {
  vi.spyOn(catalogue, 'saveReport').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  });
  await start(quickTiming);
  await eventually(() =>
    // On a busy machine the import also logs its progress.
    expect(logLines.filter((line) => !line.startsWith('Importing: '))).toEqual([
      'Library: 80 media files, 80 new.',
      'Library: the disk is full, so the report of this scan was not saved. The scan itself is complete.',
    ]),
  );
});

test('a scan that fails for another reason is reported once and tried again', async () => {
  vi.spyOn(catalogue, 'putVideos').mockImplementationOnce(() => {
    throw new Error('disk I/O error');
  });
  await start({ ...quickTiming, pollMs: 50 });
  await eventually(() => expect(logLines).toContain('Library: the folder could not be imported: disk I/O error; the import is tried again.'));
  await eventually(() => expect(logLines.at(-1)).toBe('Library: 80 media files, 80 new.'));
});
