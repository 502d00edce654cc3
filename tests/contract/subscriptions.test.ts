// Subscriptions against a stand-in for yt-dlp: new videos are queued according to the settings and each channel's overwrites.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireChannel, WireDownloadItem, WireNotification, WirePlaylist } from '../../src/contract/names.ts';
import { anInfo } from '../builders/library-folder.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { aFakeYtDlp, type Page, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { contractProblems } from './contract-answers.ts';
import { longTest } from '../long-test.ts';

const channelUrl = `https://www.youtube.com/channel/${ids.harbour}`;
const tabUrl = (name: string): string => `${channelUrl}/${name}`;
const watchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
const entryOf = (id: string, changes: Record<string, unknown> = {}) => ({
  _type: 'url',
  ie_key: 'Youtube',
  id,
  url: watchUrl(id),
  title: `Title of ${id}`,
  ...changes,
});
const page = (url: string, entries: unknown[]): Page => ({
  info: {
    _type: 'playlist',
    id: ids.harbour,
    channel_id: ids.harbour,
    channel: 'Harbour Notes',
    title: 'Harbour Notes',
    extractor: 'youtube:tab',
    webpage_url: url,
    entries,
  },
});
const videoPage = (id: string, changes: Record<string, unknown> = {}): Page => ({
  info: anInfo({
    id,
    title: `Title of ${id}`,
    channel_id: ids.harbour,
    webpage_url: watchUrl(id),
    original_url: watchUrl(id),
    extractor: 'youtube',
    ...changes,
  }),
});

let ytDlp: FakeYtDlp;
let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  ytDlp = await aFakeYtDlp();
  server = await startServerArchive({ ytDlp: ytDlp.program });
  device = await server.login();
  server.archive.appSettings.change({ downloads: { sleep_interval: 0 }, subscriptions: { extract_flat: true } });
  const { database } = server.archive;
  database.prepare('UPDATE channel SET source_url = ?, is_subscribed = 1 WHERE channel_id = ?').run(`${channelUrl}/videos`, ids.harbour);
});
afterEach(async () => {
  await server.stop();
  await ytDlp.remove();
});

const taskCount = (): number => (server.archive.database.prepare('SELECT count(*) AS n FROM task').get() as { n: number }).n;
async function scan(): Promise<WireNotification | undefined> {
  const { task_id } = await device.json<{ task_id: string }>('/api/task/by-name/update_subscribed/', { method: 'POST' });
  await expect.poll(taskCount, { timeout: 20_000 }).toBe(0);
  return (await device.json<WireNotification[]>('/api/notification/?filter=download')).find(({ id }) => id === task_id);
}
const queue = async (filter = 'pending') => (await device.json<{ data: WireDownloadItem[] }>(`/api/download/?filter=${filter}`)).data;
const queuedVideos = async () => (await queue()).map(({ youtube_id, vid_type }) => `${youtube_id} ${vid_type}`);
const lookedUpAddresses = async () => (await ytDlp.calls()).map((call) => call.at(-1));

test('a scan queues new videos of each tab, but no archived, queued, ignored or upcoming ones', async () => {
  await device.call('/api/download/1gn0redHere/', { method: 'POST', body: { status: 'ignore-force' } });
  await expect.poll(taskCount).toBe(0);
  await ytDlp.serve({
    [tabUrl('videos')]: page(tabUrl('videos'), [
      entryOf('n3wVideo-01'),
      entryOf(ids.dawn),
      entryOf('1gn0redHere'),
      entryOf('s00nToCome1', { live_status: 'is_upcoming' }),
    ]),
    [tabUrl('shorts')]: page(tabUrl('shorts'), [entryOf('n3wShort-01')]),
    [tabUrl('streams')]: { error: '[youtube:tab] This channel does not have a streams tab' },
  });
  expect(await scan()).toMatchObject({
    level: 'info',
    title: 'Rescan Subscriptions',
    group: 'download:scan',
    api_stop: true,
    messages: ['2 new in the queue.'],
  });
  expect(await queuedVideos()).toEqual(['n3wVideo-01 videos', 'n3wShort-01 shorts']);
  expect((await queue())[0]).toMatchObject({ title: 'Title of n3wVideo-01', channel_id: ids.harbour, channel_name: 'Harbour Notes', auto_start: false });
  expect(await scan()).toMatchObject({ messages: ['Nothing new.'] });
  expect(await queue()).toHaveLength(2);
});

