// Trips and what is kept automatically, as a user sees and changes them.
import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SavedPlans } from '../../src/app/saved-plans/saved-plans.tsx';
import { applyVideo } from '../../src/mirror/apply.ts';
import type { SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aMirror, setConnection } from '../builders/mirror-copy.ts';
import { aWirePagination, aWireChannel, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { json } from '../doubles/fetch-script.ts';
import { memorySavedLink } from '../doubles/memory-saved-link.ts';
import { smallTargets } from '../e2e/hit-areas.ts';
import { departureIn, putPlans, tripItem, type Plans, type StoredPlans } from './put-plans.ts';
import { putSaved } from './put-saved.ts';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { renderHook } from './hook.tsx';
import { desktop, phone, renderScreen, type Screen, type ScreenOptions } from './screen.tsx';
import { casesToRun, longTest } from '../long-test.ts';

const hourSeconds = 3600;
const videos = Array.from({ length: 8 }, (_none, index) =>
  aWireVideo({ youtube_id: `v${index}`, title: `Part ${index}`, media_size: 1e6, player: { duration: hourSeconds } }),
);
const channel = aWireChannel();
const playlist = aWirePlaylist({
  playlist_entries: videos.slice(0, 3).map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true })),
});
const tripTag = page.getByRole('article', { name: 'Bergen by train' });
const packer = page.getByRole('dialog', { name: 'Pack a trip' });
const notices = page.getByRole('region', { name: 'Notices' });
const pausedStatus = { state: 'paused', reason: 'user' } as const;
const savingItem: Partial<SavedItem> = { videoId: 'v1', keptFor: 'trip', status: { state: 'saving', reason: null }, totalBytes: 1e9, savedBytes: 4e8 };

test('a sheet on a phone plans a trip by hours and days, and packs the videos in their order', async () => {
  const { storedPlans } = await open('/saved/?sheet=trip');
  await expect.element(packer.getByText('Packs 6 videos · 6 h 0 m')).toBeVisible();
  const slider = packer.getByRole('slider', { name: 'Hours of watching a day' });
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '2 hours a day');
  await expect.element(packer.getByText('Packs 2 videos · 2 h 0 m')).toBeVisible();
  await packer.getByRole('button', { name: 'One day more' }).click();
  await packer.getByRole('textbox', { name: 'Name of the trip' }).fill('Bergen by train');
  await packer.getByRole('button', { name: 'Pack 4 videos' }).click();
  await expect.element(tripTag.getByText('0 of 4 packed')).toBeVisible();
  await expect.poll(async () => (await storedPlans.trips())[0]).toMatchObject({ name: 'Bergen by train', days: 2, hoursADay: 2, isPlanned: false });
  const items = await storedPlans.items();
  expect(items.toSorted((left, right) => left.place - right.place).map(({ videoId }) => videoId)).toEqual((await storedPlans.trips())[0]?.videoIds);
  expect(new Set(items.map(({ keptFor }) => keptFor))).toEqual(new Set(['trip']));
});

longTest('a trip packs failed videos that can be saved like unsaved videos, and leaves out other failed videos', async () => {
  const failedItem = (videoId: string, reason: 'unplayable' | 'taken-away') => ({ videoId, status: { state: 'failed', reason } }) as const;
  await open('/saved/?sheet=trip', {}, { items: [...['v0', 'v1', 'v2'].map((videoId) => failedItem(videoId, 'unplayable')), failedItem('v3', 'taken-away')] });
  await expect.element(packer.getByText('Packs 5 videos · 5 h 0 m')).toBeVisible();
  await expect.element(packer.getByText('5 MiB', { exact: true })).toBeVisible();
});

longTest('the planner takes no videos from a deselected source, or from “A playlist” before a playlist is chosen', async () => {
  await open('/saved/?sheet=trip');
  await packer.getByRole('button', { name: 'Continue watching' }).click();
  await packer.getByRole('button', { name: 'Unwatched, subscribed' }).click();
  await packer.getByRole('button', { name: 'A playlist' }).click();
  await expect.element(packer.getByText('Nothing to pack yet.')).toBeVisible();
  await expect.element(packer.getByRole('button', { name: 'Pack a trip' })).toBeDisabled();
  await packer.getByRole('combobox', { name: 'Which playlist?' }).selectOptions(playlist.playlist_name);
  await expect.element(packer.getByText(/^Packs 6 videos/)).toBeVisible();
});

