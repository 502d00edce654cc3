import { describe, expect, test } from 'vitest';
import { countKinds, entriesOf, kindOf } from '../../src/screens/downloads/line-kinds.ts';
import { isFiltered, listQuery, queueView, withView } from '../../src/screens/downloads/queue-view.ts';
import { clockDuration } from '../../src/screens/downloads/queue-view.ts';
import { sharedText, withoutShared } from '../../src/screens/downloads/shared-link.ts';
import { processorMsSince } from '../builders/processor-time.ts';

describe('a line of the add form', () => {
  test.each([
    ['dQw4w9WgXcQ', 'video'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL0123456789', 'video'],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'video'],
    ['youtube.com/shorts/dQw4w9WgXcQ', 'video'],
    ['https://m.youtube.com/live/dQw4w9WgXcQ', 'video'],
    ['UC0123456789012345678901', 'channel'],
    ['@northboundrail', 'channel'],
    ['https://www.youtube.com/@northboundrail/videos', 'channel'],
    ['https://www.youtube.com/channel/UC0123456789012345678901', 'channel'],
    ['@müller-möbel', 'channel'],
    ['PL0123456789abcdef', 'playlist'],
    ['LP0123456789', 'playlist'],
    ['WL', 'playlist'],
    ['vimeo:76979871', 'link'],
    ['example.org', 'link'],
    ['file:x', 'unclear'],
    ['https://www.youtube.com/playlist?list=PL0123456789abcdef', 'playlist'],
    ['https://example.org/films/7', 'link'],
    ['https://www.youtube.com/', 'link'],
    ['https://youtu.be/', 'link'],
    ['https://[', 'unclear'],
    ['ytsearch2:steam trains', 'search'],
    ['words', 'unclear'],
    ['javascript:alert(1)', 'unclear'],
  ] as const)('%s is read as a line of the kind %s', (line, kind) => expect(kindOf(line)).toBe(kind));

  test('may contain several entries, separated by white space, and a phrase stays together', () => {
    expect(entriesOf(' dQw4w9WgXcQ  @quay \n\ndQw4w9WgXcQ\nthe one with the lathe \nytsearch2:steam dQw4w9WgXcQ')).toEqual([
      'dQw4w9WgXcQ',
      '@quay',
      'the one with the lathe',
      'ytsearch2:steam dQw4w9WgXcQ',
    ]);
  });

  test('that repeats “search” many times is read in a time proportional to its length', () => {
    const line = 'search'.repeat(40_000);
    const usageBefore = process.cpuUsage();
    expect([kindOf(line), entriesOf(line)]).toEqual(['unclear', [line]]);
    // A search that starts again at every “search” in the line takes half a minute.
    expect(processorMsSince(usageBefore)).toBeLessThan(2_000);
  });

  test('is counted under its kind, with the unclear lines last', () => {
    const kinds = ['unclear', 'video', 'video'] as const;
    expect(countKinds(kinds.map((kind) => ({ kind })))).toEqual([
      { kind: 'video', entryCount: 2 },
      { kind: 'unclear', entryCount: 1 },
    ]);
  });
});

describe('a share from another app', () => {
  const textOfShare = (fields: Record<string, string>): string | null => sharedText(new URLSearchParams(fields));

  test('gives its links, wherever the app has put them, without duplicates', () => {
    expect(textOfShare({ share_url: 'https://example.org/a' })).toBe('https://example.org/a');
    expect(
      textOfShare({ share_title: 'A film', share_text: 'Look: https://example.org/a and https://example.org/b', share_url: 'https://example.org/a' }),
    ).toBe('https://example.org/a\nhttps://example.org/b');
  });

  test('gives its text if it contains no link, and nothing if it is empty', () => {
    expect(textOfShare({ share_title: 'A film', share_text: 'the one with the lathe' })).toBe('the one with the lathe');
    expect(textOfShare({ share_text: '  ' })).toBeNull();
    expect(textOfShare({ channel: 'UC1' })).toBeNull();
  });

  test('is removed from the address, and nothing else is', () => {
    expect(withoutShared(new URLSearchParams('share_url=x&share_text=&channel=UC1')).toString()).toBe('channel=UC1');
  });
});

describe('the part of the queue that is shown', () => {
  const view = (search: string, isIgnoredBySetting = false) => queueView(new URLSearchParams(search), isIgnoredBySetting);

  test('is decided by the address, and otherwise by the setting', () => {
    expect(view('').status).toBe('pending');
    expect(view('', true).status).toBe('ignore');
    expect(view('ignored=false', true).status).toBe('pending');
    expect(view('ignored=true').status).toBe('ignore');
    expect(view('channel=UC1&type=shorts&error=true&q=%20fog%20')).toEqual({
      status: 'pending',
      channelId: 'UC1',
      type: 'shorts',
      isErrorsOnly: true,
      text: 'fog',
    });
    expect(view('channel=&type=films&error=1').channelId).toBeNull();
    expect(isFiltered(view('type=films&error=1'))).toBe(false);
  });

  test('sends the archive only the filters that are set', () => {
    expect(listQuery(view(''), 2)).toEqual({ status: 'pending', page: 2 });
    expect(listQuery(view('channel=UC1&type=shorts&error=true&q=fog'), 1)).toEqual({
      status: 'pending',
      page: 1,
      channelId: 'UC1',
      kind: 'shorts',
      hasError: true,
      text: 'fog',
    });
  });

  test('starts at the first page when it changes, and keeps the other filters', () => {
    const changedQuery = (change: Parameters<typeof withView>[1]): string =>
      withView(new URLSearchParams('channel=UC1&ignored=true&page=3'), change).toString();
    expect(changedQuery({ type: 'shorts' })).toBe('channel=UC1&ignored=true&type=shorts');
    expect(changedQuery({ channelId: null, text: 'fog' })).toBe('ignored=true&q=fog');
    expect(changedQuery({ isStatusChanged: true })).toBe('channel=UC1');
    expect(changedQuery({ isErrorsOnly: true })).toBe('channel=UC1&ignored=true&error=true');
  });
});

describe('the length of a queued video', () => {
  test.each([
    ['10m 00s', '10:00'],
    ['1h 04m 09s', '1:04:09'],
    ['42s', '0:42'],
    ['NA', ''],
    ['', ''],
    ['about an hour', 'about an hour'],
  ])('%j is shown as %j', (duration, text) => expect(clockDuration(duration)).toBe(text));
});
