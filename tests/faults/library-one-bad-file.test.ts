// One bad file stops nothing: the import goes on, names the file with its reason, and does not read it again until it changes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { Catalogue, ImportReport } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';

let folder: LibraryFolder;
let database: Database;
let archive: Archive;
let catalogue: Catalogue;

beforeEach(async () => {
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
  createImporter({ root: folder.root, catalogue, log: () => undefined, secondLookMs: 1 }).run(new AbortController().signal);

test('an epoch in milliseconds is understood, and both videos come in', async () => {
  await folder.video('odd', anInfo({ id: 'oddoddoddo1', epoch: 1_711_000_000_000 }));
  expect(await run()).toMatchObject({ added: 2, problems: [] });
  expect(archive.videos.find('oddoddoddo1')?.downloadedAt).toBe(1_711_000_000);
});