test('size settings limit how many videos of each tab are scanned, 0 turns a tab off, and a channel may have its own sizes', async () => {
  await device.call('/api/appsettings/config/', {
    method: 'POST',
    body: { subscriptions: { channel_size: 2, shorts_channel_size: 0, live_channel_size: null } },
  });
  const fourEntries = (name: string) => Array.from({ length: 4 }, (_, index) => entryOf(`${name}-000000${index}`.slice(0, 11)));
  await ytDlp.serve({
    [tabUrl('videos')]: page(tabUrl('videos'), fourEntries('vid')),
    [tabUrl('shorts')]: page(tabUrl('shorts'), fourEntries('sho')),
    [tabUrl('streams')]: page(tabUrl('streams'), fourEntries('str')),
  });
  expect(await scan()).toMatchObject({ messages: ['6 new in the queue.'] });
  expect(await lookedUpAddresses()).toEqual([tabUrl('videos'), tabUrl('streams')]);

  const overwrites = { subscriptions_channel_size: 3, subscriptions_shorts_channel_size: 1, subscriptions_live_channel_size: 0 };
  await device.call(`/api/channel/${ids.harbour}/`, { method: 'POST', body: { channel_overwrites: overwrites } });
  expect(await scan()).toMatchObject({ messages: ['2 new in the queue.'] });
  expect((await lookedUpAddresses()).slice(2)).toEqual([tabUrl('videos'), tabUrl('shorts')]);
});

longTest('a playlist whose new entries are at the bottom is scanned from its end; without extract_flat, each new video is looked up', async () => {
  server.archive.appSettings.change({ subscriptions: { extract_flat: false, playlist_size: 1 } });
  const listUrl = `https://www.youtube.com/playlist?list=${ids.walks}`;
  const { database } = server.archive;
  database.exec('UPDATE channel SET is_subscribed = 0');
  database.prepare("UPDATE playlist SET source_url = ?, is_subscribed = 1, sort_order = 'bottom' WHERE playlist_id = ?").run(listUrl, ids.walks);
  await ytDlp.serve({
    [listUrl]: {
      info: {
        _type: 'playlist',
        id: ids.walks,
        title: 'Walks',
        extractor: 'youtube:tab',
        webpage_url: listUrl,
        entries: [entryOf('0ldestOne-1'), entryOf('n3westOne-1')],
      },
    },
    [watchUrl('n3westOne-1')]: videoPage('n3westOne-1', { duration: 321, timestamp: 1_700_000_000 }),
  });
  expect(await scan()).toMatchObject({ messages: ['1 new in the queue.'] });
  expect(await lookedUpAddresses()).toEqual([listUrl, watchUrl('n3westOne-1')]);
  expect(await queue()).toMatchObject([{ youtube_id: 'n3westOne-1', published: '2023-11-14T22:13:20+00:00', duration: '5m 21s' }]);
});

test('with auto start, a download run starts after a scan that found a new video', async () => {
  server.archive.appSettings.change({ subscriptions: { auto_start: true, shorts_channel_size: 0, live_channel_size: 0 } });
  await ytDlp.serve({ [tabUrl('videos')]: page(tabUrl('videos'), [entryOf('n3wVideo-01')]) });
  await device.call('/api/task/by-name/update_subscribed/', { method: 'POST' });
  const titles = async () => (await device.json<WireNotification[]>('/api/notification/')).map(({ title }) => title);
  await expect.poll(titles).toContain('Download');
  await expect.poll(taskCount, { timeout: 20_000 }).toBe(0);
});

test('a scan marks a channel that is gone and reports an unreachable site, and a stop interrupts the page that is being read', async () => {
  await ytDlp.serve({ [tabUrl('shorts')]: { error: '[youtube] <urlopen error timed out>' }, [tabUrl('streams')]: page(tabUrl('streams'), []) });
  const scanResult = await scan();
  expect(scanResult).toMatchObject({ level: 'error' });
  expect(scanResult?.messages.slice(0, 2)).toEqual(['Nothing new.', 'Gone at the source: Harbour Walks.']);
  expect(scanResult?.messages[2]).toMatch(/^Harbour Walks: .*timed out/);
  expect(await device.json(`/api/channel/${ids.harbour}/`)).toMatchObject({ channel_active: false });

  await ytDlp.serve({ [tabUrl('videos')]: { ...page(tabUrl('videos'), [entryOf('n3wVideo-01')]), delayMs: 60_000 } });
  const { task_id } = await device.json<{ task_id: string }>('/api/task/by-name/update_subscribed/', { method: 'POST' });
  const runningNotification = async () => (await device.json<WireNotification[]>('/api/notification/?filter=download')).find(({ id }) => id === task_id);
  await expect.poll(async () => (await runningNotification())?.messages).toEqual(['Looking for new videos: Harbour Walks', '1 of 3']);
  const stopAnswer = await device.call(`/api/task/by-id/${task_id}/`, { method: 'POST', body: { command: 'stop' } });
  expect([stopAnswer.status, await contractProblems('sendTaskCommand', stopAnswer)]).toEqual([204, []]);
  await expect.poll(taskCount).toBe(0);
  expect(await runningNotification()).toMatchObject({ level: 'info', messages: ['Nothing new.', 'Stopped.'], command: 'STOP' });
});

