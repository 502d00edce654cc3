// The archive's download queue: its pages, and its filters.
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toChannelRow } from '../../src/mirror/from-wire.ts';
import { aWirePagination, aWireChannel, aWireDownload } from '../builders/mirror-wire.ts';
import { json, type RecordedRequest } from '../doubles/fetch-script.ts';
import { downloadsTexts } from '../../src/texts/downloads.ts';
import { longTest } from '../long-test.ts';
import { expectQuotedText } from './quoted-text.ts';
import { desktop, phone, renderScreen } from './screen.tsx';

longTest('the queue draws a long page in steps, even a page that it showed a moment ago', async () => {
  const length = 105;
  const answer = ({ path }: RecordedRequest): Response => {
    const number = Number(/page=(\d+)/.exec(path)?.[1] ?? 1);
    const data = Array.from({ length }, (_, index) => aWireDownload({ youtube_id: `of-page-${number}-${index}`, title: `Part ${index}` }));
    return json({ data, paginate: aWirePagination({ total_hits: 2 * length, current_page: number, last_page: 2, page_size: length }) });
  };
  const screen = await renderScreen('/downloads/', { userConfig: { page_size: length }, answers: { '/api/download/?': answer } });
  const countOf = (number: number): number => document.querySelectorAll(`[data-video-id^="of-page-${number}-"]`).length;
  await expect.poll(() => countOf(1)).toBe(length);
  screen.goTo('/downloads/?page=2');
  await expect.poll(() => countOf(2)).toBe(length);
  const counts: number[] = [];
  const observer = new MutationObserver(() => counts.push(countOf(1)));
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  screen.goTo('/downloads/');
  await expect.poll(() => countOf(1)).toBe(length);
  expect(counts.find((count) => count > 0)).toBe(100);
});

test('the search field follows the address, and keeps typed text if a filter is chosen right after typing', async () => {
  const screen = await renderScreen('/downloads/?q=fog', { answers: { '/api/download/?': () => json({ data: [], paginate: aWirePagination() }) } });
  const field = page.getByRole('searchbox', { name: 'Search titles' });
  await expect.element(field).toHaveValue('fog');
  screen.goTo('/downloads/');
  await expect.element(field).toHaveValue('');
  // Typed text is applied after a moment, which on a busy machine could pass before the filter is chosen.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await field.fill('quay');
  screen.goTo('/downloads/?type=shorts');
  expect(location.search).toBe('?type=shorts');
  // Each retry of this poll advances the timers.
  await expect.poll(() => location.search).toContain('q=quay');
  expect(location.search).toContain('shorts');
});

longTest('on a desktop, a row of the queue that is not drawn yet is as tall as one that is drawn', async () => {
  const data = Array.from({ length: 60 }, (_, index) => aWireDownload({ youtube_id: `d${index}`, title: `Part ${index}` }));
  await renderScreen('/downloads/', { viewport: desktop, answers: { '/api/download/?': json({ data, paginate: aWirePagination({ total_hits: 60 }) }) } });
  await expect.element(page.getByRole('heading', { name: 'Part 0' })).toBeVisible();
  const heightOf = (id: string) => document.querySelector(`[data-video-id="${id}"]`)?.getBoundingClientRect().height;
  await expect.poll(() => heightOf('d59')).toBeCloseTo(heightOf('d0') ?? 0, 0);
});

longTest('a row shows a dash if the type of its video is unknown, and says so to screen readers', async () => {
  const data = [aWireDownload({ vid_type: 'unknown' })];
  await renderScreen('/downloads/', { viewport: desktop, answers: { '/api/download/?': json({ data, paginate: aWirePagination({ total_hits: 1 }) }) } });
  const row = page.getByRole('list', { name: downloadsTexts.title, exact: true });
  await expect.element(row.getByText('–', { exact: true })).toBeVisible();
  await expect.element(row.getByText('Type unknown')).toBeInTheDocument();
});

const waysToIgnore = [
  ['the menu of its row', phone, 'button'],
  ['a button of its row', desktop, 'checkbox'],
] as const;

