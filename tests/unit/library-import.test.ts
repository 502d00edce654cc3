// A folder on the real disk is imported into an in-memory catalogue.
import { renameSync } from 'node:fs';
import { mkdir, readFile, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { sampleOf } from '../../server/library/media-sample.ts';
import { aCollectionInfo, aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';
import { createMemoryCatalogue, type MemoryCatalogue } from '../doubles/memory-catalogue.ts';

let folder: LibraryFolder;
let catalogue: MemoryCatalogue;
let logLines: string[];

beforeEach(async () => {
  folder = await aLibraryFolder();
  catalogue = createMemoryCatalogue();
  logLines = [];
});

afterEach(() => folder.remove());

const tideBase = 'Harbour Notes/Low tide at the old pier [Qx7vR2mKc-4]';

test('a download of yt-dlp becomes a video with all its companion files', async () => {
  await folder.video(
    tideBase,
    anInfo({ subtitles: { en: [{ name: 'English' }] }, automatic_captions: { de: [{}] }, chapters: [{ start_time: 0, title: 'Sand' }] }),
    { width: 1920, height: 1080, durationSeconds: 61.5 },
  );
  await folder.write(`${tideBase}.webp`, aJpeg());
  await folder.write(`${tideBase}.en.vtt`, aVtt());
  await folder.write(`${tideBase}.de.vtt`, aVtt());
  await folder.write(`${tideBase}.live_chat.json`, '{}');

  expect(await runImport()).toMatchObject({ found: 1, added: 1, problems: [] });
  expect(catalogue.videos.get('Qx7vR2mKc-4')).toMatchObject({
    originalId: 'Qx7vR2mKc-4',
    sourceUrl: 'https://www.youtube.com/watch?v=Qx7vR2mKc-4',
    channelId: 'UCh4rb0urN0tesHarbNotes1',
    title: 'Low tide at the old pier',
    publishedAt: '2024-03-10T07:00:00+00:00',
    downloadedAt: 1_711_000_000,
    kind: 'videos',
    isActive: true,
    tags: ['sea', 'tide'],
    categories: ['Travel & Events'],
    durationSeconds: 61.5,
    viewCount: 1234,
    likeCount: 56,
    dislikeCount: 0,
    averageRating: 0,
    mediaFile: `${tideBase}.mp4`,
    thumbFile: `${tideBase}.webp`,
    streams: [{ index: 0, type: 'video', codec: 'h264', codecString: 'avc1.64001e', width: 1920, height: 1080 }],
    subtitles: [
      { lang: 'de', source: 'auto', name: 'German', file: `${tideBase}.de.vtt` },
      { lang: 'en', source: 'user', name: 'English', file: `${tideBase}.en.vtt` },
    ],
    chapters: [{ title: 'Sand', startSeconds: 0 }],
    sponsorSegments: null,
    comments: null,
  });
  expect([...catalogue.channels.values()]).toMatchObject([{ channelId: 'UCh4rb0urN0tesHarbNotes1', name: 'Harbour Notes', subscriberCount: 4210 }]);
});

describe('importing again', () => {
  test('changes no video, channel or playlist, even in a new process', async () => {
    await writeWholeLibrary();
    expect(await runImport()).toMatchObject({ added: 4 });
    const contentBefore = contentOf(catalogue);
    catalogue.writes.length = 0;
    expect(await runImport()).toMatchObject({ added: 0, updated: 0, moved: 0, missing: 0, unchanged: 4, problems: [] });
    expect(catalogue.writes).toEqual([]);
    expect(contentOf(catalogue)).toBe(contentBefore);
  });

  test('imports a new subtitle and keeps the watched mark', async () => {
    await folder.video(tideBase);
    await runImport();
    catalogue.watchedIds.add('Qx7vR2mKc-4');
    await folder.write(`${tideBase}.en.vtt`, aVtt());
    expect(await runImport()).toMatchObject({ updated: 1, unchanged: 0 });
    expect(catalogue.videos.get('Qx7vR2mKc-4')?.subtitles).toHaveLength(1);
    expect(catalogue.watchedIds).toContain('Qx7vR2mKc-4');
  });

  test('imports a description that was added later', async () => {
    await folder.video(tideBase, null);
    await runImport();
    expect(catalogue.videos.get('Qx7vR2mKc-4')?.viewCount).toBe(0);
    await folder.write(`${tideBase}.info.json`, JSON.stringify(anInfo()));
    expect(await runImport()).toMatchObject({ updated: 1 });
    expect(catalogue.videos.get('Qx7vR2mKc-4')?.viewCount).toBe(1234);
  });

  test('after an interruption reports the changes of both passes, once', async () => {
    await writeWholeLibrary();
    const importer = createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 0 });
    const putVideos = vi.spyOn(catalogue, 'putVideos');
    const interruption = new AbortController();
    putVideos.mockImplementationOnce((records) => {
      interruption.abort();
      return catalogue.putVideos(records);
    });
    expect(await importer.run(interruption.signal)).toMatchObject({ added: 4 });
    await folder.video('Harbour Notes/evening', anInfo({ id: 'eeeeeeeeeee' }), { mediaBytes: 800 });
    const { signal } = new AbortController();
    expect(await importer.run(signal)).toMatchObject({ found: 5, added: 5, updated: 0, missing: 0 });
    expect(await importer.run(signal)).toMatchObject({ found: 5, added: 0, updated: 0, missing: 0 });
  });

  test('after a failure reports the changes of both passes, once, and counts no video that was not stored', async () => {
    await writeWholeLibrary();
    const importer = createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 0 });
    const { signal } = new AbortController();
    vi.spyOn(catalogue, 'putVideos').mockImplementationOnce(() => {
      throw new Error('database is locked');
    });
    await expect(importer.run(signal)).rejects.toThrow('database is locked');
    vi.spyOn(catalogue, 'putPlaylists').mockImplementationOnce(() => {
      throw new Error('database is locked');
    });
    await expect(importer.run(signal)).rejects.toThrow('database is locked');
    // A scan of one folder does not report what the failed scan of the library changed.
    expect(await importer.runFolder(signal, 'Harbour Notes')).toMatchObject({ added: 0 });
    expect(await importer.run(signal)).toMatchObject({ found: 4, added: 4, missing: 0 });
    expect(await importer.run(signal)).toMatchObject({ found: 4, added: 0, updated: 0, missing: 0 });
  });

  test('after a restore does not report what an interrupted pass changed in the replaced database', async () => {
    await writeWholeLibrary();
    const importer = createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 0 });
    const interruption = new AbortController();
    vi.spyOn(catalogue, 'putVideos').mockImplementationOnce((records) => {
      interruption.abort();
      return catalogue.putVideos(records);
    });
    expect(await importer.run(interruption.signal)).toMatchObject({ added: 4 });
    vi.spyOn(catalogue, 'otherWritesVersion').mockReturnValue(1);
    // The restored database already contains the four videos.
    expect(await importer.run(new AbortController().signal)).toMatchObject({ found: 4, added: 0 });
  });

  test('reports a returned video once, even if the pass before was interrupted while it listed the files', async () => {
    await writeWholeLibrary();
    const importer = createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 0 });
    const { signal } = new AbortController();
    await importer.run(signal);
    const [mediaFile, asideFile] = [path.join(folder.root, `${tideBase}.mp4`), path.join(folder.root, 'aside')];
    await rename(mediaFile, asideFile);
    expect(await importer.run(signal)).toMatchObject({ missing: 1 });
    await rename(asideFile, mediaFile);
    const interruption = new AbortController();
    const mediaAt = vi.spyOn(catalogue, 'mediaAt');
    mediaAt.mockImplementationOnce((file) => {
      interruption.abort();
      return catalogue.mediaAt(file);
    });
    expect(await importer.run(interruption.signal)).toMatchObject({ returned: 0 });
    expect(await importer.run(signal)).toMatchObject({ returned: 1 });
  });

  test('continues where an import was interrupted', async () => {
    await writeWholeLibrary();
    await folder.video('Harbour Notes/evening', anInfo({ id: 'eeeeeeeeeee', ...inPlaylist(1), playlist_id: 'PLeven1ngEven1ngEven1ngEven1ngEv1x' }), {
      mediaBytes: 800,
    });
    const abortController = new AbortController();
    const putVideos = catalogue.putVideos.bind(catalogue);
    catalogue.putVideos = (records) => {
      abortController.abort();
      return putVideos(records);
    };
    await runImport(abortController.signal);
    catalogue.putVideos = putVideos;
    const playlistsBefore = catalogue.playlists.size;
    expect(playlistsBefore).toBe(0);
    await runImport();
    expect(catalogue.videos.size).toBe(5);
    expect([...catalogue.playlists.keys()]).toContain('PLt1deTablesTideTablesTideTablesT1');
    expect([...catalogue.playlists.keys()]).toContain('PLeven1ngEven1ngEven1ngEven1ngEv1x');
    expect(catalogue.channels.get('UCh4rb0urN0tesHarbNotes1')?.description).toBe('Notes from the sea.');
  });
});

