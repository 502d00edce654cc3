// The lists of videos that a device builds itself equal those of the embedded server, with each sort and filter. Two functions build them:
// one from the whole catalogue, the other without it.
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VideoRecord } from '../../server/catalogue/records.ts';
import { applyVideoList } from '../../src/mirror/apply.ts';
import { videoListFilters } from '../../src/mirror/list-keys.ts';
import { deviceVideoList } from '../../src/queries/device-video-list.ts';
import { createListColumns, type ListColumns } from '../../src/search-index/list-columns.ts';
import type { ListQuery } from '../../src/search-index/messages.ts';
import { askedAt } from '../builders/asked-at.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { aServerDevice, type ServerDevice } from '../builders/server-device.ts';
import { ids } from '../builders/server-library.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

type Sort = NonNullable<ListQuery['sort']>;
type Query = Omit<ListQuery, 'from' | 'count' | 'changed'> & { sort: Sort };

const videos = Array.from({ length: 40 }, (_, index) => mixedVideo(index));
const videosById = new Map(videos.map((video) => [video.videoId, video]));

/** Compared only with each other, so any unit will do. */
const sortValueOf: Record<Sort, (video: VideoRecord) => number | null | undefined> = {
  published: ({ publishedAt }) => Date.parse(publishedAt),
  downloaded: ({ downloadedAt }) => downloadedAt,
  views: ({ viewCount }) => viewCount,
  likes: ({ likeCount }) => likeCount,
  duration: ({ durationSeconds }) => durationSeconds,
  mediasize: ({ mediaSizeBytes }) => mediaSizeBytes,
  width: ({ streams }) => streams[1]?.width,
  height: ({ streams }) => streams[1]?.height,
};

const filters: Omit<Query, 'sort' | 'order'>[] = [
  { channelId: ids.harbour },
  { kind: 'shorts' },
  { height: 720 },
  { watch: 'watched' },
  { watch: 'unwatched' },
  { channelId: ids.kitchen, kind: 'videos', height: 1080, watch: 'unwatched' },
];
const queries: Query[] = (['asc', 'desc'] as const).flatMap((order) => [
  ...(Object.keys(sortValueOf) as Sort[]).map((sort) => ({ sort, order })),
  ...filters.map((filter) => ({ ...filter, sort: 'views' as const, order })),
]);

let server: ServerArchive;
let device: ServerDevice;
let columns: ListColumns;
beforeAll(async () => {
  server = await startServerArchive({
    fill(_libraryFolder, catalogue) {
      catalogue.putChannels([aChannel({ channelId: ids.harbour }), aChannel({ channelId: ids.kitchen })]);
      catalogue.putVideos(videos);
    },
  });
  server.archive.database.exec('UPDATE video SET is_watched = 1 WHERE like_count % 3 = 0');
  device = await aServerDevice(server, 'staff');
  const { db } = device.mirror;
  for (const page of [1, 2]) {
    const answer = await device.api.listVideos(`page_size=25&page=${page}`);
    if (!answer.ok) throw new Error(answer.error.kind);
    await applyVideoList(db, { key: `all-${page}`, ...answer.value, requestTime: askedAt(device.clock.now()) });
  }
  columns = createListColumns();
  columns.add(await db.videoCards.toArray());
  columns.addStates(await db.watchStates.toArray());
});
afterAll(() => server.stop());

test.each(queries.map((query) => [videoListFilters(query), query] as const))(
  '?%s has the same videos in the same order on the device',
  async (search, query) => {
    const answer = await device.api.listVideos(`${search}&page_size=100`);
    if (!answer.ok) throw new Error(answer.error.kind);
    const serverIds = answer.value.data.map((video) => video.youtube_id);
    expect(serverIds.length).toBeGreaterThan(2);

    const listed = columns.list({ ...query, from: 0, count: 100, changed: [] });
    const builtList = await device.mirror.db.transaction('r', device.mirror.db.tables, () => deviceVideoList(device.mirror.db, { ...query, page: 1 }, 0, 100));
    expect(listed.total).toBe(answer.value.paginate?.total_hits);
    expect(builtList?.total).toBe(listed.total);
    for (const deviceIds of [listed.ids, builtList?.items.map((card) => card.videoId) ?? []]) {
      expect(deviceIds.toSorted()).toEqual(serverIds.toSorted());
      // Videos with equal values may follow each other in any order.
      const sortValues = (videoIds: string[]) => videoIds.map((videoId) => sortValueOf[query.sort](videosById.get(videoId) as VideoRecord));
      expect(sortValues(deviceIds)).toEqual(sortValues(serverIds));
    }
  },
);

/** Only widths, heights, kinds and channels repeat. The picture is the second stream. */
function mixedVideo(index: number): VideoRecord {
  const height = [720, 1080, 2160][Math.floor(index / 2) % 3] as number;
  const [picture, sound] = aVideo({ videoId: '', channelId: '' }).streams as [VideoRecord['streams'][0], VideoRecord['streams'][0]];
  return aVideo({
    videoId: `mixed-${String(index).padStart(5, '0')}`,
    channelId: index % 2 ? ids.harbour : ids.kitchen,
    kind: index % 5 === 0 ? 'shorts' : index % 7 === 0 ? 'streams' : 'videos',
    // The order of these texts is not the order of the times.
    publishedAt: `2026-03-10T0${index % 8}:${String(10 + ((index * 7) % 41))}:00${index % 3 === 0 ? '-11:00' : '+09:00'}`,
    downloadedAt: 1_770_000_000 + ((index * 53) % 97),
    durationSeconds: 30 + ((index * 41) % 101),
    mediaSizeBytes: 1_000 + ((index * 59) % 103),
    viewCount: (index * 67) % 107,
    likeCount: (index * 71) % 109,
    streams: [
      { ...sound, index: 0 },
      { ...picture, index: 1, width: (height * 16) / 9, height },
    ],
  });
}