longTest('a trip is filled with the results of a search, in the archive’s order, once Enter is pressed in its field', async () => {
  const results = { video_results: [videos[7], videos[2]], channel_results: [], playlist_results: [], fulltext_results: [] };
  const { screen, storedPlans } = await open('/saved/?sheet=trip', { answers: { '/api/search/': { results, queryType: 'simple' } } });
  for (const source of ['Continue watching', 'Unwatched, subscribed', 'A search']) await packer.getByRole('button', { name: source }).click();
  await expect.element(packer.getByText('Nothing to pack yet.')).toBeVisible();
  await packer.getByRole('searchbox', { name: 'Search for' }).fill('gulls');
  expect(screen.archive.count('/api/search/')).toBe(0);
  await userEvent.keyboard('{Enter}');
  await expect.element(packer.getByText('Packs 2 videos · 2 h 0 m')).toBeVisible();
  expect(screen.archive.requests.some(({ path }) => path.startsWith('/api/search/?') && path.includes('query=gulls'))).toBe(true);
  await packer.getByRole('button', { name: 'Pack 2 videos' }).click();
  await expect.poll(async () => (await storedPlans.trips())[0]).toMatchObject({ sources: [{ kind: 'search', query: 'gulls' }], videoIds: ['v7', 'v2'] });
});

longTest('the planner is beside the page on a wide screen, and packing empties its name field', async () => {
  const { storedPlans } = await open('/saved/', { viewport: desktop });
  const panel = page.getByRole('complementary', { name: 'Pack a trip' });
  await panel.getByRole('textbox', { name: 'Name of the trip' }).fill('Ferry');
  await panel.getByRole('button', { name: 'Pack 6 videos' }).click();
  await expect.element(page.getByRole('article', { name: 'Ferry' })).toBeVisible();
  await expect.element(panel.getByRole('textbox', { name: 'Name of the trip' })).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => [(await storedPlans.trips()).length, (await storedPlans.items()).length]).toEqual([0, 0]);
});

longTest('a double click packs one trip', async () => {
  const { storedPlans } = await open('/saved/', { viewport: desktop });
  const panel = page.getByRole('complementary', { name: 'Pack a trip' });
  const nameField = panel.getByRole('textbox', { name: 'Name of the trip' });
  await nameField.fill('Ferry');
  await panel.getByRole('button', { name: 'Pack 6 videos' }).dblClick();
  await expect.element(page.getByRole('article', { name: 'Ferry' })).toBeVisible();
  await nameField.fill('Train');
  await panel.getByRole('button', { name: /^Pack \d/ }).click();
  await expect.poll(async () => (await storedPlans.trips()).map(({ name }) => name).toSorted()).toEqual(['Ferry', 'Train']);
});

longTest('the tag of a trip pauses and resumes the trip', async () => {
  const { storedPlans } = await open('/saved/', {}, { trips: [{ videoIds: ['v0', 'v1'] }], items: [tripItem('v0'), savingItem] });
  await expect.element(tripTag.getByText('1 of 2 packed')).toBeVisible();
  await tripTag.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(async () => (await storedPlans.itemOf('v1'))?.status).toEqual(pausedStatus);
  await tripTag.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(async () => (await storedPlans.itemOf('v1'))?.status.state).toBe('queued');
});

longTest('the tag says when the trip will be ready, once the speed is measured', async () => {
  // The speed is measured at an interval, with `performance.now()`.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const realNow = performance.now.bind(performance);
  let aheadMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
  const plans: Plans = { trips: [{ videoIds: ['v0', 'v1'] }], items: [tripItem('v0'), savingItem] };
  const { screen } = await open('/saved/', { userConfig: { file_size_unit: 'metric' } }, plans);
  const savedLedger = await putSaved(screen);
  await expect.element(tripTag.getByText('1 of 2 packed')).toBeVisible();
  for (let savedBytes = 410e6; savedBytes <= 450e6; savedBytes += 10e6) {
    vi.advanceTimersByTime(1_000);
    aheadMs += 1_000;
    await savedLedger.put({ ...savingItem, savedBytes });
    await expect.element(page.getByText(`${savedBytes / 1e6} MB of 1.0 GB`)).toBeVisible();
  }
  vi.advanceTimersByTime(1_000);
  await expect.element(tripTag.getByText('Ready in')).toBeVisible();
  const timeLeft = tripTag.getByText(/^\d+ min$/).element().textContent;
  await expect.element(tripTag.getByLabelText(`1 of 2 packed, ready in ${timeLeft}`)).toHaveTextContent('1 of 2 packed');
});

