// The sync sheet: each waiting and each refused change, and everything that a person can do with the change.
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OutboxRow } from '../../src/mirror/rows.ts';
import { browserExport } from '../../src/features/saved/export-video.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { json } from '../doubles/fetch-script.ts';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { renderScreen, type Screen } from './screen.tsx';
import { longTest } from '../long-test.ts';

const sheet = page.getByRole('dialog', { name: 'Sync' });
const notices = page.getByRole('region', { name: 'Notices' });
const markCall = 'POST /api/watched/';

test('the sheet lists pending changes; a discarded change is not sent with the others', async () => {
  const screen = await openAwayWithMarks(2);
  await openSheet();
  await expect.element(sheet.getByText(/^Your server hasn’t answered since|^Offline since/)).toBeVisible();
  await expect.element(sheet.getByText('2 changes wait on this device. They are sent when the server answers.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Discard this change: Marked watched, Part 2' }).click();
  await expect.element(sheet.getByText('1 change waits on this device. It is sent when the server answers.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(card('Part 2').getByText('Watched', { exact: true })).not.toBeInTheDocument();
  screen.startArchive();
  await expect.element(notices.getByText('Back online. 1 change sent.')).toBeVisible();
  expect(markedIds(screen)).toEqual(['v3']);
});

test('a second press of Escape while the sheet closes does not leave the page', async () => {
  await openHome();
  await openSheet();
  await expect.element(sheet).toBeVisible();
  const go = vi.spyOn(history, 'go');
  for (let press = 0; press < 2; press += 1) sheet.element().dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(go).toHaveBeenCalledOnce();
  await expect.element(sheet).not.toBeInTheDocument();
});

test('Discard all discards all pending changes after a confirmation, which Keep cancels', async () => {
  const screen = await openAwayWithMarks(3);
  await expect.element(notices.getByText('3 changes wait to sync.')).toBeVisible();
  await openSheet();
  const question = page.getByRole('alertdialog');
  await sheet.getByRole('button', { name: 'Discard all' }).click();
  await expect.element(question.getByText('They have not reached the server.')).toBeVisible();
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect.element(sheet.getByText(/^3 changes wait on this device\./)).toBeVisible();
  await sheet.getByRole('button', { name: 'Discard all' }).click();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(sheet.getByText('Nothing is waiting on this device.')).toBeVisible();
  await expect.element(sheet.getByRole('button', { name: 'Discard all' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  for (const title of ['Part 2', 'Part 3', 'Part 4']) await expect.element(card(title).getByText('Watched', { exact: true })).not.toBeInTheDocument();
  screen.startArchive();
  await expect.element(notices.getByText('Back online.', { exact: true })).toBeVisible();
  expect(markedIds(screen)).toEqual([]);
});

test('“Try now” connects immediately, and the notice “Back online” counts the sent changes', async () => {
  const screen = await openAwayWithMarks(3);
  await expect.element(notices.getByText('3 changes wait to sync.')).toBeVisible();
  await openSheet();
  screen.archive.start();
  // The notice stays for four seconds. A press or a key that the test runner sends could take longer on a busy machine.
  await clickWithoutPointer(sheet.getByRole('button', { name: 'Try now' }));
  await expect.element(sheet.getByText('Up to date', { exact: true })).toBeVisible();
  sheet.element().dispatchEvent(new Event('cancel', { cancelable: true })); // as by Escape
  await expect.element(notices.getByText('Back online. 3 changes sent.')).toBeVisible();
  expect(markedIds(screen)).toEqual(['v2', 'v3', 'v4']);
});

longTest('if nothing waits, “Sync now” reads again what the page shows', async () => {
  const { archive } = await openHome();
  const recentPath = archive.requests.find(({ path }) => path.startsWith('/api/video/?') && !path.includes('watch=continue'))?.path;
  const readCount = (): number => archive.requests.filter(({ path }) => path === recentPath).length;
  await openSheet();
  const countBefore = readCount();
  await sheet.getByRole('button', { name: 'Sync now' }).click();
  await expect.poll(readCount).toBeGreaterThan(countBefore);
});

test('a 403 for one call signs nobody out while ping answers; the parked change blocks no other change and can be retried', async () => {
  const screen = await openWithRefusedMark();
  await expect.element(page.getByText('You’ve been signed out.')).not.toBeInTheDocument();
  // After a refusal the card shows what the server has.
  await expect.element(card('Part 2').getByText('Watched', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^1 needs you/ }).click();
  await expect.element(sheet.getByText('The server said: Only the keeper may do that.')).toBeVisible();
  await expect.element(sheet.getByText('Marked watched', { exact: true })).toBeVisible();
  await expect.element(sheet.getByText(/^Part 2 · /)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  screen.archive.on(markCall, json({ message: 'success' }));
  await markWatched('Part 3');
  await expect.poll(() => markedIds(screen)).toEqual(['v2', 'v3']); // the first mark was refused
  await page.getByRole('button', { name: /^1 needs you/ }).click();
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => markedIds(screen)).toEqual(['v2', 'v3', 'v2']);
  await expect.element(sheet.getByText('Up to date', { exact: true })).toBeVisible();
});

longTest('a refused change that is discarded is gone, also after a reload, and is not sent again', async () => {
  const screen = await openWithRefusedMark();
  await page.getByRole('button', { name: /^1 needs you/ }).click();
  screen.archive.on(markCall, json({ message: 'success' }));
  await sheet.getByRole('button', { name: 'Discard', exact: true }).click();
  // A change that is gone from the list is gone from the disk, because the list shows committed rows.
  await expect.element(sheet.getByRole('button', { name: 'Discard', exact: true })).not.toBeInTheDocument();
  await screen.reload('/');
  await expect.element(card('Part 2')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /needs you/ })).not.toBeInTheDocument();
  expect(markedIds(screen)).toEqual(['v2']);
});

test('a change that waits for a refused creation, or for a change made by another version of the app, says so', async () => {
  const screen = await openHome();
  const { outbox } = screen.mirror().db;
  const refusal = { state: { name: 'parked', reason: 'forbidden', message: '' } } as const;
  const inLane = (playlistId: string, kind: string, overrides: Partial<OutboxRow> = {}): OutboxRow => {
    const mutation = { kind, playlistId, videoId: 'v1', isMember: true };
    return anOutboxRow({ lane: `playlist:${playlistId}`, mutation, subject: 'Fog', ...overrides });
  };
  await outbox.bulkAdd([
    inLane('local-1', 'create-playlist', { subject: 'Quiet evenings', ...refusal }),
    inLane('local-1', 'change-membership'),
    inLane('p1', 'rate-playlist'),
    inLane('p1', 'change-membership'),
  ]);
  await page.getByRole('button', { name: /^1 needs you/ }).click();
  const lines = sheet.getByRole('listitem');
  await expect.element(lines.filter({ hasText: 'Added to a playlist' }).nth(0)).toHaveTextContent('Waits for “Quiet evenings”, which the server refused.');
  await expect.element(sheet.getByText('This version of the app does not know this change. It is sent when the app is up to date.')).toBeVisible();
  await expect
    .element(lines.filter({ hasText: 'Added to a playlist' }).nth(1))
    .toHaveTextContent('Waits for an earlier change, made by another version of the app.');
});

test('the line of a waiting change says when it is tried again, and the line of a refused change says what its buttons do', async () => {
  const screen = await openHome();
  const { outbox } = screen.mirror().db;
  await outbox.bulkAdd([
    aMark('v2', { attempts: 2, nextTryAtMs: Date.now() + 40_000 }),
    aMark('v3', { subject: 'Part 3', state: { name: 'parked', reason: 'ask', message: '' } }),
  ]);
  await page.getByRole('button', { name: /^1 needs you/ }).click();
  const lines = sheet.getByRole('listitem');
  await expect.element(lines.filter({ hasText: 'Quay walks' })).toHaveTextContent('Tried again within a minute.');
  await expect.element(lines.filter({ hasText: 'Part 3' })).toHaveTextContent('Retry sends yours anyway. Discard keeps what the other device did.');
  screen.stopArchive();
  await expect.element(lines.filter({ hasText: 'Quay walks' })).toHaveTextContent(/Waits for (your server to answer|a network)\./);
});

longTest('the confirmation of Discard all can export the pending changes to a file', async () => {
  const exportedFiles: File[] = [];
  vi.spyOn(browserExport, 'download').mockImplementation((file) => void exportedFiles.push(file));
  await openAwayWithMarks(2);
  await openSheet();
  await sheet.getByRole('button', { name: 'Discard all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Export 2 changes to a file' }).click();
  await expect.poll(() => exportedFiles.length).toBe(1);
  expect(JSON.parse((await exportedFiles[0]?.text()) ?? '')).toMatchObject({
    account: 'marlow',
    changes: [
      { what: 'Marked watched', of: 'Part 2', change: { videoId: 'v2' } },
      { what: 'Marked watched', of: 'Part 3', change: { videoId: 'v3' } },
    ],
  });
});

const questionsBeforeClearing: [question: string, ask: () => Promise<void>][] = [
  ['of the settings', () => page.getByRole('button', { name: 'Clear this device', exact: true }).click()],
  [
    'of a logout',
    async () => {
      await page.getByRole('button', { name: 'Account and more' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
    },
  ],
];

longTest.each(questionsBeforeClearing)('the question %s can export the unsent changes to a file before this device is cleared', async (_question, ask) => {
  const exportedFiles: File[] = [];
  vi.spyOn(browserExport, 'download').mockImplementation((file) => void exportedFiles.push(file));
  const screen = await renderScreen('/settings/user/');
  await screen.mirror().db.outbox.add(aMark('v2', { state: { name: 'parked', reason: 'ask', message: '' } }));
  await expect.element(page.getByRole('button', { name: /^1 needs you/ })).toBeVisible();
  await ask();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByRole('button', { name: /clear this device$/ })).toBeVisible();
  await question.getByRole('button', { name: 'Export 1 change to a file' }).click();
  await expect.poll(() => exportedFiles.length).toBe(1);
  expect(JSON.parse((await exportedFiles[0]?.text()) ?? '')).toMatchObject({
    changes: [{ what: 'Marked watched', of: 'Quay walks', change: { videoId: 'v2' } }],
  });
  expect(screen.documentLoads).toEqual([]);
});

longTest('the sheet lists the sent changes on request, also after a reload', async () => {
  const screen = await openHome();
  await markWatched('Part 2');
  await expect.poll(() => markedIds(screen)).toEqual(['v2']);
  await screen.reload('/?sheet=sync');
  await expect.element(sheet.getByText('Last sent (1)')).toBeVisible();
  await expect.element(sheet.getByText('Part 2')).not.toBeInTheDocument();
  await sheet.getByText('Last sent (1)').click();
  await expect.element(sheet.getByRole('listitem')).toHaveTextContent(/Marked watched.*Part 2.*just now.*Sent\./);
});

longTest('the app icon counts the changes that need the person, until none are left', async () => {
  const badges: (number | undefined)[] = [];
  vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count) => void badges.push(count));
  await openWithRefusedMark();
  await expect.poll(() => badges.at(-1)).toBe(1);
  await page.getByRole('button', { name: /^1 needs you/ }).click();
  await sheet.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.poll(() => badges.at(-1)).toBe(0);
});

longTest('the app icon counts a sign-in only if changes wait for it', async () => {
  const badges: (number | undefined)[] = [];
  vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count) => void badges.push(count));
  const screen = await openHome();
  const refuse = (): Response => json({ detail: 'Authentication credentials were not provided.' }, 403);
  screen.archive.on('/api/ping/', refuse);
  screen.archive.on(markCall, refuse);
  dispatchEvent(new Event('online')); // makes the page check whether the archive is reachable
  await expect.element(page.getByRole('button', { name: /^Log in/ }).first()).toBeVisible();
  expect(badges.every((count) => count === 0)).toBe(true);
  await markWatched('Part 2');
  await expect.poll(() => badges.at(-1)).toBe(1);
  await markWatched('Part 3');
  await expect.element(page.getByRole('button', { name: /2 changes/ }).first()).toBeVisible();
  expect(badges.at(-1), 'one sign-in').toBe(1);
});

