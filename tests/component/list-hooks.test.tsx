// Hooks of lists, settings, up next and tasks: what an action writes, and what the hook shows or reports.
import { expect, onTestFinished, test, vi } from 'vitest';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { page } from 'vitest/browser';
import { useQueueMenu } from '../../src/app/player-host/use-queue-menu.tsx';
import { usePlaylistRefusalNotice } from '../../src/app/shell/use-playlist-refusal-notice.ts';
import { useExpectTaskOnceSent, useTaskRefresh, useTaskWatch } from '../../src/features/commands/use-task-watch.ts';
import { useSelection } from '../../src/features/selection/use-selection.ts';
import { useShownTheme } from '../../src/features/settings/use-shown-theme.ts';
import { useUserSettings } from '../../src/features/settings/use-user-settings.ts';
import { usePlayInline } from '../../src/features/video-list/inline-video.tsx';
import { useListSettings } from '../../src/features/video-list/use-list-settings.ts';
import { usePlayThrough } from '../../src/features/video-list/use-play-through.ts';
import type { TaskWatch } from '../../src/commands/task-watch.ts';
import type { UpNext } from '../../src/lib/up-next.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import { onSyncEvent, broadcastEvent, type SettledChange } from '../../src/mirror/sync-events.ts';
import type { KindName } from '../../src/mutations/kinds/table.ts';
import { usePlayableIds } from '../../src/queries/playable-ids.ts';
import { useMayChangeCustomPlaylists } from '../../src/queries/playlists.ts';
import { useForbiddenReads, useDeviceFull } from '../../src/queries/sync-events.ts';
import { useListStore } from '../../src/queries/use-store.ts';
import type { View } from '../../src/queries/views.ts';
import { queueTexts } from '../../src/texts/queue.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import { setConnection } from '../builders/mirror-copy.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { memorySavedLink } from '../doubles/memory-saved-link.ts';
import { renderHook } from './hook.tsx';

const pendingMutations = async ({ mirror }: { mirror: { db: { outbox: { toArray(): Promise<{ mutation: unknown }[]> } } } }) =>
  (await mirror.db.outbox.toArray()).map(({ mutation }) => mutation);

test('changing the sort order saves it and returns to the first page', async () => {
  const hook = await renderHook(() => useListSettings('home'), { address: '/?page=3&height=1080' });
  expect(hook.result().settings).toMatchObject({ sort: 'published', height: 1080 });
  hook.result().change({ sort: 'duration' });
  await expect.poll(() => hook.result().settings.sort).toBe('duration');
  expect(hook.address()).toBe('/?height=1080');
  expect(await pendingMutations(hook)).toMatchObject([{ key: 'sort_by', value: 'duration' }]);
});

test('changing the view style keeps the page', async () => {
  const hook = await renderHook(() => useListSettings('home'), { address: '/?page=3' });
  hook.result().change({ view: 'table', columns: 5 });
  await expect.poll(() => hook.result().settings.view).toBe('table');
  expect(hook.address()).toBe('/?page=3');
});

test('the height filter changes only the address, not the account’s settings', async () => {
  const hook = await renderHook(() => useListSettings('home'), { address: '/?page=3' });
  hook.result().change({ height: 720 });
  await expect.poll(() => hook.address()).toBe('/?height=720');
  hook.result().change({ height: null });
  await expect.poll(() => hook.address()).toBe('/');
  hook.result().change({ sort: 'duration' });
  await expect.poll(() => hook.result().settings.sort).toBe('duration');
  expect(await pendingMutations(hook)).toMatchObject([{ key: 'sort_by' }]); // only this change is written
});

test('the page offers no setting that the archive’s configuration lacks', async () => {
  const hook = await renderHook(useUserSettings);
  expect(hook.result().has('page_size')).toBe(true);
  await hook.mirror.db.transaction('rw', hook.mirror.db.documents, async () => {
    const row = await hook.mirror.db.documents.get('user-config');
    if (row?.key !== 'user-config') throw new Error('no configuration');
    const { page_size: _pageSize, ...olderConfig } = row.value;
    await hook.mirror.db.documents.put({ ...row, value: olderConfig as typeof row.value });
  });
  await expect.poll(() => hook.result().has('page_size')).toBe(false);
});

