// Home and what a list of videos can do (SPEC §2 "Home", §5, §9).
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { videoListQuery, videoListSettings } from '../../src/queries/list-settings.ts';
import { videoListStore } from '../../src/queries/video-stores.ts';
import { aWirePagination, aWireUserConfig, aWireVideo, wireVideos } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { desktop, phone, renderScreen, tablet, type Screen, type ScreenOptions } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { untilStill } from './until-still.ts';
import { casesToRun, longTest } from '../long-test.ts';

const recentVideos = page.getByRole('region', { name: 'Recent Videos' });
const continueWatching = page.getByRole('region', { name: 'Continue Watching' });
const skeletons = (): number => document.querySelectorAll('[data-skeleton]').length;
const card = (title: string) =>
  recentVideos
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) })
    .last();
const watchedCount = (): number => page.getByRole('article').getByText('Watched', { exact: true }).elements().length;
const startedVideo = aWireVideo({ youtube_id: 'begun', title: 'Half a harbour', player: { position: 120, progress: 20 } });

test('home draws no card before Continue Watching has its answer, because the row of Continue Watching would push the list down', async () => {
  let releaseAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (releaseAnswer = resolve));
  const screen = await renderScreen('/', {
    answers: {
      '/api/video/?': ({ path }: { path: string }) =>
        path.includes('watch=continue') ? answerGate.then(() => listPage([startedVideo])) : listPage(wireVideos(5)),
    },
  });
  // Waits until the list can be read and two frames have passed.
  const list = videoListStore(screen.mirror(), videoListQuery({ ...videoListSettings(aWireUserConfig(), 'home'), height: null }, { page: 1 }));
  await expect.poll(() => list.read().state).toBe('ready');
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(skeletons()).toBeGreaterThan(0);
  expect(recentVideos.getByRole('article').elements()).toEqual([]);
  releaseAnswer();
  await expect.element(continueWatching.getByRole('link', { name: /^Half a harbour/ }).first()).toBeVisible();
  await expect.element(card('Part 2')).toBeVisible();
});

test('a list that fails does not delay the other list', async () => {
  await renderScreen('/', {
    answers: { '/api/video/?': () => listPage(wireVideos(5)), '/api/video/?watch=continue': () => json({ error: 'No.' }, 400) },
  });
  await expect.element(card('Part 2')).toBeVisible();
});

test('Continue Watching is above the cards, but not above a table', async () => {
  const screen = await openHome({ answers: withStartedVideos() });
  await expect.element(continueWatching).toBeVisible();
  await screen.mirror().db.documents.update('user-config', { 'value.view_style_home': 'table' });
  await expect.element(page.getByRole('table')).toBeVisible();
  await expect.element(continueWatching).not.toBeInTheDocument();
});

test('a table leaves out an unknown duration', async () => {
  const videoOfUnknownLength = aWireVideo({ youtube_id: 'unknown', title: 'Part 2', player: { duration: 0 } });
  await renderScreen('/', { videos: [aWireVideo({ youtube_id: 'v1', title: 'Part 1' }), videoOfUnknownLength], userConfig: { view_style_home: 'table' } });
  const row = page.getByRole('row').filter({ hasText: 'Part 2' });
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).not.toMatch(/0:00|0 seconds/);
});

longTest('the three pictures beside the large card end at the lower edge of the card', async () => {
  const startedVideos = wireVideos(4).map((video) => ({ ...video, player: { ...video.player, position: 120, progress: 20 } }));
  await openHome({ viewport: desktop, answers: withStartedVideos(startedVideos) });
  const bottomOf = (part: Element | null | undefined): number => part?.getBoundingClientRect().bottom ?? 0;
  const bottoms = (): { largeCard: number; lastPicture: number } => {
    const [firstItem, , , lastItem] = continueWatching.getByRole('listitem').elements();
    return { largeCard: bottomOf(firstItem?.querySelector('div > article')), lastPicture: bottomOf(lastItem?.querySelector('article > span')) };
  };
  await expect.poll(() => bottoms().largeCard).toBeGreaterThan(0);
  await expect.poll(() => Math.abs(bottoms().lastPicture - bottoms().largeCard)).toBeLessThan(1);
});

