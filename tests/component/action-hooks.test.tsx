// The hooks behind actions on downloads, playlists, selected videos and policies: what an action writes to the device and requests from
// the archive, what the toast says, and what its Undo reverts.
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Commands } from '../../src/commands/commands.ts';
import { SaveWhenBack } from '../../src/features/saved/save-when-back.tsx';
import { useSourcePolicy } from '../../src/features/saved/use-policies.ts';
import { SelectionTools } from '../../src/features/selection/selection-tools.tsx';
import type { ListSelection } from '../../src/features/selection/use-selection.ts';
import { useStorageUse } from '../../src/features/settings/use-storage-use.ts';
import { failed, ok } from '../../src/lib/result.ts';
import { readShownPlaylist } from '../../src/mirror/fold-entities.ts';
import { toPlaylistRow } from '../../src/mirror/from-wire.ts';
import { useDownloadHandlers } from '../../src/screens/downloads/use-download-handlers.ts';
import type { SavedLink } from '../../src/saved-media/saved-link.ts';
import type { Playlist } from '../../src/screens/playlist/shown-playlist.ts';
import { CheckLine } from '../../src/screens/saved/check-line.tsx';
import { SavedScreen } from '../../src/screens/saved/saved-screen.tsx';
import { usePlaylistHandlers } from '../../src/screens/playlist/use-playlist-handlers.ts';
import { downloadsTexts } from '../../src/texts/downloads.ts';
import { pageErrorTexts } from '../../src/texts/page-errors.ts';
import { playlistTexts } from '../../src/texts/playlists.ts';
import { savedTexts } from '../../src/texts/saved.ts';
import { savedScreenTexts } from '../../src/texts/saved-screen.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import { listTexts } from '../../src/texts/lists.ts';
import { policyTexts } from '../../src/texts/trips.ts';
import { aMirror } from '../builders/mirror-copy.ts';
import { aWirePlaylist } from '../builders/mirror-wire.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { memorySavedLink, type MemorySavedLink } from '../doubles/memory-saved-link.ts';
import { renderHook, type RenderedHook } from './hook.tsx';

const undoButton = page.getByRole('button', { name: 'Undo' });
const reeds = { videoId: 'd1', title: 'Wind in the reeds' };
const lathe = { videoId: 'd2', title: 'A lathe' };

for (const [to, message] of [
  ['ignore', downloadsTexts.willIgnore(reeds.title)],
  ['pending', downloadsTexts.willQueue(reeds.title)],
  ['forgotten', downloadsTexts.willForget(reeds.title)],
] as const) {
  test(`a toast says that a download becomes ${to}, and Undo leaves nothing to send`, async () => {
    const hook = await renderHook(useDownloadHandlers);
    hook.result().change([reeds], to);
    await expect.poll(hook.toast).toContain(message);
    expect(await pendingMutations(hook)).toEqual([{ kind: 'change-download', videoId: 'd1', to }]);
    await undoButton.click();
    await expect.poll(() => pendingMutations(hook)).toEqual([]);
  });
}