describe('a file that was moved', () => {
  test('is the same video, including its watched mark and companions', async () => {
    await folder.video(tideBase);
    await folder.write(`${tideBase}.en.vtt`, aVtt());
    await runImport();
    catalogue.watchedIds.add('Qx7vR2mKc-4');
    await rename(path.join(folder.root, 'Harbour Notes'), path.join(folder.root, 'Sea'));
    expect(await runImport()).toMatchObject({ moved: 1, added: 0, missing: 0 });
    const movedBase = tideBase.replace('Harbour Notes/', 'Sea/');
    expect(catalogue.videos.get('Qx7vR2mKc-4')).toMatchObject({ mediaFile: `${movedBase}.mp4`, subtitles: [{ file: `${movedBase}.en.vtt` }] });
    expect(catalogue.watchedIds).toContain('Qx7vR2mKc-4');
  });

  test('is the same video after several imports that did not find it, whatever its new name and date', async () => {
    await folder.video('talks/Opening', null, { mediaBytes: 777 });
    await folder.video('talks/Closing', null, { mediaBytes: 778 });
    await runImport();
    const openingVideo = catalogue.mediaAt('talks/Opening.mp4');
    const content = await readFile(path.join(folder.root, 'talks/Opening.mp4'));
    const sample = await sampleOf(path.join(folder.root, 'talks/Opening.mp4'), content.length);
    catalogue.rememberSamples(new Map([[openingVideo?.videoId ?? '', sample ?? '']]));
    await rm(path.join(folder.root, 'talks/Opening.mp4'));
    expect(await runImport()).toMatchObject({ missing: 1 });
    expect(await runImport()).toMatchObject({ missing: 0 });
    await mkdir(path.join(folder.root, 'elsewhere'));
    // The same size, but another video.
    await writeFile(path.join(folder.root, 'elsewhere/Other.mp4'), anMp4({ mediaBytes: 777, durationSeconds: 61 }));
    await writeFile(path.join(folder.root, 'elsewhere/First night.mp4'), content);
    expect(await runImport()).toMatchObject({ added: 1, returned: 1 });
    expect(catalogue.videos.get(openingVideo?.videoId ?? '')?.mediaFile).toBe('elsewhere/First night.mp4');
    expect(catalogue.missingIds.size).toBe(0);
  });

  test('is recognised by its size and time if it has no description or id', async () => {
    await folder.video('talks/Opening', null, { mediaBytes: 777 });
    await runImport();
    const [id] = catalogue.videos.keys();
    await rename(path.join(folder.root, 'talks/Opening.mp4'), path.join(folder.root, 'talks/Opening night.mp4'));
    expect(await runImport()).toMatchObject({ moved: 1, added: 0, missing: 0 });
    expect([...catalogue.videos.values()]).toMatchObject([{ videoId: id, title: 'Opening night', mediaFile: 'talks/Opening night.mp4' }]);
    expect(await runImport()).toMatchObject({ unchanged: 1, updated: 0 });
  });

  async function swapNames(): Promise<void> {
    await folder.video('one', anInfo({ id: 'aaaaaaaaaaa' }), { mediaBytes: 100 });
    await folder.video('two', anInfo({ id: 'bbbbbbbbbbb' }), { mediaBytes: 200 });
    await runImport();
    catalogue.watchedIds.add('aaaaaaaaaaa').add('bbbbbbbbbbb');
    for (const ending of ['mp4', 'info.json']) {
      const file = (base: string): string => path.join(folder.root, `${base}.${ending}`);
      await rename(file('one'), file('other'));
      await rename(file('two'), file('one'));
      await rename(file('other'), file('two'));
    }
  }
  const swappedFiles = { aaaaaaaaaaa: 'two.mp4', bbbbbbbbbbb: 'one.mp4' };
  const filesById = (): Record<string, string> => Object.fromEntries([...catalogue.videos.values()].map(({ videoId, mediaFile }) => [videoId, mediaFile]));

  test('may swap names with another file: both videos stay, with their marks', async () => {
    await swapNames();
    expect(await runImport()).toMatchObject({ moved: 2, added: 0, missing: 0 });
    expect(filesById()).toEqual(swappedFiles);
    expect(catalogue.watchedIds.size).toBe(2);
  });

  test('may swap names with another file, and if the import is interrupted between the two moves, the next import moves both videos, with their marks', async () => {
    await swapNames();
    const abortController = new AbortController();
    const { moveMedia } = catalogue;
    catalogue.moveMedia = (videoId, mediaFile) => {
      moveMedia(videoId, mediaFile);
      abortController.abort();
    };
    await createImporter({ root: folder.root, catalogue, log: () => undefined, recheckDelayMs: 0 }).run(abortController.signal);
    catalogue.moveMedia = moveMedia;
    expect(filesById()).not.toEqual(swappedFiles);
    expect(await runImport()).toMatchObject({ added: 0, missing: 0 });
    expect(filesById()).toEqual(swappedFiles);
    expect(catalogue.watchedIds.size).toBe(2);
  });

  test('is not missing while something may still write to it at its new place, and the next import records the move', async () => {
    await folder.video('a/clip', anInfo());
    await folder.video('b/other', anInfo({ id: 'bbbbbbbbbbb' }), { mediaBytes: 9000 });
    await folder.video('b/third', anInfo({ id: 'ccccccccccc' }));
    await runImport();
    catalogue.watchedIds.add('Qx7vR2mKc-4');
    await rename(path.join(folder.root, 'a'), path.join(folder.root, 'c'));
    await rm(path.join(folder.root, 'b/other.mp4'));
    expect(await runImport(undefined, new Set(['c/clip.mp4']))).toMatchObject({ missing: 1, moved: 0 });
    expect(await runImport()).toMatchObject({ missing: 0, moved: 1 });
    expect(catalogue.watchedIds).toContain('Qx7vR2mKc-4');
  });

  test('between the two scans of one import counts as moved, not as missing', async () => {
    await folder.video('a/clip', anInfo());
    await folder.video('b/other', anInfo({ id: 'bbbbbbbbbbb' }));
    await runImport();
    catalogue.watchedIds.add('Qx7vR2mKc-4');
    const asideFolder = path.join(folder.root, '..', `aside-${path.basename(folder.root)}`);
    await rename(path.join(folder.root, 'a'), asideFolder);
    const recheckDelayMs = 54_321;
    const realTimeout = globalThis.setTimeout;
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms?: number) => {
      if (ms !== recheckDelayMs) return realTimeout(callback, ms);
      renameSync(asideFolder, path.join(folder.root, 'c'));
      return realTimeout(callback, 0);
    }) as typeof setTimeout);
    const report = await createImporter({ root: folder.root, catalogue, log: (line) => logLines.push(line), recheckDelayMs }).run(new AbortController().signal);
    timer.mockRestore();
    expect(report).toMatchObject({ missing: 0, moved: 1 });
    expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaFile).toBe('c/clip.mp4');
    expect(catalogue.watchedIds).toContain('Qx7vR2mKc-4');
  });
});