test('the large card writes right-to-left names in their own direction, and the time after the names', async () => {
  const channelName = 'נמל לילה';
  const video = { ...startedVideo, title: 'מגדלור בערפל!', channel: { ...startedVideo.channel, channel_name: channelName } };
  await openHome({ viewport: desktop, answers: withStartedVideos([video]) });
  const largeCard = continueWatching.getByRole('listitem').first().element().querySelector('div > article');
  const placeOf = (selector: string, pattern: RegExp): DOMRect => {
    const line = largeCard?.querySelector(selector)?.firstChild;
    const match = pattern.exec(line?.textContent ?? '');
    const range = document.createRange();
    if (line && match) {
      range.setStart(line, match.index);
      range.setEnd(line, match.index + match[0].length);
    }
    return range.getBoundingClientRect();
  };
  const [mark, title] = [placeOf('h3 a', /!/), placeOf('h3 a', /מגדלור/)];
  expect([mark.width > 0, mark.right <= title.left]).toEqual([true, true]);
  const [name, minutes] = [placeOf('h3 + p', new RegExp(channelName)), placeOf('h3 + p', /\d+/)];
  expect([name.width > 0, name.right <= minutes.left]).toEqual([true, true]);
});

test('an age that does not fit beside the channel’s name on a phone is below the name, without a separator', async () => {
  const { channel } = aWireVideo();
  const video = aWireVideo({ youtube_id: 'v2', title: 'Part 2', channel: { ...channel, channel_name: 'Harbour Lights at Night' } });
  const screen = await openHome({ videos: [video] });
  await screen.mirror().db.documents.update('user-config', { 'value.view_style_home': 'list' });
  const name = recentVideos.getByText('Harbour Lights at Night', { exact: true });
  const placesOf = (parts: Iterable<Node>): DOMRect[] =>
    [...parts].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getBoundingClientRect();
    });
  const isBelow = (): boolean => {
    const [line, separator, age] = placesOf([name.element(), ...(name.element().nextElementSibling?.childNodes ?? [])]);
    if (!line || !separator || !age) return false;
    // The separator is outside of the line's box, which clips it.
    return age.top >= line.bottom && Math.abs(age.left - line.left) < 2 && separator.right < line.left + 2;
  };
  await expect.poll(isBelow).toBe(true);
  expect(getComputedStyle(name.element().parentElement as Element).overflowX).toBe('clip');
});

test('a drawing replaces a picture that the archive does not have', async () => {
  await openHome({ videos: wireVideos(5).map((video) => ({ ...video, vid_thumb_url: `/cache/videos/missing-${video.youtube_id}.jpg` })) });
  const secondCard = card('Part 2');
  secondCard.element().scrollIntoView(); // pictures load as they come near
  await expect.poll(() => secondCard.element().querySelectorAll('img[src*="missing"]').length).toBe(0);
  await expect.poll(() => secondCard.element().querySelectorAll('svg').length).toBeGreaterThan(0);
});

test('a card shows a mark and sends it to the archive, and Undo reverts both', async () => {
  const { archive } = await openHome();
  await card('Part 2').getByRole('button', { name: 'More actions for Part 2' }).click();
  await page.getByRole('menuitem', { name: 'Mark watched' }).click();
  await expect.element(card('Part 2').getByText('Watched', { exact: true })).toBeVisible();
  await expect.poll(() => archive.sentBody('POST /api/watched/')).toEqual({ id: 'v2', is_watched: true });
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.element(card('Part 2').getByText('Watched', { exact: true })).not.toBeInTheDocument();
  await expect.poll(() => archive.sentBody('POST /api/watched/')).toEqual({ id: 'v2', is_watched: false });
});

