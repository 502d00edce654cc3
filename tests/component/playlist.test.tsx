// The page of a playlist, and the list of playlists (SPEC §2 "Playlist").
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aWirePagination, aWirePing, aWirePlaylist, aWireVideo, wireVideos } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { toPlaylistRow } from '../../src/mirror/from-wire.ts';
import { playlistTexts } from '../../src/texts/playlists.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import { videoTexts } from '../../src/texts/video.ts';
import { desktop, phone, renderScreen } from './screen.tsx';
import { longTest } from '../long-test.ts';

longTest('the menu of an entry stays open and inside the window when the data of its video arrives', async () => {
  const videos = wireVideos(5);
  const entries = videos.map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true }));
  const playlist = aWirePlaylist({ playlist_id: 'TA_playlist_ferry', playlist_type: 'custom', playlist_entries: entries });
  let releaseAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (releaseAnswer = resolve));
  const listAnswer = async (): Promise<Response> => {
    await answerGate;
    return json({ data: videos, paginate: aWirePagination({ total_hits: videos.length }) });
  };
  await renderScreen('/playlist/TA_playlist_ferry/', {
    answers: {
      '/api/playlist/TA_playlist_ferry/': playlist,
      '/api/video/?playlist=TA_playlist_ferry': listAnswer,
    },
  });
  await page
    .getByRole('button', { name: /^More actions for/ })
    .nth(2)
    .click();
  const firstItem = page.getByRole('menuitem').first();
  await expect.element(firstItem).toHaveTextContent('Play here');
  releaseAnswer();
  await expect.element(firstItem).toHaveTextContent('Mark watched');
  const menu = page.getByRole('menu').element();
  await expect.poll(() => [menu.getBoundingClientRect().top >= 0, menu.getBoundingClientRect().bottom <= innerHeight]).toEqual([true, true]);
});

longTest('an entry whose duration is not known shows no time left', async () => {
  const video = aWireVideo({ youtube_id: 'v1', title: 'Part 1', player: { duration: 0, position: 120 } });
  const entries = [{ youtube_id: 'v1', title: 'Part 1', uploader: 'Harbour Lights', idx: 0, downloaded: true }];
  await renderScreen('/playlist/TA_playlist_ferry/', {
    answers: {
      '/api/playlist/TA_playlist_ferry/': aWirePlaylist({ playlist_id: 'TA_playlist_ferry', playlist_type: 'custom', playlist_entries: entries }),
      '/api/video/?playlist=TA_playlist_ferry': { data: [video], paginate: aWirePagination({ total_hits: 1 }) },
    },
  });
  await expect.element(page.getByText('Continue at 2:00').first()).toBeVisible();
  expect(page.getByText(/ left$/).elements()).toEqual([]);
});

longTest('the menu of an entry on a phone in landscape ends inside the window and scrolls to its last item', async () => {
  const entries = wireVideos(5).map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: null, idx, downloaded: true }));
  await renderScreen('/playlist/TA_playlist_ferry/', {
    answers: { '/api/playlist/TA_playlist_ferry/': aWirePlaylist({ playlist_id: 'TA_playlist_ferry', playlist_type: 'custom', playlist_entries: entries }) },
    viewport: { width: 667, height: 375 },
  });
  await page.getByRole('button', { name: 'More actions for Part 3' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Mark watched' })).toBeInTheDocument();
  const menu = page.getByRole('menu').element();
  await expect.poll(() => menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  expect(menu.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  menu.scrollTop = menu.scrollHeight;
  const lastItemBox = page.getByRole('menuitem', { name: 'Remove' }).element().getBoundingClientRect();
  expect(lastItemBox.bottom).toBeLessThanOrEqual(innerHeight);
});

longTest('a removal that could not be stored moves neither the focus nor the page when the list is scrolled later', async () => {
  const videos = wireVideos(80);
  const entries = videos.map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true }));
  const screen = await renderScreen('/playlist/TA_playlist_ferry/', {
    answers: {
      '/api/playlist/TA_playlist_ferry/': aWirePlaylist({ playlist_id: 'TA_playlist_ferry', playlist_type: 'custom', playlist_entries: entries }),
      '/api/video/?playlist=TA_playlist_ferry': { data: videos, paginate: aWirePagination({ total_hits: videos.length }) },
    },
  });
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(screen.mirror().db.outbox, 'add').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  await page.getByRole('menuitem', { name: playlistTexts.remove }).click();
  await expect.element(page.getByText(shellTexts.notKept.full)).toBeVisible();
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  await expect.poll(() => document.querySelector('[aria-posinset="80"]')).not.toBeNull();
  expect(document.documentElement.scrollHeight - innerHeight - scrollY).toBeLessThan(2);
  expect(document.querySelector('[data-grip]:focus')).toBeNull();
});

