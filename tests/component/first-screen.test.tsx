// The first screen: home as it is kept for the first paint of the next start (docs/decisions/503). tests/unit/sw-first-screen.test.ts
// covers how the worker serves it.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Mirror } from '../../src/mirror/database.ts';
import { firstScreenOf, keepFirstScreen } from '../../src/app/shell/first-screen.ts';
import { firstScreenCache, firstScreenHeaders, firstScreenStyles } from '../../src/contract/first-screen.ts';
import { aWirePagination, aWireVideo, wireVideos } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { renderScreen } from './screen.tsx';
import { longTest } from '../long-test.ts';

const startedVideo = aWireVideo({ youtube_id: 'begun', title: 'Half a harbour', player: { position: 120, progress: 20 } });

beforeEach(() => caches.delete(firstScreenCache));

/** Inserts the script tag that the build writes, without which the page keeps no first screen. A script inserted by `innerHTML` does not run. */
function insertBuildTag(): HTMLElement {
  const buildTag = document.createElement('div');
  buildTag.innerHTML = '<script type="module" src="/assets/first-test.js"></script>';
  document.head.append(buildTag);
  return buildTag;
}

/** Keeps the first screen as the page itself does two seconds after home has opened. */
function keepScreen(mirror: Pick<Mirror, 'registry' | 'accountKey'>, root: HTMLElement): Promise<void> {
  // The tag exists only during this call, because on a busy machine the page would otherwise keep a screen in the middle of a test.
  const buildTag = insertBuildTag();
  const keeping = keepFirstScreen(mirror, root);
  buildTag.remove();
  return keeping;
}

async function openHome() {
  const screen = await renderScreen('/', {
    answers: {
      '/api/video/?': ({ path }: { path: string }) => {
        const data = path.includes('watch=continue') ? [startedVideo] : wireVideos(12);
        return json({ data, paginate: aWirePagination({ page_size: 12, total_hits: data.length, last_page: 0 }) });
      },
    },
  });
  await expect.element(page.getByRole('article').getByRole('link', { name: 'Part 2' }).first()).toBeVisible();
  const root = rootOfHome();
  return { root, mirror: screen.mirror() };
}

/** The element that the client draws into; on the real page its id is `root`. */
const rootOfHome = () => document.querySelector('main')?.closest('[data-nav]')?.parentElement as HTMLElement;

const storedAnswer = async (): Promise<Response | undefined> => caches.match('/', { cacheName: firstScreenCache });

test('the first screen contains what the window shows, and nothing that the policy forbids or that would exist twice in the document', async () => {
  const { root } = await openHome();
  const { markup, styles } = firstScreenOf(root);
  const container = document.createElement('div');
  container.innerHTML = markup;
  const screen = container.querySelector('#first-screen');
  expect(screen?.textContent).toContain('Half a harbour');
  expect(screen?.hasAttribute('inert')).toBe(true);
  // Twelve cards of the list are drawn; a phone shows the first ones.
  expect(root.textContent).toContain('Part 9');
  expect(screen?.textContent).not.toContain('Part 9');
  expect([...(screen?.querySelectorAll('[style], [id], h1, dialog, [data-save], script') ?? [])]).toEqual([]);
  // A CSS rule sets the length of the started video's position bar, because the policy forbids style attributes.
  const bar = [...(screen?.querySelectorAll<HTMLElement>('i[data-rule]') ?? [])][0];
  expect(styles).toContain(`[data-rule="${bar?.dataset['rule']}"]{inline-size: 20%;}`);
});

test('the stored first screen names its account and its build', async () => {
  const { root, mirror } = await openHome();
  await keepScreen(mirror, root);
  const answer = await storedAnswer();
  expect(answer?.headers.get(firstScreenHeaders.account)).toBe(encodeURIComponent(mirror.accountKey));
  expect(answer?.headers.get(firstScreenHeaders.build)).toBe('/assets/first-test.js');
  expect(await answer?.text()).toContain('Half a harbour');
  expect(await (await caches.match(firstScreenStyles, { cacheName: firstScreenCache }))?.text()).toContain('data-rule');
});

longTest('if home is complete when the code that stores it arrives, home is stored immediately, because the user may leave soon', async () => {
  const setTimer = window.setTimeout.bind(window);
  // Timers of two seconds never fire.
  vi.spyOn(window, 'setTimeout').mockImplementation(((action: TimerHandler, delayMs?: number, ...args: unknown[]) =>
    delayMs === 2_000 ? 0 : setTimer(action, delayMs, ...args)) as typeof setTimeout);
  const buildTag = insertBuildTag();
  onTestFinished(() => buildTag.remove());
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  const findById = document.getElementById.bind(document);
  vi.spyOn(document, 'getElementById').mockImplementation((id) => (id === 'root' ? rootOfHome() : findById(id)));
  await openHome();
  await expect.poll(storedAnswer).toBeDefined();
  expect(await (await storedAnswer())?.text()).toContain('Half a harbour');
});

longTest('the page stores no first screen while a dialog covers home or while home still waits for its list', async () => {
  const { root, mirror } = await openHome();
  const dialog = document.createElement('dialog');
  root.append(dialog);
  onTestFinished(() => dialog.remove());
  dialog.showModal();
  await keepScreen(mirror, root);
  expect(await storedAnswer()).toBeUndefined();
  dialog.close();
  await userEvent.keyboard('{Escape}');
  const skeleton = document.createElement('i');
  skeleton.dataset['skeleton'] = '';
  root.append(skeleton);
  await keepScreen(mirror, root);
  expect(await storedAnswer()).toBeUndefined();
  skeleton.remove();
  await keepScreen(mirror, root);
  expect(await storedAnswer()).toBeDefined();
});

test.each(['locked', 'cleared'])('the page stores no first screen for an account that has been %s', async (state) => {
  const { root, mirror } = await openHome();
  const { accounts } = mirror.registry;
  // A change of the real registry would make the client leave the page.
  const account = await accounts.get(mirror.accountKey);
  const registry = { accounts: { get: async () => (state === 'locked' ? { ...account, isLocked: 1 } : undefined) } } as unknown as typeof mirror.registry;
  await keepScreen({ accountKey: mirror.accountKey, registry }, root);
  expect(await storedAnswer()).toBeUndefined();
});

longTest('a stylesheet of another origin, such as one from a browser extension, does not prevent the first screen', async () => {
  const { root } = await openHome();
  const foreignSheet = new CSSStyleSheet();
  Object.defineProperties(foreignSheet, {
    href: { value: 'https://extension.example/style.css' },
    cssRules: {
      get() {
        throw new DOMException('of the test', 'SecurityError');
      },
    },
  });
  vi.spyOn(document, 'styleSheets', 'get').mockReturnValue([foreignSheet] as unknown as StyleSheetList);
  const { markup } = firstScreenOf(root);
  expect(markup).toContain('Part 1');
  expect(markup).not.toContain('extension.example');
});