describe('a file that has been removed', () => {
  test('is missing, and keeps its marks and positions until it is found again', async () => {
    await folder.video(tideBase);
    await folder.video('other', anInfo({ id: 'bbbbbbbbbbb' }));
    await runImport();
    await unlink(path.join(folder.root, `${tideBase}.mp4`));
    expect(await runImport()).toMatchObject({ missing: 1, unchanged: 1, problems: [] });
    expect([...catalogue.missingIds]).toEqual(['Qx7vR2mKc-4']);
    expect(await runImport()).toMatchObject({ missing: 0, returned: 0, unchanged: 1 });
    await folder.video(tideBase);
    expect(await runImport()).toMatchObject({ returned: 1, added: 0, missing: 0, unchanged: 2 });
    expect(catalogue.missingIds.size).toBe(0);
  });

  test('causes no report about its own description, but a description without any media file is reported', async () => {
    await folder.video('Tide. Part two', anInfo());
    await folder.video('other', anInfo({ id: 'bbbbbbbbbbb' }));
    await folder.write('Tide.info.json', JSON.stringify(anInfo({ id: 'ccccccccccc' })));
    await runImport();
    await unlink(path.join(folder.root, 'Tide. Part two.mp4'));
    expect(await runImport()).toMatchObject({
      missing: 1,
      problems: [{ file: 'Tide.info.json', reason: 'There is no media file beside this description.' }],
    });
  });

  test('together with all others is not missing, because the disk is probably not mounted', async () => {
    await writeWholeLibrary();
    await runImport();
    await rm(folder.root, { recursive: true });
    expect(await runImport()).toMatchObject({ missing: 0, problems: [{ file: '.' }] });
    await folder.write('readme.txt', 'mount point');
    expect(await runImport()).toMatchObject({ missing: 0, problems: [{ file: '.', reason: expect.stringContaining('All 4 videos are gone') as string }] });
    expect(catalogue.videos.size).toBe(4);
  });

  test('and replaced by another video under the same name counts as that other video', async () => {
    await folder.video('clip', anInfo());
    await folder.video('other', anInfo({ id: 'bbbbbbbbbbb' }));
    await runImport();
    await folder.video('clip', anInfo({ id: 'ccccccccccc' }), { mediaBytes: 999 });
    expect(await runImport()).toMatchObject({ added: 1, missing: 1 });
    expect([...catalogue.missingIds]).toEqual(['Qx7vR2mKc-4']);
    expect(catalogue.videos.get('ccccccccccc')?.mediaFile).toBe('clip.mp4');
  });
});

