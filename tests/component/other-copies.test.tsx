// An earlier copy of the same person's data, from before the archive's id changed: it is offered, moved or kept apart, and its pending
// changes are never hidden.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { browserExport } from '../../src/features/saved/export-video.ts';
import { aWirePing } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { longTest } from '../long-test.ts';
import { renderScreen, type Screen, type ScreenOptions } from './screen.tsx';

const notices = page.getByRole('region', { name: 'Notices' });
const sheet = page.getByRole('dialog', { name: 'Sync' });
const offer = notices.getByText('Same archive at a new address?');
const markCall = 'POST /api/watched/';

test('the page offers a copy whose archive has a new address, moves the copy with its pending changes, and sends them', async () => {
  const screen = await reopenRenamed();
  await expect.element(offer).toBeVisible();
  await expect
    .element(
      notices.getByText(/This device keeps an earlier copy of yours\. In a comparison, 5 of 5 entries matched this archive\. Its 1 unsent change will be sent/),
    )
    .toBeVisible();
  expect(screen.archive.count(markCall)).toBe(0);
  await notices.getByRole('button', { name: 'Move your copy' }).click();
  await expect.poll(() => screen.documentLoads.length).toBeGreaterThan(1);
  expect(screen.documentLoads).not.toContain('/login/');
  await screen.reload('/');
  await expect.poll(() => screen.archive.sentBody(markCall)).toEqual({ id: 'v2', is_watched: true });
  await expect.element(page.getByRole('button', { name: /^Up to date/ })).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
});

longTest('another tab that shows the replaced copy reloads, and does not open the login page', async () => {
  const screen = await reopenRenamed();
  await expect.element(offer).toBeVisible();
  const { registry, accountKey } = screen.mirror();
  const loadsBefore = screen.documentLoads.length;
  // This is the transaction with which the other tab moves the copy. The page's tab sees only the result.
  await registry.transaction('rw', registry.accounts, async () => {
    const rows = await registry.accounts.toArray();
    for (const row of rows) if (row.accountKey !== accountKey) await registry.accounts.put({ ...row, isLocked: 0 });
    await registry.accounts.delete(accountKey);
  });
  await expect.poll(() => screen.documentLoads.slice(loadsBefore)).toEqual(['/']);
});

longTest('a copy kept apart is not offered again, but its pending changes stay visible', async () => {
  const screen = await reopenRenamed();
  await notices.getByRole('button', { name: 'Keep both' }).click();
  await expect.element(offer).not.toBeInTheDocument();
  await screen.reload('/?sheet=sync');
  await expect.element(sheet.getByText(/^In another copy of yours, last used/)).toBeVisible();
  await expect.element(sheet.getByRole('region', { name: '1 unsent change in another copy of yours' }).getByText('Part 2')).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
});

longTest('the settings can move a copy kept apart once it has been compared with the archive', async () => {
  const screen = await openKeptApart();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByText(/5 of 5 entries matched this archive\. Its 1 unsent change will be sent/)).toBeVisible();
  const loadsBefore = screen.documentLoads.length;
  await page.getByRole('button', { name: 'Move your copy' }).click();
  await expect.poll(() => screen.documentLoads.length).toBeGreaterThan(loadsBefore);
  await screen.reload('/settings/user/');
  await expect.poll(() => screen.archive.sentBody(markCall)).toEqual({ id: 'v2', is_watched: true });
  await expect.element(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await expect.element(page.getByText('A copy that you keep separately')).not.toBeInTheDocument();
});

longTest('a copy of another archive stays apart, and so does any copy while the archive does not answer', async () => {
  const screen = await openKeptApart({ isOther: true });
  const compareButton = page.getByRole('button', { name: 'Compare' });
  await compareButton.click();
  await expect.element(page.getByText('0 of 5 entries matched this archive, so the copies stay separate.')).toBeVisible();
  screen.stopArchive();
  await compareButton.click();
  await expect.element(page.getByText('The server did not answer every time. Nothing was changed.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Move your copy' })).not.toBeInTheDocument();
});

