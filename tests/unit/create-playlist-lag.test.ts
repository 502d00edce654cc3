// A server whose lists lag: what has just been created is not in them yet.
import { expect, test } from 'vitest';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { handClock } from '../builders/mirror-copy.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

test('a playlist whose creation was answered by nobody is not created again before the lists can show it', async () => {
  const clock = handClock();
  const model = createModelArchive({ videos: [{ videoId: 'v1', channelId: 'cA', durationSeconds: 600 }], playlists: {} }, { honoursKeys: false });
  const device = await aDevice({ model, clock });
  const stale = model.lists.listPlaylists('type=custom');
  let isLagging = true;
  const api = { ...device.api, listPlaylists: async (search: string) => (isLagging ? { ok: true as const, value: stale } : device.api.listPlaylists(search)) };
  await createCustomPlaylist(device.mirror, { name: 'Quay walks' });
  await device.flush(['none', 'lost-answer'], api);
  clock.advance(900);
  await device.flush([], api);
  isLagging = false;
  clock.advance(60_000);
  await device.flush([], api);
  expect(model.lists.playlists().map(({ name }) => name)).toEqual(['Quay walks']);
  expect(await device.rows()).toEqual([]);
  await device.close();
});
