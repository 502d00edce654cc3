// What a user sees of saved videos, and can do about the others: while the archive is away, with "Playable now", and while saving is paused.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { savedChannelName, type SavedMessage } from '../../src/saved-media/messages.ts';
import { aWirePagination, aWirePlaylist, aWireVideo, wireVideos } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { putSaved, wholeItem } from './put-saved.ts';
import { desktop, phone, renderScreen } from './screen.tsx';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { silence } from './silence.ts';
import { longTest } from '../long-test.ts';

const greyedOut = 'grayscale(0.8) opacity(0.5)';
const saveWhenBack = (title: string) => page.getByRole('button', { name: `Not on this device. Save when back: ${title}` });
const link = (title: string) => page.getByRole('link', { name: new RegExp(`^${title}\\b`) }).first();
const colorOf = (title: string): string => getComputedStyle(link(title).element()).color;
const filterOf = (videoId: string): string => {
  const image = document.querySelector(`[data-entry="${videoId}"] img`);
  return image ? getComputedStyle(image).filter : 'no picture';
};

/** An empty picture that loads, so that the default drawing does not replace it. */
const pictureUrl = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
const videos = wireVideos(3).map((video) => ({ ...video, vid_thumb_url: pictureUrl }));
const playlist = aWirePlaylist({
  playlist_id: 'TA_playlist_ferry',
  playlist_type: 'custom',
  playlist_entries: videos.map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true })),
});
const answers = {
  '/api/playlist/TA_playlist_ferry/': playlist,
  '/api/video/?playlist=TA_playlist_ferry': () => json({ data: videos, paginate: aWirePagination({ total_hits: videos.length }) }),
};

beforeEach(() => localStorage.setItem('stowaway.has-saved', '1'));

longTest('the table greys out rows that cannot be played, also while rows are selected', async () => {
  const screen = await renderScreen('/', { videos, viewport: desktop, userConfig: { view_style_home: 'table' } });
  await putSaved(screen, wholeItem('v2'));
  await expect.element(page.getByRole('button', { name: 'Saved on this device: Part 2' })).toBeVisible();
  expect(colorOf('Part 1')).toBe(colorOf('Part 2'));
  screen.stopArchive();
  await expect.element(saveWhenBack('Part 1')).toBeVisible();
  await expect.poll(() => colorOf('Part 1')).not.toBe(colorOf('Part 2'));
  const greyColor = colorOf('Part 1');
  await clickWithoutPointer(page.getByRole('button', { name: 'Select videos' }));
  await expect.element(page.getByRole('checkbox', { name: 'Part 1' })).toBeVisible();
  expect([colorOf('Part 1'), colorOf('Part 3')]).toEqual([greyColor, greyColor]);
  expect(colorOf('Part 2')).not.toBe(greyColor);
});

longTest('a playlist greys out entries that cannot be played; "Playable now" shows only the other entries', async () => {
  const screen = await renderScreen('/playlist/TA_playlist_ferry/', { videos, answers });
  await putSaved(screen, wholeItem('v2'));
  await expect.element(page.getByRole('button', { name: 'Saved on this device: Part 2' })).toBeVisible();
  await expect.poll(() => filterOf('v1')).toBe('none');
  screen.stopArchive();
  await expect.element(saveWhenBack('Part 1')).toBeVisible();
  await expect.poll(() => ['v1', 'v2', 'v3'].map(filterOf)).toEqual([greyedOut, 'none', greyedOut]);
  await page.getByRole('button', { name: 'Playable now' }).click();
  await expect.element(link('Part 1')).not.toBeInTheDocument();
  await expect.element(link('Part 2')).toBeVisible();
});

