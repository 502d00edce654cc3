import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WireVideo } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import { aVideo } from '../builders/server-records.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let mara: ApiSession;
let tove: ApiSession;
beforeAll(async () => {
  server = await startServerArchive();
  mara = await server.login('staff');
  tove = await server.login('guest');
});
beforeEach(() => server.archive.database.exec('DELETE FROM position; UPDATE video SET is_watched = 0, watched_at = NULL'));
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});

type Player = WireVideo['player'];

const player = async (session: ApiSession, videoId: string): Promise<Player> => (await session.json<WireVideo>(`/api/video/${videoId}/`)).player;
const save = (session: ApiSession, videoId: string, position: number): Promise<Player> =>
  session.json(`/api/video/${videoId}/progress/`, { method: 'POST', body: { position } });
const mark = (session: ApiSession, id: string, isWatched: boolean): Promise<unknown> =>
  session.json('/api/watched/', { method: 'POST', body: { id, is_watched: isWatched } });
const continueWatchingIds = async (session: ApiSession, query = ''): Promise<string[]> => {
  const list = await session.json<{ data: WireVideo[] } | []>(`/api/video/?watch=continue${query}`);
  return Array.isArray(list) ? [] : list.data.map((video) => video.youtube_id);
};

describe('positions', () => {
  test('a position belongs to the account that saved it', async () => {
    expect(await save(mara, ids.dawn, 120.5)).toEqual({ watched: false, duration: 600, duration_str: '10m 00s', position: 120.5 });
    expect(await player(mara, ids.dawn)).toMatchObject({ position: 120.5, progress: (120.5 / 600) * 100 });
    expect(await player(tove, ids.dawn)).not.toHaveProperty('position');
  });

  test('a position of five seconds or less is answered as if stored, and the older position stays', async () => {
    await save(mara, ids.dawn, 100);
    expect(await save(mara, ids.dawn, 5)).toMatchObject({ position: 5, watched: false });
    expect(await player(mara, ids.dawn)).toMatchObject({ position: 100 });
    await save(mara, ids.dawn, 5.1);
    expect(await player(mara, ids.dawn)).toMatchObject({ position: 5.1 });
  });

  test('DELETE forgets the caller’s position and leaves the watched mark alone', async () => {
    await save(mara, ids.dawn, 100);
    await save(tove, ids.dawn, 200);
    expect((await mara.call(`/api/video/${ids.dawn}/progress/`, { method: 'DELETE' })).status).toBe(204);
    expect(await player(mara, ids.dawn)).not.toHaveProperty('position');
    expect(await player(tove, ids.dawn)).toMatchObject({ position: 200, watched: false });
  });

  /** Duration, the highest position that does not count as watched, and the lowest that does. */
  const thresholds: [number, number, number][] = [
    [40, 19.9, 20],
    [59, 29.4, 29.5],
    [60, 53.9, 54],
    [600, 539.9, 540],
    [900, 809.9, 810],
    [901, 720.9, 721],
    [7200, 7019, 7020],
  ];
  for (const [duration, unwatchedPosition, watchedPosition] of thresholds) {
    test(`a video of ${duration} s counts as watched from ${watchedPosition} s on`, async () => {
      server.catalogue.putVideos([aVideo({ videoId: 'threshold-1', channelId: ids.harbour, durationSeconds: duration })]);
      expect(await save(mara, 'threshold-1', unwatchedPosition)).toMatchObject({ watched: false });
      expect(await save(mara, 'threshold-1', watchedPosition)).toMatchObject({ watched: true, position: watchedPosition });
      expect(await player(mara, 'threshold-1')).toEqual({
        watched: true,
        watched_date: expect.any(Number) as number,
        duration,
        duration_str: expect.any(String) as string,
      });
      expect(await player(tove, 'threshold-1')).toMatchObject({ watched: true });
    });
  }

  test('no position marks a video without a duration as watched', async () => {
    server.catalogue.putVideos([aVideo({ videoId: 'no-length-2', channelId: ids.harbour, durationSeconds: 0 })]);
    expect(await save(mara, 'no-length-2', 1e6)).toMatchObject({ watched: false, duration_str: 'NA' });
    expect(await player(mara, 'no-length-2')).toMatchObject({ position: 1e6, progress: 0 });
  });

  test('a position sent for a watched video is repeated in the answer and not stored', async () => {
    await mark(tove, ids.dawn, true);
    const date = (await player(mara, ids.dawn)).watched_date;
    expect(await save(mara, ids.dawn, 100)).toMatchObject({ watched: true, position: 100, watched_date: date });
    expect(await player(mara, ids.dawn)).not.toHaveProperty('position');
    await mark(tove, ids.dawn, false);
    expect(await player(mara, ids.dawn)).not.toHaveProperty('position');
  });
});

