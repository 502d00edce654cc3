import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WireChannel, WirePagination, WireVideo } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import { aChannel, aPlaylist, aVideo } from '../builders/server-records.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { longTest } from '../long-test.ts';

interface VideoList {
  data: WireVideo[];
  paginate: WirePagination;
}

let server: ServerArchive;
let device: ApiSession;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});

async function listedIds(query: string): Promise<string[]> {
  return (await device.json<VideoList>(`/api/video/?${query}`)).data.map((video) => video.youtube_id);
}

const allIds = [ids.stream, ids.short, ids.gulls, ids.dawn, ids.leadsOut, ids.gone];

describe('video lists', () => {
  const table: [string, string[]][] = [
    ['sort=published', allIds],
    ['sort=published&order=asc', allIds.toReversed()],
    ['sort=published&order=', allIds],
    // `order` has no effect without `sort`.
    ['order=asc', allIds],
    [`channel=${ids.harbour}&sort=published`, [ids.short, ids.gulls, ids.dawn]],
    [`channel=${ids.harbour}&sort=duration&order=asc`, [ids.short, ids.dawn, ids.gulls]],
    [`channel=${ids.harbour}&sort=views`, [ids.dawn, ids.short, ids.gulls]],
    ['type=shorts', [ids.short]],
    ['type=streams', [ids.stream]],
    [`type=videos&channel=${ids.harbour}&sort=published&height=1080`, [ids.gulls, ids.dawn]],
    ['height=720', []],
    ['channel=unknown', []],
    // The playlist determines the order of its videos, whatever `sort` says. Videos that are not downloaded are left out.
    [`playlist=${ids.walks}&sort=published&order=asc`, [ids.gulls, ids.dawn, ids.short]],
    [`playlist=${ids.walks}&type=shorts`, [ids.short]],
    ['playlist=PLunknown', []],
    ['watch=watched', []],
    ['watch=unwatched&sort=published', allIds],
    ['page_size=2&page=2&sort=published', [ids.gulls, ids.dawn]],
    ['page_size=4&page=2&sort=published', [ids.leadsOut, ids.gone]],
    ['page_size=4&page=3&sort=published', []],
    // The last value of a repeated parameter counts.
    ['type=streams&type=shorts', [ids.short]],
  ];
  for (const [query, videos] of table) test(`?${query} selects and orders the videos`, async () => expect(await listedIds(query)).toEqual(videos));

  test('page, page_size and the account’s setting select the videos of the page; params repeats the rest of the query', async () => {
    const { paginate } = await device.json<VideoList>(`/api/video/?page=2&sort=published&page_size=4&q=${encodeURIComponent('a b&c')}`);
    expect(paginate).toEqual({
      page_size: 4,
      page_from: 4,
      prev_pages: [],
      current_page: 2,
      max_hits: false,
      params: 'sort=published&page_size=4&q=a+b%26c',
      last_page: 0,
      next_pages: [],
      total_hits: 6,
    });
    await device.json('/api/user/me/', { method: 'POST', body: { page_size: 5 } });
    expect((await device.json<VideoList>('/api/video/')).paginate).toMatchObject({ page_size: 5, last_page: 2, current_page: 0 });
    await device.json('/api/user/me/', { method: 'POST', body: { page_size: 12 } });
  });

  test('the embedded channel, playlists and paths match the video', async () => {
    const video = await device.json<WireVideo>(`/api/video/${ids.dawn}/`);
    expect(video).toMatchObject({
      published: '2026-03-01T06:00:00+00:00',
      media_url: `/youtube/${ids.harbour}/${ids.dawn}.mp4`,
      vid_thumb_url: `/cache/videos/d/${ids.dawn}.jpg`,
      source_url: 'https://videos.example/dawn',
      playlist: [ids.lonely, ids.walks],
      channel: { channel_name: 'Harbour Walks', channel_tabs: ['videos', 'shorts'], channel_thumb_url: null },
      comment_count: 5,
      player: { watched: false, duration: 600, duration_str: '10m 00s' },
      sponsorblock: { has_unlocked: false, segments: [{ segment: [12.5, 47.25], locked: 1 }] },
    });
    expect(video).not.toHaveProperty('hls_url');
  });
});