describe('two files with one id', () => {
  test('the higher resolution wins, even if its file is smaller or came later, and the other file is reported', async () => {
    await folder.video('a', anInfo(), { height: 480, mediaBytes: 900 });
    await folder.video('b', anInfo(), { height: 1080, mediaBytes: 300 });
    expect((await runImport()).problems).toEqual([{ file: 'a.mp4', reason: 'This is another copy of b.mp4. That file is better and was imported.' }]);
    expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaFile).toBe('b.mp4');
    catalogue.writes.length = 0;
    expect(await runImport()).toMatchObject({ unchanged: 1, added: 0, updated: 0, moved: 0, missing: 0 });
    expect(catalogue.writes).toEqual([]);

    await folder.video('c', anInfo(), { height: 2160 });
    expect(await runImport()).toMatchObject({ moved: 1, missing: 0 });
    expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaFile).toBe('c.mp4');

    await unlink(path.join(folder.root, 'c.mp4'));
    await unlink(path.join(folder.root, 'c.info.json'));
    expect(await runImport()).toMatchObject({ moved: 1, missing: 0 });
    expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaFile).toBe('b.mp4');
  });
});

describe('channels and playlists', () => {
  test('a channel is built from its own description, its pictures and its newest video', async () => {
    await writeWholeLibrary();
    await runImport();
    expect(catalogue.channels.get('UCh4rb0urN0tesHarbNotes1')).toEqual({
      channelId: 'UCh4rb0urN0tesHarbNotes1',
      name: 'Harbour Notes',
      description: 'Notes from the sea.',
      subscriberCount: 4210,
      tags: ['harbour'],
      originalId: 'UCh4rb0urN0tesHarbNotes1',
      sourceUrl: 'https://www.youtube.com/@harbournotes',
      handle: '@harbournotes',
      thumbFile: 'Harbour Notes/Harbour Notes - Videos [UCh4rb0urN0tesHarbNotes1].avatar_uncropped.jpg',
      bannerFile: 'Harbour Notes/Harbour Notes - Videos [UCh4rb0urN0tesHarbNotes1].banner_uncropped.jpg',
      tvartFile: null,
    });
    expect([...catalogue.playlists.keys()]).not.toContain('UCh4rb0urN0tesHarbNotes1');
  });

  test('a channel takes its name from the newest description of its videos, in whatever order they are imported', async () => {
    await folder.video('a', anInfo({ id: 'aaaaaaaaaaa', channel: 'Old name', epoch: 1_700_000_000 }));
    await folder.video('b', anInfo({ id: 'bbbbbbbbbbb', channel: 'New name', epoch: 1_710_000_000 }));
    await runImport();
    expect(catalogue.channels.get('UCh4rb0urN0tesHarbNotes1')?.name).toBe('New name');
    await folder.video('c', anInfo({ id: 'ccccccccccc', channel: 'Oldest name', epoch: 1_600_000_000 }));
    await runImport();
    expect(catalogue.channels.get('UCh4rb0urN0tesHarbNotes1')?.name).toBe('New name');
    await folder.video('d', anInfo({ id: 'ddddddddddd', channel: 'Newest name', epoch: 1_720_000_000 }));
    await runImport();
    expect(catalogue.channels.get('UCh4rb0urN0tesHarbNotes1')?.name).toBe('Newest name');
  });

  test('a video without a description belongs to the one channel of its folder, or else to a channel of the folder’s name', async () => {
    await writeWholeLibrary();
    await folder.video('Harbour Notes/Left over', null, { mediaBytes: 123 });
    await runImport();
    const channelOf = (title: string): string | undefined => [...catalogue.videos.values()].find((video) => video.title === title)?.channelId;
    expect(channelOf('Left over')).toBe('UCh4rb0urN0tesHarbNotes1');
    expect(catalogue.channels.get(channelOf('Opening') ?? '')?.name).toBe('Talks');
    await folder.video('Harbour Notes/Later', null, { mediaBytes: 321 });
    await runImport();
    expect(channelOf('Later')).toBe('UCh4rb0urN0tesHarbNotes1');
    expect(catalogue.channels.get('UCh4rb0urN0tesHarbNotes1')).toMatchObject({ name: 'Harbour Notes', subscriberCount: 4210 });
    expect(catalogue.channels.size).toBe(2);
  });

  test('a playlist is built from its own description, from its videos, or from a list of files', async () => {
    await writeWholeLibrary();
    await runImport();
    expect(catalogue.playlists.get('PLt1deTablesTideTablesTideTablesT1')).toMatchObject({
      name: 'Tide tables',
      description: 'Every pier in order.',
      channelId: 'UCh4rb0urN0tesHarbNotes1',
      entries: [
        { videoId: 'bbbbbbbbbbb', title: 'Second pier', uploader: 'Harbour Notes', index: 1 },
        { videoId: 'aaaaaaaaaaa', title: 'Fourth pier', uploader: 'Harbour Notes', index: 3 },
      ],
    });
    const [playlistOfFileList] = [...catalogue.playlists.values()].filter((playlist) => playlist.name === 'Evening');
    expect(playlistOfFileList?.playlistId).toMatch(/^PL[\w-]{32}$/);
    expect(playlistOfFileList?.entries.map((entry) => entry.videoId)).toEqual(['aaaaaaaaaaa', 'Qx7vR2mKc-4']);
  });

  test('a new video of a playlist gets its place among the others', async () => {
    await writeWholeLibrary();
    await runImport();
    await folder.video('Harbour Notes/third', anInfo({ id: 'ccccccccccc', title: 'Third pier', ...inPlaylist(3) }));
    await runImport();
    expect(catalogue.playlists.get('PLt1deTablesTideTablesTideTablesT1')?.entries.map((entry) => [entry.index, entry.title])).toEqual([
      [1, 'Second pier'],
      [2, 'Third pier'],
      [3, 'Fourth pier'],
    ]);
  });

  test('a changed description of a playlist is imported without storing its videos again', async () => {
    await writeWholeLibrary();
    await runImport();
    catalogue.writes.length = 0;
    await folder.write('Harbour Notes/Tide tables.info.json', JSON.stringify(aCollectionInfo({ title: 'Tide tables, complete' })));
    expect(await runImport()).toMatchObject({ updated: 0, unchanged: 4 });
    expect(catalogue.playlists.get('PLt1deTablesTideTablesTideTablesT1')).toMatchObject({
      name: 'Tide tables, complete',
      entries: [{ index: 1 }, { index: 3 }],
    });
    expect(catalogue.writes).not.toContain('putVideos');
  });
});