test('a changed setting applies immediately, and is shown as waiting only while the archive is away', async () => {
  const hook = await renderHook(useUserSettings);
  hook.result().set('page_size', 25);
  await expect.poll(() => hook.result().config.page_size).toBe(25);
  expect(hook.result().isWaiting('page_size')).toBe(false);
  await setConnection(hook.mirror, 'unreachable');
  await expect.poll(() => hook.result().isWaiting('page_size')).toBe(true);
  expect(hook.result().isWaiting('grid_items')).toBe(false);
});

test('the shown theme follows a choice made in another place', async () => {
  const { dataset } = document.documentElement;
  const { theme = 'dark', base = 'ink', accent = 'lantern' } = dataset;
  onTestFinished(() => void Object.assign(dataset, { theme, base, accent }));
  const hook = await renderHook(useShownTheme);
  Object.assign(dataset, { theme: 'custom', base: 'pine', accent: 'sky' });
  await expect.poll(() => hook.result()).toEqual({ name: 'custom', base: 'pine', accent: 'sky' });
});

test('the previous page of a list stays until the next one is read, but not on another list', async () => {
  const unread: View<string> = { state: 'loading', isUnread: true };
  const pageOf = (data: string): View<string> => ({ state: 'ready', data, fetchedAtMs: 0, isRefreshing: false, failure: null });
  let view: View<string> = unread;
  let listId = 'home';
  const hook = await renderHook(() => useListStore<string>({ subscribe: () => () => {}, read: () => view }, listId));
  function drawn(newView: View<string>, newListId: string): View<string> {
    [view, listId] = [newView, newListId];
    hook.render();
    return hook.result();
  }
  expect(hook.result()).toBe(unread);
  drawn(pageOf('1'), 'home');
  expect(drawn(unread, 'home')).toEqual(pageOf('1'));
  drawn(pageOf('2'), 'home');
  expect(drawn(unread, 'home')).toEqual(pageOf('2'));
  expect(drawn(unread, 'a channel')).toBe(unread);
});

function useRefusal(): boolean {
  usePlaylistRefusalNotice();
  return useMayChangeCustomPlaylists();
}

test('one tab shows a refusal of custom playlists once, and no tab offers another change', async () => {
  const tabs = [await renderHook(useRefusal)];
  const { mirror } = tabs[0] as (typeof tabs)[0];
  tabs.push(await renderHook(useRefusal, { mirror }));
  expect(tabs.map((tab) => tab.result())).toEqual([true, true]);
  await refusePlaylists(mirror);
  broadcastEvent(mirror.db, settledChange({ kind: 'change-membership' }, refusal));
  await expect.poll(() => tabs.map((tab) => tab.result())).toEqual([false, false]);
  await expect.poll(() => tabs.map((tab) => tab.toast()).filter((text) => text !== '')).toEqual([expect.stringMatching(/staff/i)]);
  // A tab that is opened later, as by a reload, does not show the refusal again.
  const reloadedTab = await renderHook(useRefusal, { mirror });
  broadcastEvent(mirror.db, settledChange({ kind: 'change-membership' }, refusal));
  await untilHandled(mirror);
  expect([reloadedTab.result(), reloadedTab.toast()]).toEqual([false, '']);
});

test('a refusal that arrives while the only tab is hidden appears as soon as the tab is visible', async () => {
  const visibilityState = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const hook = await renderHook(useRefusal);
  await refusePlaylists(hook.mirror);
  broadcastEvent(hook.mirror.db, settledChange({ kind: 'change-membership' }, refusal));
  await untilHandled(hook.mirror);
  expect(hook.toast()).toBe('');
  visibilityState.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => hook.toast()).toMatch(/staff/i);
});

test('a tab reports once for each event, as soon as it is visible, that the device is too full to sync', async () => {
  const onReport = vi.fn();
  const { mirror } = await renderHook(() => useDeviceFull(onReport));
  broadcastEvent(mirror.db, { kind: 'forbidden-read', key: 'video:v1' });
  await untilHandled(mirror);
  expect(onReport).not.toHaveBeenCalled();
  broadcastEvent(mirror.db, { kind: 'device-full' });
  await expect.poll(() => onReport.mock.calls.length).toBe(1);
  const visibilityState = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  broadcastEvent(mirror.db, { kind: 'device-full' });
  await untilHandled(mirror);
  expect(onReport).toHaveBeenCalledTimes(1);
  visibilityState.mockReturnValue('visible');
  for (let times = 0; times < 2; times += 1) document.dispatchEvent(new Event('visibilitychange'));
  expect(onReport).toHaveBeenCalledTimes(2);
});

