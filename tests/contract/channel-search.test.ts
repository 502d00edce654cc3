// Finding the channel of a handle, an id or an address: in the archive, or at YouTube for a handle that the archive does not know.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids, makeLibrary } from '../builders/server-library.ts';
import { aChannel } from '../builders/server-records.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';

const reefId = 'UCreefreefreefreefreefre';
const site = 'https://www.youtube.com';
const page = (channelId: string) => ({ info: { _type: 'playlist', extractor: 'youtube:tab', id: channelId, channel_id: channelId, entries: [] } });

let server: ServerArchive;
let device: ApiSession;
let ytDlp: FakeYtDlp;
beforeAll(async () => {
  ytDlp = await aFakeYtDlp({
    [`${site}/@kitchen.small`]: page(ids.kitchen),
    [`${site}/c/SmallKitchen`]: page(ids.kitchen),
    [`${site}/@stranger`]: page('UCstrangerstrangerstrang'),
  });
  server = await startServerArchive({
    ytDlp: ytDlp.program,
    fill: async (folder, catalogue) => {
      await makeLibrary(folder, catalogue);
      catalogue.putChannels([aChannel({ channelId: reefId, name: 'Reef', sourceUrl: `${site}/channel/${reefId}`, handle: '@reef.notes' })]);
    },
  });
  device = await server.login('guest');
});
afterAll(async () => {
  await server.stop();
  await ytDlp.remove();
});

const search = (q: string) => device.call(`/api/channel/search/?q=${encodeURIComponent(q)}`);
const lookedUpAddresses = async () => (await ytDlp.calls()).map((args) => args.at(-1));

test.each([
  ['its id', reefId],
  ['its address', `${site}/channel/${reefId}/videos`],
  ['its handle', '@reef.notes'],
  ['its handle with a space and capital letters', ' @Reef.Notes '],
  ['the page of its handle', 'https://m.youtube.com/@Reef.Notes/streams?view=0'],
])('a channel in the archive is found by %s, without asking the site', async (_description, q) => {
  const addressesBefore = await lookedUpAddresses();
  const answer = await search(q);
  expect([answer.status, await answer.json()]).toEqual([200, await device.json(`/api/channel/${reefId}/`)]);
  expect(await lookedUpAddresses()).toEqual(addressesBefore);
});

test('the archive looks up an unknown handle at the site once, and stores the result', async () => {
  const countBefore = (await lookedUpAddresses()).length;
  const [handleAnswer, addressAnswer] = await Promise.all([search('@Kitchen.Small'), search(`${site}/@kitchen.small/videos`)]);
  expect([handleAnswer.status, addressAnswer.status]).toEqual([200, 200]);
  expect(await handleAnswer.json()).toMatchObject({ channel_id: ids.kitchen });
  expect((await search('@kitchen.small')).status).toBe(200);
  expect((await lookedUpAddresses()).slice(countBefore)).toEqual([`${site}/@kitchen.small`]);
  expect((await search(`${site}/c/SmallKitchen`)).status).toBe(200);
});

test('a handle that has moved to another channel finds the new channel', async () => {
  for (const channelId of [ids.kitchen, ids.harbour]) server.archive.channels.setHandle(channelId, '@pier.head');
  expect(await (await search('@pier.head')).json()).toMatchObject({ channel_id: ids.harbour });
});

test('the archive asks the site only once about a channel that it does not have, and answers 404', async () => {
  const countBefore = (await lookedUpAddresses()).length;
  for (const q of ['@stranger', '@Stranger', '@gone-from-there', '@gone-from-there']) {
    const answer = await search(q);
    expect([answer.status, await answer.json()]).toEqual([404, { error: `channel not found: ${q}` }]);
  }
  expect((await lookedUpAddresses()).slice(countBefore)).toEqual([`${site}/@stranger`, `${site}/@gone-from-there`]);
});

test('an address of another site, or of a file, and a program option get 404, and no site is asked', async () => {
  const addressesBefore = await lookedUpAddresses();
  for (const q of [
    'https://videos.example/@reef',
    'http://127.0.0.1:8000/@reef',
    'https://youtube.com.evil.example/@reef',
    '--exec=reboot',
    'file:///etc/passwd',
  ])
    expect((await search(q)).status).toBe(404);
  expect(await lookedUpAddresses()).toEqual(addressesBefore);
});

test.each([ids.dawn, `${site}/watch?v=Dawn_walk-1`, 'https://youtu.be/Dawn_walk-1', ids.walks, `${site}/playlist?list=${ids.walks}`, ids.mine])(
  '%s is not a channel',
  async (q) => {
    const answer = await search(q);
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'expected channel data' }]);
  },
);
