// The archive double behaves like the server wherever the client relies on it.
import { expect, test } from 'vitest';
import { createModelArchive } from '../doubles/model-archive.ts';

test('a refused call is not kept under its key, so the same call can succeed later', async () => {
  const model = createModelArchive({ videos: [], playlists: {} }, { honoursKeys: true });
  const api = model.connect({ userId: 1, isSignedIn: true, faults: [], onDeath: () => undefined });
  expect(await api.saveProgress('v1', 12, 'key')).toMatchObject({ ok: false });
  model.add({ videoId: 'v1', channelId: 'c1', durationSeconds: 100 });
  expect(await api.saveProgress('v1', 12, 'key')).toMatchObject({ ok: true });
});