test('after Undo by the keyboard, the focus is where it was before', async () => {
  const hook = await renderHook(useDownloadHandlers, { children: <button type="button">Here</button> });
  const button = page.getByRole('button', { name: 'Here' });
  (button.element() as HTMLElement).focus();
  hook.result().change([reeds], 'ignore');
  await expect.element(undoButton).toBeVisible();
  await userEvent.keyboard('{F6}{Enter}');
  await expect.element(undoButton).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('“download next” shows a toast without Undo, and does nothing for an empty selection', async () => {
  const hook = await renderHook(useDownloadHandlers);
  hook.result().change([], 'priority');
  hook.result().change([reeds], 'priority');
  await expect.poll(hook.toast).toBe(downloadsTexts.willDownload(reeds.title));
  expect(await pendingMutations(hook)).toEqual([{ kind: 'change-download', videoId: 'd1', to: 'priority' }]);
});

test('a change of several downloads shows one toast, whose Undo reverts all of them; forgetting is sent after the toast, and ignoring immediately', async () => {
  const hook = await renderHook(useDownloadHandlers);
  hook.result().change([reeds, lathe], 'forgotten');
  await expect.poll(hook.toast).toContain(downloadsTexts.many.forgotten(2));
  const sendDelays = async () => (await hook.mirror.db.outbox.toArray()).map(({ nextTryAtMs }) => nextTryAtMs - hook.mirror.clock.now());
  expect(await sendDelays()).toEqual([8_000, 8_000]);
  await undoButton.click();
  await expect.poll(() => pendingMutations(hook)).toEqual([]);
  hook.result().change([reeds, lathe], 'ignore');
  await expect.poll(hook.toast).toContain(downloadsTexts.many.ignore(2));
  expect((await sendDelays()).map((waitMs) => waitMs <= 0)).toEqual([true, true]);
});

test('a full device stores no change to a download, and a toast says so', async () => {
  const hook = await renderHook(useDownloadHandlers);
  fillDevice(hook);
  hook.result().change([reeds], 'ignore');
  await expect.poll(hook.toast).toBe(shellTexts.notKept.full);
  expect(await pendingMutations(hook)).toEqual([]);
});

test('moving and removing an entry each show their own message, with Undo', async () => {
  const hook = await playlistHandlers();
  const order = async () => ((await readShownPlaylist(hook.mirror.db, 'PL1'))?.entries ?? []).map(({ videoId }) => videoId);
  const [firstEntry] = hook.entries;
  await hook.result().move(firstEntry, 2);
  await expect.poll(hook.toast).toContain(playlistTexts.moved('Part 1', 3, 3));
  expect(await pendingMutations(hook)).toEqual([{ kind: 'order-playlist', playlistId: 'PL1', wanted: ['v2', 'v3', 'v1'] }]);
  await expect.poll(order).toEqual(['v2', 'v3', 'v1']);
  await undoButton.click();
  await expect.poll(order).toEqual(['v1', 'v2', 'v3']);
  expect(await pendingMutations(hook)).toEqual([]);
  await hook.result().removeEntry(firstEntry);
  await expect.poll(hook.toast).toContain(playlistTexts.removed('Part 1'));
  await expect.poll(order).toEqual(['v2', 'v3']);
  await undoButton.click();
  await expect.poll(order).toEqual(['v1', 'v2', 'v3']);
  expect(await pendingMutations(hook)).toEqual([]);
});

test('a move that a full device cannot store rejects, and a toast says why', async () => {
  const hook = await playlistHandlers();
  fillDevice(hook);
  await expect(hook.result().move(hook.entries[0], 2)).rejects.toThrow('The move was not stored');
  await expect.poll(hook.toast).toBe(shellTexts.notKept.full);
});

test('marking a whole playlist can be undone; changes of its sort order and its subscription are stored', async () => {
  const hook = await playlistHandlers();
  hook.result().markAll(true);
  await expect.poll(hook.toast).toContain(listTexts.markedAll('Night shift'));
  expect(await pendingMutations(hook)).toMatchObject([{ kind: 'mark-playlist-watched', playlistId: 'PL1', isWatched: true }]);
  await undoButton.click();
  await expect.poll(() => pendingMutations(hook)).toEqual([]);
  hook.result().sort('bottom');
  await expect.poll(hook.toast).toContain(playlistTexts.sortChanged);
  hook.result().subscribe(false);
  await expect
    .poll(() => pendingMutations(hook))
    .toMatchObject([
      { kind: 'sort-playlist', sortOrder: 'bottom' },
      { kind: 'subscribe-playlist', isSubscribed: false },
    ]);
});

test('a toast confirms a reindex that the archive accepts, and otherwise shows the reason', async () => {
  const reindex = vi.fn<Commands['reindex']>().mockResolvedValue(ok(undefined));
  const hook = await playlistHandlers({ reindex });
  hook.result().reindex('videos');
  await expect.poll(() => reindex.mock.lastCall).toEqual([{ playlist: 'PL1' }, { withVideos: true }]);
  await expect.poll(hook.toast).toBe('Reindex scheduled');
  reindex.mockResolvedValue(failed({ kind: 'away' }));
  hook.result().reindex('playlist');
  await expect.poll(() => reindex.mock.lastCall).toEqual([{ playlist: 'PL1' }, { withVideos: false }]);
  await expect.poll(hook.toast).toBe(pageErrorTexts.needsServer);
});

test('deleting a playlist leads to the list of playlists; a refused deletion shows the archive’s message in the dialog', async () => {
  const deletePlaylist = vi.fn<Commands['deletePlaylist']>().mockResolvedValue(failed({ kind: 'refused', status: 400, message: 'It is being indexed.' }));
  const hook = await playlistHandlers({ deletePlaylist });
  expect(await hook.result().remove(true)).toBe('It is being indexed.');
  expect([hook.toast(), hook.address()]).toEqual(['', '/playlist/PL1/']);
  deletePlaylist.mockResolvedValue(ok(undefined));
  expect(await hook.result().remove(false)).toBeNull();
  expect(deletePlaylist.mock.calls).toEqual([
    ['PL1', { withVideos: true }],
    ['PL1', { withVideos: false }],
  ]);
  await expect.poll(hook.toast).toBe(playlistTexts.deleted('Night shift'));
  expect(hook.address()).toBe('/playlist/');
});

test('a page that the user opens during the deletion of a playlist stays open', async () => {
  let finishDeletion = (): void => {};
  const deletePlaylist: Commands['deletePlaylist'] = () => new Promise((resolve) => (finishDeletion = () => resolve(ok(undefined))));
  const hook = await playlistHandlers({ deletePlaylist }, { isInBrowser: true });
  const removal = hook.result().remove(false);
  history.pushState(null, '', '/video/v1/');
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(hook.address).toBe('/video/v1/');
  finishDeletion();
  expect(await removal).toBeNull();
  await expect.poll(hook.toast).toBe(playlistTexts.deleted('Night shift'));
  expect(hook.address()).toBe('/video/v1/');
});

test('useStorageUse returns the storage in use in bytes, and null if the browser refuses', async () => {
  const estimate = vi.spyOn(StorageManager.prototype, 'estimate').mockResolvedValue({ usage: 4_096 });
  const hook = await renderHook(useStorageUse);
  await expect.poll(hook.result).toBe(4_096);
  estimate.mockRejectedValue(new DOMException('refused', 'SecurityError'));
  const refusedHook = await renderHook(useStorageUse);
  await expect.poll(() => estimate.mock.settledResults.at(-1)?.type).toBe('rejected');
  expect(refusedHook.result()).toBeNull();
});

test('if only some of the selected videos can be marked, one toast says how many and why, and its Undo reverts these', async () => {
  const pickedVideos = Array.from({ length: 80 }, (_, index) => ({ videoId: `v${index}`, title: `Part ${index}` }));
  const children = (
    <SelectionTools pickedById={new Map(pickedVideos.map((video) => [video.videoId, video]))} selection={noSelection} onAddToPlaylist={() => {}} />
  );
  const hook = await renderHook(() => null, { children });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  hook.mirror.db.outbox.hook('creating', (_key, { subject }) => {
    if (subject === 'Part 60') throw new DOMException('no space', 'QuotaExceededError');
  });
  await page.getByRole('button', { name: listTexts.markWatched }).click();
  await expect.poll(hook.toast).toContain(`${shellTexts.storedSome(50, 80)} ${shellTexts.notKept.full}`);
  expect(await pendingMutations(hook)).toHaveLength(50);
  await undoButton.click();
  await expect.poll(() => pendingMutations(hook)).toEqual([]);
});

const noSelection: ListSelection = { pickedById: null, begin() {}, toggle() {}, togglePage() {}, drop() {}, end() {} };

const pendingMutations = async ({ mirror }: RenderedHook<unknown>) => (await mirror.db.outbox.orderBy('sequence').toArray()).map(({ mutation }) => mutation);

function fillDevice({ mirror }: RenderedHook<unknown>): void {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(mirror.db.outbox, 'add').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
}

/** The handlers of a custom playlist with the entries `v1`, `v2` and `v3`, on its page. */
async function playlistHandlers(commands: Partial<Commands> = {}, { isInBrowser = false } = {}) {
  const mirror = await aMirror();
  const entries = [1, 2, 3].map((part) => ({ youtube_id: `v${part}`, title: `Part ${part}`, uploader: null, idx: part - 1, downloaded: true }));
  const wirePlaylist = aWirePlaylist({ playlist_id: 'PL1', playlist_name: 'Night shift', playlist_type: 'custom', playlist_entries: entries });
  const row = toPlaylistRow(wirePlaylist, mirror.clock.now());
  await mirror.db.playlists.put(row);
  const playlist = { playlistId: 'PL1', name: 'Night shift', entries: row.entries } as unknown as Playlist;
  const hook = await renderHook(() => usePlaylistHandlers(playlist), { mirror, commands, isInBrowser, address: '/playlist/PL1/' });
  return { ...hook, entries: playlist.entries as [Playlist['entries'][number]] };
}

const harbourPolicy = {
  account: 'mara',
  policyId: 'channel UC1',
  source: { kind: 'channel', id: 'UC1' },
  order: 'newest',
  count: 3,
  addedAtMs: 1,
  askedIds: ['a', 'b', 'c'],
} as const;
const policyItem = (videoId: string) => aSavedItem({ videoId, keptFor: 'policy' });
const useHarbourPolicy = () => useSourcePolicy({ kind: 'channel', id: 'UC1' }, 'Harbour');

/** The link before its ledger is read: the page knows neither items nor policies until `open` is called. */
function unreadLink(link: MemorySavedLink): SavedLink {
  let isOpen = false;
  const noItems: ReturnType<SavedLink['items']> = [];
  return {
    ...link,
    item: (videoId) => (isOpen ? link.item(videoId) : undefined),
    items: () => (isOpen ? link.items() : noItems),
    plans: () => (isOpen ? link.plans() : null),
    async open() {
      isOpen = true;
    },
  };
}

test('undoing a choice that was made before the saved videos were read removes neither the earlier policy nor its videos', async () => {
  const link = memorySavedLink({ policies: [harbourPolicy], items: [policyItem('a'), policyItem('b')] });
  const hook = await renderHook(useHarbourPolicy, { saved: unreadLink(link) });
  hook.result()?.choose({ order: 'newest', count: 5 });
  await expect.poll(() => link.plans()?.policies).toMatchObject([{ count: 5, askedIds: ['a', 'b', 'c'] }]);
  await undoButton.click();
  await expect.poll(() => link.plans()?.policies).toEqual([harbourPolicy]);
  expect(link.items().map(({ videoId }) => videoId)).toEqual(['a', 'b']);
});

test('undoing the end of a policy saves again the videos removed because of it, but not those that the person had already removed', async () => {
  const link = memorySavedLink({ policies: [harbourPolicy], items: [policyItem('a'), policyItem('b')] });
  const hook = await renderHook(useHarbourPolicy, { saved: link });
  hook.result()?.choose(null);
  await expect.element(undoButton).toBeVisible();
  await link.actions.remove('b'); // as a run of the policies does if space is short
  await undoButton.click();
  // A requested video that is not on the device counts as removed by the person.
  await expect.poll(() => link.plans()?.policies).toMatchObject([{ count: 3, askedIds: ['a', 'c'] }]);
});

test('saving all videos before the saved ones were read saves only what is missing; Undo removes only that', async () => {
  const link = memorySavedLink({ policies: [harbourPolicy], items: [policyItem('a'), aSavedItem({ videoId: 'b' })] });
  const hook = await renderHook(useHarbourPolicy, { saved: unreadLink(link) });
  hook.result()?.saveAll(['a', 'b', 'c']);
  await expect.poll(hook.toast).toContain(policyTexts.savingCount(1));
  await undoButton.click();
  await expect.poll(() => link.calls).toEqual(['save c', 'remove c']);
  expect(link.items()).toEqual([policyItem('a'), aSavedItem({ videoId: 'b' })]);
});

test('if saving all videos fails in the middle, the toast says so, and its Undo removes the videos saved before', async () => {
  const link = memorySavedLink();
  const { save } = link.actions;
  let room = 2;
  const fillingActions = { ...link.actions, save: (...args: Parameters<typeof save>) => (room-- > 0 ? save(...args) : Promise.reject(new Error('full'))) };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const hook = await renderHook(useHarbourPolicy, { saved: { ...link, actions: fillingActions } });
  hook.result()?.saveAll(['a', 'b', 'c']);
  await expect.poll(hook.toast).toContain(`${shellTexts.storedSome(2, 3)} ${shellTexts.notKept.other}`);
  await undoButton.click();
  await expect.poll(() => link.calls).toEqual(['save a', 'save b', 'remove a', 'remove b']);
});

test('the player’s button “Save when back” takes the focus from the button below, which it replaces; once pressed, its text has the focus', async () => {
  function VideoPage() {
    const [isAway, setIsAway] = useState(false);
    return (
      <main>
        <button type="button" data-when-back onClick={() => setIsAway(true)}>
          Below
        </button>
        {isAway ? <SaveWhenBack video={reeds} /> : null}
      </main>
    );
  }
  await renderHook(() => null, { saved: memorySavedLink(), children: <VideoPage /> });
  await page.getByRole('button', { name: 'Below' }).click();
  const saveButton = page.getByRole('button', { name: savedTexts.saveWhenBack });
  await expect.element(saveButton).toHaveFocus();
  await saveButton.click();
  await expect.element(page.getByText(savedTexts.isToBeSaved)).toHaveFocus();
});

for (const [damagedIds, text] of [
  [['a'], savedScreenTexts.check.damaged(1, 2)],
  [[], savedScreenTexts.check.help],
] as const) {
  test(`a check of saved videos that is cancelled ${damagedIds.length > 0 ? 'says what it has found' : 'after finding nothing says nothing'}`, async () => {
    const link = memorySavedLink();
    const check: typeof link.actions.check = (onProgress, signal) => {
      onProgress(2, 3);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ checkedCount: 2, unreadCount: 0, damagedIds, keptIds: [] })));
    };
    await renderHook(() => null, { saved: { ...link, actions: { ...link.actions, check } }, children: <CheckLine /> });
    const startButton = page.getByRole('button', { name: savedScreenTexts.check.start });
    await startButton.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(startButton).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
  });
}

test('while the saved videos cannot be read, their screen says so, and not that nothing is saved', async () => {
  const link = memorySavedLink();
  let isReadable = false;
  const open: typeof link.open = () => (isReadable ? Promise.resolve() : Promise.reject(new Error('blocked')));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await renderHook(() => null, { saved: { ...link, open }, children: <SavedScreen /> });
  const nothingSaved = page.getByRole('heading', { name: savedScreenTexts.emptyTitle });
  await expect.element(page.getByRole('heading', { name: savedScreenTexts.unread.title })).toBeVisible();
  await expect.element(nothingSaved).not.toBeInTheDocument();
  isReadable = true;
  await page.getByRole('button', { name: savedScreenTexts.unread.tryAgain }).click();
  await expect.element(nothingSaved).toBeVisible();
});