longTest('"Playable now" in a long playlist fetches the pages of the shown entries, and keeps the numbers of the whole playlist', async () => {
  const entries = wireVideos(30).map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: null, idx, downloaded: true }));
  const longPlaylist = aWirePlaylist({ playlist_id: 'PLregular', playlist_type: 'regular', playlist_entries: entries });
  const screen = await renderScreen('/playlist/PLregular/?playable=1', { answers: { '/api/playlist/PLregular/': longPlaylist } });
  await putSaved(screen, wholeItem('v26'));
  const row = page.getByRole('listitem').filter({ hasText: 'Part 26' });
  await expect.element(row.getByText('26', { exact: true })).toBeVisible();
  const requestedPages = () =>
    screen.archive.requests.flatMap(({ path }) => (path.includes('playlist=PLregular') ? (/[?&]page=(\d+)/.exec(path)?.[1] ?? []) : []));
  await expect.poll(requestedPages).toEqual(['3']);
});

longTest('selecting all entries of a playlist selects only the shown ones while "Playable now" is on', async () => {
  const screen = await renderScreen('/playlist/TA_playlist_ferry/?playable=1', { videos, answers });
  await putSaved(screen, wholeItem('v2'));
  await expect.element(link('Part 2')).toBeVisible();
  await clickWithoutPointer(page.getByRole('button', { name: 'Select videos' }));
  await clickWithoutPointer(page.getByRole('button', { name: 'Select all on this page' }));
  await expect.element(page.getByRole('checkbox', { name: 'Part 2' })).toBeChecked();
  await expect.element(page.getByText('1 selected')).toBeVisible();
});

longTest('a selected entry that can no longer be played leaves the selection when "Playable now" hides it', async () => {
  const screen = await renderScreen('/playlist/TA_playlist_ferry/?playable=1', { videos, answers });
  const savedLedger = await putSaved(screen, wholeItem('v2'), wholeItem('v3'));
  await expect.element(link('Part 3')).toBeVisible();
  await clickWithoutPointer(page.getByRole('button', { name: 'Select videos' }));
  await clickWithoutPointer(page.getByRole('button', { name: 'Select all on this page' }));
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await savedLedger.put(wholeItem('v3', { status: { state: 'failed', reason: 'damaged' }, wholeRevision: null }));
  await expect.element(link('Part 3')).not.toBeInTheDocument();
  await expect.element(page.getByText('1 selected')).toBeVisible();
});

