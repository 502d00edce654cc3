import { describe, expect, test } from 'vitest';
import { channelIdOf, looksRandom, playlistIdOf, siteOf, videoIdOf } from '../../server/library/derived-ids.ts';
import { channelOfVideo } from '../../server/library/channel-facts.ts';
import { membershipsOf, playlistOfCollection } from '../../server/library/playlist-facts.ts';
import { entriesOf } from '../../server/library/playlist-entries.ts';
import {
  chaptersOf,
  commentsOf,
  describedStreams,
  isActive,
  isoDate,
  kindOf,
  publishedSeconds,
  ratingOf,
  sponsorSegmentsOf,
  subtitleFacts,
} from '../../server/library/video-facts.ts';
import { count, field, number, text, texts } from '../../server/library/info-values.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';

describe('ids', () => {
  test.each([
    ['of YouTube are kept', { site: 'youtube', id: 'Qx7vR2mKc-4' }, 'Qx7vR2mKc-4'],
    ['of the same form are kept as well, if the site is unknown', { site: null, id: 'Qx7vR2mKc-4' }, 'Qx7vR2mKc-4'],
  ])('%s', (_name, source, expected) => expect(videoIdOf(source).id).toBe(expected));

  test.each([
    { site: 'vimeo', id: '76979871' },
    { site: 'vimeo', id: 'Qx7vR2mKc-4' },
    { site: 'youtube', id: 'too-long-for-an-id' },
    { site: 'nebula', id: 'ü/?' },
  ])('of %o are generated in the contract’s shape, are the same each time, and differ from those of another site', (source) => {
    const { id } = videoIdOf(source);
    expect(id).toMatch(/^[A-Za-z0-9_-]{11}$/);
    expect(id).not.toBe(source.id);
    expect(videoIdOf(source).id).toBe(id);
    expect(videoIdOf({ ...source, site: 'elsewhere' }).id).not.toBe(id);
    expect(channelIdOf({ ...source, site: 'vimeo' }).id).toMatch(/^UC[A-Za-z0-9_-]{22}$/);
    expect(playlistIdOf({ ...source, site: 'vimeo' }).id).toMatch(/^PL[A-Za-z0-9_-]{32}$/);
  });

  test('stay the same from release to release, or every watched mark would be lost', () => {
    expect(videoIdOf({ site: 'vimeo', id: '76979871' }).id).toMatchInlineSnapshot(`"VbTiir9kMAD"`);
    expect(channelIdOf({ site: 'vimeo', id: 'user1' }).id).toMatchInlineSnapshot(`"UCwr6IHgyk_uSq93scAcgAG8"`);
    expect(playlistIdOf({ site: 'vimeo', id: '9' }).id).toMatchInlineSnapshot(`"PLdmavN6Yzq3OTa9BKQVWmwDJMpcFCUgtJ"`);
  });

  test.each([
    ['youtube:tab', 'youtube'],
    ['YoutubeTab', 'youtube'],
    ['vimeo:album', 'vimeo'],
    ['Vimeo', 'vimeo'],
    ['generic', 'generic'],
    ['', null],
    [null, null],
  ])('the site of %s is %s', (extractor, site) => {
    expect(siteOf(extractor)).toBe(site);
  });

  test.each([
    ['dQw4w9WgXcQ', true],
    ['Interview-1', false],
    ['holiday2024', false],
    ['2024-03-10x', false],
    ['Qx7vR2mKc-4', true],
    ['presentatio', false],
  ])('%s looks random: %s', (id, expected) => {
    expect(looksRandom(id)).toBe(expected);
  });
});

describe('the kind of a video', () => {
  const wideShape = { width: 1920, height: 1080, durationSeconds: 120 };
  const uprightShape = { width: 1080, height: 1920, durationSeconds: 120 };
  test.each([
    ['wide', {}, wideShape, 'videos'],
    ['upright and short at YouTube', {}, uprightShape, 'shorts'],
    ['upright and longer than three minutes', {}, { ...uprightShape, durationSeconds: 181 }, 'videos'],
    ['upright and exactly three minutes long', {}, { ...uprightShape, durationSeconds: 180 }, 'shorts'],
    ['upright elsewhere', { extractor: 'vimeo', webpage_url: 'https://vimeo.com/1' }, uprightShape, 'videos'],
    ['a shorts address', { webpage_url: 'https://www.youtube.com/shorts/Qx7vR2mKc-4' }, wideShape, 'shorts'],
    ['requested by a shorts address', { original_url: 'https://www.youtube.com/shorts/Qx7vR2mKc-4' }, wideShape, 'shorts'],
    ['was live', { was_live: true }, wideShape, 'streams'],
    ['status was_live', { live_status: 'was_live' }, wideShape, 'streams'],
    ['status post_live', { live_status: 'post_live' }, wideShape, 'streams'],
    ['an upright stream', { live_status: 'was_live' }, uprightShape, 'streams'],
    ['media_type short', { media_type: 'short' }, wideShape, 'shorts'],
    ['media_type video, upright', { media_type: 'video' }, uprightShape, 'videos'],
    ['media_type livestream', { media_type: 'livestream' }, wideShape, 'streams'],
  ] as const)('%s', (_name, changes, shape, expected) => expect(kindOf(anInfo(changes), shape)).toBe(expected));
});