describe('continue watching', () => {
  test('is a bare empty array while no position is saved, even with other filters', async () => {
    expect(await mara.json('/api/video/?watch=continue')).toEqual([]);
    expect(await mara.json('/api/video/?watch=continue&sort=views&page=3')).toEqual([]);
  });

  test('contains the caller’s unfinished videos, most recently saved first, and has pages like any list', async () => {
    await save(mara, ids.dawn, 100);
    await save(mara, ids.gulls, 100);
    await save(mara, ids.stream, 100);
    await save(mara, ids.dawn, 110);
    expect(await continueWatchingIds(mara)).toEqual([ids.dawn, ids.stream, ids.gulls]);
    expect(await continueWatchingIds(mara, '&page_size=2&page=2')).toEqual([ids.gulls]);
    expect(await continueWatchingIds(mara, '&sort=published&order=asc')).toEqual([ids.dawn, ids.gulls, ids.stream]);
    expect(await continueWatchingIds(tove)).toEqual([]);
  });

  test('keeps a video that somebody else marked watched, until the caller marks or finishes it', async () => {
    await save(mara, ids.dawn, 100);
    await mark(tove, ids.dawn, true);
    expect(await continueWatchingIds(mara)).toEqual([ids.dawn]);
    expect(await player(mara, ids.dawn)).toMatchObject({ watched: true, position: 100 });
    await save(mara, ids.dawn, 590);
    expect(await continueWatchingIds(mara)).toEqual([]);
  });
});

describe('the watched mark', () => {
  test('is shared by all accounts; removing it keeps the date; setting or removing it forgets only the caller’s position', async () => {
    await save(mara, ids.dawn, 100);
    await save(tove, ids.dawn, 200);
    await mark(mara, ids.dawn, true);
    const watchedPlayer = await player(tove, ids.dawn);
    expect(watchedPlayer).toMatchObject({ watched: true, position: 200 });
    await mark(mara, ids.dawn, false);
    expect(await player(mara, ids.dawn)).toEqual({ watched: false, watched_date: watchedPlayer.watched_date, duration: 600, duration_str: '10m 00s' });
    await save(mara, ids.dawn, 100);
    await mark(mara, ids.dawn, false);
    expect(await player(mara, ids.dawn)).not.toHaveProperty('position');
  });

  test('of a channel changes those of its videos that are in the other state, with their dates, and forgets the caller’s positions', async () => {
    await mark(mara, ids.dawn, true);
    server.archive.database.exec('UPDATE video SET watched_at = 1000 WHERE is_watched = 1');
    await save(mara, ids.gulls, 100);
    await save(tove, ids.gulls, 200);
    await save(mara, ids.stream, 100);
    expect(await mark(mara, ids.harbour, true)).toEqual({ id: ids.harbour, is_watched: true });
    expect(await player(mara, ids.dawn)).toMatchObject({ watched: true, watched_date: 1000 });
    expect((await player(mara, ids.gulls)).watched_date).toBeGreaterThan(1_000_000);
    expect(await player(mara, ids.gulls)).not.toHaveProperty('position');
    expect(await player(tove, ids.gulls)).toMatchObject({ watched: true, position: 200 });
    expect(await player(mara, ids.stream)).toMatchObject({ watched: false, position: 100 });
    await mark(mara, ids.harbour, false);
    expect((await player(mara, ids.dawn)).watched_date).toBeGreaterThan(1_000_000);
    expect(await player(mara, ids.dawn)).toMatchObject({ watched: false });
  });

  test('of a playlist changes its downloaded videos, and forgets the caller’s positions', async () => {
    await save(mara, ids.dawn, 100);
    await save(tove, ids.dawn, 200);
    await mark(mara, ids.walks, true);
    expect(await player(mara, ids.dawn)).not.toHaveProperty('position');
    expect(await player(tove, ids.dawn)).toMatchObject({ position: 200 });
    const states = await Promise.all([ids.gulls, ids.dawn, ids.short, ids.stream].map(async (id) => (await player(mara, id)).watched));
    expect(states).toEqual([true, true, true, false]);
  });

  test('of an unknown channel or playlist changes nothing; an unknown video is 404, an unknown kind of id 400', async () => {
    const status = async (id: string): Promise<number> => (await mara.call('/api/watched/', { method: 'POST', body: { id, is_watched: true } })).status;
    expect(await status('UCunknownunknownunknown0')).toBe(200);
    for (const length of [13, 18, 26, 34]) expect(await status('x'.repeat(length))).toBe(200);
    expect(await status('TA_playlist_nothing')).toBe(200);
    expect(await status('LL')).toBe(200);
    expect(await status('unknown-id1')).toBe(404);
    expect(await status('five!')).toBe(400);
    expect((await mara.json<{ paginate: { total_hits: number } }>('/api/video/?watch=watched')).paginate.total_hits).toBe(0);
  });
});
