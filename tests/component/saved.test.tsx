// /saved/: the meter, the queue, and what is on this device. No saver runs, so each state stays as the test puts it.
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { aWirePagination, aWireVideo } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { desktop, phone, renderScreen, type Screen } from './screen.tsx';
import { putSaved, wholeItem, type SavedLedger } from './put-saved.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, ledgerName, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { savedChannelName, type SavedMessage } from '../../src/saved-media/messages.ts';
import { longTest } from '../long-test.ts';

const section = (name: string) => page.getByRole('region', { name });
const rowsOf = (name: string): string[] =>
  page
    .getByRole('list', { name })
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => /Part \d+/.exec(heading.textContent)?.[0] ?? '');
const moreButton = (title: string) => page.getByRole('button', { name: `More actions for ${title}`, exact: true });

const videos = Array.from({ length: 60 }, (_none, index) =>
  aWireVideo({ youtube_id: `v${index + 1}`, title: `Part ${index + 1}`, media_size: 1e9, player: { watched: index === 1 || index === 2, duration: 600 } }),
);
const startedVideo = aWireVideo({ youtube_id: 'begun', title: 'Half a harbour', player: { position: 120, progress: 20 } });

/** Opens /saved/ with these items on the device, after home has stored the videos' data in the mirror. */
async function open(items: Partial<SavedItem>[], viewport = phone): Promise<{ screen: Screen; savedLedger: SavedLedger }> {
  const listAnswer = ({ path }: { path: string }): Response => {
    const data = path.includes('watch=continue') ? [startedVideo] : videos;
    return json({ data, paginate: aWirePagination({ total_hits: data.length }) });
  };
  const screen = await renderScreen('/', { videos, viewport, userConfig: { file_size_unit: 'metric' }, answers: { '/api/video/?': listAnswer } });
  await expect.element(page.getByRole('article').first()).toBeVisible();
  const savedLedger = await putSaved(screen, ...items);
  screen.goTo('/saved/');
  return { screen, savedLedger };
}

const queuedItem = (videoId: string, place: number): Partial<SavedItem> => ({ videoId, place });

test('queued videos show their turn, and their menu moves them', async () => {
  const { savedLedger } = await open([queuedItem('v1', 1), queuedItem('v2', 2), queuedItem('v3', 3)]);
  await expect.element(section('Saving now').getByText('Next in line')).toBeVisible();
  await expect.element(section('Saving now').getByText('2nd in line')).toBeVisible();
  await moreButton('Part 3').click();
  await page.getByRole('menuitem', { name: 'Save first' }).click();
  await expect.poll(() => rowsOf('Saving now')).toEqual(['Part 3', 'Part 1', 'Part 2']);
  await moreButton('Part 3').click();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expect.poll(() => rowsOf('Saving now')).toEqual(['Part 1', 'Part 3', 'Part 2']);
  await moreButton('Part 2').click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect.poll(() => rowsOf('Saving now')).toEqual(['Part 1', 'Part 3']);
  expect((await savedLedger.item('v2'))?.removedAtMs).not.toBeNull();
});

longTest('a press on Save before the page knows of a complete copy offers no Undo, which would remove the copy', async () => {
  const { screen, savedLedger } = await open([]);
  screen.goTo('/');
  const saveDisc = (part: number) => page.getByRole('button', { name: `Save offline: Part ${part}`, exact: true });
  await expect.element(saveDisc(1)).toBeVisible();
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  const copy = aSavedItem({ account: savedLedger.account, ...wholeItem('v1') });
  await ledger.change(itemKeyOf(copy), () => copy);
  const toasts = new Set<string>();
  const observer = new MutationObserver(() => document.querySelectorAll('[role=status]').forEach(({ textContent }) => toasts.add(textContent)));
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await clickWithoutPointer(saveDisc(1));
  await expect.element(page.getByRole('button', { name: 'Saved on this device: Part 1', exact: true })).toBeVisible();
  await clickWithoutPointer(saveDisc(2));
  await expect.poll(() => [...toasts].filter((text) => text.endsWith('Undo'))).toEqual([expect.stringContaining('Part 2')]);
});

longTest('cancelling an update keeps the copy that the update would have replaced', async () => {
  const { savedLedger } = await open([wholeItem('v1', { status: { state: 'paused', reason: 'offline' }, openRevision: 2 })]);
  await moreButton('Part 1').click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 1']);
  expect(await savedLedger.item('v1')).toMatchObject({ status: { state: 'outdated' }, removedAtMs: null });
});