describe('a description', () => {
  test.each([
    [{ timestamp: 1_710_054_000 }, 1_710_054_000],
    [{ timestamp: '1710054000' }, 1_710_054_000],
    [{ timestamp: null, release_timestamp: 1_710_000_000 }, 1_710_000_000],
    [{ timestamp: -5, upload_date: '20240310' }, Date.UTC(2024, 2, 10) / 1000],
    [{ timestamp: undefined, upload_date: 20_240_310 }, Date.UTC(2024, 2, 10) / 1000],
    [{ timestamp: 1e300, upload_date: '2024-03-10' }, Date.UTC(2024, 2, 10) / 1000],
    [{ timestamp: null, upload_date: 'soon' }, null],
  ])('with %o gives %s as the time of publication', (changes, expected) => expect(publishedSeconds(anInfo({ ...changes }))).toBe(expected));

  test('dates carry an offset and stay within the years that ISO 8601 writes with four digits', () => {
    expect(isoDate(1_710_054_000.9)).toBe('2024-03-10T07:00:00+00:00');
    expect(isoDate(-1)).toBe('1970-01-01T00:00:00+00:00');
    expect(isoDate(1e15)).toBe('9999-12-30T00:00:00+00:00');
  });

  test.each([
    ['public', true],
    ['unlisted', true],
    ['needs_auth', true],
    ['subscriber_only', true],
    ['premium_only', true],
    [null, true],
    ['private', false],
    ['unavailable', false],
    ['removed', false],
    ['deleted', false],
  ])('availability %s means active: %s', (availability, expected) => expect(isActive(anInfo({ availability }))).toBe(expected));

  test.each([
    [4.7, 4.7],
    [9, 5],
    [-1, 0],
    ['3.5', 3.5],
    [null, 0],
    [Number.NaN, 0],
  ])('average_rating %s is %s', (value, expected) => expect(ratingOf(anInfo({ average_rating: value }))).toBe(expected));

  test('comments keep their parent and the uploader’s mark; unknown likes are null, and the result is null without a list of comments', () => {
    const comments = [
      {
        id: 'c1',
        parent: 'root',
        text: 'Lovely',
        author: '@mara',
        author_id: 'UCx',
        author_is_uploader: false,
        like_count: 3,
        timestamp: 1_710_000_000,
        is_favorited: true,
      },
      { id: 'c1.r1', parent: 'c1', text: 'Thanks', author: '@harbournotes', author_is_uploader: true },
      { id: 'c1.r1', parent: 'c1', text: 'Twice' },
      { text: 'without an id' },
      'nonsense',
    ];
    expect(commentsOf(anInfo({ comments }))).toEqual([
      {
        commentId: 'c1',
        parentId: 'root',
        author: '@mara',
        authorId: 'UCx',
        authorThumbnail: null,
        isUploader: false,
        isFavorited: true,
        likeCount: 3,
        text: 'Lovely',
        timestamp: 1_710_000_000,
      },
      {
        commentId: 'c1.r1',
        parentId: 'c1',
        author: '@harbournotes',
        authorId: null,
        authorThumbnail: null,
        isUploader: true,
        isFavorited: false,
        likeCount: null,
        text: 'Thanks',
        timestamp: 0,
      },
    ]);
    expect(commentsOf(anInfo({ comments: [] }))).toEqual([]);
    expect(commentsOf(anInfo())).toBeNull();
    expect(commentsOf(anInfo({ comments: null }))).toBeNull();
  });

  test('SponsorBlock segments without an id get a stable one', () => {
    const sponsorblock_chapters = [
      { start_time: 1, end_time: 5.5, category: 'sponsor', title: 'Sponsor', type: 'skip' },
      { start_time: 7, end_time: 8, category: 'intro', UUID: 'abc', votes: 4, locked: 1 },
      { start_time: 9, end_time: 2, category: 'outro' },
    ];
    const segments = sponsorSegmentsOf(anInfo({ sponsorblock_chapters }), 'Qx7vR2mKc-4');
    expect(segments).toMatchObject([
      { actionType: 'skip', category: 'sponsor', startSeconds: 1, endSeconds: 5.5, votes: 0, isLocked: false },
      { uuid: 'abc', actionType: 'none', category: 'intro', votes: 4, isLocked: true },
    ]);
    expect(segments?.[0]?.uuid).toMatch(/^[0-9a-f]{64}$/);
    expect(sponsorSegmentsOf(anInfo({ sponsorblock_chapters }), 'Qx7vR2mKc-4')).toEqual(segments);
    expect(sponsorSegmentsOf(anInfo({ sponsorblock_chapters: [] }), 'x')).toEqual([]);
    expect(sponsorSegmentsOf(anInfo(), 'x')).toBeNull();
  });

  test('chapters come in order, unnamed chapters get a name, and chapters before the beginning are left out', () => {
    expect(chaptersOf(anInfo({ chapters: [{ start_time: 20, title: 'Rocks' }, { start_time: 0 }, { start_time: -4, title: 'no' }, null] }))).toEqual([
      { title: 'Chapter 2', startSeconds: 0 },
      { title: 'Rocks', startSeconds: 20 },
    ]);
  });

  test.each([
    ['en', { subtitles: { en: [{ ext: 'vtt', name: 'English' }] }, automatic_captions: { en: [{}] } }, { source: 'user', name: 'English' }],
    ['de', { automatic_captions: { de: [{ ext: 'vtt' }] } }, { source: 'auto', name: 'German' }],
    ['en-orig', { automatic_captions: { 'en-orig': [{ name: 'English (Original)' }] } }, { source: 'auto', name: 'English (Original)' }],
    ['fr', { requested_subtitles: { fr: { ext: 'vtt' } } }, { source: 'user', name: 'French' }],
    ['zh-Hans', {}, { source: 'file', name: 'Simplified Chinese' }],
    ['en-nP7-2PuUl7o', {}, { source: 'file', name: 'en-nP7-2PuUl7o' }],
    ['__proto__', {}, { source: 'file' }],
  ])('gives the source and the name of subtitles in %s', (lang, changes, expected) => expect(subtitleFacts(anInfo(changes), lang)).toMatchObject(expected));

  test('subtitles without a description have “file” as their source', () => expect(subtitleFacts(null, 'en')).toEqual({ source: 'file', name: 'English' }));

  test('streams of a container that cannot be opened here are taken from the description', () => {
    expect(describedStreams(anInfo({ vcodec: 'avc1.64001f', acodec: 'mp4a.40.2', width: '1280', height: 720, vbr: 900.5, abr: 128 }))).toEqual([
      { index: 0, type: 'video', codec: 'h264', codecString: 'avc1.64001f', bitrate: 900_500, width: 1280, height: 720 },
      { index: 1, type: 'audio', codec: 'aac', codecString: 'mp4a.40.2', bitrate: 128_000, width: null, height: null },
    ]);
    expect(describedStreams(anInfo({ vcodec: 'none', acodec: 'none' }))).toEqual([]);
  });

  test('malformed and hostile values are read safely', () => {
    const info = JSON.parse(
      '{"__proto__": {"title": "polluted"}, "constructor": 5, "n": "12", "neg": -3, "t": "  a\\u0000b ", "half": "x\\ud83d", "num": 7, "list": ["a", "a", 3, null, {}]}',
    ) as Record<string, unknown>;
    expect(text(info, 'title')).toBeNull();
    expect(field(info, 'toString')).toBeUndefined();
    expect(number(info, 'n')).toBe(12);
    expect(count(info, 'neg')).toBe(0);
    expect(text(info, 't')).toBe('ab');
    expect(text(info, 'half')).toBe('x\ufffd');
    expect(text(info, 'num')).toBe('7');
    expect(texts(info, 'list')).toEqual(['a', '3']);
    expect(({} as { title?: string }).title).toBeUndefined();
  });
});