describe('neighbours, comments and similar videos', () => {
  test('nav counts all entries, returns only downloaded neighbours, and leaves out a playlist with one video', async () => {
    expect(await device.json(`/api/video/${ids.dawn}/nav/`)).toEqual([
      {
        playlist_meta: { current_idx: 2, playlist_id: ids.walks, playlist_name: 'Walks', playlist_channel: 'Harbour Walks' },
        playlist_previous: expect.objectContaining({ youtube_id: ids.gulls, idx: 0 }) as object,
        playlist_next: expect.objectContaining({ youtube_id: ids.short, idx: 3 }) as object,
      },
    ]);
  });

  test('comments nest to any depth, and replies to a missing comment are left out', async () => {
    const threads = await device.json<{ comment_id: string; comment_time_text: string; comment_replies: unknown[] }[]>(`/api/video/${ids.dawn}/comment/`);
    expect(threads).toMatchObject([
      {
        comment_id: 'c1',
        comment_time_text: '2026-02-13 08:10',
        comment_replies: [{ comment_id: 'c1.a', comment_replies: [{ comment_id: 'c1.a.b', comment_replies: [] }] }],
      },
      { comment_id: 'c2', comment_time_text: '2026-02-13', comment_replies: [] },
    ]);
    expect(threads).toHaveLength(2);
  });

  test('similar videos share words with the video, carry no position, and never include the video itself', async () => {
    await device.call(`/api/video/${ids.gulls}/progress/`, { method: 'POST', body: { position: 100 } });
    const similarVideos = await device.json<WireVideo[]>(`/api/video/${ids.dawn}/similar/`);
    expect(similarVideos.map((video) => video.youtube_id)).toEqual([ids.gulls]);
    expect(similarVideos[0]?.player).not.toHaveProperty('position');
    expect(await device.json('/api/video/unknown-id1/similar/')).toEqual([]);
    await device.call(`/api/video/${ids.gulls}/progress/`, { method: 'DELETE' });
  });
});

describe('channels and playlists', () => {
  test('channels and playlists are sorted by name, ignoring case', async () => {
    const channels = await device.json<{ data: { channel_name: string }[] }>('/api/channel/');
    expect(channels.data.map((channel) => channel.channel_name)).toEqual(['a small Kitchen', 'Harbour Walks']);
    const playlists = await device.json<{ data: { playlist_name: string }[] }>('/api/playlist/');
    expect(playlists.data.map((playlist) => playlist.playlist_name)).toEqual(['lonely', 'Walks']);
  });

  test('a channel reports its number of videos, in the list and when requested alone', async () => {
    const nameAndCount = (channel: WireChannel) => [channel.channel_name, channel.video_count];
    const { data } = await device.json<{ data: WireChannel[] }>('/api/channel/');
    expect(data.map(nameAndCount)).toEqual([
      ['a small Kitchen', 3],
      ['Harbour Walks', 3],
    ]);
    expect(nameAndCount(await device.json(`/api/channel/${ids.harbour}/`))).toEqual(['Harbour Walks', 3]);
  });

  test('filters select channels and playlists', async () => {
    const countHits = async (path: string): Promise<number> => (await device.json<VideoList>(path)).paginate.total_hits;
    expect(await countHits('/api/channel/?filter=subscribed')).toBe(0);
    expect(await countHits('/api/channel/?filter=unsubscribed')).toBe(2);
    expect(await countHits(`/api/playlist/?channel=${ids.harbour}`)).toBe(1);
    expect(await countHits('/api/playlist/?subscribed=true')).toBe(0);
    expect(await countHits('/api/playlist/?subscribed=')).toBe(2);
    expect(await countHits('/api/playlist/?type=custom')).toBe(0);
  });

  test('nav and aggs describe a channel; for an unknown channel they return false, zeros and NA', async () => {
    expect(await device.json(`/api/channel/${ids.harbour}/nav/`)).toEqual({
      has_pending: false,
      has_ignored: false,
      has_playlists: true,
      has_videos: true,
      has_streams: false,
      has_shorts: true,
    });
    expect(await device.json(`/api/channel/${ids.harbour}/aggs/`)).toMatchObject({
      total_items: { value: 3 },
      total_duration: { value: 2540, value_str: '42m 20s' },
    });
    expect(await device.json('/api/channel/unknown/nav/')).toEqual({
      has_pending: false,
      has_ignored: false,
      has_playlists: false,
      has_videos: false,
      has_streams: false,
      has_shorts: false,
    });
    expect(await device.json('/api/channel/unknown/aggs/')).toEqual({
      total_items: { value: 0 },
      total_size: { value: 0 },
      total_duration: { value: 0, value_str: 'NA' },
    });
  });
});

