import { describe, expect, test } from 'vitest';
import { configChanges, videoListQuery, videoListSettings, type VideoListArea } from '../../src/queries/list-settings.ts';
import { heightsWith } from '../../src/ui/list-choices.ts';
import { heightOfQuery, isFiltered } from '../../src/ui/list-settings.ts';
import { linesOf } from '../../src/ui/lines.ts';
import { emptySelection, pick, pickPage, type Selection } from '../../src/ui/selection.ts';
import { aWireUserConfig } from '../builders/mirror-wire.ts';

describe('the settings of lists of videos', () => {
  const splitKeys = { hide_watched_channel: null, hide_watched_playlist: true } as const;

  test.each<[string, Partial<ReturnType<typeof aWireUserConfig>>, VideoListArea, string]>([
    ['without a setting all videos are listed', { hide_watched: null }, 'home', 'all'],
    ['false lists only unwatched videos, despite the name of the key', { hide_watched: false }, 'home', 'unwatched'],
    ['true lists only watched videos', { hide_watched: true }, 'home', 'watched'],
    ['the one key of an older server applies to all lists', { hide_watched: true }, 'channel', 'watched'],
    ['the channel’s own key takes precedence over the common one', { hide_watched: true, ...splitKeys }, 'channel', 'all'],
    ['the playlist’s own key takes precedence over the common one', { hide_watched: false, ...splitKeys }, 'playlist', 'watched'],
  ])('watched filter: %s', (_name, config, area, watchedFilter) => {
    expect(videoListSettings(aWireUserConfig(config), area).watched).toBe(watchedFilter);
  });

  test('a change writes the keys that the server sent, even with the same value, because the shown value may be outdated', () => {
    const config = aWireUserConfig({ sort_by: 'views' });
    expect(configChanges(config, 'channel', { watched: 'unwatched', sort: 'views', type: 'shorts' })).toEqual([
      { key: 'vid_type_filter', value: 'shorts' },
      { key: 'sort_by', value: 'views' },
      { key: 'hide_watched', value: false },
    ]);
    expect(configChanges({ ...config, ...splitKeys }, 'channel', { watched: 'watched' })).toEqual([{ key: 'hide_watched_channel', value: true }]);
    expect(configChanges(config, 'home', { type: 'all', watched: 'all' })).toEqual([
      { key: 'vid_type_filter', value: null },
      { key: 'hide_watched', value: null },
    ]);
  });

  test('grid items outside 3 to 7 are set to the nearest limit', () => {
    expect([1, 3, 7, 12].map((grid_items) => videoListSettings(aWireUserConfig({ grid_items }), 'home').columns)).toEqual([3, 3, 7, 7]);
  });

  test('the archive gets only the chosen filters, and a list of one kind keeps its kind', () => {
    const settings = { ...videoListSettings(aWireUserConfig({ vid_type_filter: 'shorts', hide_watched: false }), 'home'), height: 720 };
    expect(videoListQuery(settings, { page: 2 })).toEqual({ page: 2, sort: 'published', order: 'desc', kind: 'shorts', watch: 'unwatched', height: 720 });
    expect(videoListQuery({ ...settings, height: null, watched: 'all' }, { page: 1, channelId: 'UC1', kind: 'streams' })).toEqual({
      channelId: 'UC1',
      page: 1,
      sort: 'published',
      order: 'desc',
      kind: 'streams',
    });
  });

  test.each([
    ['720', 720],
    [null, null],
    ['', null],
    ['0', null],
    ['-3', null],
    ['7.2', null],
    ['99999', null],
    ['abc', null],
  ])('a height of %j in the address is read as %j', (value, height) => expect(heightOfQuery(value)).toBe(height));

  test('an unusual height is offered at its place in the order', () => {
    expect(heightsWith(null)).not.toContain(1066);
    expect(heightsWith(1066).slice(1, 4)).toEqual([1440, 1080, 1066]);
  });

  test('a type does not count as a filter in a list of one type', () => {
    const settings = { ...videoListSettings(aWireUserConfig({ vid_type_filter: 'shorts' }), 'home'), height: null, isPlayableOnly: false };
    expect([isFiltered(settings), isFiltered(settings, true), isFiltered({ ...settings, height: 720 }, true)]).toEqual([true, false, true]);
    expect(isFiltered({ ...settings, isPlayableOnly: true }, true)).toBe(true);
  });
});

describe('selecting', () => {
  const page = ['a', 'b', 'c', 'd'].map((videoId) => ({ videoId, title: videoId }));
  const pickedIds = ({ pickedById }: Selection): string => [...pickedById.keys()].join('');
  const idsAfterClicks = (...steps: [string, boolean?][]): string =>
    pickedIds(steps.reduce((selection, [videoId, isRange = false]) => pick(selection, page, videoId, isRange), emptySelection));

  test.each<[string, [string, boolean?][], string]>([
    ['two clicks select two', [['a'], ['c']], 'ac'],
    ['a second click deselects', [['a'], ['a']], ''],
    ['a range downward is selected', [['b'], ['d', true]], 'bcd'],
    ['a range upward is selected', [['c'], ['a', true]], 'cab'],
    ['a range deselects as well', [['b'], ['d', true], ['b', true]], ''],
    ['a range without a beginning selects one', [['c', true]], 'c'],
    ['a video that is not on the page is not selected', [['z']], ''],
  ])('%s', (_name, steps, expectedIds) => expect(idsAfterClicks(...steps)).toBe(expectedIds));

  test('selects the whole page and deselects it again, and keeps videos selected elsewhere', () => {
    const selectionElsewhere = pick(emptySelection, [{ videoId: 'x', title: 'x' }], 'x', false);
    const fullSelection = pickPage(selectionElsewhere, page);
    expect([pickedIds(fullSelection), pickedIds(pickPage(fullSelection, page))]).toEqual(['xabcd', 'x']);
    expect(pickedIds(pickPage(pick(fullSelection, page, 'b', false), page)).length).toBe(5);
  });
});

describe('the lines of a text', () => {
  test.each([
    ['a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
    [' a \n\n\t\n a', ['a']],
    [' \n\t ', []],
  ])('are read from %j as %j', (text, lines) => expect(linesOf(text)).toEqual(lines));
});