describe('the channel of a video', () => {
  test.each([
    ['its description', anInfo(), 'Anything', { id: 'UCh4rb0urN0tesHarbNotes1', name: 'Harbour Notes', subscriberCount: 4210 }],
    ['the folder, as TubeArchivist names it', null, 'UCh4rb0urN0tesHarbNotes1', { id: 'UCh4rb0urN0tesHarbNotes1', name: 'UCh4rb0urN0tesHarbNotes1' }],
    ['the folder with an id in its name', null, 'talks/Harbour Notes [UCh4rb0urN0tesHarbNotes1]', { id: 'UCh4rb0urN0tesHarbNotes1', name: 'Harbour Notes' }],
    ['the folder’s name', null, 'talks/Harbour', { name: 'Harbour', originalId: null }],
    ['the library’s name at the top', null, '', { name: 'library' }],
    ['the folder, when the description has none', { id: '1', extractor: 'generic' }, 'Talks', { name: 'Talks' }],
    ['an uploader of another site', { extractor: 'vimeo', uploader: 'Mara', uploader_id: 'mara1' }, 'x', { name: 'Mara', originalId: 'mara1' }],
  ])('is taken from %s', (_name, info, folder, expected) => {
    const channel = channelOfVideo(info, folder, 'library');
    expect(channel).toMatchObject(expected);
    expect(channel.id).toMatch(/^UC[A-Za-z0-9_-]{22}$/);
  });

  test('has the handle that YouTube reports, but no handle from another site', () => {
    expect(channelOfVideo(anInfo({ uploader_id: '@Harbour.Notes' }), '', 'library').handle).toBe('@harbour.notes');
    expect(channelOfVideo(anInfo({ uploader_id: 'harbournotes' }), '', 'library')).not.toHaveProperty('handle');
    const mastodonVideo = { extractor: 'mastodon', extractor_key: 'Mastodon', webpage_url: 'https://social.example/1', uploader_id: '@mara' };
    expect(channelOfVideo(anInfo(mastodonVideo), '', 'library')).not.toHaveProperty('handle');
  });
});

