// A custom playlist (SPEC §2 "Playlist").
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aPagination, aWirePlaylist, wireVideos } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { playlistTexts } from '../../src/texts/playlists.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import { renderScreen } from './screen.tsx';

test('the menu of an entry stays open and inside the window when the data of its video arrives', async () => {
  const videos = wireVideos(5);
  const entries = videos.map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true }));
  const playlist = aWirePlaylist({ playlist_id: 'TA_playlist_ferry', playlist_type: 'custom', playlist_entries: entries });
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  const listed = async (): Promise<Response> => {
    await isAnswered;
    return json({ data: videos, paginate: aPagination({ total_hits: videos.length }) });
  };
  await renderScreen('/playlist/TA_playlist_ferry/', {
    answers: {
      '/api/playlist/TA_playlist_ferry/': playlist,
      '/api/video/?playlist=TA_playlist_ferry': listed,
    },
  });
  await page
    .getByRole('button', { name: /^More actions for/ })
    .nth(2)
    .click();
  const first = page.getByRole('menuitem').first();
  await expect.element(first).toHaveTextContent('Play here');
  answer();
  await expect.element(first).toHaveTextContent('Mark watched');
  const menu = page.getByRole('menu').element();
  await expect.poll(() => [menu.getBoundingClientRect().top >= 0, menu.getBoundingClientRect().bottom <= innerHeight]).toEqual([true, true]);
});

test('an entry whose removal could not be stored moves neither the focus nor the page once the list is scrolled', async () => {
  const videos = wireVideos(80);
  const entries = videos.map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true }));
  const screen = await renderScreen('/playlist/TA_playlist_ferry/', {
    answers: {
      '/api/playlist/TA_playlist_ferry/': aWirePlaylist({ playlist_id: 'TA_playlist_ferry', playlist_type: 'custom', playlist_entries: entries }),
      '/api/video/?playlist=TA_playlist_ferry': { data: videos, paginate: aPagination({ total_hits: videos.length }) },
    },
  });
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const add = vi.spyOn(screen.mirror().db.outbox, 'add').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  onTestFinished(() => add.mockRestore());
  await page.getByRole('menuitem', { name: playlistTexts.remove }).click();
  await expect.element(page.getByText(shellTexts.notKept.full)).toBeVisible();
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  await expect.poll(() => document.querySelector('[aria-posinset="80"]')).not.toBeNull();
  expect(document.documentElement.scrollHeight - innerHeight - scrollY).toBeLessThan(2);
  expect(document.querySelector('[data-grip]:focus')).toBeNull();
});

test('each reindex of a playlist is replaced by its own status', async () => {
  const regular = aWirePlaylist({ playlist_id: 'PLregular', playlist_type: 'regular' });
  const accepted = (): Response => json({ message: 'reindex started', task_id: 'one' });
  await renderScreen('/playlist/PLregular/', { answers: { '/api/playlist/PLregular/': regular, '/api/refresh/': accepted } });
  for (const name of ['Reindex', 'Reindex videos']) await page.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => page.getByText('Reindex scheduled').elements().length).toBe(2);
  expect(page.getByRole('button', { name: /^Reindex/ }).elements()).toEqual([]);
});
