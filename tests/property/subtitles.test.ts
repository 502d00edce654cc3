// The index reads subtitle files of any kind: random bytes, real WebVTT with damage, and files designed to cost time or space.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createSearch } from '../../server/search/search.ts';
import { createSubtitleIndexer } from '../../server/search/subtitle-indexer.ts';
import { passagesOf } from '../../src/contract/subtitle-passages.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { logInto } from '../doubles/log.ts';
import { processorMsSince } from '../builders/processor-time.ts';

const validVtt = `WEBVTT
Kind: captions

STYLE
::cue { color: yellow }

1
00:00:01.000 --> 00:00:03.000 align:start position:0%
The <b>wren</b> &amp; the hedge.

00:03.000 --> 00:05.500
It is<00:00:04.000><c> loud.</c>

2
00:00:06,000 --> 00:00:08,500
As in SubRip.

999:59:59.999 --> 999:59:59.999
The end.
`;

/** Snippets that break parsers, times, markup and databases. */
const snippets = ['\0', '\ud800', '\udc00', '\ufeff', '\u202e', '\r', '\n\n', '-->', ' --> ', '<', '>', '<c', '&amp', '&nbsp;', '\u00a0', '00:00.000'];
const times = ['99999999999999999999:00:00.000', '1000:00:00.000', '-01:00:00.000', '00:99:99.999', '00:00:00.000000', 'NaN:NaN', '1e9:00:00.000'];
const someDamage = fc.record({
  offset: fc.nat(validVtt.length),
  removedChars: fc.nat(20),
  insertedText: fc.oneof(fc.constantFrom(...snippets, ...times), fc.string({ unit: 'binary' })),
  repeatCount: fc.constantFrom(1, 1, 1, 2, 50, 3_000),
});
const someDamagedVtt = fc
  .array(someDamage, { minLength: 1, maxLength: 8 })
  .map((damages) =>
    damages.reduce(
      (text, { offset, removedChars, insertedText, repeatCount }) =>
        text.slice(0, offset) + insertedText.repeat(repeatCount) + text.slice(offset + removedChars),
      validVtt,
    ),
  );
const someBytes = fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes));
const someFile = fc.oneof(
  someBytes,
  someDamagedVtt.map((text) => Buffer.from(text)),
  // Files with bytes that are not UTF-8, and files in the UTF-16 of Windows.
  fc.tuple(someDamagedVtt, someBytes).map(([text, bytes]) => Buffer.concat([Buffer.from(text), bytes, Buffer.from(validVtt)])),
  someDamagedVtt.map((text) => Buffer.from(text, 'utf16le')),
);

/** Hours have at most three digits. */
const latestMs = 1_000 * 3_600_000;
const maxPassageChars = 400;

function checkPassages(text: string): void {
  const passages = passagesOf(text);
  let charCount = 0;
  for (const passage of passages) {
    expect(Number.isSafeInteger(passage.startMs) && Number.isSafeInteger(passage.endMs)).toBe(true);
    expect([passage.startMs >= 0, passage.startMs <= passage.endMs, passage.endMs < latestMs + 100 * 60_000]).toEqual([true, true, true]);
    expect(passage.text.length > 0 && passage.text.length <= maxPassageChars).toBe(true);
    charCount += passage.text.length;
  }
  expect(charCount).toBeLessThanOrEqual(text.length);
}

test('any text becomes passages with valid times and bounded length, together no longer than the text', () => {
  fc.assert(
    fc.property(fc.oneof(someDamagedVtt, fc.string({ unit: 'binary', maxLength: 500 }), someFile.map(String)), (text) => checkPassages(text)),
    { numRuns: 1_000, seed: 7 },
  );
});

test('a cue is ignored if the hours of its start have too many digits', () => {
  expect(passagesOf('9001:00:00.000 --> 9001:00:01.000\nlate')).toEqual([]);
  expect(passagesOf('99999999999999999999:00:00.000 --> 00:01.000\nlate')).toEqual([]);
});

