// The list of playlists and a playlist's own page (SPEC §2 "Playlist list", "Single playlist").
import { expect, type Locator, type Page } from '@playwright/test';
import { isApi } from '../doubles/fault-proxy.ts';
import { goOnline, goOffline } from './go-offline.ts';
import { apiCaller } from './archive-process.ts';
import { phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { chooseFromMoreMenu } from './more-menu.ts';
import { pressChord } from './press-chord.ts';
import { expectQuotedText } from './quoted-texts.ts';

/** From the sample library's README. */
const northSea = { id: 'PLnorthSeaSingleHandedSampleList01', name: 'North Sea, single-handed', missingTitle: 'Day 1: leaving, with the kettle on' };
const bench = { id: 'PLbenchAndBrassSmallRepairsList001', name: 'Bench, brass, patience' };
const videos = ['fogNorthSea', 'nightTrain1', 'cabinAurora', 'harbourTug1'] as const;

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');
const rows = (page: Page): Locator => page.getByRole('list', { name: 'Videos of the playlist' }).getByRole('listitem');
const waitingTags = (page: Page): Locator => page.getByRole('main').getByText('Waiting to sync', { exact: true });

interface WirePlaylist {
  playlist_id: string;
  playlist_name: string;
  playlist_subscribed: boolean;
  playlist_sort_order: string;
  playlist_entries: { youtube_id: string }[];
}

/** Returns functions that read and write playlists in the archive itself. */
async function archiveClientOf(url: string) {
  const call = apiCaller(url);
  const get = async <Answer>(address: string): Promise<Answer> => (await (await call(address)).json()) as Answer;
  return {
    call,
    playlist: (id: string) => get<WirePlaylist>(`/api/playlist/${id}/`),
    async customPlaylist(name: string): Promise<WirePlaylist | undefined> {
      return (await get<{ data: WirePlaylist[] }>('/api/playlist/?type=custom')).data.find((playlist) => playlist.playlist_name === name);
    },
    async videoOf(title: string): Promise<{ youtube_id: string }> {
      const { data } = await get<{ data: { youtube_id: string; title: string }[] }>('/api/video/?page_size=100');
      const foundVideo = data.find((video) => video.title === title);
      if (!foundVideo) throw new Error(`the archive has no video “${title}”`);
      return foundVideo;
    },
    async create(name: string, videoIds: readonly string[]): Promise<string> {
      const createdPlaylist = (await (await call('/api/playlist/custom/', { method: 'POST', body: { playlist_name: name } })).json()) as WirePlaylist;
      for (const video_id of videoIds)
        await call(`/api/playlist/custom/${createdPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id } });
      return createdPlaylist.playlist_id;
    },
  };
}

const idsOf = (playlist: WirePlaylist | undefined): string[] | undefined => playlist?.playlist_entries.map((entry) => entry.youtube_id);

// CI tests the parts of this test, and of the test that drags entries, with scripted answers: tests/component/playlist.test.tsx,
// pointer-hooks.test.tsx and action-hooks.test.tsx.
test(
  'a person filters the list, shows it as rows, subscribes to a playlist, and cannot name one with white space alone',
  { tag: '@long' },
  async ({ archive, page }) => {
    const archiveClient = await archiveClientOf(archive.url);
    await signIn(page, archive.url);
    await test.step('the keyboard opens the list', async () => {
      await pressChord(page, 'g', 'p');
      await expect(page.getByRole('heading', { level: 1, name: 'Playlists' })).toBeVisible();
      await expect(cards(page)).toHaveCount(3);
      await expect(cards(page).filter({ hasText: northSea.name }).getByText('Archived 5/6')).toBeVisible();
    });
    await test.step('the list can be filtered, a playlist can be subscribed to, and a reload keeps the filter and the rows', async () => {
      await page.getByRole('radio', { name: 'Subscribed', exact: true }).click({ force: true });
      await expectQuotedText('No playlists found...', page.getByText('No playlists found...', { exact: true }));
      await page.getByRole('button', { name: 'Show all' }).click();
      await cards(page)
        .filter({ hasText: northSea.name })
        .getByRole('button', { name: /^More actions for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Subscribe' }).click();
      await expect(page.getByText(`Subscribed to ${northSea.name}.`)).toBeVisible();
      await expect.poll(async () => (await archiveClient.playlist(northSea.id)).playlist_subscribed).toBe(true);
      await page.getByRole('radio', { name: 'Unsubscribed', exact: true }).click({ force: true });
      await expect(cards(page)).toHaveCount(2);
      await page.getByRole('radio', { name: 'List' }).click({ force: true });
      await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
      // The settings belong to the account and survive a reload, once the archive has stored them.
      await expect.poll(async () => (await page.request.get(`${archive.url}/api/user/me/`)).text()).toContain('"view_style_playlist":"list"');
      await page.reload();
      await expect(cards(page)).toHaveCount(2);
      await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
      await page.getByRole('radio', { name: 'All', exact: true }).click({ force: true });
    });
    await test.step('a name is trimmed, and white space alone is refused', async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('textbox', { name: 'New playlist' }).fill('   ');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('textbox', { name: 'New playlist' }).fill('  Rainy Sundays ');
      await page.keyboard.press('Enter');
      await expect(cards(page).filter({ hasText: 'Rainy Sundays' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(async () => (await archiveClient.customPlaylist('Rainy Sundays'))?.playlist_id).toMatch(/^TA_playlist_/);
      expect(await archiveClient.customPlaylist('')).toBeUndefined();
    });
    await test.step('the server looks for an unknown playlist that a person subscribes to, and reports the failure', async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('textbox', { name: 'Add subscriptions' }).fill('PLdriftwoodAndOtherFoundThings001');
      await page.getByRole('button', { name: 'Subscribe', exact: true }).last().click();
      await expect(page.getByText('1 subscription on the way.')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Tasks on the server' })).toContainText('Failed', { timeout: 20_000 });
    });
  },
);

test('a playlist made while the server is away can be opened, filled and reordered; once the server is back, the playlist has the archive’s id and order', async ({
  archive,
  faultProxy: proxy,
  page,
}) => {
  await page.clock.install();
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/playlist/`);
  await expect(cards(page)).toHaveCount(3);
  const card = cards(page).filter({ hasText: 'For the ferry' });
  await test.step('a playlist is made while the server is away', async () => {
    await goOffline(proxy, page);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('textbox', { name: 'New playlist' }).fill('For the ferry');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(card.getByText('Waiting to sync')).toBeVisible();
  });

  const titles: string[] = [];
  await test.step('videos are added to the playlist', async () => {
    await page.getByRole('link', { name: 'Home' }).click();
    for (const index of [0, 1, 2]) {
      const video = page.getByRole('region', { name: 'Recent Videos' }).getByRole('article').nth(index);
      titles.push(
        (await video
          .getByRole('heading')
          .getByRole('link')
          .evaluate((link) => link.firstChild?.textContent)) ?? '',
      );
      await video.getByRole('button', { name: /^More actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Add To Playlist' }).click();
      await page.getByRole('checkbox', { name: /^For the ferry/ }).click({ force: true });
      await expect(page.getByRole('checkbox', { name: /^For the ferry/ })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Playlists' }).click();
    await card.getByRole('link', { name: 'For the ferry' }).click();
    await expect(page).toHaveURL(/\/playlist\/local-/);
    await expect(rows(page)).toHaveCount(3);
  });
  const shownTitles = await test.step('keys reorder the playlist', async () => {
    const firstRow = rows(page).nth(0);
    await expect(rows(page).getByRole('heading')).toHaveText([/, \d+ /, /, \d+ /, /, \d+ /]); // the durations are read after the titles
    const movedTitle = (await firstRow.getByRole('heading').textContent()) ?? '';
    await firstRow.getByRole('button', { name: /^Move / }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(rows(page).nth(2).getByRole('heading')).toHaveText(movedTitle);
    await expect(
      rows(page)
        .nth(2)
        .getByRole('button', { name: /^Move / }),
    ).toBeFocused();
    await expect(page.getByRole('status').getByText(/: place 3 of 3$/)).toBeVisible();
    return rows(page).getByRole('heading').allTextContents();
  });
  await test.step('once the server is back, the playlist has the archive’s id and order', async () => {
    await page.clock.runFor(8_500); // undoable changes are sent when their toast ends
    await goOnline(proxy, page);
    await expect(page).toHaveURL(/\/playlist\/TA_playlist_/, { timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'For the ferry' })).toBeVisible();
    await expect(rows(page).getByRole('heading')).toHaveText(shownTitles);
    await expect(waitingTags(page)).toHaveCount(0, { timeout: 30_000 });
    const archiveClient = await archiveClientOf(archive.url);
    const createdPlaylist = await archiveClient.customPlaylist('For the ferry');
    const [movedId = '', ...otherIds] = await Promise.all(titles.map(async (title) => (await archiveClient.videoOf(title)).youtube_id));
    expect(idsOf(createdPlaylist)).toEqual([...otherIds, movedId]);
    expect(page.url()).toContain(createdPlaylist?.playlist_id ?? 'never');
    await expect(rows(page).getByRole('heading')).toHaveText(shownTitles);
  });
});

test('the entries of a custom playlist are dragged, moved by menu, and removed with Undo', { tag: '@long' }, async ({ archive, page }) => {
  const archiveClient = await archiveClientOf(archive.url);
  const id = await archiveClient.create('Night shift', videos);
  await page.clock.install();
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/playlist/${id}`);
  await expect(rows(page)).toHaveCount(4);
  const shownIds = async (): Promise<(string | null)[]> => Promise.all((await rows(page).all()).map((row) => row.getAttribute('data-entry')));
  expect(await shownIds()).toEqual(videos);

  const draggedOrder = ['nightTrain1', 'cabinAurora', 'fogNorthSea', 'harbourTug1'];
  await test.step('an entry is dragged, and Escape cancels a drag', async () => {
    const grip = rows(page)
      .nth(0)
      .getByRole('button', { name: /^Move / });
    await grip.scrollIntoViewIfNeeded();
    const gripBox = (await grip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const thirdRowBox = (await rows(page).nth(2).boundingBox()) ?? gripBox;
    await page.mouse.move(gripBox.x + gripBox.width / 2, gripBox.y + gripBox.height / 2);
    await page.mouse.down();
    await page.mouse.move(gripBox.x + gripBox.width / 2, thirdRowBox.y + thirdRowBox.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(shownIds).toEqual(draggedOrder);
    // Escape during a drag cancels it.
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move(gripBox.x + gripBox.width / 2, thirdRowBox.y + thirdRowBox.height / 2, { steps: 3 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await shownIds()).toEqual(draggedOrder);
  });
  await test.step('an entry is moved by its menu, and Undo moves it back', async () => {
    await rows(page)
      .nth(3)
      .getByRole('button', { name: /^More actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Move to top' }).click();
    await expect.poll(shownIds).toEqual(['harbourTug1', 'nightTrain1', 'cabinAurora', 'fogNorthSea']);
    // Waits for the toast of this move. Until it appears, Undo would belong to the toast of the drag.
    await expect(page.getByRole('status').getByText(/1 of 4/)).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(shownIds).toEqual(draggedOrder);
  });
  await test.step('an entry is removed, once with Undo and once without', async () => {
    const remove = async (): Promise<void> => {
      await rows(page)
        .nth(1)
        .getByRole('button', { name: /^More actions for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await expect(rows(page)).toHaveCount(3);
    };
    await remove();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(shownIds).toEqual(draggedOrder);
    await remove();
    await page.clock.fastForward(8_500); // the toast of the removal ends
    await expect.poll(async () => idsOf(await archiveClient.playlist(id))).toEqual(['nightTrain1', 'fogNorthSea', 'harbourTug1']);
  });
  await test.step('the playlist is deleted after a confirmation', async () => {
    await chooseFromMoreMenu(page, 'Delete');
    const question = page.getByRole('alertdialog');
    await expect.soft(question.getByRole('button')).toHaveText(['Delete metadata', 'Delete all', 'Cancel']);
    await expect.soft(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete metadata' }).click();
    await expect(page).toHaveURL(`${archive.url}/playlist/`);
    await expect(page.getByText('Night shift', { exact: true })).toHaveCount(0);
    expect(await archiveClient.customPlaylist('Night shift')).toBeUndefined();
  });
});

test('if the delete dialog cannot be fetched, the playlist stays as it is and the page says why', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await page.route(/\/assets\/delete-dialog-.*\.js$/, (route) => route.abort());
  await page.goto(`${archive.url}/playlist/`);
  await page.getByRole('article').first().getByRole('link').first().click();
  // A missing chunk may belong to an older version, so the page reloads once.
  await chooseFromMoreMenu(page, 'Delete');
  await page.waitForFunction(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type === 'reload');
  await chooseFromMoreMenu(page, 'Delete');
  await expect(page.getByRole('status').getByText('This part of the app did not load. Try again later.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'More actions', exact: true })).toBeVisible();
});

test(
  '“Delete all” deletes the playlist and its videos from the archive, and leaves other videos',
  { tag: '@long' },
  async ({ deletableArchive: archive, page }) => {
    const archiveClient = await archiveClientOf(archive.url);
    const id = await archiveClient.create('Night shift', ['nightTrain1', 'cabinAurora']);
    await signIn(page, archive.url);
    await page.goto(`${archive.url}/playlist/${id}`);
    await expect(rows(page)).toHaveCount(2);
    await chooseFromMoreMenu(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await expect(page).toHaveURL(`${archive.url}/playlist/`);
    await expect(cards(page)).toHaveCount(3);
    expect(await archiveClient.customPlaylist('Night shift')).toBeUndefined();
    const statusOf = async (videoId: string): Promise<number> => (await archiveClient.call(`/api/video/${videoId}/`)).status;
    await expect.poll(() => Promise.all(['nightTrain1', 'cabinAurora', 'fogNorthSea'].map(statusOf))).toEqual([404, 404, 200]);
    // The device no longer shows the deleted videos either.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('region', { name: 'Recent Videos' }).getByRole('article').first()).toBeVisible();
    await expect(page.locator('a[href*="nightTrain1"], a[href*="cabinAurora"]')).toHaveCount(0);
  },
);

test.describe('on a phone', () => {
  test.use({ windowSize: phone });

  test(
    'a channel’s playlist shows what is archived, can be marked, sorted and reindexed, and plays in order',
    { tag: '@long' },
    async ({ archive, faultProxy: proxy, page }) => {
      const archiveClient = await archiveClientOf(archive.url);
      await signIn(page, proxy.url);
      await page.goto(`${proxy.url}/playlist/${northSea.id}`);
      await expect(page.getByRole('heading', { level: 1, name: northSea.name })).toBeVisible();
      await test.step('the playlist shows what is archived', async () => {
        await expect.soft(page.getByText('Archived 5/6')).toBeVisible();
        await expect.soft(page.getByText(/last refreshed/)).toBeVisible();
        await expect.soft(page.getByRole('link', { name: 'Slow Harbour' })).toBeVisible();
        await expect(rows(page)).toHaveCount(6);
        const missingRow = rows(page).filter({ hasText: northSea.missingTitle });
        await expect.soft(missingRow.getByText(/Not archived/)).toBeVisible();
        await expect.soft(missingRow.getByRole('link')).toHaveCount(0);
      });
      await test.step('all videos are marked, and Undo reverts the mark', async () => {
        await chooseFromMoreMenu(page, 'Mark all watched');
        await expect(rows(page).getByText(/Watched/)).toHaveCount(5);
        await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
        await expect(rows(page).getByText(/Watched/)).toHaveCount(0);
      });
      await test.step('the playlist is sorted and reindexed', async () => {
        await page.getByRole('radio', { name: 'New at bottom' }).click({ force: true });
        await expect.poll(async () => (await archiveClient.playlist(northSea.id)).playlist_sort_order).toBe('bottom');
        await expect(rows(page).getByRole('link').first()).toHaveAttribute('href', /firstFrost1/);
        const reindexCalls = () =>
          proxy.seenRequests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/refresh/')).map(({ path }) => path);
        await chooseFromMoreMenu(page, 'Reindex');
        await expectQuotedText('Reindex scheduled', page.getByText('Reindex scheduled'));
        expect(reindexCalls()).toEqual(['/api/refresh/']);
        // The playlist's videos are reindexed by a separate choice.
        await chooseFromMoreMenu(page, 'Reindex videos');
        await expect.poll(reindexCalls).toEqual(['/api/refresh/', '/api/refresh/?extract_videos=true']);
      });
      await test.step('a new sort order applies from the next reindexing of the playlist', async () => {
        await expect.poll(async () => idsOf(await archiveClient.playlist(northSea.id))?.[0]).toBe('duskStream1');
        await page.reload();
        await expect(rows(page).getByRole('link').first()).toHaveAttribute('href', /duskStream1/);
      });
      await test.step('the playlist plays in order', async () => {
        await page.getByRole('button', { name: 'Play all' }).click();
        await expect(page).toHaveURL(/videoId=duskStream1/);
        await expect(page.getByRole('region', { name: 'Player', exact: true })).toBeVisible();
        await expect(rows(page).filter({ has: page.locator('[href*="duskStream1"]') })).toHaveAttribute('aria-current', 'true');
        await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(1);
        await page.locator('video').evaluate((video: HTMLVideoElement) => {
          video.currentTime = video.duration - 0.3;
        });
        await expect(page).toHaveURL(/videoId=radarIceSea/, { timeout: 20_000 });
      });
      await test.step('the playlist cannot be deleted without the server', async () => {
        proxy.set({ kind: 'reset' }, isApi);
        await chooseFromMoreMenu(page, 'Delete');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete metadata' }).click();
        await expect(page.getByRole('alertdialog').getByText(/This needs the server/)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('alertdialog')).toHaveCount(0);
      });
    },
  );
});

test(
  'the page says that a playlist does not exist if the archive does not have it, but not if the request fails',
  { tag: '@long' },
  async ({ faultProxy: proxy, page }) => {
    await signIn(page, proxy.url);
    await page.goto(`${proxy.url}/playlist/PLnowhere00000000000000000000000001`);
    await expectQuotedText('That playlist does not exist', page.getByText('That playlist does not exist').filter({ visible: true }).last());
    await page.goto(`${proxy.url}/playlist/%3Cx%3E/`);
    await expect(page.getByText('That playlist does not exist').last()).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click();
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();

    await page.goto(`${proxy.url}/playlist/${northSea.id}`);
    await expect(rows(page)).toHaveCount(6);
    proxy.set({ kind: 'reset' }, isApi);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: northSea.name })).toBeVisible();
    await expect(rows(page)).toHaveCount(6);
    await page.goto(`${proxy.url}/playlist/${bench.id}`);
    await expect(page.getByText('Not on this device').last()).toBeVisible();
    await expect(page.getByText('That playlist does not exist')).toHaveCount(0);
  },
);