longTest('an update that failed says why beside the copy that plays, and can be tried again or cancelled', async () => {
  const failed = { status: { state: 'failed', reason: 'unverified' }, wholeBytes: 5e6 } as const;
  const { savedLedger } = await open([wholeItem('v1', failed), wholeItem('v2', failed)]);
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 1', 'Part 2']);
  expect(section('Saving now').query()).toBeNull();
  const row = section('On this device').getByRole('article').first();
  await expect.element(row.getByText('Update failed: The copy was damaged five times.')).toBeVisible();
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rowsOf('Saving now')).toEqual(['Part 1']);
  await moreButton('Part 2').click();
  await page.getByRole('menuitem', { name: 'Cancel update' }).click();
  await expect.poll(async () => (await savedLedger.item('v2'))?.status.state).toBe('outdated');
});

longTest('the save disc on a phone is above the menu and beside the text, and does not cover the picture', async () => {
  await open([wholeItem('v1', { isPinned: true, status: { state: 'outdated', reason: null } })]);
  const row = section('On this device').getByRole('article');
  await expect.element(row.getByRole('button', { name: 'Update', exact: true })).toBeVisible();
  const boxOf = (selector: string): DOMRect | undefined => row.element().querySelector(selector)?.getBoundingClientRect();
  await expect.poll(() => boxOf('[data-save]')?.top).toBeDefined();
  expect(boxOf('[data-save]')?.left).toBeGreaterThanOrEqual(boxOf('h3')?.right ?? Infinity);
  expect(boxOf('[data-save]')?.bottom).toBeLessThanOrEqual(boxOf('[aria-haspopup]:not([data-save])')?.top ?? 0);
});

test('Pause all and Resume all take effect and are stored in the ledger', async () => {
  const { savedLedger } = await open([queuedItem('v1', 1)]);
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect.element(section('All paused').getByRole('article')).not.toHaveTextContent('in line');
  expect((await savedLedger.preferences()).isPaused).toBe(true);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect.poll(async () => (await savedLedger.preferences()).isPaused).toBe(false);
});

test('each video of the queue says how far it is or why it stopped, and offers the next step', async () => {
  const { savedLedger } = await open([
    { videoId: 'v1', place: 1, status: { state: 'saving', reason: null }, totalBytes: 508e6, savedBytes: 214e6 },
    { videoId: 'v2', place: 2, status: { state: 'paused', reason: 'signed-out' }, totalBytes: 100, savedBytes: 61 },
    { videoId: 'v3', place: 3, status: { state: 'failed', reason: 'not-found' } },
    { videoId: 'v4', place: 4, status: { state: 'waiting-for-wifi', reason: null }, totalBytes: 1.4e9 },
  ]);
  const queueSection = section('Saving now');
  await expect.element(queueSection.getByText('214 of 508 MB')).toBeVisible();
  await expect.element(queueSection.getByText('Stopped at 61%')).toBeVisible();
  await expect.element(queueSection.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login/?next=%2Fsaved%2F');
  await expect.element(queueSection.getByText('Waiting for Wi-Fi')).toBeVisible();
  await expect.element(queueSection.getByText('1.4 GB')).toBeVisible();
  await queueSection.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await savedLedger.item('v3'))?.status.state).toBe('queued');
});

longTest('speed and remaining time appear once they are measured', async () => {
  // The speed is measured at an interval, with `performance.now()`.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const realNow = performance.now.bind(performance);
  let aheadMs = 0;
  const nowSpy = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
  onTestFinished(() => {
    nowSpy.mockRestore();
    vi.useRealTimers();
  });
  const saving = (savedBytes: number): Partial<SavedItem> => ({ videoId: 'v1', status: { state: 'saving', reason: null }, totalBytes: 1e9, savedBytes });
  const { savedLedger } = await open([saving(0)]);
  await expect.element(section('Saving now').getByText('0 B of 1.0 GB')).toBeVisible();
  for (let second = 0; second < 5; second += 1) {
    vi.advanceTimersByTime(1_000);
    aheadMs += 1_000;
    await savedLedger.put(saving((second + 1) * 10e6));
    await expect.element(section('Saving now').getByText(`${(second + 1) * 10} MB of 1.0 GB`)).toBeVisible();
  }
  vi.advanceTimersByTime(1_000);
  await expect.element(page.getByText(/^\d+(\.\d)? MB\/s · \d+ (s|min) left$/)).toBeVisible();
});

