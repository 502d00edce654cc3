// TubeArchivist's companions: the browser extension, the Jellyfin plug-in, the Plex scanner and agent. Each test makes a companion's calls
// in the companion's order, with the headers and bodies that it sends, and checks the fields that it reads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids, makeLibrary } from '../builders/server-library.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';

const site = 'https://www.youtube.com';
const watchUrl = `${site}/watch?v=newFilm-001`;
const strangerId = 'UCstrangerstrangerstrang';

let server: ServerArchive;
let ytDlp: FakeYtDlp;
let token: string;
beforeAll(async () => {
  const strangerInfo = { channel: 'Stranger', channel_id: strangerId, channel_url: `${site}/channel/${strangerId}`, uploader_id: '@stranger' };
  ytDlp = await aFakeYtDlp({
    [`${site}/playlist?list=LL`]: { info: { _type: 'playlist', id: 'LL', entries: [] } },
    [`${site}/@stranger`]: {
      info: { _type: 'playlist', extractor: 'youtube:tab', extractor_key: 'YoutubeTab', id: '@stranger', entries: [], ...strangerInfo },
    },
    [watchUrl]: { info: { id: 'newFilm-001', title: 'New film', extractor: 'youtube', webpage_url: watchUrl, duration: 60, ...strangerInfo } },
  });
  server = await startServerArchive({ ytDlp: ytDlp.program, fill: makeLibrary });
  token = server.archive.apiTokens.get(server.archive.accounts.find('mara')?.id ?? 0);
});
afterAll(async () => {
  await server.stop();
  await ytDlp.remove();
});

