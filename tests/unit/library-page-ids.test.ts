// The id of a video that yt-dlp's generic extractor found is derived from its whole address. Earlier versions used only the end of the
// address. Videos with such a former id keep it.
import { renameSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import { describedIdOf } from '../../server/library/video-ids.ts';
import { entryOfVideo } from '../../server/downloader/found-videos.ts';
import { aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';
import { createMemoryCatalogue, type MemoryCatalogue } from '../doubles/memory-catalogue.ts';

const infoOf = (address: string): Record<string, unknown> =>
  anInfo({ id: 'film', extractor: 'generic', extractor_key: 'Generic', webpage_url: address, original_url: address });
const formerId = videoIdOf({ site: 'generic', id: 'film' }).id;
const [springAddress, autumnAddress] = ['https://videos.example/spring/film', 'https://videos.example/autumn/film'];

let folder: LibraryFolder;
let catalogue: MemoryCatalogue;
beforeEach(async () => {
  folder = await aLibraryFolder();
  catalogue = createMemoryCatalogue();
});
afterEach(() => folder.remove());
const runImport = () => createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 0 }).run(new AbortController().signal);

test('two pages of one site whose addresses have the same ending are two videos', async () => {
  await folder.video('Talks/Spring [film]', infoOf(springAddress));
  await folder.video('Talks/Autumn [film]', infoOf(autumnAddress));
  expect(await runImport()).toMatchObject({ added: 2, problems: [] });
  expect(new Set([...catalogue.videos.values()].map(({ sourceUrl }) => sourceUrl))).toEqual(new Set([springAddress, autumnAddress]));
});

test('a video with a former id keeps that id when its file is read again and renamed, and another page with the same ending is imported', async () => {
  await folder.video('Talks/Spring [film]', infoOf(springAddress));
  await runImport();
  const [record] = [...catalogue.videos.values()];
  if (!record) throw new Error('nothing was imported');
  // An earlier version stored the video in this way.
  catalogue.videos.clear();
  catalogue.videos.set(formerId, { ...record, videoId: formerId });
  catalogue.watchedIds.add(formerId);
  await utimes(path.join(folder.root, 'Talks/Spring [film].mp4'), new Date(), new Date(Date.now() - 3_600_000));
  await folder.video('Talks/Autumn [film]', infoOf(autumnAddress));
  await runImport();
  expect(catalogue.videos.get(formerId)).toMatchObject({ sourceUrl: springAddress });
  expect([...catalogue.videos.values()].map(({ sourceUrl }) => sourceUrl ?? '').toSorted()).toEqual([autumnAddress, springAddress]);
  for (const ending of ['mp4', 'info.json'])
    renameSync(path.join(folder.root, `Talks/Spring [film].${ending}`), path.join(folder.root, `Talks/Renamed [film].${ending}`));
  await runImport();
  expect(catalogue.videos.get(formerId)).toMatchObject({ mediaFile: 'Talks/Renamed [film].mp4' });
});

test('videos of one page have different ids, which depend on the query of the address but not on its fragment', () => {
  const springId = describedIdOf(infoOf(springAddress));
  expect(describedIdOf(infoOf(`${springAddress}#chapter`))?.id).toBe(springId?.id);
  expect(describedIdOf({ ...infoOf(springAddress), id: 'film-2' })?.id).not.toBe(springId?.id);
  expect(describedIdOf(infoOf(`${springAddress}?v=2`))?.id).not.toBe(springId?.id);
  expect(describedIdOf({ ...infoOf(springAddress), extractor: 'vimeo' })).toMatchObject({ id: videoIdOf({ site: 'vimeo', id: 'film' }).id, formerId: null });
});

test('a video queued under its former id is recognised, and another page with the same ending is added', () => {
  const archive = createArchive(openDatabase(':memory:'));
  const options = { status: 'ignore' as const, isAutoStart: false, isForced: false };
  const entry = entryOfVideo(infoOf(springAddress), springAddress, null);
  if (!entry) throw new Error('no entry');
  archive.downloads.add({ ...entry, videoId: formerId, formerId: null }, options);
  expect(archive.downloads.add(entry, { ...options, status: 'pending' })).toBe('known');
  const otherEntry = entryOfVideo(infoOf(autumnAddress), autumnAddress, null);
  expect(otherEntry && archive.downloads.add(otherEntry, { ...options, status: 'pending' })).toBe('added');
  archive.database.close();
});
