import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { Catalogue } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { migrate, openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { isWithinEdits } from '../../server/search/match-words.ts';
import { queryWords } from '../../server/search/query-words.ts';
import { createSearch } from '../../server/search/search.ts';
import { createSubtitleIndexer } from '../../server/search/subtitle-indexer.ts';
import { passagesOf } from '../../src/contract/subtitle-passages.ts';
import { aChannel, aPlaylist, aVideo } from '../builders/server-records.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';
import { clearFileFaults, fileFaults } from '../doubles/file-system.ts';
import { logInto, silentLog } from '../doubles/log.ts';

vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()));

const emptyQuery = { words: [], channel: null, isActive: null, isSubscribed: null, lang: null, source: null, fuzzy: 'auto' };

test.each([
  ['Brass  SEXTANT', { kind: 'simple', words: ['brass', 'sextant'] }],
  ['video:brass sextant', { kind: 'video', words: ['brass', 'sextant'] }],
  ['video: brass channel:bar baz active:yes', { kind: 'video', words: ['brass'], channel: ['bar', 'baz'], isActive: true }],
  ['video:brass active:perhaps', { kind: 'video', words: ['brass'], isActive: false }],
  ['channel: subscribed:yes', { kind: 'channel', isSubscribed: true }],
  ['playlist:tides subscribed:no active:yes', { kind: 'playlist', words: ['tides'], isSubscribed: false, isActive: true }],
  ['full:wren lang:en gb source:auto channel:hedge row', { kind: 'full', words: ['wren'], lang: 'en', source: 'auto', channel: ['hedge', 'row'] }],
  ['wren lang:en', { kind: 'simple', words: ['wren', 'lang:en'] }],
  ['video:brass subscribed:yes', { kind: 'video', words: ['brass', 'subscribed:yes'] }],
  ['brass fuzzy:no', { kind: 'simple', words: ['brass'], fuzzy: 0 }],
  ['brass fuzzy:2 more', { kind: 'simple', words: ['brass'], fuzzy: 2 }],
  ['https://a.example/x 1:02:03', { kind: 'simple', words: ['https://a.example/x', '1:02:03'] }],
  ['video:a:b', { kind: 'simple', words: ['video:a:b'] }],
  ['   ', { kind: 'simple' }],
])('“%s” is parsed', (typedText, queryFields) => {
  expect(queryWords(typedText)).toEqual({ ...emptyQuery, ...queryFields });
});

test.each([
  ['sextant', 'sextnat', 1, true],
  ['sextant', 'sectant', 1, true],
  ['sextant', 'sextants', 1, true],
  ['sextant', 'extant', 1, true],
  ['sextant', 'sekstant', 1, false],
  ['sextant', 'sekstant', 2, true],
  ['brass', 'glass', 1, false],
])('%s and %s are within %i edits: %s', (word, otherWord, maxEdits, isWithin) => {
  expect(isWithinEdits(word, otherWord, maxEdits)).toBe(isWithin);
});