describe('playlists', () => {
  const listing = { playlist_title: 'Tide tables', playlist_index: 3 };
  test.each([
    [
      'a playlist',
      { playlist_id: 'PLt1deTablesTideTablesTideTablesT1', ...listing },
      [{ id: 'PLt1deTablesTideTablesTideTablesT1', name: 'Tide tables', index: 2 }],
    ],
    [
      'a playlist whose title ends like that of a channel’s tab',
      { playlist_id: 'PLc0ncertsC0ncertsC0ncertsC0ncert1', playlist_title: 'Concerts - Live', playlist_index: 1 },
      [{ id: 'PLc0ncertsC0ncertsC0ncertsC0ncert1', name: 'Concerts - Live' }],
    ],
    ['a channel’s uploads', { playlist_id: 'UUh4rb0urN0tesHarbNotes1', ...listing }, []],
    ['a channel’s shorts', { playlist_id: 'UUSHh4rb0urN0tesHarbNotes1', ...listing }, []],
    ['a channel', { playlist_id: 'UCh4rb0urN0tesHarbNotes1', ...listing }, []],
    ['a channel by its tab', { playlist_id: 'whatever', playlist_title: 'Harbour Notes - Videos' }, []],
    ['a search', { playlist_id: 'low tide', extractor: 'youtube:search' }, []],
    [
      'a search, which names the site as its extractor',
      { playlist_id: 'low tide', playlist_title: 'low tide', playlist_webpage_url: 'ytsearch5:low tide', extractor: 'youtube' },
      [],
    ],
    ['a search of a single word', { playlist_id: 'harbour', playlist_title: 'harbour', extractor: 'youtube' }, []],
    ['the page of a search', { playlist_id: 'tide', playlist_webpage_url: 'https://www.youtube.com/results?search_query=tide', extractor: 'youtube' }, []],
    ['a search at another site', { playlist_id: 'tide', playlist_webpage_url: 'scsearch5:tide', extractor: 'soundcloud' }, []],
    ['a playlist at another site whose id is its title', { playlist_id: 'tide', playlist_title: 'tide', extractor: 'vimeo:album' }, [{ name: 'tide' }]],
    ['a playlist without a title, whose id stands for it', { playlist_id: 'PLt1deTablesT', playlist: 'PLt1deTablesT' }, [{ name: 'PLt1deTablesT' }]],
    ['no list', {}, []],
  ])('of a video that was downloaded from %s', (_name, changes, expected) => expect(membershipsOf(anInfo(changes))).toMatchObject(expected));

  test('a description of a channel is not mistaken for a description of a playlist', () => {
    expect(playlistOfCollection(aCollectionInfo({ id: 'UCh4rb0urN0tesHarbNotes1', title: 'Harbour Notes - Videos' }))).toBeNull();
    expect(playlistOfCollection(aCollectionInfo())).toMatchObject({ name: 'Tide tables', entries: null, channelId: 'UCh4rb0urN0tesHarbNotes1' });
  });

  test('entries keep their places, and members that the list lacks come last', () => {
    const member = (videoId: string, index: number | null) => ({ videoId, title: videoId, uploader: null, index });
    expect(entriesOf(null, [member('c', 8), member('a', 1), member('b', 1), member('d', null)]).map((entry) => [entry.videoId, entry.index])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 8],
      ['d', 9],
    ]);
    const listedEntries = [
      { videoId: 'a', title: 'A', uploader: null },
      { videoId: 'x', title: 'X', uploader: null },
    ];
    expect(entriesOf(listedEntries, [member('z', 0), member('a', 5)]).map((entry) => [entry.videoId, entry.index])).toEqual([
      ['a', 0],
      ['x', 1],
      ['z', 2],
    ]);
  });
});