longTest('Shift selects a range of videos, Escape ends the selection, and a selected page is marked and unmarked', async () => {
  const { archive } = await openHome({ viewport: desktop });
  const checkedCount = (): number => page.getByRole('checkbox', { checked: true }).elements().length;
  const selectButton = page.getByRole('button', { name: 'Select videos' });
  await selectButton.click();
  await page.getByRole('checkbox', { name: 'Part 2' }).click();
  await page.getByRole('checkbox', { name: 'Part 5' }).click({ modifiers: ['Shift'] });
  await expect.poll(checkedCount).toBe(4);
  await userEvent.keyboard('{Escape}');
  await expect.element(selectButton).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);

  await selectButton.click();
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  await expect.element(page.getByText('5 selected')).toBeVisible();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Mark watched' }).click();
  await expect.poll(watchedCount).toBe(5);
  const marks = (isWatched: boolean): number =>
    archive.requests.filter(
      ({ method, path, body }) => method === 'POST' && path === '/api/watched/' && (body as { is_watched: boolean }).is_watched === isWatched,
    ).length;
  await expect.poll(() => marks(true)).toBe(5);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(watchedCount).toBe(0);
  await expect.poll(() => marks(false)).toBe(5);
});

test.each(casesToRun([phone, tablet, desktop], 1))('starting a selection does not move the list at %o', async (viewport) => {
  await openHome({ viewport });
  const selectButton = page.getByRole('button', { name: 'Select videos' });
  await expect.element(selectButton).toBeVisible();
  const top = (): number => card('Part 2').element().getBoundingClientRect().top;
  await untilStill(top);
  const topBefore = top();
  await clickWithoutPointer(selectButton);
  await expect.element(page.getByRole('group', { name: 'Selection' })).toBeVisible();
  expect(top()).toBe(topBefore);
});

longTest('Delete removes a selected video after a confirmation', async () => {
  const { archive } = await openHome();
  await card('Part 3').getByRole('button', { name: 'More actions for Part 3' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog', { name: 'Delete this video?' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Deleted 1 video.')).toBeVisible();
  await expect.poll(() => archive.count('DELETE /api/video/v3/')).toBe(1);
  await expect.element(recentVideos.getByRole('link', { name: 'Part 3' })).not.toBeInTheDocument();
});

longTest('Cancel stops the deletion of several videos after the current video; the others stay selected', async () => {
  const { archive } = await openHome();
  let finishDeletion = (): void => {};
  const deletion = new Promise<Response>((resolve) => (finishDeletion = () => resolve(new Response(null, { status: 204 }))));
  for (const videoId of ['v1', 'v2', 'v3', 'v4', 'v5']) archive.on(`DELETE /api/video/${videoId}/`, () => deletion);
  await page.getByRole('button', { name: 'Select videos' }).click();
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete these 5 videos?' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => archive.count('DELETE /api/video/')).toBe(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  finishDeletion();
  await expect.element(page.getByText('Deleted 1 video.')).toBeVisible();
  await expect.element(page.getByText('4 selected')).toBeVisible();
  expect(archive.count('DELETE /api/video/')).toBe(1);
});

test('Left and Right turn the page, but not beyond the first or last page, with a modifier, or from a field', async () => {
  await openHome({ answers: threePages() });
  const pageLinks = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(pageLinks).toBeInTheDocument();
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => field.remove());
  field.focus();
  await userEvent.keyboard('{ArrowRight}');
  field.blur();
  await userEvent.keyboard('{ArrowLeft}{Control>}{ArrowRight}{/Control}');
  expect(location.search).toBe('');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => location.search).toBe('?page=2');
  await expectQuotedText('Page N', pageLinks.getByText('Page 2', { exact: true }));
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(pageLinks.getByText('Page 3', { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  expect(location.search).toBe('?page=3');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => location.search).toBe('?page=2');
});