test('Remove watched removes all watched videos except pinned ones, and Undo restores them', async () => {
  const { savedLedger } = await open([wholeItem('v1'), wholeItem('v2', { totalBytes: 4.2e9 }), wholeItem('v3', { isPinned: true })]);
  await expect.element(page.getByText('3 videos on this device. They play with no connection.')).toBeVisible();
  await expect.element(page.getByText('1 saved video is watched. Removing it frees 4.2 GB.')).toBeVisible();
  await clickWithoutPointer(page.getByRole('button', { name: 'Remove watched' }));
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 1', 'Part 3']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rowsOf('On this device').length).toBe(3);
  expect((await savedLedger.item('v2'))?.removedAtMs).toBeNull();
});

longTest('a second press on "Check saved videos" starts no second check', async () => {
  await open([wholeItem('v1')]);
  const button = page.getByRole('button', { name: 'Check saved videos' });
  await expect.element(button).toBeVisible();
  const directoryReads = vi.spyOn(navigator.storage, 'getDirectory');
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
  await expect.element(page.getByText(/^(It is|All \d+ are) intact\.$/)).toBeVisible();
  expect(directoryReads).toHaveBeenCalledTimes(1);
});

longTest('a check of saved videos that cannot be completed says so', async () => {
  await open([wholeItem('v1')]);
  const button = page.getByRole('button', { name: 'Check saved videos' });
  await expect.element(button).toBeVisible();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValueOnce(new Error('the disk fails'));
  (button.element() as HTMLElement).click();
  await expect.element(page.getByText('The check failed.')).toBeVisible();
});

longTest('if the saved videos cannot be read, the screen says so, and not that nothing is saved; they can be read again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const openDatabase = indexedDB.open.bind(indexedDB);
  const failing = vi.spyOn(indexedDB, 'open').mockImplementation((name, ...rest) => {
    if (name === ledgerName) throw new DOMException('blocked', 'UnknownError');
    return openDatabase(name, ...rest);
  });
  await renderScreen('/saved/', { videos });
  await expect.element(page.getByRole('heading', { name: 'Your saved videos could not be read' })).toBeVisible();
  expect(warn).toHaveBeenCalledWith('Saved videos not read', expect.anything());
  await expect.element(page.getByRole('heading', { name: 'Nothing saved yet' })).not.toBeInTheDocument();
  failing.mockRestore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

longTest('a toast on a phone stays above the bar of a selection', async () => {
  await open([wholeItem('v1', { askedAtMs: 2 }), wholeItem('v4', { askedAtMs: 1 })]);
  const link = page.getByRole('link', { name: /^Part 4\b/ });
  await expect.element(link).toBeVisible();
  await page.getByRole('heading', { name: 'On this device' }).click(); // so that key presses go to this document
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  const undoButton = page.getByRole('button', { name: 'Undo' });
  await expect.element(undoButton).toBeVisible();
  await clickWithoutPointer(page.getByRole('button', { name: 'Select saved videos' }));
  await clickWithoutPointer(page.getByRole('region', { name: 'On this device' }).getByRole('checkbox'));
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect.element(bar).toBeVisible();
  const boxOf = (part: Locator): DOMRect => part.element().getBoundingClientRect();
  await expect.poll(() => boxOf(page.getByRole('status').filter({ has: undoButton })).bottom <= boxOf(bar).top).toBe(true);
});

longTest('the Delete key removes the focused row and moves the focus to the next row, and Undo restores the row', async () => {
  await open([wholeItem('v1', { askedAtMs: 3 }), wholeItem('v4', { askedAtMs: 2 }), wholeItem('v5', { askedAtMs: 1 })]);
  const link = page.getByRole('link', { name: /^Part 4\b/ });
  await expect.element(link).toBeVisible();
  await page.getByRole('heading', { name: 'On this device' }).click(); // so that key presses go to this document
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 1', 'Part 5']);
  await expect.element(page.getByRole('link', { name: /^Part 5\b/ })).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 1', 'Part 4', 'Part 5']);
});

longTest('a selected video that leaves the list is neither counted nor removed with the other selected videos', async () => {
  const { savedLedger } = await open([wholeItem('v1'), wholeItem('v4')]);
  await clickWithoutPointer(page.getByRole('button', { name: 'Select saved videos' }));
  for (const name of ['Part 4', 'Part 1']) await clickWithoutPointer(page.getByRole('checkbox', { name, exact: true }));
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect.element(bar.getByText('2 selected')).toBeVisible();
  await savedLedger.put({ videoId: 'v4', status: { state: 'failed', reason: 'damaged' } });
  await expect.element(bar.getByText('1 selected')).toBeVisible();
  await page.getByRole('heading', { name: 'On this device' }).click(); // so that key presses go to this document
  (page.getByRole('checkbox', { name: 'Part 1', exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(async () => (await savedLedger.item('v1'))?.removedAtMs).not.toBeNull();
  expect((await savedLedger.item('v4'))?.removedAtMs).toBeNull();
});

longTest('the app icon shows a badge of 1 while the device has no free space', async () => {
  const badges: (number | undefined)[] = [];
  vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count) => void badges.push(count));
  const { savedLedger } = await open([{ videoId: 'v9', status: { state: 'paused', reason: 'storage-full' } }]);
  await expect.poll(() => badges.at(-1)).toBe(1);
  await savedLedger.put({ videoId: 'v8', status: { state: 'paused', reason: 'storage-full' } });
  await expect.poll(() => rowsOf('Saving now')).toHaveLength(2);
  expect(badges.at(-1), 'the badge counts devices, not videos').toBe(1);
  await savedLedger.put({ videoId: 'v9', status: { state: 'saving', reason: null } }, { videoId: 'v8', status: { state: 'saving', reason: null } });
  await expect.poll(() => badges.at(-1)).toBe(0);
});

longTest('the app icon shows the badge even if the browser blocks sessionStorage, which the notices use', async () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('of the test', 'SecurityError');
  });
  const badges: (number | undefined)[] = [];
  vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count) => void badges.push(count));
  await open([{ videoId: 'v9', status: { state: 'paused', reason: 'storage-full' } }]);
  await expect.poll(() => badges.at(-1)).toBe(1);
});