longTest('a move says that the unsent changes of the open copy must be sent first', async () => {
  const screen = await reopenRenamed();
  await expect.element(offer).toBeVisible();
  screen.archive.on(markCall, json({ detail: 'Only the keeper may do that.' }, 403));
  await markWatched('Part 3');
  await expect.element(page.getByRole('button', { name: /^1 needs you/ })).toBeVisible();
  await notices.getByRole('button', { name: 'Move your copy' }).click();
  await expect.element(notices.getByRole('alert')).toHaveTextContent('Newer changes have to be sent first.');
});

longTest('the page shows only the pending changes of a copy of another archive, and can export and discard them', async () => {
  const screen = await reopenRenamed({ isOther: true });
  await expect.element(notices.getByText('1 unsent change in another copy of yours')).toBeVisible();
  await expect.element(notices.getByText(/That copy belongs to a different archive/)).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
  await notices.getByRole('button', { name: 'See changes' }).click();
  const changesRegion = sheet.getByRole('region', { name: '1 unsent change in another copy of yours' });
  await expect.element(changesRegion.getByText('Marked watched')).toBeVisible();

  const exportedFiles: File[] = [];
  vi.spyOn(browserExport, 'download').mockImplementation((file) => void exportedFiles.push(file));
  await changesRegion.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => exportedFiles.length).toBe(1);
  expect(JSON.parse((await exportedFiles[0]?.text()) ?? '')).toMatchObject({
    account: 'marlow',
    changes: [{ what: 'Marked watched', of: 'Part 2', change: { videoId: 'v2' } }],
  });

  await changesRegion.getByRole('button', { name: 'Discard all of these' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(changesRegion).not.toBeInTheDocument();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(notices.getByText(/another copy of yours/)).not.toBeInTheDocument();
  expect(screen.archive.count(markCall)).toBe(0);
});

longTest('the notice says if a copy contains nothing but pending changes', async () => {
  const screen = await reopenRenamed({ isEmptied: true });
  await expect.element(notices.getByText(/That copy contains nothing else/)).toBeVisible();
  expect(screen.documentLoads).not.toContain('/login/');
});

longTest('the login page shows how many changes wait in each copy', async () => {
  const screen = await reopenRenamed();
  await expect.element(offer).toBeVisible();
  await screen.reload('/login/');
  await expect.element(page.getByText('1 change not sent yet.')).toBeVisible();
});

async function openKeptApart(options: Parameters<typeof reopenRenamed>[0] = {}): Promise<Screen> {
  const screen = await reopenRenamed(options);
  await notices.getByRole('button', { name: 'Keep both' }).click();
  await expect.element(notices.getByRole('button', { name: 'Keep both' })).not.toBeInTheDocument();
  await screen.reload('/settings/user/');
  await expect.element(page.getByText('A copy that you keep separately')).toBeVisible();
  return screen;
}

let idCount = 0;

/** marlow marks Part 2 while the archive is away; the archive comes back with another id, and a new document is opened. */
async function reopenRenamed({
  isOther = false,
  isEmptied = false,
  ...options
}: ScreenOptions & { isOther?: boolean; isEmptied?: boolean } = {}): Promise<Screen> {
  const screen = await renderScreen('/', options);
  await expect.element(card('Part 2')).toBeVisible();
  screen.stopArchive();
  await markWatched('Part 2');
  await expect.element(card('Part 2').getByText('Watched', { exact: true })).toBeVisible();
  const { db } = screen.mirror();
  if (isEmptied) for (const table of [db.videoCards, db.channels]) await table.clear();
  const { archive } = screen;
  idCount += 1;
  archive.on('/api/ping/', json(aWirePing({ user: 1 }), 200, { 'x-archive-id': `renamed-${idCount}-${Date.now()}` }));
  if (isOther) for (const path of ['/api/video/v', '/api/channel/UC']) archive.on(path, json({ error: 'not found' }, 404));
  screen.startArchive();
  await expect.poll(() => screen.documentLoads).toEqual(['/']);
  await screen.reload('/');
  await expect.element(card('Part 3')).toBeVisible();
  return screen;
}

const card = (title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) })
    .last();

async function markWatched(title: string): Promise<void> {
  await card(title)
    .getByRole('button', { name: `More actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Mark watched' }).click();
}
