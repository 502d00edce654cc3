// The dashboard on a real archive. tests/component/dashboard.test.tsx covers the content of its cards.
import { expect } from '@playwright/test';
import { signIn, tablet } from './device.ts';
import { test } from './fixtures.ts';
import { pressChord } from './press-chord.ts';

test.use({ hasWorker: true });

test.use({ windowSize: tablet });

test('the dashboard shows the archive’s numbers, and a chart leads to a channel', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await pressChord(page, 'g', 's');
  await expect(page.getByRole('region', { name: 'Overview', exact: true })).toContainText('24videos');
  await page.getByRole('table', { name: 'By duration' }).getByRole('link', { name: 'The Long Exposure' }).click();
  await expect(page).toHaveURL(/\/channel\/UC/);
});