describe('names and places', () => {
  test('TubeArchivist’s folders work unchanged', async () => {
    await folder.video('UCh4rb0urN0tesHarbNotes1/Interview-1', null);
    await folder.write('UCh4rb0urN0tesHarbNotes1/Interview-1.en.vtt', aVtt());
    await runImport();
    expect(catalogue.videos.get('Interview-1')).toMatchObject({ channelId: 'UCh4rb0urN0tesHarbNotes1', subtitles: [{ lang: 'en', source: 'file' }] });
  });

  test.each([
    ['dots', 'a.b.c v1.2.3'],
    ['emoji', '🌊 ebb 🌊 [Qx7vR2mKc-4]'],
    ['look-alikes for Windows', 'What is a pier？ ＂Answers＂ ｜ Sea'],
    ['250 bytes', 'ß'.repeat(120)],
    ['brackets and percent signs', '100% [live] (50%) #3'],
  ])('names with %s are imported', async (_name, base) => {
    await folder.video(`deep/er/est/${base}`, base.length < 120 ? anInfo() : null);
    await folder.write(`deep/er/est/${base}.jpg`, aJpeg());
    await folder.write(`deep/er/est/${base}.en.vtt`, aVtt());
    expect(await runImport()).toMatchObject({ added: 1, problems: [] });
    expect([...catalogue.videos.values()]).toMatchObject([{ thumbFile: `deep/er/est/${base}.jpg`, subtitles: [{ lang: 'en' }] }]);
  });

  test('companions whose names have another Unicode form than the media file’s are found', async () => {
    const name = 'Übergänge';
    await folder.write(`${name.normalize('NFC')}.mp4`, anMp4());
    await folder.write(`${name.normalize('NFD')}.info.json`, JSON.stringify(anInfo()));
    expect(await runImport()).toMatchObject({ problems: [] });
    expect([...catalogue.videos.keys()]).toEqual(['Qx7vR2mKc-4']);
  });

  test('a video of another site gets an id of the usual form, and the video and its channel keep their addresses', async () => {
    await folder.video(
      'x',
      anInfo({
        id: '76979871',
        extractor: 'vimeo',
        extractor_key: 'Vimeo',
        webpage_url: 'https://vimeo.com/76979871',
        channel_id: null,
        channel: null,
        channel_url: null,
        uploader: 'Mara',
        uploader_id: 'mara1',
        uploader_url: 'https://vimeo.com/mara1',
      }),
    );
    await runImport();
    const [video] = catalogue.videos.values();
    expect(video).toMatchObject({ originalId: '76979871', sourceUrl: 'https://vimeo.com/76979871' });
    expect(video?.videoId).toMatch(/^[\w-]{11}$/);
    expect(catalogue.channels.get(video?.channelId ?? '')).toMatchObject({ name: 'Mara', originalId: 'mara1', sourceUrl: 'https://vimeo.com/mara1' });
  });

  test('a file whose container cannot be opened is imported from its description', async () => {
    await folder.write('old.avi', Buffer.alloc(5000, 1));
    await folder.write('old.info.json', JSON.stringify(anInfo({ width: 640, height: 480, vcodec: 'h264', acodec: 'mp3', duration: 30 })));
    expect(await runImport()).toMatchObject({ added: 1, problems: [] });
    expect([...catalogue.videos.values()]).toMatchObject([{ durationSeconds: 30, streams: [{ codec: 'h264', height: 480 }, { codec: 'mp3' }] }]);
  });

  test('a running download is left alone, and is reported after an hour in which nothing was written to it', async () => {
    await folder.write('running.f137.mp4', anMp4());
    await folder.write('running.mp4.part', anMp4());
    await folder.write('running.info.json', JSON.stringify(anInfo()));
    const now = new Date();
    for (const file of ['running.f137.mp4', 'running.mp4.part']) await utimes(path.join(folder.root, file), now, now);
    expect(await runImport()).toMatchObject({ found: 0, problems: [] });
    await folder.write('running.mp4.part', anMp4());
    expect((await runImport()).problems).toMatchObject([{ file: 'running.mp4.part' }]);
  });
});