test('Make room lists watched videos first, then the largest, when there is no space', async () => {
  const fullItem = { videoId: 'v9', status: { state: 'paused', reason: 'storage-full' } } as const;
  const { screen } = await open([fullItem, wholeItem('v1', { totalBytes: 3e9 }), wholeItem('v2', { totalBytes: 1e9 }), wholeItem('v4', { totalBytes: 2e9 })]);
  await expect.element(page.getByText(/ left of .*\. Saving is paused until there is room\./)).toBeVisible();
  screen.goTo('/');
  await section('Notices').getByRole('link', { name: 'Make room' }).click();
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 2', 'Part 1', 'Part 4']);
  await page.getByRole('checkbox', { name: 'Part 2' }).click();
  await page.getByRole('checkbox', { name: 'Part 1', exact: true }).click();
  await page.getByRole('button', { name: 'Remove, frees 4.0 GB' }).click();
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 4']);
  await expect.element(page.getByText('2 videos removed from this device.')).toBeVisible();
});

longTest('while no copy is complete, the page has no button Make room, and the address behind Make room begins no selection', async () => {
  const { screen, savedLedger } = await open([{ videoId: 'v9', status: { state: 'paused', reason: 'storage-full' } }]);
  screen.goTo('/saved/?room=1');
  await expect.poll(() => location.search).toBe('');
  await expect.element(section('Saving now').getByText('Not enough space')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Make room' })).not.toBeInTheDocument();
  await savedLedger.put(wholeItem('v1'));
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 1']);
  await expect.element(page.getByRole('group', { name: 'Selection' })).not.toBeInTheDocument();
});

longTest('Undo restores all videos that were removed to make room, and begins no selection', async () => {
  const { screen } = await open([wholeItem('v1'), wholeItem('v2')]);
  screen.goTo('/saved/?room=1');
  const bar = page.getByRole('group', { name: 'Selection' });
  await clickWithoutPointer(bar.getByRole('button', { name: 'Select all on this page' }));
  await clickWithoutPointer(bar.getByRole('button', { name: /^Remove, frees/ }));
  await expect.element(page.getByText('2 videos removed from this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rowsOf('On this device')).toHaveLength(2);
  await expect.element(bar).not.toBeInTheDocument();
});

test('a person sets how much space saved videos may take', async () => {
  const { savedLedger } = await open([wholeItem('v1')]);
  await page.getByRole('button', { name: /^Change: Space for saved videos/ }).click();
  const slider = page.getByRole('slider', { name: 'Saved videos may use' });
  await slider.fill('2');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '2.0 GB');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await savedLedger.preferences()).budgetBytes).toBe(2e9);
  await expect.element(page.getByText('of 2.0 GB you allow')).toBeVisible();
});