test('a custom playlist whose last entry is removed no longer shows the picture of that entry', async () => {
  /** An empty picture that loads, so that the default drawing does not replace it. */
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const video = aWireVideo({ vid_thumb_url: picture });
  const entry = { youtube_id: video.youtube_id, title: video.title, uploader: 'Harbour Lights', idx: 0, downloaded: true };
  await renderScreen('/playlist/TA_playlist_ferry/', {
    videos: [video],
    answers: {
      '/api/playlist/TA_playlist_ferry/': aWirePlaylist({
        playlist_id: 'TA_playlist_ferry',
        playlist_type: 'custom',
        playlist_thumbnail: '',
        playlist_entries: [entry],
      }),
      '/api/video/?playlist=TA_playlist_ferry': { data: [video], paginate: aWirePagination({ total_hits: 1 }) },
    },
  });
  const pictures = () => document.querySelectorAll(`img[src="${picture}"]`).length;
  await expect.poll(pictures).toBe(2);
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: playlistTexts.remove }).click();
  await expect.element(page.getByText(playlistTexts.emptyCustom)).toBeVisible();
  await expect.poll(pictures).toBe(0);
});

test('Reindex and Reindex videos are two choices of a playlist’s menu, and each is confirmed', async () => {
  const regularPlaylist = aWirePlaylist({ playlist_id: 'PLregular', playlist_type: 'regular' });
  const acceptance = (): Response => json({ message: 'reindex started', task_id: 'one' });
  const { archive } = await renderScreen('/playlist/PLregular/', { answers: { '/api/playlist/PLregular/': regularPlaylist, '/api/refresh/': acceptance } });
  const shownToast = () => page.getByRole('status').getByText('Reindex scheduled').query();
  let previousToast = shownToast();
  const requestCounts = () => ['POST /api/refresh/', 'POST /api/refresh/?extract_videos=true'].map((call) => archive.count(call));
  for (const [item, calls] of [
    ['Reindex', [1, 0]],
    ['Reindex videos', [2, 1]],
  ] as const) {
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await expect.poll(requestCounts).toEqual(calls);
    // A new toast is a new element, even if it says the same.
    await expect.poll(() => shownToast()).not.toBe(previousToast);
    previousToast = shownToast();
  }
});

test('the menu of a playlist stays in view on a phone, even if the actions beside it do not all fit', async () => {
  await renderScreen('/playlist/PLregular/', {
    answers: { '/api/playlist/PLregular/': aWirePlaylist({ playlist_id: 'PLregular', playlist_type: 'regular' }) },
    viewport: { width: 320, height: 640 },
  });
  const actions = page.getByRole('group', { name: playlistTexts.actions });
  const menu = page.getByRole('button', { name: 'More actions', exact: true });
  await expect.element(page.getByRole('button', { name: 'Select videos' })).toBeVisible();
  const [actionsEnd = 0, menuEnd = 0] = [actions, menu].map((part) => part.element().getBoundingClientRect().right);
  expect(actions.element().scrollWidth).toBeGreaterThan(actions.element().clientWidth);
  expect(menuEnd).toBeLessThanOrEqual(actionsEnd);
  expect(actionsEnd).toBeLessThanOrEqual(innerWidth);
});

