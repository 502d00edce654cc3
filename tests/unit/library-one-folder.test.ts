// A scan of one folder of the library imports the files in it, and changes nothing in the other folders.
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { aCollectionInfo, aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';
import { createMemoryCatalogue, type MemoryCatalogue } from '../doubles/memory-catalogue.ts';

let folder: LibraryFolder;
let catalogue: MemoryCatalogue;
const channelId = 'UCh4rb0urN0tesHarbNotes1';
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';

beforeEach(async () => {
  folder = await aLibraryFolder();
  catalogue = createMemoryCatalogue();
  await folder.video('Films/pier', anInfo());
  await folder.write(
    'Films/channel.info.json',
    JSON.stringify(
      aCollectionInfo({ id: channelId, channel_id: channelId, title: 'Harbour Notes - Videos', extractor: 'youtube:tab', description: 'Notes from the sea.' }),
    ),
  );
  await fullScan();
});
afterEach(() => folder.remove());

const importer = () => createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 0 });
const fullScan = () => importer().run(new AbortController().signal);
const scanFolder = (name: string) => importer().runFolder(new AbortController().signal, name);

test('new files in the folder are imported, and files of other folders are neither listed nor marked as missing', async () => {
  await folder.video('New/rope', anInfo({ id: 'bbbbbbbbbbb', title: 'Rope' }), { mediaBytes: 700 });
  await rm(path.join(folder.root, 'Films'), { recursive: true });
  expect(await scanFolder('New')).toMatchObject({ found: 1, added: 1, missing: 0, problems: [] });
  expect([...catalogue.videos.keys()]).toEqual(['Qx7vR2mKc-4', 'bbbbbbbbbbb']);
  expect(catalogue.missingIds.size).toBe(0);
  expect(await scanFolder('New')).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
});

test('a known channel keeps its facts, and the next full scan imports the playlist of its videos', async () => {
  const channelBefore = structuredClone(catalogue.channels.get(channelId));
  expect(channelBefore?.description).toBe('Notes from the sea.');
  const membership = { playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: 1 };
  await folder.video('New/rope', anInfo({ id: 'bbbbbbbbbbb', channel: 'Harbour Notes, renamed', ...membership }), { mediaBytes: 700 });
  await scanFolder('New');
  expect(catalogue.channels.get(channelId)).toEqual(channelBefore);
  expect(catalogue.playlists.size).toBe(0);
  await fullScan();
  expect([...catalogue.playlists.keys()]).toEqual([playlistId]);
  expect(catalogue.channels.get(channelId)?.description).toBe('Notes from the sea.');
  catalogue.writes.length = 0;
  await fullScan();
  expect(catalogue.writes).toEqual([]);
});

test('an unknown channel appears with its first video', async () => {
  await folder.video('New/other', anInfo({ id: 'ccccccccccc', channel_id: 'UCother0ther0ther0ther01', channel: 'Others' }));
  await scanFolder('New');
  expect(catalogue.channels.get('UCother0ther0ther0ther01')?.name).toBe('Others');
});

test('a copy of a video in another folder is compared with that video, and only the better file is imported', async () => {
  await folder.video('New/copy', anInfo(), { height: 240, mediaBytes: 100 });
  await scanFolder('New');
  expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaFile).toBe('Films/pier.mp4');
  await folder.video('New/better', anInfo(), { height: 2160, mediaBytes: 9000 });
  await scanFolder('New');
  expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaFile).toBe('New/better.mp4');
});

test('a missing video that a person keeps is recognised under another name in the folder', async () => {
  await folder.video('Own/harbour', null, { mediaBytes: 777 });
  await fullScan();
  const [videoId = ''] = [...catalogue.videos].find(([, video]) => video.mediaFile === 'Own/harbour.mp4') ?? [];
  const awayFile = path.join(folder.root, '..', `${path.basename(folder.root)}-away.mp4`);
  await rename(path.join(folder.root, 'Own/harbour.mp4'), awayFile);
  await fullScan();
  expect([...catalogue.missingIds]).toEqual([videoId]);
  catalogue.keptIds.add(videoId);
  await rename(awayFile, path.join(folder.root, 'Own/quay.mp4'));
  await scanFolder('Own');
  expect(catalogue.videos.get(videoId)?.mediaFile).toBe('Own/quay.mp4');
  expect(catalogue.missingIds.size).toBe(0);
});

test('a folder that does not exist is reported, and nothing changes', async () => {
  expect(await scanFolder('Nowhere')).toMatchObject({ problems: [{ file: 'Nowhere', reason: 'The folder cannot be read.' }] });
  expect(catalogue.missingIds.size).toBe(0);
});