interface RequestOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}
async function sendRequest(
  path: string,
  { method = 'GET', body, headers = {} }: RequestOptions = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Token ${token}`, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}
const untilTasksEnd = () => expect.poll(() => server.archive.database.prepare('SELECT name FROM task').all(), { timeout: 20_000 }).toEqual([]);

test('the browser extension can connect, send cookies, add downloads, subscribe to channels and find videos', async () => {
  // The extension sends a content type even with a GET, and a header `mode` that no other program sends.
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    mode: 'no-cors',
    origin: 'moz-extension://6f3a2c1e-8d4b-4c70-9a5e-2b1f0d9c8e7a',
  };
  const call = (path: string, method = 'GET', body?: unknown) => sendRequest(path, { method, headers, ...(body === undefined ? {} : { body }) });

  expect((await call('/api/ping/')).body).toMatchObject({ response: 'pong' });

  const lines = ['# Netscape HTTP Cookie File', '# https://curl.haxx.se/rfc/cookie_spec.html', '# This is a generated file! Do not edit.\n'];
  const cookies = ['.youtube.com\tTRUE\t/\tTRUE\t1999999999\tSID\tvalue', 'www.youtube.com\tFALSE\t/\tFALSE\t0\tYSC\t'];
  const cookieAnswer = await call('/api/appsettings/cookie/', 'PUT', { cookie: [...lines, ...cookies].join('\n') });
  const cookieState = { cookie_enabled: true, validated_str: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string };
  expect([cookieAnswer.status, cookieAnswer.body]).toEqual([200, expect.objectContaining(cookieState)]);
  expect((await call('/api/appsettings/cookie/')).body).toMatchObject(cookieState);

  const addition = await call('/api/download/?autostart=true', 'POST', { data: [{ youtube_id: watchUrl, status: 'pending' }] });
  expect([addition.status, addition.body]).toEqual([200, expect.objectContaining({ task_id: expect.any(String) as string })]);
  await expect.poll(async () => (await call('/api/download/newFilm-001/')).body).toMatchObject({ title: 'New film' });
  const isDownloaded = async () => (await ytDlp.calls()).some((args) => args.at(-1) === watchUrl && !args.includes('--dump-single-json'));
  await expect.poll(isDownloaded).toBe(true);

  // The channel button searches for the channel to learn whether the archive subscribes to it. The button subscribes by address, and
  // unsubscribes by the id that the search found.
  expect((await call('/api/channel/search/?q=@stranger')).status).toBe(404);
  const subscribe = (channel_id: unknown, channel_subscribed: boolean) => call('/api/channel/', 'POST', { data: [{ channel_id, channel_subscribed }] });
  expect((await subscribe(`${site}/@stranger`, true)).status).toBe(200);
  await untilTasksEnd();
  const searchAnswer = await call('/api/channel/search/?q=@stranger');
  expect([searchAnswer.status, searchAnswer.body]).toEqual([200, expect.objectContaining({ channel_id: strangerId, channel_subscribed: true })]);
  expect((await subscribe(searchAnswer.body['channel_id'], false)).status).toBe(200);
  expect((await call('/api/channel/search/?q=@stranger')).body).toMatchObject({ channel_subscribed: false });

  expect((await call(`/api/video/${ids.dawn}/`)).body).toMatchObject({ youtube_id: ids.dawn });
  const unknownVideo = await call('/api/video/unknown-id1/');
  expect([unknownVideo.status, unknownVideo.body]).toEqual([404, { error: 'video not found' }]);
});

test('the Jellyfin plug-in can connect, read videos and channels, exchange positions, and mark videos as watched', async () => {
  expect((await sendRequest('/api/ping/')).body).toEqual(
    expect.objectContaining({ response: 'pong', user: expect.any(Number) as number, version: expect.any(String) as string }),
  );

  const video = (await sendRequest(`/api/video/${ids.dawn}/`)).body;
  expect(video).toMatchObject({
    youtube_id: ids.dawn,
    title: 'Dawn walk along the quay',
    published: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
    tags: ['quay', 'lanterns'],
    channel: { channel_id: ids.harbour, channel_name: 'Harbour Walks', channel_tags: expect.any(Array) as string[] },
    player: { watched: false, duration: 600 },
  });
  const channel = (await sendRequest(`/api/channel/${ids.harbour}/`)).body;
  expect(channel).toMatchObject({ channel_id: ids.harbour, channel_name: 'Harbour Walks' });
  for (const address of [video['vid_thumb_url'], channel['channel_thumb_url'], channel['channel_tvart_url'], channel['channel_banner_url']]) {
    const pictureAnswer = await fetch(`${server.url}${String(address)}`, { headers: { authorization: `Token ${token}` } });
    expect([address, pictureAnswer.status, pictureAnswer.headers.get('content-type')]).toEqual([address, 200, expect.stringMatching(/^image\//)]);
    await pictureAnswer.arrayBuffer();
  }

  // The plug-in sends the whole object that it reads, with nulls for unknown fields.
  const progressAnswer = await sendRequest(`/api/video/${ids.dawn}/progress/`, { method: 'POST', body: { youtube_id: null, user_id: null, position: 71 } });
  expect(progressAnswer.status).toBe(200);
  expect((await sendRequest(`/api/video/${ids.dawn}/`)).body).toMatchObject({ player: { watched: false, position: 71 } });
  // Older versions of the plug-in GET the position at this address. No current server supports this request, and the plug-in ignores
  // the error.
  expect((await sendRequest(`/api/video/${ids.dawn}/progress/`)).status).toBe(405);

  for (const id of [ids.dawn, ids.harbour]) expect((await sendRequest('/api/watched/', { method: 'POST', body: { id, is_watched: true } })).status).toBe(200);
  const watchedVideo = (await sendRequest(`/api/video/${ids.gulls}/`)).body;
  expect(watchedVideo).toMatchObject({ player: { watched: true, watched_date: expect.any(Number) as number } });
});

test('the Jellyfin plug-in can read playlists, and create, change and delete custom ones', async () => {
  interface Playlist {
    playlist_id: string;
    playlist_type: 'regular' | 'custom';
    playlist_entries: { youtube_id: string; idx: number; downloaded: boolean }[];
  }
  const allPlaylists = async (): Promise<Playlist[]> => {
    const playlists: Playlist[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { body } = await sendRequest(`/api/playlist/?page=${page}`);
      playlists.push(...(body['data'] as Playlist[]));
      last = Math.max(last, (body['paginate'] as { last_page: number }).last_page);
    }
    return playlists;
  };
  const regularPlaylist = (await allPlaylists()).find(({ playlist_id }) => playlist_id === ids.walks);
  expect(regularPlaylist).toMatchObject({ playlist_type: 'regular', playlist_name: 'Walks', playlist_active: true });
  expect(regularPlaylist?.playlist_entries.map(({ youtube_id, idx, downloaded }) => [youtube_id, idx, downloaded])).toContainEqual([
    ids.notDownloaded,
    1,
    false,
  ]);

  const creation = await sendRequest('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'From Jellyfin' } });
  expect(creation.body).toMatchObject({ playlist_name: 'From Jellyfin', playlist_type: 'custom', playlist_entries: [] });
  const id = String(creation.body['playlist_id']);
  const change = async (action: string, video_id: string) =>
    (await sendRequest(`/api/playlist/custom/${id}/`, { method: 'POST', body: { action, video_id } })).status;
  expect([await change('create', ids.dawn), await change('create', ids.gulls), await change('create', ids.short)]).toEqual([200, 200, 200]);
  expect([await change('top', ids.short), await change('down', ids.short), await change('remove', ids.dawn)]).toEqual([200, 200, 200]);
  const customPlaylist = (await allPlaylists()).find(({ playlist_id }) => playlist_id === id);
  expect(customPlaylist?.playlist_entries.map(({ youtube_id }) => youtube_id).toSorted()).toEqual([ids.gulls, ids.short].toSorted());
  expect((await sendRequest(`/api/playlist/${id}/`, { method: 'DELETE' })).status).toBe(204);
  expect((await allPlaylists()).some(({ playlist_id }) => playlist_id === id)).toBe(false);
});

describe('the Plex scanner and agent', () => {
  /** Compares versions as the agent does: by three numbers, without the `v` and the suffix. */
  const isAtLeast = (version: string, requiredNumbers: number[]): boolean => {
    const numbers = version
      .slice(1)
      .replace(/-unstable$/, '')
      .split('.')
      .map(Number);
    const differentIndex = numbers.findIndex((number, index) => number !== requiredNumbers[index]);
    return differentIndex === -1 || (numbers[differentIndex] ?? 0) > (requiredNumbers[differentIndex] ?? 0);
  };
  /** The agent cuts a date at its `+`, and does not support fractions of a second. */
  const plexDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d$/) as string;

  test('conclude from the version in the ping that answers have no envelope, files are named by video id, and dates are ISO 8601', async () => {
    const { body } = await sendRequest('/api/ping/');
    const version = String(body['version']);
    expect([body['response'], isAtLeast(version, [0, 3, 7]), isAtLeast(version, [0, 5, 3])]).toEqual(['pong', true, true]);
    expect(body['stowaway_version']).toMatch(/^v\d+\.\d+\.\d+/);
    // An older version of the agent omits the last slash, and follows the redirect.
    const redirectedAnswer = await fetch(`${server.url}/api/ping`, { headers: { authorization: `Token ${token}` } });
    expect(await redirectedAnswer.json()).toEqual(body);
  });

  test('find every field of videos and channels that they read, and get pictures only with their token', async () => {
    expect((await sendRequest(`/api/video/${ids.dawn}/`)).body).toMatchObject({
      channel: { channel_name: expect.any(String) as string, channel_id: ids.harbour },
      title: expect.any(String) as string,
      published: plexDate,
      vid_last_refresh: plexDate,
      player: { duration_str: '10m 00s' },
      vid_thumb_url: expect.stringMatching(/^\/cache\//) as string,
      vid_type: 'videos',
      subtitles: expect.arrayContaining([
        expect.objectContaining({ media_url: expect.stringMatching(/\.vtt$/) as string, lang: 'en', name: 'English', source: 'user' }),
      ]) as unknown[],
    });
    for (const id of [ids.harbour, ids.kitchen]) {
      const { body } = await sendRequest(`/api/channel/${id}/`);
      expect(body).toMatchObject({ channel_id: id, channel_last_refresh: plexDate });
      // If a picture has no address or cannot be fetched, the agent gives up on the whole channel.
      for (const picture of ['thumb', 'tvart', 'banner']) {
        const answer = await fetch(`${server.url}${String(body[`channel_${picture}_url`])}`, { headers: { authorization: `Token ${token}` } });
        expect([id, picture, answer.status]).toEqual([id, picture, 200]);
        await answer.arrayBuffer();
      }
    }
    const tokenlessAnswer = await fetch(`${server.url}/cache/videos/d/${ids.dawn}.jpg`);
    expect(tokenlessAnswer.status).toBe(403);
  });
});

test('a person with a session is told which pictures a channel lacks', async () => {
  const device = await server.login();
  expect(await device.json(`/api/channel/${ids.harbour}/`)).toMatchObject({ channel_thumb_url: null, channel_tvart_url: null });
});