test('one visible tab reports a forbidden read of data on the screen, once for each answer', async () => {
  const onReport = vi.fn();
  const { mirror } = await renderHook(() => useForbiddenReads(onReport));
  await renderHook(() => useForbiddenReads(onReport), { mirror });
  const refuse = async (key: string): Promise<void> => {
    await mirror.db.wanted.put({ key, sinceMs: 0, untilMs: Infinity, rank: 0, state: 'failed', failure: 'forbidden' });
    broadcastEvent(mirror.db, { kind: 'forbidden-read', key });
    await untilHandled(mirror);
  };
  const show = (key: string, rank: 0 | 1, isCopyShown: boolean): void =>
    onTestFinished(addLiveKey(mirror.db, { key: () => key, rank, fetchedAtMs: () => 0, isCopyShown: () => isCopyShown }) as () => void);
  show('video:v1', 0, true);
  show('video:v2', 0, false);
  show('comments:v1', 1, true);
  for (const key of ['video:v2', 'comments:v1', 'channel:UC1']) await refuse(key);
  expect(onReport).not.toHaveBeenCalled();
  await refuse('video:v1');
  await expect.poll(() => onReport.mock.calls.length).toBe(1);
  broadcastEvent(mirror.db, { kind: 'forbidden-read', key: 'video:v1' });
  await untilHandled(mirror);
  await refuse('video:v1');
  await expect.poll(() => onReport.mock.calls.length).toBe(2);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await refuse('video:v1');
  expect((await mirror.db.wanted.get('video:v1'))?.isSaid).toBeUndefined();
});

test('a selected range starts at the last picked item, a vanished item leaves the selection, and ending clears the selection', async () => {
  const videos = ['v1', 'v2', 'v3', 'v4'].map((videoId) => ({ videoId, title: videoId, isWatched: false }));
  const hook = await renderHook(() => useSelection(videos as never));
  const pickedIds = (): string[] | null => (hook.result().pickedById ? [...(hook.result().pickedById?.keys() ?? [])] : null);
  const { begin, toggle, drop, togglePage, end } = hook.result();
  expect(pickedIds()).toBeNull();
  begin('v2');
  await expect.poll(pickedIds).toEqual(['v2']);
  toggle('v4', true);
  await expect.poll(() => pickedIds()?.toSorted()).toEqual(['v2', 'v3', 'v4']);
  toggle('v3', false);
  await expect.poll(() => pickedIds()?.toSorted()).toEqual(['v2', 'v4']);
  drop('v4');
  await expect.poll(pickedIds).toEqual(['v2']);
  togglePage();
  await expect.poll(() => pickedIds()?.length).toBe(4);
  expect(hook.result().toggle).toBe(toggle); // so that cards do not re-render
  end();
  await expect.poll(pickedIds).toBeNull();
});

test('Play all opens the first video of a playlist, and does nothing for an empty playlist', async () => {
  const hook = await renderHook(() => usePlayThrough());
  const origin = { kind: 'playlist', id: 'PL1', name: 'Quay walks' } as never;
  hook.result().playlist({ origin, videos: [], isShuffled: false });
  hook.result().playlist({
    origin,
    videos: [
      { videoId: 'v 1', title: 'Part 1' },
      { videoId: 'v2', title: 'Part 2' },
    ],
    isShuffled: false,
  });
  await expect.poll(() => hook.address()).toBe('/video/v%201');
  const upNext = await hook.mirror.db.documents.get('up-next');
  expect(upNext?.value).toMatchObject({ run: { order: [0, 1] } });
});

test('Play all on a channel warns, while the archive is away, that only known videos play', async () => {
  const hook = await renderHook(() => usePlayThrough());
  const options = { channelId: 'UC1', name: 'Harbour Lights', kind: 'videos', isShuffled: false } as const;
  hook.result().channel(options);
  await setConnection(hook.mirror, 'unreachable');
  expect(hook.toast()).toBe('');
  await expect
    .poll(() => {
      hook.result().channel(options);
      return hook.toast();
    })
    .toContain('Harbour Lights');
});