longTest('the rows of a channel’s playlist omit the channel’s name, except for videos of another channel', async () => {
  const { channel } = aWireVideo();
  const [ownVideo, otherVideo] = [
    aWireVideo({ youtube_id: 'v1', title: 'Part 1' }),
    aWireVideo({ youtube_id: 'v2', title: 'Part 2', channel: { ...channel, channel_name: 'Fog Signals' } }),
  ];
  const entries = [ownVideo, otherVideo].map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: null, idx, downloaded: true }));
  let releaseAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (releaseAnswer = resolve));
  const listAnswer = () => answerGate.then(() => json({ data: [ownVideo, otherVideo], paginate: aWirePagination({ total_hits: 2 }) }));
  await renderScreen('/playlist/PLregular/', {
    answers: {
      '/api/playlist/PLregular/': aWirePlaylist({ playlist_id: 'PLregular', playlist_type: 'regular', playlist_entries: entries }),
      '/api/video/?playlist=PLregular': listAnswer,
    },
  });
  const rows = page.getByRole('list').filter({ hasText: 'Part 1' }).getByRole('listitem');
  const title = rows.nth(0).getByRole('heading');
  await expect.element(title).toBeVisible();
  const topInRow = (): number => title.element().getBoundingClientRect().top - rows.nth(0).element().getBoundingClientRect().top;
  const topBefore = topInRow();
  releaseAnswer();
  await expect.element(rows.nth(1)).toHaveTextContent('Fog Signals · ');
  await expect.element(rows.nth(0)).toHaveTextContent('ago');
  expect(rows.nth(0).element().textContent).not.toContain('Harbour Lights');
  // The age, which arrived later, did not move the title.
  expect(topInRow()).toBe(topBefore);
});

test('the menu of a card subscribes to the playlist, and the sheet New creates a playlist', async () => {
  const regularPlaylist = aWirePlaylist({ playlist_id: 'PLregular', playlist_type: 'regular', playlist_subscribed: false });
  const screen = await renderScreen('/playlist/', { playlists: [regularPlaylist] });
  const writtenMutations = async () => (await screen.mirror().db.outbox.toArray()).map(({ mutation }) => mutation);
  await page.getByRole('button', { name: `More actions for ${regularPlaylist.playlist_name}` }).click();
  await page.getByRole('menuitem', { name: 'Subscribe', exact: true }).click();
  await expect.poll(writtenMutations).toMatchObject([{ kind: 'subscribe-playlist', playlistId: 'PLregular', isSubscribed: true }]);

  await page.getByRole('button', { name: 'New', exact: true }).click();
  const nameField = page.getByRole('textbox', { name: 'New playlist' });
  await expect.element(nameField).toHaveFocus();
  await page.getByRole('button', { name: 'Create' }).click(); // without a name, nothing happens
  await nameField.fill('For the ferry');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(writtenMutations).toMatchObject([{ kind: 'subscribe-playlist' }, { kind: 'create-playlist', name: 'For the ferry' }]);
});

longTest('on a phone the focus moves from New to the view switch beside it, then to the filter below', async () => {
  await renderScreen('/playlist/', { viewport: phone });
  const newButton = page.getByRole('button', { name: 'New', exact: true });
  await expect.element(newButton).toBeVisible();
  (newButton.element() as HTMLElement).focus();
  const focusedGroups: unknown[] = [];
  for (let step = 0; step < 2; step += 1) {
    await userEvent.tab();
    focusedGroups.push(document.activeElement?.closest('[role=radiogroup]')?.getAttribute('aria-label'));
  }
  expect(focusedGroups).toEqual(['View', 'Subscription']);
});

test('the sheet New sends an entered id as a subscription, and closes', async () => {
  const { archive } = await renderScreen('/playlist/', {
    answers: { 'POST /api/playlist/': json({ message: 'playlist subscribe task started', task_id: 'one' }) },
  });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('textbox', { name: 'Add subscriptions' }).fill('PLdriftwoodAndOtherFoundThings001');
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect.element(page.getByText('1 subscription on the way.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const line = { playlist_id: 'PLdriftwoodAndOtherFoundThings001', playlist_subscribed: true };
  await expect.poll(() => archive.sentBody('POST /api/playlist/')).toEqual({ data: [line] });
});

test('Delete asks whether to delete the videos as well, with the focus on Cancel, shows a refusal, and removes the playlist', async () => {
  const ferry = aWirePlaylist({
    playlist_id: 'TA_playlist_ferry',
    playlist_name: 'Night shift',
    playlist_type: 'custom',
    playlist_entries: wireVideos(2).map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: null, idx, downloaded: true })),
  });
  let playlists = [ferry];
  const { archive } = await renderScreen('/playlist/TA_playlist_ferry/', {
    answers: {
      '/api/playlist/TA_playlist_ferry/': ferry,
      '/api/playlist/?': () => json({ data: playlists, paginate: aWirePagination({ total_hits: playlists.length }) }),
      'DELETE /api/playlist/TA_playlist_ferry/': () => {
        playlists = [];
        return new Response(null, { status: 204 });
      },
      'DELETE /api/playlist/TA_playlist_ferry/?delete_videos=true': () => json({ error: 'It is being indexed.' }, 400),
    },
  });
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const answerButtons = page.getByRole('alertdialog').getByRole('button');
  await expect.element(answerButtons.nth(2)).toHaveFocus();
  expect(answerButtons.elements().map(({ textContent }) => textContent)).toEqual(['Delete metadata', 'Delete all', 'Cancel']);
  await answerButtons.nth(1).click();
  await expect.element(page.getByText('It is being indexed.')).toBeVisible();
  await answerButtons.nth(0).click();
  await expect.poll(() => location.pathname).toBe('/playlist/');
  const deletions = archive.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(deletions).toEqual(['/api/playlist/TA_playlist_ferry/?delete_videos=true', '/api/playlist/TA_playlist_ferry/']);
  await expect.element(page.getByText('No playlists found...')).toBeVisible();
  expect(page.getByText('Night shift', { exact: true }).elements()).toEqual([]);
});