test('the storage meter shows the size of each part and the allowed space', async () => {
  vi.spyOn(StorageManager.prototype, 'estimate').mockResolvedValue({ usage: 3e9, quota: 100e9 });
  await saveForOthers(4e8);
  await open([wholeItem('v1'), { videoId: 'v4', place: 1, totalBytes: 1e9 }]);
  await expect.element(section('Storage').getByText('of 50.0 GB you allow')).toBeVisible();
  await expect.element(section('Storage').getByText('612 MB', { exact: true }).first()).toBeVisible();
  const meterParts = page.getByRole('list', { name: 'Storage' }).getByRole('listitem');
  await expect
    .poll(() => meterParts.elements().map(({ textContent }) => textContent))
    .toEqual(['Videos 612 MB', 'Still to save 1.0 GB', expect.stringMatching(/^Catalogue \d/), 'Other accounts 400 MB', 'Free 48.4 GB']);
});

longTest('the meter and the settings show only the size of the saved videos if the browser reports no space', async () => {
  vi.spyOn(StorageManager.prototype, 'estimate').mockResolvedValue({});
  const { screen } = await open([wholeItem('v2', { totalBytes: 4.2e9 }), wholeItem('v3', { totalBytes: 1e9 })]);
  await expect.element(section('Storage').getByText('used by saved videos')).toBeVisible();
  await expect.element(page.getByText('2 saved videos are watched. Removing them frees 5.2 GB.')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Storage' })).not.toHaveTextContent(/Catalogue|Free/);
  screen.goTo('/settings/user/');
  await expect.element(page.getByText('5.2 GB used.', { exact: true })).toBeVisible();
});

test('the storage meter says whether the browser may clear saved videos, and asks the browser on request to protect them', async () => {
  const persistedSpy = vi.spyOn(StorageManager.prototype, 'persisted').mockResolvedValue(false);
  const persistSpy = vi.spyOn(StorageManager.prototype, 'persist').mockResolvedValue(false);
  await open([wholeItem('v1')]);
  await expect.element(section('Storage').getByText('The browser may clear this when space runs out.')).toBeVisible();
  await page.getByRole('button', { name: 'Protect it' }).click();
  await expect.element(page.getByText('The browser declined. It may agree once Stowaway is installed.')).toBeVisible();
  persistSpy.mockResolvedValue(true);
  persistedSpy.mockResolvedValue(true);
  await page.getByRole('button', { name: 'Protect it' }).click();
  await expect.element(section('Storage').getByText('Protected from clean-up')).toBeVisible();
});

longTest('the storage meter does not ask the browser again before it has answered', async () => {
  vi.spyOn(StorageManager.prototype, 'persisted').mockResolvedValue(false);
  let answer = (_isGranted: boolean): void => {};
  const persistSpy = vi.spyOn(StorageManager.prototype, 'persist').mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await open([wholeItem('v1')]);
  const button = page.getByRole('button', { name: 'Protect it' });
  await button.click();
  await expect.element(button).toBeDisabled();
  answer(false);
  await expect.element(button).toBeEnabled();
  expect(persistSpy).toHaveBeenCalledTimes(1);
});

longTest('filter chips, the search box and the sort order determine the list, which is drawn as it is scrolled', async () => {
  await open(Array.from({ length: 60 }, (_none, index) => wholeItem(`v${index + 1}`, { askedAtMs: index, totalBytes: 1e6 * (60 - index) })));
  await expect.poll(() => rowsOf('On this device')[0]).toBe('Part 60');
  expect(rowsOf('On this device').length).toBe(30);
  await page.getByRole('button', { name: /^Sort by/ }).click();
  await page.getByRole('menuitemradio', { name: 'Largest', exact: true }).click();
  await expect.poll(() => rowsOf('On this device')[0]).toBe('Part 1');
  await page.getByRole('button', { name: 'Watched 2' }).click();
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 2', 'Part 3']);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find in saved videos' }).fill('part 59');
  await expect.poll(() => rowsOf('On this device')).toEqual(['Part 59']);
  await page.getByRole('searchbox', { name: 'Find in saved videos' }).fill('');
  await expect.poll(() => rowsOf('On this device').length).toBe(30);
  await expect
    .poll(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return rowsOf('On this device').length;
    })
    .toBe(60);
});