describe('in an archive', () => {
  let database: Database;
  let archive: Archive;
  let catalogue: Catalogue;
  let folder: string;
  const [atticId, harbourId] = ['UCatticatticatticattic01', 'UCharbourharbourharbour1'];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-search-'));
    database = openDatabase(':memory:');
    archive = createArchive(database);
    catalogue = createSqliteCatalogue(database);
    fillCatalogue();
  });
  afterEach(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });

  function fillCatalogue(): void {
    catalogue.putChannels([
      aChannel({ channelId: atticId, name: 'Kettle & Cog', description: 'Old instruments made new.', tags: ['repair'] }),
      aChannel({ channelId: harbourId, name: 'Harbour Walks', description: 'Piers.', tags: [] }),
    ]);
    catalogue.putVideos([
      aVideo({ videoId: 'brassSexta1', channelId: atticId, title: 'Restoring a brass sextant', tags: ['navigation'], categories: ['Crafts'] }),
      aVideo({ videoId: 'brassBand01', channelId: harbourId, title: 'A brass band on the pier', tags: ['sextant'], isActive: false }),
      aVideo({ videoId: 'zurichTram1', channelId: harbourId, title: 'Zürich by tram', categories: ['Travel'] }),
    ]);
    catalogue.putPlaylists([aPlaylist({ playlistId: 'PLbrass', name: 'Brass things', description: 'Everything that shines.' })]);
  }

  const findVideoIds = (typedText: string): string[] =>
    archive.videos
      .read(
        createSearch(database)
          .find(typedText)
          .videos.map(({ key }) => key),
      )
      .map((row) => row.videoId);
  const findChannelAndPlaylistIds = (typedText: string): string[] => {
    const { channels, playlists } = createSearch(database).find(typedText);
    return [...channels, ...playlists].map(({ key }) => key);
  };

  test.each([
    ['brass', ['brassSexta1', 'brassBand01']],
    ['sextant brass', ['brassSexta1']],
    ['restoring bra', ['brassSexta1']],
    ['rest brass', []],
    ['navigation', []],
    ['video:navigation', ['brassSexta1']],
    ['video:crafts', ['brassSexta1']],
    ['video:brass navigation', []],
    ['zurich', ['zurichTram1']],
    ['ZÜRICH tr', ['zurichTram1']],
    ['sextnat', ['brassSexta1']],
    ['sextnat fuzzy:no', []],
    ['video:sextant', ['brassSexta1', 'brassBand01']],
    ['video:sextant active:no', ['brassBand01']],
    ['video:brass channel:harbour walks', ['brassBand01']],
    ['video:brass channel:nobody', []],
    ['"brass" OR (title:zurich) *', []],
    ['brass-sextant!', ['brassSexta1']],
    ['', []],
    ['video:', ['brassSexta1', 'brassBand01', 'zurichTram1']],
    ['video:???', []],
  ])('“%s” finds the videos %j', (typedText, expectedIds) => {
    expect(findVideoIds(typedText).toSorted()).toEqual(expectedIds.toSorted());
  });

  test.each(['Прогулка мой русский лес', '한국어 강의', 'ガンダムのがくせい', 'Ελληνικά τραγούδια της Κρήτης', 'हिन्दी वीडियो', 'İstanbul Łódź Việt Nam'])(
    'a title in any script is found by its words: %s',
    (title) => {
      catalogue.putVideos([aVideo({ videoId: 'anyScript01', channelId: harbourId, title })]);
      for (const word of title.split(' '))
        for (const typedText of [word, word.normalize('NFD').toUpperCase()]) expect(findVideoIds(`${typedText} fuzzy:no`)).toEqual(['anyScript01']);
    },
  );

  test('videos that share a word are similar, in other scripts too', () => {
    catalogue.putVideos(
      ['русский', '한국어', 'ガンダム', 'Κρήτης'].flatMap((word, index) => [
        aVideo({ videoId: `wordOfOne${index}0`, channelId: harbourId, title: `${word} 1`, tags: [] }),
        aVideo({ videoId: `wordOfOne${index}1`, channelId: harbourId, title: `${word} 2`, tags: [] }),
      ]),
    );
    for (const index of [0, 1, 2, 3]) expect(archive.similarVideos.find(`wordOfOne${index}0`)).toHaveLength(1);
  });

  test('a word of the title counts more than a word of the tags', () => {
    expect(findVideoIds('video:sextant')[0]).toBe('brassSexta1');
  });

  test.each([
    ['kettle', [atticId]],
    ['instruments', []],
    ['channel:instruments', [atticId]],
    ['channel:repair', [atticId]],
    ['channel:', [harbourId, atticId]],
    ['channel: subscribed:yes', []],
    ['playlist:shines', ['PLbrass']],
    ['playlist:brass active:yes', ['PLbrass']],
    ['brass', ['PLbrass']],
  ])('“%s” finds the channels and playlists %j', (typedText, expectedIds) => {
    expect(findChannelAndPlaylistIds(typedText)).toEqual(expectedIds);
  });

  test('search follows renames, changes and removals', () => {
    catalogue.putChannels([aChannel({ channelId: atticId, name: 'Cabinet of Clocks', tags: [] })]);
    catalogue.putVideos([aVideo({ videoId: 'zurichTram1', channelId: harbourId, title: 'Bern by bus' })]);
    archive.removed.removePlaylist('PLbrass');
    createTrashedRows(database).takeVideo('brassSexta1');
    expect([
      findChannelAndPlaylistIds('kettle'),
      findChannelAndPlaylistIds('cabinet'),
      findChannelAndPlaylistIds('brass'),
      findVideoIds('zurich'),
      findVideoIds('bern'),
      findVideoIds('sextant'),
    ]).toEqual([[], [atticId], [], [], ['zurichTram1'], []]);
    database.exec("INSERT INTO name_words (name_words) VALUES ('integrity-check')");
  });

  test('a search gives at most thirty hits in all lists together', () => {
    catalogue.putVideos(
      Array.from({ length: 50 }, (_, index) =>
        aVideo({ videoId: `lantern-${String(index).padStart(3, '0')}`, channelId: harbourId, title: `Lantern ${index}` }),
      ),
    );
    catalogue.putChannels(Array.from({ length: 20 }, (_, index) => aChannel({ channelId: `UClantern${index}`, name: `Lantern ${index}` })));
    const { videos, channels, playlists } = createSearch(database).find('lantern');
    expect(videos.length + channels.length + playlists.length).toBe(30);
    expect(videos.length > 0 && channels.length > 0).toBe(true);
  });

  test('an archive of an earlier version can be searched after the migration', () => {
    const oldDatabase = new DatabaseSync(':memory:');
    migrate(oldDatabase, 7);
    oldDatabase.exec(`
      INSERT INTO channel (channel_id, name, name_order, subscriber_count, tags, refreshed_at) VALUES ('${atticId}', 'Kettle', 'kettle', 0, '["repair"]', 0);
      INSERT INTO playlist (playlist_id, name, name_order, kind, is_active, refreshed_at) VALUES ('PLbrass', 'Brass things', 'brass', 'regular', 1, 0);
      INSERT INTO video (id, video_id, channel_id, title, kind, is_active, published_at, downloaded_at, refreshed_at, duration, view_count, like_count,
        dislike_count, average_rating, width, height, media_file, media_size, media_modified_ms, tags, categories, streams, subtitles, chapters)
        VALUES (3, 'brassSexta1', '${atticId}', 'A sextant', 'videos', 1, 0, 0, 0, 60, 0, 0, 0, 0, 0, 0, 'a.mp4', 1, 1, '["navigation"]', '["Crafts"]', '[]', '[{}]', '[]');
    `);
    migrate(oldDatabase);
    const search = createSearch(oldDatabase);
    expect([search.find('sextant').videos, search.find('video:crafts').videos].map((hits) => hits.map(({ key }) => key))).toEqual([[3], [3]]);
    expect([search.find('channel:repair').channels[0]?.key, search.find('brass').playlists[0]?.key]).toEqual([atticId, 'PLbrass']);
    expect(oldDatabase.prepare('SELECT video FROM subtitle_due').all()).toEqual([{ video: 3 }]);
    oldDatabase.close();
  });

  describe('subtitles', () => {
    beforeEach(async () => {
      await writeFile(
        path.join(folder, 'a.en.vtt'),
        'WEBVTT\n\n00:01.000 --> 00:03.000\nThe <b>wren</b> &amp; the hedge.\n\n00:03.000 --> 00:05.500\nIt is loud.\n\n01:02:03.004 --> 01:02:05.000\nA second wren.\n',
      );
      await writeFile(path.join(folder, 'b.de.vtt'), 'WEBVTT\n\n00:01.000 --> 00:03.000\nDer Zaunkönig\n');
      catalogue.putVideos([
        aVideo({
          videoId: 'wrenWren001',
          channelId: atticId,
          title: 'Wren',
          mediaFile: 'w.mp4',
          subtitles: [subtitle('en', 'user', 'a.en.vtt'), subtitle('de', 'auto', 'b.de.vtt')],
        }),
      ]);
    });
    const subtitle = (lang: string, source: 'user' | 'auto', file: string) => ({ lang, name: lang, source, file });
    const findSpoken = (typedText: string) => createSearch(database).find(typedText).spoken;
    const anIndexer = () =>
      createSubtitleIndexer(archive, createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder }), silentLog);
    async function indexSubtitles(isOn = true): Promise<void> {
      archive.appSettings.change({ downloads: { subtitle_index: isOn } });
      const indexer = anIndexer();
      await indexer.run();
      await indexer.close();
    }

    test('are found with their time and as plain text in which only the matches are marked', async () => {
      await indexSubtitles();
      expect(findSpoken('full:wren hedge')).toMatchObject([
        {
          videoId: 'wrenWren001',
          channelName: 'Kettle & Cog',
          line: 'The <span class="settings-current">wren</span> & the <span class="settings-current">hedge</span>. It is loud.',
          place: 1,
          startMs: 1000,
          endMs: 5500,
          lang: 'en',
          source: 'user',
        },
        { place: 2, startMs: 3_723_004 },
      ]);
      expect([findSpoken('full:zaunkonig source:auto').length, findSpoken('full:zaunkonig source:user'), findSpoken('full:wren source:auto')]).toEqual([
        1,
        [],
        [],
      ]);
      expect([
        findSpoken('full:zaunkonig lang:en'),
        findSpoken('full:wren channel:harbour'),
        findSpoken('full:wren channel:kettle').length,
        findSpoken('full:'),
      ]).toEqual([[], [], 2, []]);
    });

    test('are not read while the setting is off, are read again when the files change, and are removed with the video', async () => {
      await indexSubtitles(false);
      expect(findSpoken('full:wren')).toEqual([]);
      await indexSubtitles();
      expect(findSpoken('full:wren')).not.toEqual([]);
      catalogue.putVideos([aVideo({ videoId: 'wrenWren001', channelId: atticId, mediaFile: 'w.mp4', subtitles: [subtitle('de', 'auto', 'b.de.vtt')] })]);
      await indexSubtitles();
      expect(findSpoken('full:wren')).toEqual([]);
      expect(findSpoken('full:zaunkonig')).not.toEqual([]);
      createTrashedRows(database).takeVideo('wrenWren001');
      expect(findSpoken('full:zaunkonig')).toEqual([]);
      database.exec("INSERT INTO subtitle_words (subtitle_words) VALUES ('integrity-check')");
    });

    test.each([
      ['is absent', () => Promise.resolve()],
      // A link to itself fails with a different error from that of a missing folder.
      ['cannot be read, as on a share whose connection is lost,', () => symlink(folder, folder)],
    ])('whose folder %s are tried again a minute later', async (_what, replaceFolder) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      archive.appSettings.change({ downloads: { subtitle_index: true } });
      const indexer = anIndexer();
      await rename(folder, `${folder}-away`);
      await replaceFolder();
      await indexer.run();
      await rm(folder, { force: true });
      await rename(`${folder}-away`, folder);
      await indexer.run();
      expect(findSpoken('full:wren')).toEqual([]);
      vi.advanceTimersByTime(60_000);
      await indexer.run();
      await indexer.close();
      expect(findSpoken('full:wren')).toHaveLength(2);
    });

    test('that cannot be opened because no file descriptor is left do not count as empty, and are read again', async () => {
      archive.appSettings.change({ downloads: { subtitle_index: true } });
      const indexer = anIndexer();
      fileFaults.actionsBeforeOpen.set('a.en.vtt', () => {
        throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' });
      });
      onTestFinished(clearFileFaults);
      await indexer.run();
      clearFileFaults();
      await indexer.run();
      await indexer.close();
      expect(findSpoken('full:wren')).toHaveLength(2);
    });

    test.each([
      ['for lack of memory', 'ENOMEM'],
      ['because the disk fails', 'EIO'],
      ['for lack of a permission', 'EACCES'],
    ])('that cannot be opened %s do not delay the subtitles of later videos, and are read again a minute later', async (_why, code) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      catalogue.putVideos([aVideo({ videoId: 'tugTugTug01', channelId: atticId, mediaFile: 't.mp4', subtitles: [subtitle('de', 'user', 'b.de.vtt')] })]);
      archive.appSettings.change({ downloads: { subtitle_index: true } });
      const loggedLines: string[] = [];
      const libraryPlaces = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder });
      const indexer = createSubtitleIndexer(archive, libraryPlaces, logInto(loggedLines));
      fileFaults.actionsBeforeOpen.set('a.en.vtt', () => {
        throw Object.assign(new Error(`${code}: simulated`), { code, syscall: 'open' });
      });
      onTestFinished(clearFileFaults);
      for (const _run of ['first', 'second']) await indexer.run();
      expect(findSpoken('full:zaunkonig source:user')).toMatchObject([{ videoId: 'tugTugTug01' }]);
      expect([findSpoken('full:wren'), loggedLines.length]).toEqual([[], 1]);
      clearFileFaults();
      vi.advanceTimersByTime(60_000);
      await indexer.run();
      await indexer.close();
      expect(findSpoken('full:wren')).toHaveLength(2);
    });

    test('of a video stay searchable while the server must not read others of the video, and the errors are logged once', async () => {
      await writeFile(path.join(folder, 'c.de.vtt'), 'WEBVTT\n\n00:01.000 --> 00:03.000\nDie Amsel\n');
      catalogue.putVideos([
        aVideo({
          videoId: 'tugTugTug01',
          channelId: atticId,
          mediaFile: 't.mp4',
          subtitles: [subtitle('en', 'user', 'a.en.vtt'), subtitle('de', 'user', 'b.de.vtt'), subtitle('de', 'user', 'c.de.vtt')],
        }),
      ]);
      await indexSubtitles();
      expect(findSpoken('full:amsel')).toHaveLength(1);
      archive.appSettings.change({ downloads: { subtitle_index: true } });
      database.exec("UPDATE subtitle_line SET text = 'as it was' WHERE lang = 'en'; INSERT INTO subtitle_due SELECT id, 9 FROM video");
      const loggedLines: string[] = [];
      const libraryPlaces = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder });
      const indexer = createSubtitleIndexer(archive, libraryPlaces, logInto(loggedLines));
      let count = 0;
      for (const file of ['a.en.vtt', 'c.de.vtt'])
        fileFaults.actionsBeforeOpen.set(file, () => {
          throw Object.assign(new Error(`EACCES: simulated ${(count += 1)}`), { code: 'EACCES', syscall: 'open' });
        });
      onTestFinished(clearFileFaults);
      await indexer.run();
      await indexer.close();
      const lines = database.prepare("SELECT text FROM subtitle_line JOIN video ON video.id = video WHERE video_id = 'tugTugTug01' ORDER BY lang").all();
      // The German track that can be read replaces the lines of both.
      expect(lines).toEqual([{ text: 'Der Zaunkönig' }, { text: 'as it was' }, { text: 'as it was' }]);
      expect(loggedLines).toEqual([expect.stringContaining('EACCES: simulated 1')]);
    });

    test('that are still to be read delay a search by half a second at most, even if the disk does not answer', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      archive.appSettings.change({ downloads: { subtitle_index: true } });
      const sleepingLibrary = { find: () => new Promise<never>(() => {}) } as never as LibraryPlaces;
      const pendingCatchUp = createSubtitleIndexer(archive, sleepingLibrary, silentLog).catchUp();
      await vi.advanceTimersByTimeAsync(500);
      await pendingCatchUp;
      expect(findSpoken('full:wren')).toEqual([]);
      const indexer = anIndexer();
      await indexer.catchUp();
      await indexer.close();
      expect(findSpoken('full:wren')).toHaveLength(2);
    });
  });
});

test('subtitles form passages that join lines belonging together and leave out the repetitions of automatic subtitles', () => {
  const rollingCues = [
    ['00:00.000', '00:02.000', 'so this'],
    ['00:02.000', '00:04.000', 'so this\nis the harbour'],
    ['00:04.000', '00:06.000', 'is the harbour\nat <c.yellow>dawn</c>'],
    ['00:12.000', '00:14.000', 'later'],
  ];
  const vtt = `WEBVTT\r\nKind: captions\r\n\r\nNOTE ignored --\r\n\r\n${rollingCues.map(([from, to, text]) => `${from} --> ${to} align:start\r\n${text}`).join('\r\n\r\n')}`;
  expect(passagesOf(vtt)).toEqual([
    { startMs: 0, endMs: 6000, text: 'so this is the harbour at dawn' },
    { startMs: 12_000, endMs: 14_000, text: 'later' },
  ]);
  expect(passagesOf('no subtitles\n\n00:05.000 --> 00:01.000\nbackwards')).toEqual([]);
});