longTest('the tag of a trip of 40 videos shows five pictures and the number of the other videos', async () => {
  const videoIds = Array.from({ length: 40 }, (_none, index) => `v${index}`);
  const items = videoIds.map((videoId, place) => (place < 11 ? tripItem(videoId) : { videoId, place, keptFor: 'trip' as const }));
  await open('/saved/', {}, { trips: [{ videoIds }], items });
  await expect.element(tripTag.getByText('11 of 40 packed')).toBeVisible();
  await expect.element(tripTag.getByText('+35')).toBeVisible();
});

test('unpacking removes the videos that were kept only for the trip, and Undo restores them', async () => {
  const items = [tripItem('v0'), { ...tripItem('v1'), keptFor: 'person' as const }];
  const { storedPlans } = await open('/saved/', {}, { trips: [{ videoIds: ['v0', 'v1'], departsAt: departureIn(-3) }], items });
  await expect.element(tripTag.getByText('Trip over. Unpack 1 video?')).toBeVisible();
  await clickWithoutPointer(tripTag.getByRole('button', { name: 'Unpack' }));
  await expect.poll(async () => (await storedPlans.items()).map(({ videoId }) => videoId)).toEqual(['v1']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => [(await storedPlans.trips()).length, (await storedPlans.items()).length]).toEqual([1, 2]);
});

longTest('a list that shows only the videos of a trip shows all videos once the trip is unpacked', async () => {
  const items = [tripItem('v0'), ...['v1', 'v2'].map((videoId) => ({ ...tripItem(videoId), keptFor: 'person' as const }))];
  await open('/saved/', {}, { trips: [{ videoIds: ['v0', 'v1'], departsAt: departureIn(-3) }], items });
  const list = page.getByRole('region', { name: 'On this device' });
  await list.getByRole('button', { name: 'Bergen by train' }).click();
  const countRows = (): number => list.getByRole('article').elements().length;
  await expect.poll(countRows).toBe(2);
  await clickWithoutPointer(tripTag.getByRole('button', { name: 'Unpack' }));
  await expect.poll(() => list.getByRole('button', { name: 'All', exact: true }).element().getAttribute('aria-pressed')).toBe('true');
  await expect.poll(countRows).toBe(2);
});

longTest('the tag reports a video that the archive has lost, and Replace packs another video', async () => {
  const lostItem = { videoId: 'v1', keptFor: 'trip', status: { state: 'failed', reason: 'not-found' } } as const;
  const { storedPlans } = await open(
    '/saved/',
    {},
    { trips: [{ videoIds: ['v0', 'v1'], sources: [{ kind: 'channel', id: channel.channel_id }] }], items: [tripItem('v0'), lostItem] },
  );
  await expect.element(tripTag.getByText('1 video is no longer available.')).toBeVisible();
  await tripTag.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(async () => (await storedPlans.trips())[0]?.videoIds).not.toContain('v1');
  expect((await storedPlans.trips())[0]?.videoIds.length).toBe(2);
  await expect.poll(async () => (await storedPlans.items()).map(({ keptFor }) => keptFor)).toEqual(['trip', 'trip']);
});

longTest('the tag reports videos that the person or the system has removed, and Save again saves them', async () => {
  const takenAwayItem = { videoId: 'v1', keptFor: 'trip', status: { state: 'failed', reason: 'taken-away' } } as const;
  const { storedPlans } = await open('/saved/', {}, { trips: [{ videoIds: ['v0', 'v1', 'v2'] }], items: [tripItem('v0'), takenAwayItem] });
  await expect.element(tripTag.getByText('2 videos are no longer on this device.')).toBeVisible();
  await tripTag.getByRole('button', { name: 'Save again' }).click();
  await expect.poll(async () => [(await storedPlans.itemOf('v1'))?.status.state, (await storedPlans.itemOf('v2'))?.keptFor]).toEqual(['queued', 'trip']);
});

