import { describe, expect, test } from 'vitest';
import { chapterAt, chapterOfLine, chaptersFor, chaptersOfDescription } from '../../src/player/chapters.ts';
import { timestampsIn } from '../../src/player/timestamps.ts';
import { processorMsSince } from '../builders/processor-time.ts';

describe('times in a text', () => {
  test.each([
    ['at 1:23 it happens', [83]],
    ['(12:34)', [754]],
    ['1:02:03', [3723]],
    ['100:00:00', [360_000]],
    ['0:00 and 59:59', [0, 3599]],
    ['12:34, then 13:00.', [754, 780]],
    ['1:2', []],
    ['1:60', []],
    ['1:60:00', []],
    ['123:45', []],
    ['1:2:03', []],
    ['1:02:03:04', []],
    ['12:345', []],
    ['12:34.5', []],
    ['v12:34', []],
    ['12:34pm', []],
    ['2026-05-12:30', []],
    ['http://host:80:12', []],
    ['١:٢٣', []],
    ['１:２３', []],
  ])('the text “%s” contains the times %j', (text, seconds) => {
    expect(timestampsIn(text).map((time) => time.seconds)).toEqual(seconds);
  });

  test('each time has its position and its text', () => {
    expect(timestampsIn('see 1:23!')).toEqual([{ index: 4, text: '1:23', seconds: 83 }]);
  });
});

describe('chapters', () => {
  test.each([
    ['0:00 Intro', 0, 'Intro'],
    ['00:00 - Intro', 0, 'Intro'],
    ['• 1:05 The fog', 65, 'The fog'],
    ['[1:05] The fog', 65, 'The fog'],
    ['(1:05) The fog', 65, 'The fog'],
    ['The fog 1:05', 65, 'The fog'],
    ['The fog (1:05)', 65, 'The fog'],
    ['The fog: 1:05', 65, 'The fog'],
    ['0:00 – 1:05 From here on', 0, 'From here on'],
    ['1:05 (extra) fog', 65, '(extra) fog'],
    ['1:05', 65, ''],
    ['1:05 “The fog” - (', 65, '“The fog”'],
    ['1:05 (((', 65, '((('],
  ])('%s is a chapter', (line, startSeconds, title) => {
    expect(chapterOfLine(line)).toEqual({ startSeconds, title });
  });

  test('a long line of dashes is read in less than a second of processor time', () => {
    const cpuUsageBefore = process.cpuUsage();
    const title = `a${'-'.repeat(50_000)}b`;
    expect(chapterOfLine(`0:00 ${title}`)).toEqual({ startSeconds: 0, title });
    expect(processorMsSince(cpuUsageBefore)).toBeLessThan(1_000);
  });

  test('a time within a sentence is not a chapter', () => {
    expect(chapterOfLine('Start at 1:36, where it goes by')).toBeNull();
  });

  test('three or more lines in rising order from 0:00 are a table of contents', () => {
    const description = 'Hello.\n\n0:00 One\n1:00 Two\n2:00 Three\n\nSee 1:30 for fun';
    expect(chaptersOfDescription(description, 200).map((chapter) => chapter.title)).toEqual(['One', 'Two', 'Three']);
  });

  test.each([
    ['only two lines', '0:00 One\n1:00 Two'],
    ['lines that do not begin at 0:00', '0:10 One\n1:00 Two\n2:00 Three'],
    ['times that do not rise', '0:00 One\n2:00 Two\n1:00 Three'],
    ['two equal times', '0:00 One\n1:00 Two\n1:00 Three'],
    ['times beyond the end', '0:00 One\n1:00 Two\n9:00 Three'],
    ['no lines', ''],
  ])('%s make no chapters', (_why, description) => {
    expect(chaptersOfDescription(description, 200)).toEqual([]);
  });

  test('a video of unknown duration has the chapters of its description or its file', () => {
    const description = '0:00 One\n1:00 Two\n9:00 Three';
    expect(chaptersOfDescription(description, 0).map((chapter) => chapter.title)).toEqual(['One', 'Two', 'Three']);
    const chapters = [0, 600].map((startSeconds) => ({ startSeconds, title: '' }));
    expect(chaptersFor({ description: null, chapters }, 0)).toEqual(chapters);
  });

  test('a video without a description has no chapters', () => {
    expect(chaptersOfDescription(null, 200)).toEqual([]);
  });

  test('a moment belongs to the last chapter that has begun', () => {
    const chapters = [0, 60, 120].map((startSeconds) => ({ startSeconds, title: '' }));
    expect([0, 59.9, 60, 500].map((seconds) => chapterAt(chapters, seconds))).toEqual([0, 0, 1, 2]);
    expect(chapterAt([], 5)).toBe(-1);
  });
});

describe('chapters of the file itself', () => {
  const chapters = [
    { startSeconds: 0, title: 'One' },
    { startSeconds: 60, title: 'Two' },
  ];

  test('are used if the description names no chapters', () => {
    expect(chaptersFor({ description: 'Just words, 1:20 among them.', chapters }, 200)).toEqual(chapters);
    expect(chaptersFor({ description: '0:00 A\n0:30 B\n1:00 C', chapters }, 200).map(({ title }) => title)).toEqual(['A', 'B', 'C']);
    expect(chaptersFor({ description: null }, 200)).toEqual([]);
    expect(chaptersFor(null, 200)).toEqual([]);
  });

  test('are left out if they do not rise, lie beyond the end or are alone, and the time before the first chapter becomes a chapter', () => {
    const oddChapters = [
      { startSeconds: 20, title: 'A' },
      { startSeconds: 20, title: 'B' },
      { startSeconds: 10, title: 'C' },
      { startSeconds: 300, title: 'D' },
    ];
    expect(chaptersFor({ description: null, chapters: oddChapters }, 200)).toEqual([
      { startSeconds: 0, title: '' },
      { startSeconds: 20, title: 'A' },
    ]);
    expect(chaptersFor({ description: null, chapters: [{ startSeconds: 0, title: 'A' }] }, 200)).toEqual([]);
  });
});