describe('deleting a video', () => {
  let ownServer: ServerArchive;
  let deleter: ApiSession;
  beforeEach(async () => {
    ownServer = await startServerArchive();
    deleter = await ownServer.login();
  });
  afterEach(() => ownServer.stop());

  test('removes its files and its row, and leaves its entry in a regular playlist, marked as not downloaded', async () => {
    const { existsSync } = await import('node:fs');
    const file = `${ownServer.libraryFolder}/Harbour/gulls [gulls-at-12].webm`;
    expect(existsSync(file)).toBe(true);
    expect((await deleter.call(`/api/video/${ids.gulls}/`, { method: 'DELETE' })).status).toBe(204);
    expect(existsSync(file)).toBe(false);
    expect((await deleter.call(`/api/video/${ids.gulls}/`)).status).toBe(404);
    expect((await deleter.call(`/youtube/${ids.harbour}/${ids.gulls}.webm`)).status).toBe(404);
    const playlist = await deleter.json<{ playlist_entries: unknown[] }>(`/api/playlist/${ids.walks}/`);
    expect(playlist.playlist_entries).toMatchObject([
      { youtube_id: ids.gulls, idx: 0, downloaded: false },
      { downloaded: false },
      { downloaded: true },
      { downloaded: true },
    ]);
    expect(await deleter.json(`/api/video/${ids.dawn}/similar/`)).toEqual([]);
  });

  test('never deletes a file outside of the library', async () => {
    const { existsSync } = await import('node:fs');
    expect((await deleter.call(`/api/video/${ids.leadsOut}/`, { method: 'DELETE' })).status).toBe(204);
    expect(existsSync(`${ownServer.libraryFolder}/../outside/secret.mp4`)).toBe(true);
  });
});

describe('each sort field of a list', () => {
  /** No two fields give the same order of the four videos. */
  const orders = {
    published: '0123',
    downloaded: '0132',
    views: '0213',
    likes: '0231',
    duration: '0312',
    mediasize: '0321',
    width: '1023',
    height: '1032',
  } as const;
  let sortedServer: ServerArchive;
  beforeAll(async () => {
    const rank = (sort: keyof typeof orders, video: number): number => 1 + orders[sort].indexOf(String(video));
    sortedServer = await startServerArchive({
      fill(_root, catalogue) {
        catalogue.putVideos(
          [0, 1, 2, 3].map((video) =>
            aVideo({
              videoId: `sortedVid_${video}`,
              channelId: ids.harbour,
              publishedAt: `2026-03-0${rank('published', video)}T08:00:00+00:00`,
              downloadedAt: 1_771_000_000 + rank('downloaded', video),
              viewCount: rank('views', video),
              likeCount: rank('likes', video),
              durationSeconds: rank('duration', video),
              mediaSizeBytes: rank('mediasize', video),
              streams: [
                {
                  index: 0,
                  type: 'video',
                  codec: 'h264',
                  codecString: null,
                  bitrate: 1,
                  width: 100 * rank('width', video),
                  height: 100 * rank('height', video),
                },
              ],
            }),
          ),
        );
      },
    });
  });
  afterAll(() => sortedServer.stop());

  test.each(Object.entries(orders))('%s sorts upward and downward', async (sort, order) => {
    const session = await sortedServer.login();
    const idsInOrder = async (direction: string): Promise<string> =>
      (await session.json<VideoList>(`/api/video/?sort=${sort}&order=${direction}`)).data.map((video) => video.youtube_id.at(-1)).join('');
    expect([await idsInOrder('asc'), await idsInOrder('desc')]).toEqual([order, [...order].toReversed().join('')]);
  });
});

describe('a large archive', () => {
  longTest('at most 10 000 videos are counted and served, and a page beyond the last is empty', async () => {
    const largeArchive = await startServerArchive({
      fill(_root, catalogue) {
        catalogue.putChannels([aChannel({ channelId: ids.harbour })]);
        catalogue.putVideos(
          Array.from({ length: 10_050 }, (_, index) => aVideo({ videoId: `v${String(index).padStart(10, '0')}`, channelId: ids.harbour, viewCount: index })),
        );
        catalogue.putPlaylists([aPlaylist({ playlistId: ids.walks })]);
      },
    });
    const session = await largeArchive.login();
    const pageOf = (page: number): Promise<VideoList> => session.json(`/api/video/?sort=views&order=asc&page=${page}`);
    expect((await pageOf(0)).paginate).toMatchObject({ total_hits: 10_000, max_hits: true, last_page: 833, next_pages: [2, 3, 4, 5] });
    const lastPage = await pageOf(834);
    expect(lastPage.data.map((video) => video.stats.view_count)).toEqual([9996, 9997, 9998, 9999]);
    for (const page of [835, 900, 123_456_789]) {
      const emptyPage = await pageOf(page);
      expect([emptyPage.data, emptyPage.paginate.current_page, emptyPage.paginate.last_page]).toEqual([[], page, 0]);
    }
    // A few matches of a filter by channel or height are sorted afterwards; for many, the sort index is walked. Both must apply the filters.
    for (const filter of [`channel=${ids.harbour}`, 'height=1080', `channel=${ids.harbour}&height=1080&type=videos&watch=unwatched`]) {
      const page = await session.json<VideoList>(`/api/video/?sort=views&order=asc&page=2&${filter}`);
      expect(page.data.map((video) => video.stats.view_count)).toEqual(Array.from({ length: 12 }, (_, index) => 12 + index));
    }
    expect((await session.json<VideoList>('/api/video/?sort=views&height=720')).data).toEqual([]);
    await largeArchive.stop();
  });
});