test('a subscription adds a channel or playlist that the archive does not have, and reports an address that is neither', async () => {
  const newUrl = 'https://www.youtube.com/@ropeworks';
  const newId = 'UCrop3w0rksR0peWorksRope';
  const listId = 'PLr0pesAndKnotsRopesAndKnotsRopes1';
  const listUrl = `https://www.youtube.com/playlist?list=${listId}`;
  const channelInfo = {
    _type: 'playlist',
    id: '@ropeworks',
    channel_id: newId,
    channel: 'Rope Works',
    title: 'Rope Works',
    description: 'Knots.',
    extractor: 'youtube:tab',
  };
  await ytDlp.serve({
    [newUrl]: { info: { ...channelInfo, channel_url: `https://www.youtube.com/channel/${newId}`, entries: [] } },
    [`https://www.youtube.com/channel/${newId}`]: { info: { ...channelInfo, entries: [] }, pictures: { '.avatar_uncropped.jpg': 'a face' } },
    [listUrl]: {
      info: {
        _type: 'playlist',
        id: listId,
        title: 'Knots',
        extractor: 'youtube:tab',
        webpage_url: listUrl,
        entries: [entryOf('kn0tNumber1'), entryOf(ids.dawn)],
      },
    },
    'https://videos.example/film': { info: { id: 'film', title: 'A film', extractor: 'generic', webpage_url: 'https://videos.example/film' } },
  });
  const lastNotification = async (): Promise<WireNotification | undefined> => {
    await expect.poll(taskCount, { timeout: 20_000 }).toBe(0);
    return (await device.json<WireNotification[]>('/api/notification/')).at(-1);
  };
  const data = ['@ropeworks', 'https://videos.example/film'].map((channel_id) => ({ channel_id, channel_subscribed: true }));
  expect((await device.call('/api/channel/', { method: 'POST', body: { data } })).status).toBe(200);
  expect(await lastNotification()).toMatchObject({ level: 'error', messages: ['Subscribed to Rope Works.', 'https://videos.example/film is not a channel.'] });
  const channel = await device.json<WireChannel>(`/api/channel/${newId}/`);
  expect(channel).toMatchObject({ channel_name: 'Rope Works', channel_subscribed: true, channel_description: 'Knots.' });
  expect(await (await device.call(channel.channel_thumb_url ?? '')).text()).toBe('a face');

  await device.call('/api/playlist/', { method: 'POST', body: { data: [{ playlist_id: listUrl, playlist_subscribed: true }] } });
  expect(await lastNotification()).toMatchObject({ level: 'info', messages: ['Subscribed to Knots.'] });
  const playlist = await device.json<WirePlaylist>(`/api/playlist/${listId}/`);
  expect(playlist).toMatchObject({ playlist_name: 'Knots', playlist_subscribed: true });
  expect(playlist.playlist_entries.map(({ youtube_id, downloaded }) => [youtube_id, downloaded])).toEqual([
    ['kn0tNumber1', false],
    [ids.dawn, true],
  ]);
});

test('a restart repeats the interrupted scan, and no video is added twice', async () => {
  await ytDlp.serve({
    [tabUrl('videos')]: page(tabUrl('videos'), [entryOf('n3wVideo-01')]),
    [tabUrl('shorts')]: { ...page(tabUrl('shorts'), []), delayMs: 60_000 },
  });
  await device.call('/api/task/by-name/update_subscribed/', { method: 'POST' });
  await expect.poll(queuedVideos).toEqual(['n3wVideo-01 videos']);
  await server.kill();
  expect(taskCount()).toBe(1);
  await ytDlp.serve({ [tabUrl('videos')]: page(tabUrl('videos'), [entryOf('n3wVideo-01'), entryOf('n3wVideo-02')]) });
  await server.start();
  await expect.poll(taskCount, { timeout: 20_000 }).toBe(0);
  expect(await queuedVideos()).toEqual(['n3wVideo-01 videos', 'n3wVideo-02 videos']);
});

test('without yt-dlp, a scan says what to do', async () => {
  await ytDlp.remove();
  const scanResult = await scan();
  expect(scanResult).toMatchObject({ level: 'error' });
  expect(scanResult?.messages[0]).toMatch(/nothing can be downloaded.*apt install yt-dlp/);
});