longTest('closing the sheet New while a playlist is being stored leaves the list of playlists open', async () => {
  const screen = await renderScreen('/', { videos: wireVideos(1) });
  screen.goTo('/playlist/');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const nameField = page.getByRole('textbox', { name: 'New playlist' });
  await nameField.fill('For the ferry');
  const goSpy = vi.spyOn(history, 'go');
  const dialog = page.getByRole('dialog');
  const [sheet, create] = [dialog.element(), page.getByRole('button', { name: 'Create' }).element() as HTMLButtonElement];
  create.click();
  sheet.dispatchEvent(new Event('cancel', { cancelable: true })); // as by Escape, before anything is stored
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Created “For the ferry”.')).toBeVisible();
  expect(goSpy.mock.calls).toEqual([[-1]]);
  expect(location.pathname).toBe('/playlist/');
});

longTest('once the archive has refused a change of a custom playlist, lists and the search offer an ordinary person no such change', async () => {
  const [video] = wireVideos(1);
  const results = { video_results: [video], channel_results: [], playlist_results: [], fulltext_results: [] };
  const screen = await renderScreen('/', {
    isStaff: false,
    videos: wireVideos(1),
    playlists: [],
    answers: { '/api/search/': { results, queryType: 'simple' } },
  });
  const menu = page.getByRole('button', { name: 'More actions for Part 1' });
  const add = page.getByRole('menuitem', { name: 'Add To Playlist' });
  await expect.element(menu).toBeVisible();
  const refusal = { key: 'custom-playlists-refused', value: { version: aWirePing().version, isSaid: true }, fetchedAtMs: 0 } as const;
  await screen.mirror().db.documents.put(refusal);
  await menu.click();
  await add.click();
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByText(videoTexts.playlistsAreForStaff)).toBeVisible();
  expect([sheet.getByRole('textbox').elements(), sheet.getByRole('checkbox').elements()]).toEqual([[], []]);
  await sheet.getByRole('button', { name: 'Close' }).click();

  screen.goTo('/search/?q=part');
  await expect.element(page.getByRole('region', { name: 'Videos' })).toBeVisible();
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: 'Play here' })).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();

  screen.goTo('/playlist/');
  await expect.element(page.getByText('Nothing here yet. Ask whoever runs this archive.')).toBeVisible();
});

longTest('a list of playlists that was put together from this device shows no total, because it may be incomplete', async () => {
  const screen = await renderScreen('/', { viewport: desktop, videos: wireVideos(1) });
  await expect.element(page.getByRole('article').first()).toBeVisible();
  await screen.mirror().db.playlists.put(toPlaylistRow(aWirePlaylist(), 1));
  screen.stopArchive();
  await expect
    .element(
      page
        .getByRole('region', { name: 'Notices' })
        .getByText(/Offline|isn’t answering/)
        .first(),
    )
    .toBeVisible();
  screen.goTo('/playlist/');
  await expect.element(page.getByText('From this device, may be incomplete.')).toBeVisible();
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Quay walks' })).toBeVisible();
  expect(page.getByRole('heading', { level: 1 }).element().parentElement?.textContent).toBe('Playlists');
});
