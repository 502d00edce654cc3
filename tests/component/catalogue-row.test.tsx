// The whole catalogue in the settings of this device: its status, and the user's choices.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { noCatalogue, type Catalogue, type CatalogueWalk } from '../../src/mirror/catalogue-state.ts';
import { readCatalogue } from '../../src/mirror/catalogue.ts';
import { renderScreen } from './screen.tsx';

const walk: CatalogueWalk = {
  startedAtMs: 0,
  list: { of: 'videos', channelId: null },
  page: 4,
  pageSize: 500,
  isFromEnd: false,
  isSecondRead: false,
  isByChannel: false,
  missing: null,
  videosRead: 1_500,
  channelsRead: 0,
  unreached: 0,
  failedLists: 0,
};

test('a person can start, pause and resume the reading of a large catalogue; the settings show its progress, its age and what is missing', async () => {
  const { mirror } = await renderScreen('/settings/user/');
  const { db } = mirror();
  const setCatalogue = (overrides: Partial<Catalogue>): Promise<unknown> =>
    db.documents.put({ key: 'catalogue', value: { ...noCatalogue, ...overrides }, fetchedAtMs: 0 });
  const toggle = page.getByRole('switch', { name: 'Whole catalogue' });
  await setCatalogue({ videoCount: 10_000, isCountCapped: true });
  await expect.element(page.getByText('The server has more than 10,000 videos.')).toBeVisible();
  await expect.element(toggle).not.toBeChecked();
  await toggle.click();
  await expect.poll(async () => (await readCatalogue(db)).choice).toBe('whole');

  await setCatalogue({ choice: 'whole', videoCount: 4_800, walk });
  await expect.element(page.getByText('Reading: 1,500 of 4,800 videos')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.element(page.getByText('Paused.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(async () => (await readCatalogue(db)).isPaused).toBe(false);

  await setCatalogue({ videoCount: 4_800, walk });
  await expect.element(toggle).not.toBeChecked(); // renderScreen switches “Copy ahead” off
  await expect.element(page.getByText('Reading: 1,500 of 4,800 videos')).not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Copy ahead' }).click();
  await expect.element(toggle).toBeChecked();
  await expect.element(page.getByText('Reading: 1,500 of 4,800 videos')).toBeVisible();

  await setCatalogue({ choice: 'whole', last: { atMs: Date.now(), videos: 12_000, channels: 3, playlists: 1, unreached: 8, failedLists: 0 } });
  await expect.element(page.getByText(/^As of .*: 12,000 videos, 3 channels, 1 playlist$/)).toBeVisible();
  await expect.element(page.getByText(/^8 videos could not be read/)).toBeVisible();
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(async () => (await readCatalogue(db)).isAskedAgain).toBe(true);
  await toggle.click();
  await expect.poll(async () => (await readCatalogue(db)).last).toBeNull();
});
