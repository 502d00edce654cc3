// The player moving between its places in the shell (docs/decisions/404). Playback itself: tests/e2e.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { silence } from './film.ts';
import { desktop, renderScreen } from './screen.tsx';

const fog = aWireVideo({ youtube_id: 'fogNorthSea', title: 'Fog', description: 'Horns at 1:36.' });

test('times in the description seek in a player that was paused in a list and then opened on its page', async () => {
  const media_url = silence(200);
  await renderScreen('/?videoId=fogNorthSea', { videos: [{ ...fog, media_url, streams: [], subtitles: [] }], viewport: desktop });
  const seek = page.getByRole('slider', { name: 'Seek' });
  await expect.element(seek).toBeVisible();
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('button', { name: 'Go to 1:36' }).click();
  await expect.element(seek).toHaveAttribute('aria-valuenow', '96');
});