const cue = '00:01.000 --> 00:02.000\n';
const megabyte = 1024 * 1024;
test.each([
  ['tags that open and never close', `${cue}${'<'.repeat(megabyte)}`],
  ['tags that open another and never close', `${cue}${'<c '.repeat(megabyte / 4)}`],
  ['ends of tags', `${cue}${'>'.repeat(megabyte)}`],
  ['arrows', '-->'.repeat(megabyte / 4)],
  ['digits', `${'1'.repeat(megabyte)} --> 00:02.000\nx`],
  ['colons', `${'11:'.repeat(megabyte / 4)} --> 00:02.000\nx`],
  ['blanks', `${cue}x${' '.repeat(megabyte)}y${'\t\u00a0'.repeat(megabyte / 4)}`],
  ['empty lines', `${cue}${'\r\n'.repeat(megabyte)}`],
  ['carriage returns', `${cue}${'\r'.repeat(megabyte)}`],
  ['ampersands', `${cue}${'&'.repeat(megabyte)}`],
  ['one word', `${cue}${'x'.repeat(megabyte)}`],
  ['one cue of many lines', `${cue}${'a line of it\n'.repeat(megabyte / 16)}`],
  ['nothing but cues', `${cue}x\n\n`.repeat(megabyte / 16)],
  ['cues that alternate between two times 500 hours apart', '500:00:00.000 --> 500:00:01.000\nx\n\n00:01.000 --> 00:02.000\ny\n\n'.repeat(megabyte / 64)],
])('a megabyte of %s takes seconds, not the minutes of quadratic time', (_what, text) => {
  const usageBefore = process.cpuUsage();
  checkPassages(text);
  expect(processorMsSince(usageBefore)).toBeLessThan(15_000);
});

test('the text of one cue is found completely, even if it has 2 000 words', () => {
  const spokenWords = Array.from({ length: 2_000 }, (_none, index) => `word${index}`);
  const passages = passagesOf(`${cue}${spokenWords.join(' ')}`);
  expect(
    passages
      .map(({ text }) => text)
      .join(' ')
      .split(' '),
  ).toEqual(spokenWords);
  expect(new Set(passages.map(({ startMs, endMs }) => `${startMs} ${endMs}`))).toEqual(new Set(['1000 2000']));
});

test('the index accepts any file without logging, stays intact, and finds the text of the next good file', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-subtitles-'));
  const database = openDatabase(':memory:');
  const loggedLines: string[] = [];
  const archive = createArchive(database);
  archive.appSettings.change({ downloads: { subtitle_index: true } });
  const catalogue = createSqliteCatalogue(database);
  const channelId = 'UCatticatticatticattic01';
  catalogue.putChannels([aChannel({ channelId })]);
  const library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder });
  const indexer = createSubtitleIndexer(archive, library, logInto(loggedLines));
  const addVideo = async (mediaFile: string, videoId: string, subtitle: string, bytes: Buffer): Promise<void> => {
    await writeFile(path.join(folder, subtitle), bytes);
    catalogue.putVideos([aVideo({ videoId, channelId, mediaFile, subtitles: [{ lang: 'en', name: 'en', source: 'user', file: subtitle }] })]);
  };
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(someFile, { minLength: 1, maxLength: 6 }), async (files) => {
        for (const [index, bytes] of files.entries()) await addVideo(`${index}.mp4`, `oddOddOdd0${index}`, `${index}.en.vtt`, bytes);
        await addVideo('good.mp4', 'goodGood001', 'good.en.vtt', Buffer.from(validVtt));
        database.exec('INSERT OR REPLACE INTO subtitle_due SELECT id, 1 FROM video');
        await indexer.run();
        expect([loggedLines, database.prepare('SELECT count(*) AS items FROM subtitle_due').get()]).toEqual([[], { items: 0 }]);
        expect(
          database.prepare("SELECT count(*) AS items FROM subtitle_line WHERE typeof(start_ms) <> 'integer' OR typeof(end_ms) <> 'integer'").get(),
        ).toEqual({
          items: 0,
        });
        database.exec("INSERT INTO subtitle_words (subtitle_words) VALUES ('integrity-check')");
        const { spoken } = createSearch(database).find('full:wren hedge loud');
        expect(spoken.map(({ videoId }) => videoId)).toContain('goodGood001');
        expect(spoken.every(({ startMs, endMs, score }) => [startMs, endMs, score].every(Number.isFinite))).toBe(true);
      }),
      { numRuns: 60, seed: 7 },
    );
  } finally {
    await indexer.close();
    database.close();
    await rm(folder, { recursive: true });
  }
});