test('the progress of an import is logged at most once a second', async () => {
  for (let index = 0; index < 12; index++) await folder.video(`v${index}`, anInfo({ id: `v${String(index).padStart(10, '0')}` }));
  let atMs = 0;
  await createImporter({ root: folder.root, catalogue, log: (line) => logLines.push(line), now: () => (atMs += 200) }).run(new AbortController().signal);
  expect(logLines.length).toBeGreaterThan(0);
  expect(logLines.length).toBeLessThan(5);
  expect(logLines[0]).toMatch(/^Importing: \d+ of 12 files …$/);
});

const inPlaylist = (index: number): Record<string, unknown> => ({
  playlist_id: 'PLt1deTablesTideTablesTideTablesT1',
  playlist_title: 'Tide tables',
  playlist: 'Tide tables',
  playlist_index: index,
});

async function writeWholeLibrary(): Promise<void> {
  await folder.video(tideBase);
  await folder.video('Harbour Notes/second', anInfo({ id: 'bbbbbbbbbbb', title: 'Second pier', ...inPlaylist(2) }), { mediaBytes: 500 });
  await folder.video('Harbour Notes/fourth', anInfo({ id: 'aaaaaaaaaaa', title: 'Fourth pier', ...inPlaylist(4) }), { mediaBytes: 600 });
  await folder.video('Talks/20230101 Opening', null, { mediaBytes: 700 });
  await folder.write('Harbour Notes/Tide tables.info.json', JSON.stringify(aCollectionInfo()));
  const channelBase = 'Harbour Notes/Harbour Notes - Videos [UCh4rb0urN0tesHarbNotes1]';
  await folder.write(
    `${channelBase}.info.json`,
    JSON.stringify(
      aCollectionInfo({
        id: 'UCh4rb0urN0tesHarbNotes1',
        title: 'Harbour Notes - Videos',
        description: 'Notes from the sea.',
        tags: ['harbour'],
        webpage_url: 'https://www.youtube.com/@harbournotes',
      }),
    ),
  );
  await folder.write(`${channelBase}.avatar_uncropped.jpg`, aJpeg('avatar'));
  await folder.write(`${channelBase}.banner_uncropped.jpg`, aJpeg('banner'));
  await folder.write('Evening.m3u8', `Harbour Notes/fourth.mp4\n${tideBase}.mp4\n`);
}

function contentOf({ videos, channels, playlists }: MemoryCatalogue): string {
  return JSON.stringify([[...videos], [...channels], [...playlists]]);
}

/** Each run creates a new importer, as after a restart: only the catalogue is kept. */
function runImport(signal = new AbortController().signal, busyFiles?: ReadonlySet<string>) {
  return createImporter({ root: folder.root, catalogue, log: (line) => logLines.push(line), recheckDelayMs: 1 }).run(signal, busyFiles);
}