longTest.each(waysToIgnore)('the focus moves to the neighbour of an item that is ignored with %s', async (_description, viewport, role) => {
  const data = [1, 2, 3].map((part) => aWireDownload({ youtube_id: `d${part}`, title: `Part ${part}` }));
  await renderScreen('/downloads/', { viewport, answers: { '/api/download/?': json({ data, paginate: aWirePagination({ total_hits: 3 }) }) } });
  await page.getByRole('heading', { name: 'Part 1' }).click(); // so that key presses go to this document
  const menuButton = viewport === phone ? page.getByRole('button', { name: downloadsTexts.more('Part 2') }) : null;
  const ignoreControl = menuButton
    ? page.getByRole('menuitem', { name: downloadsTexts.ignore })
    : page.getByRole('button', { name: downloadsTexts.of(downloadsTexts.ignore, 'Part 2') });
  for (const control of [menuButton, ignoreControl]) {
    if (control === null) continue;
    await expect.element(control).toBeVisible();
    (control.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
  }
  const neighbour = role === 'checkbox' ? downloadsTexts.selectOne('Part 3') : downloadsTexts.more('Part 3');
  await expect.element(page.getByRole(role, { name: neighbour })).toHaveFocus();
  expect(document.querySelector('[data-video-id="d2"]')).toBeNull();
});

longTest('the filter shows each channel’s own name, although the archive counts by names in lower case', async () => {
  const bucket = (channelId: string, name: string, count: number) => ({ key: [name, channelId], key_as_string: `${name}|${channelId}`, doc_count: count });
  const buckets = [bucket('UCmirrored', 'bbc news', 3), bucket('UCqueued', 'kiln & ember', 2), bucket('UCelsewhere', 'nobody knows', 1)];
  const screen = await renderScreen('/downloads/', {
    answers: {
      '/api/download/?': () =>
        json({ data: [aWireDownload({ channel_id: 'UCqueued', channel_name: 'Kiln & Ember' })], paginate: aWirePagination({ total_hits: 1 }) }),
      '/api/download/aggs/': { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets },
    },
  });
  await screen.mirror().db.channels.put(toChannelRow(aWireChannel({ channel_id: 'UCmirrored', channel_name: 'BBC News' }), 1));
  await page.getByRole('button', { name: 'Channel: All channels' }).click();
  const channelNames = (): string[] =>
    page
      .getByRole('menuitemradio')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(channelNames).toEqual(['All channels', 'BBC News (3)', 'Kiln & Ember (2)', 'nobody knows (1)']);
});

test('a bulk change applies to the filtered type after a confirmation with the count, and asks again if the count has changed', async () => {
  const item = (part: number, vid_type: 'videos' | 'shorts') => aWireDownload({ youtube_id: `d${part}`, title: `Part ${part}`, vid_type });
  let queue = [item(1, 'videos'), item(2, 'shorts'), item(3, 'shorts')];
  const matching = (path: string) => {
    const filters = new URL(path, location.origin).searchParams;
    return queue.filter(({ status, vid_type }) => status === filters.get('filter') && (filters.get('vid_type') ?? vid_type) === vid_type);
  };
  const { archive } = await renderScreen('/downloads/', {
    viewport: desktop,
    answers: {
      '/api/download/?': ({ path }: RecordedRequest) => json({ data: matching(path), paginate: aWirePagination({ total_hits: matching(path).length }) }),
      'PATCH /api/download/?': ({ path }: RecordedRequest) => {
        const changedItems = matching(path);
        queue = queue.map((queuedItem) => (changedItems.includes(queuedItem) ? { ...queuedItem, status: 'ignore' } : queuedItem));
        return json({});
      },
      'DELETE /api/download/?': ({ path }: RecordedRequest) => {
        const forgottenItems = matching(path);
        queue = queue.filter((queuedItem) => !forgottenItems.includes(queuedItem));
        return new Response(null, { status: 204 });
      },
      'POST /api/download/d1/': ({ body }: RecordedRequest) => json(body),
    },
  });
  const titles = (): string[] =>
    page
      .getByRole('list', { name: downloadsTexts.title })
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent);
  const choose = (group: string, label: string | RegExp) => page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true }).click();
  await expect.poll(titles).toEqual(['Part 1', 'Part 2', 'Part 3']);
  await page.getByRole('button', { name: 'Download now: Part 1' }).click();
  await expect.poll(() => archive.sentBody('POST /api/download/d1/')).toEqual({ status: 'priority' });

  await choose(downloadsTexts.type, 'Shorts');
  await expect.poll(titles).toEqual(['Part 2', 'Part 3']);
  expect(location.search).toBe('?type=shorts');
  await page.getByRole('button', { name: downloadsTexts.bulk }).click();
  const bulkActions = page.getByRole('group', { name: downloadsTexts.bulk });
  await bulkActions.getByRole('button', { name: downloadsTexts.ignore }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toHaveTextContent('Ignore 2 items?');
  queue.push(item(4, 'shorts'));
  await question.getByRole('button', { name: downloadsTexts.ignore }).click();
  await expect.element(question).toHaveTextContent('Ignore 3 items?');
  await expect.element(question).toHaveTextContent('Nothing was changed yet.');
  expect(archive.count('PATCH /api/download/')).toBe(0);
  await question.getByRole('button', { name: downloadsTexts.ignore }).click();
  await expect.poll(titles).toEqual([]);
  expect(queue.map(({ status }) => status)).toEqual(['pending', 'ignore', 'ignore', 'ignore']);
  expect(archive.count('PATCH /api/download/')).toBe(1);

  await choose(downloadsTexts.states, /^Ignored/);
  await expect.poll(titles).toEqual(['Part 2', 'Part 3', 'Part 4']);
  await expectQuotedText('Forget', page.getByRole('button', { name: 'Forget: Part 2' }));
  await bulkActions.getByRole('button', { name: downloadsTexts.forget }).click();
  await question.getByRole('button', { name: downloadsTexts.forget }).click();
  await expect.poll(titles).toEqual([]);
  expect(queue.map(({ title }) => title)).toEqual(['Part 1']);
});