const aMark = (videoId: string, overrides: Partial<OutboxRow> = {}): OutboxRow =>
  anOutboxRow({ lane: `video:${videoId}`, mutation: { kind: 'mark-video-watched', videoId, isWatched: true } as OutboxRow['mutation'], ...overrides });

const card = (title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) })
    .last();

const markedIds = ({ archive }: Screen): string[] =>
  archive.requests.filter(({ method, path }) => `${method} ${path}` === markCall).map(({ body }) => (body as { id: string }).id);

async function openHome(): Promise<Screen> {
  const screen = await renderScreen('/');
  await expect.element(card('Part 2')).toBeVisible();
  return screen;
}

/** Opens home, stops the archive, and marks the `count` videos after the first. */
async function openAwayWithMarks(count: number): Promise<Screen> {
  const screen = await openHome();
  screen.stopArchive();
  for (let index = 0; index < count; index += 1) {
    await markWatched(`Part ${index + 2}`);
    await expect.element(card(`Part ${index + 2}`).getByText('Watched', { exact: true })).toBeVisible();
  }
  return screen;
}

async function openWithRefusedMark(): Promise<Screen> {
  const screen = await openHome();
  screen.archive.on(markCall, json({ detail: 'Only the keeper may do that.' }, 403));
  await markWatched('Part 2');
  await expect.element(page.getByRole('button', { name: /^1 needs you/ })).toBeVisible();
  return screen;
}

async function markWatched(title: string): Promise<void> {
  await card(title)
    .getByRole('button', { name: `More actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Mark watched' }).click();
}

async function openSheet(): Promise<void> {
  await page.getByRole('button', { name: /^(Server unreachable|Offline|Up to date|Syncing)/ }).click();
}
