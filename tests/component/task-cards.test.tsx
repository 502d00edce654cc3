// Tasks running on the server, shown to staff on every page (SPEC §9). tests/unit/task-watch.test.ts covers when the watch polls.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aWirePagination, aWireDownload } from '../builders/mirror-wire.ts';
import { wireTask } from '../builders/wire-stats.ts';
import { json } from '../doubles/fetch-script.ts';
import { desktop, phone, renderScreen } from './screen.tsx';
import { casesToRun, longTest } from '../long-test.ts';

const cards = page.getByRole('region', { name: 'Tasks on the server' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const notificationPath = '/api/notification/';
const scan = { ...wireTask, title: 'Scanning', group: 'download:scan', messages: ['Slow Harbour'], progress: 0.25 };

afterEach(() => vi.useRealTimers());

test('Downloads and home show running server tasks with Stop, and the client asks for tasks at most once a minute while none runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { archive, goTo } = await renderScreen('/', { viewport: desktop });
  await expect.element(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(archive.count(notificationPath), 'home, which is not a staff screen, requests no tasks').toBe(0);
  goTo('/downloads/');
  await expect.element(heading('Downloads')).toBeInTheDocument();
  await expect.poll(() => archive.count(notificationPath)).toBe(1);
  for (const [path, name] of [
    ['/channel/', 'Channels'],
    ['/downloads/', 'Downloads'],
    ['/', 'Home'],
  ] as const) {
    await vi.advanceTimersByTimeAsync(5_000);
    goTo(path);
    await expect.element(heading(name)).toBeInTheDocument();
  }
  expect(archive.count(notificationPath), 'one in a minute while nothing runs').toBe(1);

  archive.on(notificationPath, json([scan]));
  await vi.advanceTimersByTimeAsync(60_000);
  goTo('/downloads/');
  await expect.element(cards.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  goTo('/');
  await expect.element(heading('Home')).toBeInTheDocument();
  await expect.element(cards.getByText('Slow Harbour')).toBeVisible();

  archive.on('POST /api/task/by-id/task-1/', json({ error: 'not now' }, 500));
  const stopButton = cards.getByRole('button', { name: 'Stop: Scanning' });
  await stopButton.click();
  await expect.element(page.getByRole('status').getByText('The server had an error.')).toBeVisible();
  await expect.element(stopButton).toBeEnabled();
  archive.on('POST /api/task/by-id/task-1/', json({}));
  await stopButton.click();
  await expect.element(stopButton).toBeDisabled();
  expect(archive.sentBody('POST /api/task/by-id/task-1/')).toEqual({ command: 'stop' });

  archive.on(notificationPath, json([{ ...scan, level: 'error', messages: ['No answer from the site'] }]));
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.element(cards.getByText('No answer from the site')).toBeVisible();
  archive.on(notificationPath, json([]));
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(cards.getByRole('alert')).toBeVisible();
  await cards.getByRole('button', { name: 'Dismiss: Scanning' }).click();
  await expect.element(cards).not.toBeInTheDocument();
  const countAtEnd = archive.count(notificationPath);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(archive.count(notificationPath)).toBe(countAtEnd);
});

const manyTasks = [
  ['a desktop shows three of many tasks, with the number of the others', desktop, 3],
  ['a phone shows many tasks in one scrolling list', phone, 5],
] as const;
for (const [description, viewport, shownCount] of casesToRun(manyTasks, 1)) {
  test(`${description}; a failed task comes first`, async () => {
    const tasks = [1, 2, 3, 4, 5].map((number) => ({ ...scan, id: `task-${number}`, title: `Task ${number}`, level: number === 5 ? 'error' : 'info' }));
    await renderScreen('/downloads/', { viewport, answers: { [notificationPath]: tasks } });
    const items = cards.getByRole('listitem');
    await expect.element(items.first().getByRole('alert')).toHaveTextContent('Failed: Task 5');
    expect(cards.getByRole('progressbar').elements()).toHaveLength(shownCount - 1);
    // A scroll container is reachable by keyboard.
    if (viewport === phone) await expect.element(cards.getByRole('list', { name: '5 on the server' })).toHaveAttribute('tabindex', '0');
    else await expect.element(items.last()).toHaveTextContent('+2');
    // The end of the page can be scrolled past the cards.
    const space = (): number => parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--task-space'));
    await expect.poll(space).toBeGreaterThan((cards.element() as HTMLElement).offsetHeight);
  });
}

longTest('the arrow keys scroll the focused list of tasks and do not turn the page', async () => {
  const paginate = aWirePagination({ total_hits: 30, last_page: 3, next_pages: [2] });
  await renderScreen('/downloads/', {
    viewport: phone,
    answers: {
      [notificationPath]: [1, 2, 3].map((number) => ({ ...scan, id: `task-${number}`, title: `Task ${number}` })),
      '/api/download/?': () => json({ data: [aWireDownload()], paginate }),
    },
  });
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  const tasks = cards.getByRole('list', { name: '3 on the server' });
  await expect.element(tasks).toBeVisible();
  const list = tasks.element() as HTMLElement;
  list.focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => list.scrollLeft).toBeGreaterThan(0);
  expect(location.search).toBe('');
});

test('the navigation shows at most 10000+ beside Downloads, as the Downloads page itself does', async () => {
  const { mirror } = await renderScreen('/', { viewport: desktop });
  await expect.element(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  const { db } = mirror();
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await db.documents.put({ key: 'page:downloads-pending', value: { total: 10_000, channels: [] }, fetchedAtMs: 1 });
  await expect.element(link('Downloads 10,000 in the queue')).toBeVisible();
  await db.documents.put({ key: 'page:downloads-pending', value: { total: 12_345, channels: [] }, fetchedAtMs: 1 });
  await expect.element(link('Downloads 10000+ in the queue')).toHaveTextContent('10000+');
});
