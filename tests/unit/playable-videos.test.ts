// The filter "Playable now" of a list shows the mirrored videos of which this device has a complete copy.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { applyVideoList } from '../../src/mirror/apply.ts';
import { playableVideosStore } from '../../src/queries/playable-videos.ts';
import type { VideoListQuery } from '../../src/queries/views.ts';
import { aMirror } from '../builders/mirror-copy.ts';
import { wireVideos } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

/** Reads the list on a device that has mirrored thirty videos, `v1` being the newest, and saved every other one. */
async function readPlayableList(query: VideoListQuery) {
  const mirror = await aMirror();
  const videos = wireVideos(30).map((video, index) =>
    index === 3 ? { ...video, channel: { ...video.channel, channel_id: 'UC2' }, vid_type: 'shorts' as const } : video,
  );
  await applyVideoList(mirror.db, { key: 'videos?size=12&page=1', data: videos, paginate: null, requestTime: askedAt(mirror.clock.now()) });
  const savedIds = videos.filter((_, index) => index % 2 === 1).map(({ youtube_id }) => youtube_id);
  const store = playableVideosStore(mirror, query, ['of no card', ...savedIds.toReversed()]);
  store.subscribe(() => {});
  await expect.poll(() => store.read()).not.toBeNull();
  const page = store.read();
  return { ids: page?.videos.map(({ videoId }) => videoId), paginate: page?.paginate, isFromDevice: page?.isFromDevice };
}

test('the list of playable videos is sorted like the full list, has pages of its own, and counts as complete', async () => {
  const firstPage = await readPlayableList({ page: 1 });
  expect(firstPage.ids).toEqual(['v2', 'v4', 'v6', 'v8', 'v10', 'v12', 'v14', 'v16', 'v18', 'v20', 'v22', 'v24']);
  expect(firstPage).toMatchObject({ isFromDevice: false, paginate: { total_hits: 15, last_page: 2, max_hits: false } });
  expect((await readPlayableList({ page: 2 })).ids).toEqual(['v26', 'v28', 'v30']);
  expect((await readPlayableList({ page: 1, order: 'asc' })).ids?.slice(0, 2)).toEqual(['v30', 'v28']);
});

test.each<[string, VideoListQuery, string[]]>([
  ['of one channel', { channelId: 'UC2', page: 1 }, ['v4']],
  ['of one kind', { kind: 'shorts', page: 1 }, ['v4']],
  ['of watched videos', { watch: 'watched', page: 1 }, []],
])('a list %s stays filtered', async (_what, query, ids) => {
  expect((await readPlayableList(query)).ids).toEqual(ids);
});
