// The settings of the archive: which of them a request changes, and who may change them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let device: ApiSession;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterAll(() => server.stop());

test('only staff can change settings, key by key, and a request with a refused key changes nothing', async () => {
  const guest = await server.login('guest');
  const change = (body: unknown, caller = device) => caller.call('/api/appsettings/config/', { method: 'POST', body });
  await change({ downloads: { format: 'best', sleep_interval: 3 } });
  await change({ downloads: { format: null, cookie_import: true, potoken: true }, subscriptions: { channel_size: 0 } });
  expect((await change({ downloads: { sleep_interval: 9, colour: 'blue' } })).status).toBe(400);
  expect((await change({ downloads: { sleep_interval: 9 } }, guest)).status).toBe(403);
  expect(await guest.json('/api/appsettings/config/')).toMatchObject({
    downloads: { format: null, sleep_interval: 3, cookie_import: false, potoken: false },
    subscriptions: { channel_size: 0, playlist_size: 50 },
  });
});