test('Back restores the scroll position at the tap, even if no scroll event has reported that position', async () => {
  await openHome({ answers: threePages() });
  const pageLinks = page.getByRole('navigation', { name: 'Pages' });
  const secondPageLink = pageLinks.getByRole('link', { name: 'Page 2' });
  await expect.element(secondPageLink).toBeInTheDocument();
  // No scroll event arrives, as if scroll and tap happened within one frame.
  const stopEvent = (event: Event): void => event.stopImmediatePropagation();
  addEventListener('scroll', stopEvent, { capture: true });
  onTestFinished(() => removeEventListener('scroll', stopEvent, { capture: true }));
  scrollTo({ top: 300, behavior: 'instant' });
  (secondPageLink.element() as HTMLElement).click();
  await expect.element(pageLinks.getByText('Page 2', { exact: true })).toBeInTheDocument();
  await expect.poll(() => scrollY).toBe(0);
  history.back();
  await expect.element(pageLinks.getByText('Page 1', { exact: true })).toBeInTheDocument();
  await expect.poll(() => scrollY).toBe(300);
});

for (const value of casesToRun(['0', '9999999', '1', '-3', 'abc', '', '1.5'], 2)) {
  test(`?page=${value} shows page 1, and is removed from the address`, async () => {
    await renderScreen(`/?page=${value}`);
    await expect.element(card('Part 2')).toBeVisible();
    await expect.poll(() => location.pathname + location.search).toBe('/');
  });
}

test('clearing the filters of a channel’s tab keeps the type that is chosen for the other lists', async () => {
  const { channel_id: channelId } = aWireVideo().channel;
  const { archive, mirror } = await renderScreen(`/channel/${channelId}/`, { userConfig: { vid_type_filter: 'shorts', hide_watched: true } });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => archive.userConfig().hide_watched).toBeNull();
  await expect.poll(() => mirror().db.outbox.count()).toBe(0);
  expect(archive.userConfig().vid_type_filter).toBe('shorts');
});

longTest.each([
  [phone, 1],
  [tablet, 0],
])('the filters offer "Grid items" only where the columns depend on it (%o)', async (viewport, count) => {
  await openHome({ viewport });
  await page.getByRole('button', { name: 'Filters' }).last().click();
  const filters = page.getByRole('dialog');
  await expect.element(filters.getByRole('radiogroup', { name: 'View' })).toBeVisible();
  expect(filters.getByRole('group', { name: 'Grid items' }).elements()).toHaveLength(count);
});

longTest('a page beyond the end says that it is empty, with a link to the first page of the same list', async () => {
  const emptyPage = () => json({ data: [], paginate: aWirePagination({ current_page: 40, total_hits: 5 }) });
  await renderScreen('/?page=40&height=720', {
    answers: { '/api/video/?': ({ path }: { path: string }) => (path.includes('page=40') ? emptyPage() : listPage(wireVideos(5))) },
  });
  await expect.element(page.getByText('There is nothing on this page.')).toBeVisible();
  await page.getByRole('link', { name: 'First page' }).click();
  await expect.element(card('Part 2')).toBeVisible();
  expect(location.pathname + location.search).toBe('/?height=720');
});

async function openHome(options: ScreenOptions = {}): Promise<Screen> {
  const screen = await renderScreen('/', options);
  await expect.element(card('Part 2')).toBeVisible();
  return screen;
}

function listPage(data: unknown[]): Response {
  return json({ data, paginate: aWirePagination({ total_hits: data.length }) });
}

/** Continue Watching contains the started videos, every other list five videos. */
function withStartedVideos(startedVideos = [startedVideo]): Record<string, unknown> {
  return { '/api/video/?': ({ path }: { path: string }) => listPage(path.includes('watch=continue') ? startedVideos : wireVideos(5)) };
}

function threePages(): Record<string, unknown> {
  return {
    '/api/video/?': ({ path }: { path: string }) => {
      if (path.includes('watch=continue')) return json([]);
      const pageNumber = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
      const paginate = aWirePagination({
        current_page: pageNumber,
        prev_pages: pageNumber === 1 ? null : [1, 2].slice(0, pageNumber - 1),
        next_pages: [2, 3].slice(pageNumber - 1),
        last_page: pageNumber === 3 ? 0 : 3,
        total_hits: 36,
      });
      return json({ data: wireVideos(5), paginate });
    },
  };
}