longTest('each trip that is not ready shortly before its start is announced until its notice is dismissed', async () => {
  const plans: Plans = {
    trips: [
      { videoIds: ['v0', 'v1'], departsAt: departureIn(1) },
      { tripId: 'later', name: 'Oban by bus', videoIds: ['v1'], departsAt: departureIn(1.5) },
    ],
    items: [tripItem('v0'), { ...savingItem, status: pausedStatus }],
  };
  const { screen } = await open('/about/', {}, plans);
  // The notice says “today” if midnight has passed meanwhile.
  await expect.element(notices.getByText(/^Bergen by train leaves to(?:morrow|day) /)).toBeVisible();
  await expect.element(notices.getByText('1 of 2 packed. Keep Stowaway open until it is ready.')).toBeVisible();
  await notices.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notices.getByText(/^Oban by bus leaves/)).toBeVisible();
  await expect.element(notices.getByText(/^Bergen by train leaves/)).not.toBeInTheDocument();
  await notices.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notices.getByText(/^Oban by bus leaves/)).not.toBeInTheDocument();
  screen.goTo('/saved/');
  await expect.element(tripTag).toBeVisible();
  await expect.element(notices.getByText(/leaves/)).not.toBeInTheDocument();
});

longTest('a ready trip shows no reminder', async () => {
  await open('/saved/', {}, { trips: [{ videoIds: ['v0'], departsAt: departureIn(1) }], items: [tripItem('v0')] });
  await expect.element(tripTag.getByText('Ready. Good journey.')).toBeVisible();
  await expect.element(notices.getByText(/^Bergen by train/)).not.toBeInTheDocument();
});

longTest('a trip without any videos is not complete, and shows no reminder', async () => {
  await open('/saved/', {}, { trips: [{ videoIds: [], departsAt: departureIn(1) }], items: [tripItem('v0')] });
  await expect.element(tripTag.getByText('Not complete')).toBeVisible();
  await expect.element(notices.getByText(/^Bergen by train/)).not.toBeInTheDocument();
});

test('a channel’s menu turns on keeping the newest videos; the page Saved changes their number and turns keeping off, with Undo', async () => {
  const { storedPlans, screen } = await open(`/channel/${channel.channel_id}/`);
  await page.getByRole('button', { name: `Save offline: ${channel.channel_name}` }).click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Off' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect
    .poll(async () => (await storedPlans.policies())[0])
    .toMatchObject({ source: { kind: 'channel', id: channel.channel_id }, order: 'newest', count: 5 });
  screen.goTo('/saved/');
  const list = page.getByRole('region', { name: 'Kept on this device' });
  await list.getByRole('button', { name: `Keeps the newest 5: ${channel.channel_name}` }).click();
  await page.getByRole('menuitemradio', { name: 'Newest 10' }).click();
  await expect.poll(async () => (await storedPlans.policies())[0]?.count).toBe(10);
  await list.getByRole('button', { name: `Keeps the newest 10: ${channel.channel_name}` }).click();
  await page.getByRole('menuitemradio', { name: 'Off' }).click();
  await expect.element(list).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(list).toBeVisible();
});

longTest('undoing a choice also removes the videos that it has saved', async () => {
  const { storedPlans } = await open(`/channel/${channel.channel_id}/`);
  const choose = async (button: string, choice: string): Promise<void> => {
    await clickWithoutPointer(page.getByRole('button', { name: `${button}: ${channel.channel_name}` }));
    await clickWithoutPointer(page.getByRole('menuitemradio', { name: choice, exact: true }));
  };
  const undo = (): Promise<void> => clickWithoutPointer(page.getByRole('button', { name: 'Undo' }));
  const savedCount = async (): Promise<number> => (await storedPlans.items()).length;
  /** How many videos each policy has requested. `askedIds` gets an id in the same transaction that adds the video's row. */
  const requestedCounts = async (): Promise<unknown[]> => (await storedPlans.policies()).map(({ askedIds }) => askedIds?.length);
  await choose('Save offline', 'Newest 3');
  await expect.poll(requestedCounts).toEqual([3]);
  await undo();
  await expect.poll(async () => [await savedCount(), await storedPlans.policies()]).toEqual([0, []]);
  await choose('Save offline', 'Newest 3');
  await expect.poll(requestedCounts).toEqual([3]);
  await choose('Keeps the newest 3', 'Newest 5');
  await expect.poll(requestedCounts).toEqual([5]);
  await undo();
  await expect.poll(async () => [await savedCount(), await requestedCounts()]).toEqual([3, [3]]);
});

