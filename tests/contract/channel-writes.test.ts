import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireChannel, WireNotification, WireVideo } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterEach(() => server.stop());

const channel = (id: string = ids.harbour) => device.json<WireChannel>(`/api/channel/${id}/`);
const change = (body: unknown) => device.call(`/api/channel/${ids.harbour}/`, { method: 'POST', body });
const changeInBulk = (data: unknown[], headers: Record<string, string> = {}) => device.call('/api/channel/', { method: 'POST', body: { data }, headers });

test('overwrites are set and removed key by key, and the answer repeats what was sent', async () => {
  await change({ channel_overwrites: { autodelete_days: 0, index_playlists: false, download_format: 'best' } });
  const changeAnswer = (await (await change({ channel_overwrites: { download_format: null, integrate_sponsorblock: true } })).json()) as WireChannel;
  expect(changeAnswer.channel_overwrites).toMatchObject({ autodelete_days: null, download_format: null, integrate_sponsorblock: true });
  expect((await channel()).channel_overwrites).toMatchObject({
    autodelete_days: 0,
    index_playlists: false,
    integrate_sponsorblock: true,
    download_format: null,
    subscriptions_channel_size: null,
  });
});

test('the overwrites object stays when the last overwrite is removed, and a request with one refused key changes nothing', async () => {
  expect((await channel()).channel_overwrites).toBeUndefined();
  await change({ channel_overwrites: { autodelete_days: 3 } });
  expect((await change({ channel_subscribed: true, channel_overwrites: { autodelete_days: null, download_format: '' } })).status).toBe(400);
  expect(await channel()).toMatchObject({ channel_subscribed: false, channel_overwrites: { autodelete_days: 3 } });
  await change({ channel_overwrites: { autodelete_days: null } });
  expect((await channel()).channel_overwrites).toMatchObject({ autodelete_days: null });
});

test('videos show the changes of their channel', async () => {
  await change({ channel_subscribed: true });
  expect((await device.json<WireVideo>(`/api/video/${ids.dawn}/`)).channel.channel_subscribed).toBe(true);
});

test.each([ids.harbour, 'http://www.videos.example/harbour/videos', ids.dawn, `https://www.youtube.com/watch?v=${ids.dawn}`, `https://youtu.be/${ids.dawn}`])(
  'subscribing to %s finds the right channel',
  async (channelReference) => {
    expect((await changeInBulk([{ channel_id: channelReference, channel_subscribed: true }])).status).toBe(200);
    expect((await channel()).channel_subscribed).toBe(true);
  },
);

test('a bulk subscription covers the channels in the archive, and a notification names the others', async () => {
  const answer = await changeInBulk([
    { channel_id: ids.kitchen, channel_subscribed: true },
    { channel_id: '@far-away', channel_subscribed: true },
  ]);
  expect(answer.status).toBe(200);
  expect((await channel(ids.kitchen)).channel_subscribed).toBe(true);
  await expect
    .poll(async () => (await device.json<WireNotification[]>('/api/notification/')).map(({ level, messages }) => [level, messages.join(' ')]))
    .toEqual([['error', expect.stringMatching(/^Subscribed to a small Kitchen\. @far-away: not in this archive\./)]]);
});

test('a channel that is not in the archive is reported only once, even if the request is repeated with the same idempotency key', async () => {
  for (let count = 0; count < 2; count += 1) {
    const answer = await changeInBulk([{ channel_id: 'https://videos.example/far', channel_subscribed: true }], { 'idempotency-key': 'far' });
    expect(answer.status).toBe(200);
  }
  await expect
    .poll(async () => (await device.json<WireNotification[]>('/api/notification/')).map(({ level, messages }) => [level, messages.join(' ')]))
    .toEqual([['error', expect.stringMatching(/^https:\/\/videos\.example\/far: not in this archive\. .*nothing can be downloaded/)]]);
});

test('subscriptions are for staff only', async () => {
  const guest = await server.login('guest');
  const answers = [
    await guest.call('/api/channel/', { method: 'POST', body: { data: [{ channel_id: ids.harbour, channel_subscribed: true }] } }),
    await guest.call(`/api/channel/${ids.harbour}/`, { method: 'POST', body: { channel_subscribed: true } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect((await channel()).channel_subscribed).toBe(false);
});