test('adding a video to up next shows a toast whose Undo removes the video; on a full device the toast says why the addition failed', async () => {
  const hook = await renderHook(useQueueMenu);
  const queuedIds = async () => ((await hook.mirror.db.documents.get('up-next'))?.value as UpNext | undefined)?.queue.map(({ videoId }) => videoId) ?? [];
  const add = (): void =>
    hook
      .result()({ videoId: 'v1', title: 'Fog', isWatched: false } as never)[1]
      ?.onChoose();
  add();
  await expect.poll(() => hook.toast()).toContain(queueTexts.added('Fog'));
  expect(await queuedIds()).toEqual(['v1']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(queuedIds).toEqual([]);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(hook.mirror.db.documents, 'put').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  add();
  await expect.poll(() => hook.toast()).toBe(shellTexts.notKept.full);
});

test('useTaskWatch returns the task watch once its chunk has loaded, and null without the chunk', async () => {
  const watch = aWatch();
  const hook = await renderHook(useTaskWatch, { commands: { tasks: async () => watch } });
  await expect.poll(() => hook.result()).toBe(watch);
  const hookWithoutChunk = await renderHook(useTaskWatch, { commands: { tasks: async () => null } });
  expect(hookWithoutChunk.result()).toBeNull();
});

test('a staff screen requests tasks when it opens and when it becomes visible again, but not after the person has left it', async () => {
  const watch = aWatch();
  const hook = await renderHook(useTaskRefresh, { commands: { tasks: async () => watch } });
  await expect.poll(() => vi.mocked(watch.check).mock.calls.length).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => vi.mocked(watch.check).mock.calls.length).toBe(2);
  hook.leave();
  document.dispatchEvent(new Event('visibilitychange'));
  await Promise.resolve();
  expect(watch.check).toHaveBeenCalledTimes(2);
});

test('the client expects a task once the change that starts the task is sent, but not after a refusal or another change', async () => {
  const watch = aWatch();
  const { mirror } = await renderHook(() => useExpectTaskOnceSent(({ kind }) => kind === 'add-downloads'), { commands: { tasks: async () => watch } });
  broadcastEvent(mirror.db, settledChange({ kind: 'add-downloads' }, refusal));
  broadcastEvent(mirror.db, settledChange({ kind: 'set-config' }, { name: 'sent' }));
  await untilHandled(mirror);
  expect(watch.expect).not.toHaveBeenCalled();
  broadcastEvent(mirror.db, settledChange({ kind: 'add-downloads' }, { name: 'sent' }));
  await expect.poll(() => vi.mocked(watch.expect).mock.calls.length).toBe(1);
});

const refusal = { name: 'parked', reason: 'forbidden', message: '' } as const;

function settledChange(mutation: { kind: KindName }, outcome: SettledChange['outcome']): SettledChange {
  return { kind: 'settled', mutation, createdAtMs: 0, wasHeld: false, outcome };
}

async function refusePlaylists({ db }: Mirror): Promise<void> {
  await db.documents.put({ key: 'custom-playlists-refused', value: { version: null, isSaid: false }, fetchedAtMs: 0 });
}

/** Waits until all earlier events have been delivered and the hooks' database calls for them have completed. */
async function untilHandled({ db }: Mirror): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = onSyncEvent(db, ({ kind }) => {
      if (kind !== 'forbidden-read') return;
      end();
      resolve();
    });
    broadcastEvent(db, { kind: 'forbidden-read', key: 'the end' });
  });
  await db.transaction('rw', [db.documents, db.wanted], async () => {});
}

function aWatch(): TaskWatch {
  return { subscribe: () => () => {}, read: () => [], check: vi.fn(), expect: vi.fn() } as unknown as TaskWatch;
}

test('playing a video in the list keeps a search that was just typed and is not yet rendered', async () => {
  const hook = await renderHook(() => ({ play: usePlayInline(), setSearch: useSearchParams()[1] }), { isInBrowser: true, address: '?q=slow' });
  const renderedActions = hook.result();
  renderedActions.setSearch(new URLSearchParams({ q: 'fog' }), { replace: true });
  renderedActions.play('fogNorthSea');
  await expect.poll(() => window.location.search).toBe('?q=fog&videoId=fogNorthSea');
});

test('lists re-render when a save completes, but not while it progresses', async () => {
  const savingItem = aSavedItem({ videoId: 'fog', wholeRevision: null, savedBytes: 0 });
  const savedLink = memorySavedLink({ items: [aSavedItem({ videoId: 'tug', wholeRevision: 1 }), savingItem] });
  let renderCount = 0;
  const hook = await renderHook(() => ((renderCount += 1), usePlayableIds()), { saved: savedLink });
  const [idsBefore, rendersBefore] = [hook.result(), renderCount];
  flushSync(() => savedLink.put({ ...savingItem, savedBytes: 8 }));
  expect([idsBefore, renderCount]).toEqual([['tug'], rendersBefore]);
  flushSync(() => savedLink.put({ ...savingItem, wholeRevision: 2 }));
  expect(hook.result()).toEqual(['tug', 'fog']);
});