longTest('the large card of Continue Watching says whether it plays from this device', async () => {
  const startedVideos = ['begun', 'other'].map((youtube_id) =>
    aWireVideo({ youtube_id, title: `Half of ${youtube_id}`, player: { position: 120, progress: 20 } }),
  );
  const listAnswer = ({ path }: { path: string }): Response =>
    json({ data: path.includes('watch=continue') ? startedVideos : videos, paginate: aWirePagination() });
  const screen = await renderScreen('/', { viewport: desktop, answers: { '/api/video/?': listAnswer } });
  const savedLedger = await putSaved(screen);
  const largeCard = page.getByRole('region', { name: 'Continue Watching' }).getByRole('article').first();
  await expect.element(largeCard.getByRole('link', { name: /^Continue at/ })).toBeVisible();
  await expect.element(largeCard.getByRole('button', { name: /^Save offline/ })).toBeInTheDocument();
  await expect.element(largeCard.getByText('plays from this device')).not.toBeInTheDocument();
  screen.stopArchive();
  await expect.element(largeCard.getByText('not on this device')).toBeVisible();
  await expect.element(largeCard.getByRole('link', { name: /^Continue at/ })).not.toBeInTheDocument();
  await savedLedger.put(wholeItem('begun'));
  await expect.element(largeCard.getByText('plays from this device')).toBeVisible();
  await expect.element(largeCard.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(largeCard.getByRole('link', { name: /^Continue at/ })).toBeVisible();
});

test('"Save when back" stores the request, and wakes the saver when the archive answers again', async () => {
  const screen = await renderScreen('/', { videos, viewport: phone });
  const savedLedger = await putSaved(screen);
  const messages: SavedMessage[] = [];
  const channel = new BroadcastChannel(savedChannelName);
  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => messages.push(data);
  onTestFinished(() => channel.close());
  await expect.element(page.getByRole('button', { name: 'Save offline: Part 1' })).toBeVisible();
  screen.stopArchive();
  await saveWhenBack('Part 1').click();
  await expect.element(page.getByText('Part 1 will be saved when the server is back.')).toBeVisible();
  await expect.poll(async () => (await savedLedger.item('v1'))?.status.state).toBe('queued');
  // The first request opens the ledger, which wakes the saver as well.
  await expect.poll(() => messages).toContainEqual({ kind: 'wake', isNetworkBack: false });
  messages.length = 0;
  screen.startArchive();
  await expect.poll(() => messages).toContainEqual({ kind: 'wake', isNetworkBack: true });
});

longTest('while everything is paused, a request to save says that it waits for the user', async () => {
  const screen = await renderScreen('/', { videos, viewport: phone });
  const savedLedger = await putSaved(screen, wholeItem('begun'));
  await savedLedger.pauseAll();
  await page.getByRole('button', { name: 'Save offline: Part 1' }).click();
  await expect.element(page.getByText('Part 1 will be saved when you resume saving.')).toBeVisible();
  await expect.poll(async () => (await savedLedger.item('v1'))?.status.state).toBe('queued');
});

longTest('the player of a video that cannot be played says whether it will be saved when the server is back', async () => {
  const screen = await renderScreen('/video/v1/', { videos });
  await expect.element(page.getByRole('heading', { name: 'Part 1' }).first()).toBeVisible();
  const savedLedger = await putSaved(screen, { videoId: 'v1' });
  screen.stopArchive();
  screen.goTo('/');
  screen.goTo('/video/v1/');
  await expect.element(page.getByText('Will be saved when the server is back.')).toBeVisible();
  await savedLedger.pauseAll();
  await expect.element(page.getByText('Paused.', { exact: true })).toBeVisible();
  await savedLedger.put({ videoId: 'v1', status: { state: 'failed', reason: 'unplayable' } });
  await expect.element(page.getByText('This device can’t play this format.')).toBeVisible();
  await savedLedger.put({ videoId: 'v1', status: { state: 'paused', reason: 'storage-full' } });
  await expect.element(page.getByText('Not enough space.')).toBeVisible();
});

longTest('"Playable now" in a search shows the results that are complete on this device', async () => {
  const searchResults = { results: { video_results: videos, channel_results: [], playlist_results: [], fulltext_results: [] }, queryType: 'simple' };
  const screen = await renderScreen('/search/?q=part', { videos, answers: { '/api/search/': searchResults } });
  await putSaved(screen, wholeItem('v2'));
  await expect.element(link('Part 1')).toBeVisible();
  await page.getByRole('button', { name: 'Playable now' }).click();
  await expect.element(link('Part 1')).not.toBeInTheDocument();
  await expect.element(link('Part 2')).toBeVisible();
});

test('the next video is the first that plays from this device while the archive is away', async () => {
  const media_url = silence(60);
  onTestFinished(() => URL.revokeObjectURL(media_url));
  const screen = await renderScreen('/', { videos: wireVideos(3).map((video) => ({ ...video, media_url, streams: [], subtitles: [] })), viewport: desktop });
  await putSaved(screen, wholeItem('v3'));
  for (const title of ['Part 2', 'Part 3']) {
    await clickWithoutPointer(page.getByRole('button', { name: `More actions for ${title}` }));
    await page.getByRole('menuitem', { name: 'Add to up next' }).click();
  }
  screen.goTo('/video/v1/');
  const nextLink = page.getByRole('group', { name: 'Player controls' }).getByRole('link', { name: /^Next: / });
  await expect.element(nextLink).toHaveAccessibleName('Next: Part 2');
  screen.stopArchive();
  await expect.element(nextLink).toHaveAccessibleName('Next: Part 3');
});