longTest('the list shows an available update, a video gone from the archive, missing files, and the id of a copy unknown to the mirror', async () => {
  const { savedLedger } = await open([
    wholeItem('v1', { status: { state: 'outdated', reason: null } }),
    wholeItem('v4', { status: { state: 'gone-at-source', reason: null } }),
    wholeItem('never-mirrored', { missingUrls: ['/youtube/UC/film.en.vtt'] }),
  ]);
  const list = section('On this device');
  await expect.element(list.getByText('Gone from the server')).toBeVisible();
  await expect.element(list.getByRole('link', { name: 'Video never-mirrored', exact: true })).toBeVisible();
  await expect.element(list.getByText('0:00', { exact: true })).not.toBeInTheDocument();
  await expect.element(list.getByText('Subtitles missing')).toBeVisible();
  await list.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(async () => (await savedLedger.item('v1'))?.status.state).toBe('queued');
});

longTest('the menu of the save control starts an available update, on a card and on the video’s page', async () => {
  const outdatedFields = { status: { state: 'outdated', reason: null } } as const;
  const { screen, savedLedger } = await open([wholeItem('v1', outdatedFields), wholeItem('v2', outdatedFields)]);
  screen.goTo('/');
  await page.getByRole('button', { name: 'Update available: Part 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Update' }).click();
  await expect.poll(async () => (await savedLedger.item('v1'))?.status.state).toBe('queued');
  screen.goTo('/video/v2/');
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Update available' }).click();
  await page.getByRole('menuitem', { name: 'Update' }).click();
  await expect.poll(async () => (await savedLedger.item('v2'))?.status.state).toBe('queued');
});

longTest('the page offers to save videos of Continue Watching when nothing is saved', async () => {
  const { savedLedger } = await open([]);
  await expect.element(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  const pickSection = section('Pick from Continue Watching');
  await pickSection.getByRole('button', { name: 'Save offline: Half a harbour' }).click();
  await expect.poll(() => rowsOf('Saving now').length).toBe(1);
  expect((await savedLedger.items()).map(({ videoId }) => videoId)).toEqual(['begun']);
});

longTest('the navigation shows the number of saved videos, and how much of the allowed space they take', async () => {
  await open([wholeItem('v1'), wholeItem('v2')], desktop);
  await expect.element(page.getByRole('link', { name: 'Saved 2 videos' })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Main' }).getByText(/^1\.2 GB of /)).toBeVisible();
});

longTest('the page shows how much data saving has used, and resets the counter on request, with Undo', async () => {
  const { savedLedger } = await open([wholeItem('v1')]);
  await expect.element(page.getByText(/you allow$/)).toBeVisible();
  await savedLedger.countFetched(1.2e9, Date.UTC(2026, 4, 12, 12));
  const usageLine = section('Storage').getByText(/^Saving has used/);
  await expect.element(usageLine).toHaveTextContent(/^Saving has used 1\.2 GB of data since .*12.*2026/);
  await page.getByRole('button', { name: 'Reset counter' }).click();
  await expect.element(usageLine).toHaveTextContent(/^Saving has used no data since/);
  expect((await savedLedger.preferences()).fetched?.bytes).toBe(0);
  await savedLedger.countFetched(0.3e9, Date.UTC(2026, 4, 13, 12));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(usageLine).toHaveTextContent(/^Saving has used 1\.5 GB of data since .*12.*2026/);
});

longTest('the settings of this device can also change the space for saved videos', async () => {
  const { screen, savedLedger } = await open([wholeItem('v1')]);
  screen.goTo('/settings/user/');
  await expect.element(page.getByText(/^612 MB used of /)).toBeVisible();
  await page.getByRole('button', { name: 'Change: Space for saved videos' }).click();
  await page.getByRole('slider', { name: 'Saved videos may use' }).fill('3');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await savedLedger.preferences()).budgetBytes).toBe(3e9);
  await expect.element(page.getByText('612 MB used of 3.0 GB.')).toBeVisible();
});