test('Undo after a watched video was removed automatically saves it as the person’s own, so that it is not removed again', async () => {
  const watchedItem = aSavedItem({ ...tripItem('v0'), keptFor: 'policy', watched: { sinceMs: 0, behindSinceMs: null } });
  const link = memorySavedLink({ items: [watchedItem] });
  const mirror = await aMirror();
  await applyVideo(mirror.db, aWireVideo({ youtube_id: 'v0', player: { watched: true } }), askedAt(mirror.clock.now()));
  await setConnection(mirror, 'online');
  await renderHook(() => null, { saved: link, mirror, children: <SavedPlans /> });
  await expect
    .poll(() => {
      mirror.clock.advance(60_000);
      return link.items();
    })
    .toEqual([]);
  await clickWithoutPointer(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => link.item('v0')?.keptFor).toBe('person');
});

longTest('the rest of a playlist can be saved once, as if the person had saved each video', async () => {
  const { storedPlans } = await open(`/playlist/${playlist.playlist_id}/`, {}, { items: [tripItem('v0')] });
  await clickWithoutPointer(page.getByRole('button', { name: `Save the rest: ${playlist.playlist_name}` }));
  await page.getByRole('menuitemradio', { name: 'The rest, 2 videos' }).click();
  await expect.poll(async () => (await storedPlans.items()).filter(({ keptFor }) => keptFor === 'person').map(({ videoId }) => videoId)).toEqual(['v1', 'v2']);
  // Nothing is left to save, so only the policies are offered.
  await expect.element(page.getByRole('button', { name: `Save offline: ${playlist.playlist_name}` })).toBeVisible();
});

const states: Record<string, [address: string, plans: Plans]> = {
  'tags of trips': [
    '/saved/',
    {
      trips: [
        { tripId: 'a', name: 'With a name that is so long that it needs several lines on a phone', videoIds: ['v0', 'v1'], departsAt: departureIn(3) },
        { tripId: 'b', videoIds: ['v0', 'v9'] },
        { tripId: 'c', name: 'Over', videoIds: ['v0'], departsAt: departureIn(-3) },
      ],
      items: [tripItem('v0'), { ...savingItem, status: { state: 'paused', reason: 'storage-full' } }],
      policies: [{ policyId: 'continue', source: { kind: 'continue' }, order: 'next', count: 5 }],
    },
  ],
  'the sheet of a trip': ['/saved/?sheet=trip', {}],
};

for (const [name, [address, plans]] of casesToRun(Object.entries(states), 1)) {
  test(`${name}: axe finds no violations, tap targets are 44 px, nothing overflows the window`, async () => {
    await open(address, {}, plans);
    await expect.element(address.includes('sheet') ? packer.getByText(/^Packs 6/) : page.getByRole('article', { name: 'Over' })).toBeVisible();
    for (const theme of ['dark', 'light']) {
      document.documentElement.dataset['theme'] = theme;
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))).toEqual([]);
    }
    expect(smallTargets(44)).toEqual([]);
    await page.viewport(320, phone.height);
    await expect.poll(() => document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0);
  });
}

async function open(address: string, options: ScreenOptions = {}, plans: Plans = {}): Promise<{ screen: Screen; storedPlans: StoredPlans }> {
  const list = { data: videos, paginate: aWirePagination({ total_hits: videos.length }) };
  const screen = await renderScreen('/about/', {
    videos,
    playlists: [playlist],
    answers: { '/api/video/?': ({ path }: { path: string }) => json(path.includes('continue') ? { ...list, data: [] } : list) },
    ...options,
  });
  return { screen, storedPlans: await putPlans(screen, address, plans) };
}