test('an added link is sent immediately, and a deletion once it can no longer be undone', async () => {
  const failedItem = aWireDownload({ youtube_id: 'd1', title: 'Part 1', message: 'ERROR: gone' });
  const { archive, mirror } = await renderScreen('/downloads/', {
    viewport: desktop,
    answers: {
      '/api/download/?': () => json({ data: [failedItem], paginate: aWirePagination({ total_hits: 1 }) }),
      'POST /api/download/': json({ message: 'Task queued.' }),
      'DELETE /api/download/d1/': new Response(null, { status: 204 }),
    },
  });
  await page.getByLabelText(downloadsTexts.addLabel).fill('dQw4w9WgXcQ');
  await page.getByRole('region', { name: downloadsTexts.add }).getByRole('button', { name: downloadsTexts.add }).click();
  await expect.poll(() => archive.sentBody('POST /api/download/')).toEqual({ data: [{ youtube_id: 'dQw4w9WgXcQ', status: 'pending' }] });
  await page.getByRole('button', { name: 'Delete: Part 1' }).click();
  await expect.poll(() => mirror().db.outbox.count()).toBe(1);
  expect(archive.count('DELETE /api/download/d1/')).toBe(0);
  await mirror().db.outbox.toCollection().modify({ nextTryAtMs: 0 });
  dispatchEvent(new Event('online'));
  await expect.poll(() => archive.count('DELETE /api/download/d1/')).toBe(1);
});

test('the bulk actions name 10000+ items for a queue that is longer than the archive counts', async () => {
  const paginate = aWirePagination({ total_hits: 10_000, max_hits: true });
  await renderScreen('/downloads/', { viewport: desktop, answers: { '/api/download/?': json({ data: [aWireDownload()], paginate }) } });
  await page.getByRole('button', { name: downloadsTexts.bulk }).click();
  await expectQuotedText('10000+', page.getByText('All 10000+ in this view'));
});

longTest('a title without a space stays inside the toast, beside its Undo', async () => {
  const title = 'SlowHarbour'.repeat(12);
  await renderScreen('/downloads/', {
    answers: { '/api/download/?': () => json({ data: [aWireDownload({ title })], paginate: aWirePagination({ total_hits: 1 }) }) },
  });
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Ignore' }).click();
  const undoButton = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await expect.element(undoButton).toBeVisible();
  const { left, right } = undoButton.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(innerWidth);
  expect(undoButton.element().previousElementSibling?.getBoundingClientRect().right).toBeLessThanOrEqual(left);
});

for (const [address, text] of [
  ['/downloads/?error=true', 'Nothing here matches the filters.'],
  ['/downloads/?page=3', 'There is nothing on this page.'],
] as const) {
  test(`${address}: an empty page does not say that the queue is empty`, async () => {
    const isAll = (path: string): boolean => !/error=true|page=3/.test(path);
    const answer = ({ path }: RecordedRequest): Response =>
      json({ data: isAll(path) ? [aWireDownload()] : [], paginate: aWirePagination({ current_page: isAll(path) ? 1 : 3, total_hits: isAll(path) ? 1 : 0 }) });
    await renderScreen(address, { answers: { '/api/download/?': answer } });
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(page.getByText('Nothing in the queue')).not.toBeInTheDocument();
  });
}