longTest('the settings link to the saved videos, show their number, and name the address to which the copies belong', async () => {
  const { screen, savedLedger } = await open([wholeItem('v1')]);
  screen.goTo('/settings/user/');
  await expect.element(page.getByRole('link', { name: 'Open Saved (1 video)' })).toHaveAttribute('href', '/saved/');
  await expect.element(page.getByText(`These copies belong to ${location.host}. The same server at another address has its own copies.`)).toBeVisible();
  await savedLedger.put(wholeItem('v2'));
  await expect.element(page.getByRole('link', { name: 'Open Saved (2 videos)' })).toBeVisible();
  await savedLedger.put({ ...wholeItem('v1'), removedAtMs: 1 }, { ...wholeItem('v2'), removedAtMs: 1 });
  await expect.element(page.getByRole('link', { name: 'Open Saved', exact: true })).toBeVisible();
});

longTest('before this device is cleared, the dialog says how many saved videos go, and how many of them the server no longer has', async () => {
  const goneItem = wholeItem('v2', { totalBytes: 4.2e9, status: { state: 'gone-at-source', reason: null } });
  const halfSavedItem = { ...queuedItem('v3', 1), totalBytes: 1e9, savedBytes: 5e8 };
  const { screen, savedLedger } = await open([wholeItem('v1'), goneItem, halfSavedItem]);
  screen.goTo('/settings/user/');
  await page.getByRole('button', { name: 'Clear this device', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Clear this device?' });
  const goneText = '1 saved video is no longer on the server and cannot be saved again.';
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(`Your copy and 2 saved videos (4.8 GB) are removed from here, and you will be logged out. ${goneText}`);
  await savedLedger.put({ ...goneItem, removedAtMs: 1 });
  await expect
    .element(dialog)
    .toHaveAccessibleDescription('Your copy and 1 saved video (612 MB) are removed from here, and you will be logged out. The archive keeps everything.');
  await savedLedger.put({ ...wholeItem('v1'), removedAtMs: 1 });
  await expect.element(dialog).toHaveAccessibleDescription('Your copy is removed from here, and you will be logged out. The archive keeps everything.');
});

test('the Wi-Fi switch is stored in the ledger, and "Use this network once" reaches the saver', async () => {
  const { savedLedger } = await open([{ videoId: 'v1', status: { state: 'waiting-for-wifi', reason: null } }]);
  const messages: SavedMessage[] = [];
  const channel = new BroadcastChannel(savedChannelName);
  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => messages.push(data);
  onTestFinished(() => channel.close());
  const wifiSwitch = page.getByRole('switch', { name: 'Save on Wi-Fi only' });
  await expect.element(wifiSwitch).not.toBeChecked();
  // Chromium on a desktop has no `navigator.connection.type`.
  await expect.element(wifiSwitch).toHaveAccessibleDescription(/^This browser does not say which network it is on\./);
  await wifiSwitch.click();
  await expect.element(wifiSwitch).toBeChecked();
  expect((await savedLedger.preferences()).isWifiOnly).toBe(true);
  await moreButton('Part 1').click();
  await page.getByRole('menuitem', { name: 'Use this network once' }).click();
  await expect.poll(() => messages).toContainEqual({ kind: 'use-network-once', account: savedLedger.account });
  await wifiSwitch.click();
  await expect.poll(async () => (await savedLedger.preferences()).isWifiOnly).toBe(false);
});

longTest('the switch keeps the screen on until everything is saved, and then turns off', async () => {
  const release = vi.fn(async () => {});
  const requestSpy = vi.spyOn(navigator.wakeLock, 'request').mockResolvedValue({ release } as unknown as WakeLockSentinel);
  onTestFinished(() => requestSpy.mockRestore());
  const { savedLedger } = await open([{ videoId: 'v1', place: 1, status: { state: 'saving', reason: null }, totalBytes: 100, savedBytes: 61 }]);
  const screenSwitch = page.getByRole('switch', { name: 'Keep the screen on until it is saved' });
  await screenSwitch.click();
  await expect.element(screenSwitch).toBeChecked();
  await expect.poll(() => requestSpy.mock.calls).toEqual([['screen']]);
  expect(release).not.toHaveBeenCalled();
  await savedLedger.put(wholeItem('v1'));
  await expect.poll(() => release.mock.calls.length).toBe(1);
  await savedLedger.put(queuedItem('v2', 2));
  await expect.element(screenSwitch).not.toBeChecked();
  expect(requestSpy).toHaveBeenCalledOnce();
});

longTest('on an iPhone the page says that saving pauses with the app, and in a tab also that the installed app has other videos', async () => {
  const agentSpy = vi.spyOn(Navigator.prototype, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  onTestFinished(() => agentSpy.mockRestore());
  const { screen } = await open([queuedItem('v1', 1)]);
  const hint = page.getByText(/^Saving pauses when you leave Stowaway and resumes when you return\./);
  await expect.element(hint).toHaveTextContent(/Add Stowaway to the home screen first\.$/);
  const { matchMedia } = window;
  const mediaSpy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => matchMedia.call(window, query === '(display-mode: standalone)' ? 'all' : query));
  onTestFinished(() => mediaSpy.mockRestore());
  await screen.reload();
  await expect.element(hint).toHaveTextContent(/when you return\.$/);
});

longTest('the page offers to add the client to the home screen after the first save, and not again once the person has declined', async () => {
  const { screen, savedLedger } = await open([{ videoId: 'v1', place: 1 }]);
  const installEvent = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => Promise.resolve() });
  dispatchEvent(installEvent);
  expect(installEvent.defaultPrevented).toBe(true);
  const notices = section('Notices');
  const installOffer = notices.getByText('Keep Stowaway on your home screen.');
  await expect.element(page.getByRole('heading', { name: 'Saving now' })).toBeVisible();
  await expect.element(installOffer).not.toBeInTheDocument();
  await savedLedger.put(wholeItem('v1'));
  await expect.element(installOffer).toBeVisible();
  await expect.element(notices.getByText('Opens without a browser bar, and your saved videos get more room and are safe from clean-up.')).toBeVisible();
  await expect.element(notices.getByRole('button', { name: 'Add' })).toBeVisible();
  await notices.getByRole('button', { name: 'Not now' }).click();
  await expect.element(installOffer).not.toBeInTheDocument();
  expect(Date.now() - Number(localStorage.getItem('stowaway.install-not-now'))).toBeLessThan(60_000);
  await screen.reload();
  await expect.element(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
  await expect.element(installOffer).not.toBeInTheDocument();
});

longTest('on an iPhone the page says that saving pauses when Stowaway is left, and the offer to install describes the steps', async () => {
  vi.spyOn(Navigator.prototype, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  );
  await open([wholeItem('v1'), queuedItem('v2', 1)]);
  dispatchEvent(new Event('appinstalled')); // no offer of an earlier test is left
  await expect.element(section('Saving now').getByText('Saving pauses when you leave Stowaway and resumes when you return.')).toBeVisible();
  await expect.element(section('Notices').getByText(/In Safari, tap Share, then “Add to Home Screen”\.$/)).toBeVisible();
  await expect.element(section('Notices').getByRole('button', { name: 'Add' })).not.toBeInTheDocument();
});

longTest('the page offers to add the client to the home screen from the second visit on, although nothing is saved', async () => {
  const { screen } = await open([]);
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => Promise.resolve() }));
  const installOffer = section('Notices').getByText('Keep Stowaway on your home screen.');
  await expect.poll(() => Date.now() - Number(localStorage.getItem('stowaway.first-visit'))).toBeLessThan(60_000);
  await expect.element(installOffer).not.toBeInTheDocument();
  localStorage.setItem('stowaway.first-visit', String(Date.now() - 2 * 60 * 60 * 1000));
  await screen.reload();
  await expect.element(installOffer).toBeVisible();
});

longTest('the large card of Continue Watching has a save disc', async () => {
  const { screen } = await open([wholeItem('v1')], desktop);
  screen.goTo('/');
  await expect.element(page.getByRole('button', { name: 'Save offline: Half a harbour' }).first()).toBeInTheDocument();
});

/** Stores a copy of this size in another account of the device. */
async function saveForOthers(committedBytes: number): Promise<void> {
  const ledger = openLedger();
  const account = 'somebody else';
  const itemKey = itemKeyOf(aSavedItem({ account }));
  await ledger.change(itemKey, () => aSavedItem({ account }));
  await ledger.commit(await ledger.claim('a test'), { itemKey, revision: aRevision({ account, committedBytes }) });
  onTestFinished(async () => {
    await ledger.forgetAccount(account);
    await ledger.close();
  });
}
