// The search page: its requests and its results (SPEC §2 "Search", §9). tests/unit/search-*.test.ts covers what it finds on the device.
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { ClaimLost, openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { ShowAll } from '../../src/screens/search/found-section.tsx';
import { putSaved, wholeItem } from './put-saved.ts';
import { renderScreen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { longTest } from '../long-test.ts';

const noResults = { results: { video_results: [], channel_results: [], playlist_results: [], fulltext_results: [] }, queryType: 'simple' };
const field = page.getByRole('searchbox');

async function keepSubtitle(account: string, videoId: string, url: string, webVtt: string): Promise<void> {
  const ledger = openLedger();
  const smallFile = { account, videoId, url, contentType: 'text/vtt', body: new Blob([webVtt]) };
  // When the page opens the account, it takes the claim, perhaps between these two calls. In that case the commit is tried again.
  for (let isKept = false; !isKept;) {
    isKept = await ledger.commit(await ledger.claim('a test'), { itemKey: [account, videoId, 'original'], smallFile }).then(
      () => true,
      (reason: unknown) => {
        if (reason instanceof ClaimLost) return false;
        throw reason;
      },
    );
  }
  await ledger.close();
}

afterEach(() => vi.useRealTimers());

test('the page asks the archive 300 ms after the last keystroke, and only for the whole word', async () => {
  const { archive } = await renderScreen('/search/', { answers: { '/api/search/': noResults } });
  await field.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const letter of 'fog') {
    await userEvent.keyboard(letter);
    vi.advanceTimersByTime(299);
  }
  await expect.element(field).toHaveValue('fog');
  expect(location.search).toBe('');
  expect(archive.count('/api/search/')).toBe(0);
  vi.advanceTimersByTime(1);
  await expect.poll(() => location.search).toBe('?q=fog');
  vi.useRealTimers();
  await expect
    .poll(() => archive.requests.filter(({ path }) => path.startsWith('/api/search/')).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('query')))
    .toContain('fog');
  expect(archive.requests.filter(({ path }) => /query=(f|fo)(&|$)/.test(path))).toEqual([]);
});

longTest('Back just after typing shows the query of the earlier page, unchanged', async () => {
  await renderScreen('/search/?q=fog', { answers: { '/api/search/': noResults } });
  await expect.element(field).toHaveValue('fog');
  history.pushState({ key: 'second entry' }, '', '/search/?q=gulls');
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(field).toHaveValue('gulls');
  await field.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('!');
  await expect.element(field).toHaveValue('gulls!');
  history.back();
  await expect.element(field).toHaveValue('fog');
  vi.advanceTimersByTime(300);
  expect(location.search).toBe('?q=fog');
  await expect.element(field).toHaveValue('fog');
});

test('Enter searches immediately', async () => {
  await renderScreen('/search/', { answers: { '/api/search/': noResults } });
  await field.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('fog{Enter}');
  await expect.poll(() => location.search).toBe('?q=fog');
});

test('a section without results says so', async () => {
  await renderScreen('/search/?q=full:fog', { answers: { '/api/search/': { ...noResults, queryType: 'full' } } });
  await expectQuotedText('No fulltext results found.', page.getByRole('region', { name: 'Fulltext' }).getByText('No fulltext results found.'));
});

test('the page shows the archive’s hits, and keeps them with the time of the answer while the archive is away', async () => {
  const hit = aWireVideo({ youtube_id: 'fromAfar', title: 'Fog, from afar' });
  const screen = await renderScreen('/search/?q=fog', {
    answers: { '/api/search/': { ...noResults, results: { ...noResults.results, video_results: [hit] } } },
  });
  const link = page.getByRole('link', { name: /Fog, from afar/ }).first();
  await expect.element(link).toBeVisible();
  screen.stopArchive();
  await screen.reload('/search/?q=fog');
  await expect.element(page.getByText(/ · the server’s answer is from /)).toBeVisible();
  await expect.element(link).toBeVisible();
  await field.fill('full:zzz');
  await expect.element(page.getByText(/your server isn’t answering, so only what this device knows/)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Fulltext' })).toHaveTextContent(/Only the server can search what is said/);
});

longTest('the page does not show “nothing found” while it reads the cards of the results', async () => {
  const screen = await renderScreen('/search/?q=zzz', { answers: { '/api/search/': noResults } });
  await expect.element(page.getByText('Nothing matches “zzz”.')).toBeVisible();
  const hit = aWireVideo({ youtube_id: 'fromAfar', title: 'Fog, from afar' });
  screen.archive.on('/api/search/', async ({ path }) => {
    if (path.includes('full%3A')) return json(noResults);
    await expect.poll(() => screen.mirror().db.searches.get('full:fog')).toBeDefined();
    return json({ ...noResults, results: { ...noResults.results, video_results: [hit] } });
  });
  let wasMessageShown = false;
  const observer = new MutationObserver(() => {
    wasMessageShown ||= page.getByText('Nothing matches “fog”.').query() !== null;
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  await field.fill('fog');
  await expect.element(page.getByRole('link', { name: /Fog, from afar/ }).first()).toBeVisible();
  expect(wasMessageShown).toBe(false);
});

function aSpokenHit(youtube_id: string, subtitle_start: string, subtitle_line: string) {
  return {
    youtube_id,
    title: `About ${youtube_id}`,
    subtitle_channel: 'Harbour Lights',
    subtitle_channel_id: 'UC1',
    subtitle_index: 1,
    subtitle_lang: 'en',
    subtitle_line,
    subtitle_start,
    subtitle_end: subtitle_start.replace('.500', '.900'),
    subtitle_source: 'user',
    vid_thumb_url: '',
    _index: 'ta_subtitle',
    _score: 7.12,
  };
}

const answerOf = (results: Partial<typeof noResults.results> | Record<string, unknown[]>) => ({ ...noResults, results: { ...noResults.results, ...results } });

test('a video whose spoken words match appears once, with its length and a link for each passage', async () => {
  const spokenHits = [
    aSpokenHit('gale', '00:01:02.500', 'fog in the morning'),
    aSpokenHit('calm', '00:00:05.500', 'no fog today'),
    ...[10, 20, 30, 40].map((second) => aSpokenHit('gale', `00:02:${second}.500`, `fog number ${second}`)),
  ];
  const answers = { '/api/search/': { ...answerOf({ fulltext_results: spokenHits }), queryType: 'full' } };
  // The length comes from the video on this device, because the archive’s hits have none.
  const screen = await renderScreen('/', { videos: [aWireVideo({ youtube_id: 'gale', title: 'About gale', player: { duration: 95 } })], answers });
  await expect.element(page.getByRole('link', { name: /About gale/ }).first()).toBeVisible();
  screen.goTo('/search/?q=full:fog');
  const section = page.getByRole('region', { name: 'Fulltext' });
  await expect.element(section.getByText('6 in 2 videos')).toBeVisible();
  expect(section.getByRole('article').elements()).toHaveLength(2);
  const gale = section.getByRole('article').first();
  await expect.element(gale.getByText('1:35')).toBeVisible();
  const quotes = gale.getByRole('list', { name: 'What is said in About gale' }).getByRole('link');
  expect(quotes.elements().map((link) => link.getAttribute('href'))).toEqual(['/video/gale?t=62', '/video/gale?t=130', '/video/gale?t=140']);
  await expect.element(quotes.first()).toHaveTextContent('1:02 to 1:02 fog in the morning');
  await expect.element(quotes.first()).toHaveAttribute('title', '62.5 to 62.9 seconds, score 7.1');
  expect(gale.element().textContent).not.toContain('7.1');
  await gale.getByRole('button', { name: '2 more passages, About gale' }).click();
  await expect.poll(() => quotes.elements().length).toBe(5);
  await expect.element(quotes.nth(3)).toHaveFocus();
});

test('a section shows six results, and all on request, also after a reload; the next search shows six again', async () => {
  const foundVideos = Array.from({ length: 9 }, (_none, index) => aWireVideo({ youtube_id: `fog${index}`, title: `Fog, part ${index}` }));
  const screen = await renderScreen('/search/?q=fog', { answers: { '/api/search/': answerOf({ video_results: foundVideos }) } });
  const cards = page.getByRole('region', { name: 'Videos' }).getByRole('article');
  const showAll = page.getByRole('button', { name: 'Show all 9, Videos' });
  await expect.element(showAll).toBeVisible();
  expect(cards.elements()).toHaveLength(6);
  await showAll.click();
  await expect.poll(() => cards.elements().length).toBe(9);
  await expect.element(cards.nth(6).getByRole('link').first()).toHaveFocus();
  await screen.reload();
  await expect.poll(() => cards.elements().length).toBe(9);
  await page.getByRole('button', { name: 'Show fewer, Videos' }).click();
  await expect.poll(() => cards.elements().length).toBe(6);
  await showAll.click();
  await field.fill('fog,');
  await expect.poll(() => location.search).toBe('?q=fog%2C');
  await expect.element(showAll).toBeVisible();
});

test('“Show all” moves the focus to the first added result, even if the section renders between the press and the result', async () => {
  const render = renderShowAll();
  render([], ['Fog', 'Gale']);
  await page.getByRole('button', { name: 'Show all 3, Videos' }).click();
  render([], ['Fog', 'Gale']);
  render(['videos'], ['Fog', 'Gale']);
  render(['videos'], ['Fog', 'Gale', 'Hail']);
  expect(document.activeElement).toBe(page.getByRole('link', { name: 'Hail' }).element());
});

test('“Show fewer” keeps the focus on the button, even if the section renders before its last results are gone', async () => {
  const render = renderShowAll();
  render(['videos'], ['Fog', 'Gale', 'Hail']);
  await page.getByRole('button', { name: 'Show fewer, Videos' }).click();
  render([], ['Fog', 'Gale', 'Hail']);
  render([], ['Fog', 'Gale']);
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Show all 3, Videos' }).element());
});

longTest('chips jump to the sections that have results', async () => {
  const results = { video_results: [aWireVideo({ youtube_id: 'gale' })], fulltext_results: [aSpokenHit('gale', '00:00:01.500', 'fog')] };
  await renderScreen('/search/?q=fog', { answers: { '/api/search/': answerOf(results) } });
  const jumpChips = page.getByRole('navigation', { name: 'Jump to' }).getByRole('button');
  await expect.element(jumpChips.nth(1)).toHaveTextContent('Fulltext 1');
  expect(jumpChips.elements()).toHaveLength(2);
  await jumpChips.nth(1).click();
  await expect.element(page.getByRole('heading', { name: 'Fulltext' })).toHaveFocus();
  await field.fill('video:fog');
  await expect.element(page.getByRole('region', { name: 'Fulltext' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('navigation', { name: 'Jump to' })).not.toBeInTheDocument();
});

test('an empty search shows plain chips and recent searches; the search syntax is behind the info button', async () => {
  await renderScreen('/search/', { answers: { '/api/search/': noResults } });
  await expect.element(page.getByRole('heading', { name: 'Find anything in the archive' })).toBeVisible();
  expect(page.getByRole('group', { name: 'Keywords' }).element().textContent).toBe('In titlesSpoken wordsIn channelsIn playlists');
  await page.getByRole('button', { name: 'Spoken words' }).click();
  await expect.element(field).toHaveValue('full:');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('fog');
  await page.getByRole('button', { name: 'Loose spelling' }).click();
  await userEvent.keyboard('bank');
  await expect.element(field).toHaveValue('full:fog bank fuzzy:2');
  await page.getByRole('button', { name: 'How to search' }).click();
  await page.getByRole('dialog', { name: 'Search tips' }).getByRole('button', { name: 'Search for video: active:no' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('video: active:no');
  await expect.poll(() => location.search).toBe('?q=video%3A+active%3Ano');
  await page.getByRole('button', { name: 'Clear' }).click();
  const recentSearch = page.getByRole('button', { name: 'Search for video: active:no' });
  await expect.element(recentSearch).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(recentSearch).toHaveFocus();
});

longTest('a playlist in a narrow column has one line of facts and no menu', async () => {
  const playlist = aWirePlaylist({
    playlist_id: 'PL1',
    playlist_name: 'Fog and other weather',
    playlist_channel: 'Harbour Lights of the Northern Coast '.repeat(3),
  });
  const answers = { '/api/search/': answerOf({ playlist_results: [playlist] }) };
  await renderScreen('/search/?q=fog', { answers, viewport: { width: 1280, height: 800 } });
  const card = page.getByRole('region', { name: 'Playlists' }).getByRole('article');
  await expect.element(card).toBeVisible();
  expect(card.getByRole('button').elements()).toEqual([]);
  const facts = card.getByText(/^Archived/);
  await expect.element(facts).toBeVisible();
  expect(facts.element().parentElement?.clientHeight).toBeLessThan(25);
  expect(facts.element().getBoundingClientRect().right).toBeLessThanOrEqual(card.element().getBoundingClientRect().right);
  await field.fill('playlist:fog');
  await expect.element(card.getByRole('button', { name: /^More actions for/ })).toBeVisible();
});

test('a search without the archive finds a sentence spoken in a saved video, and leads to the moment of the sentence', async () => {
  const video = aWireVideo({
    youtube_id: 'pier',
    title: 'Night on the pier',
    subtitles: [{ ext: 'vtt', lang: 'en', media_url: '/media/pier.vtt', name: 'English', source: 'user', url: null }],
  });
  const screen = await renderScreen('/', { videos: [video] });
  await expect.element(page.getByRole('link', { name: /Night on the pier/ }).first()).toBeVisible();
  const { account } = await putSaved(screen, wholeItem('pier'));
  await keepSubtitle(account, 'pier', '/media/pier.vtt', 'WEBVTT\n\n00:01:02.500 --> 00:01:09.000\nthe lighthouse keeper slept');
  screen.stopArchive();
  await screen.reload('/search/?q=lighthouse');
  const passage = page.getByRole('region', { name: 'Fulltext' }).getByRole('article');
  await expect.element(passage).toHaveTextContent(/1:02 to 1:09.*the lighthouse keeper slept/);
  await expect.element(passage.getByRole('link', { name: /Play Night on the pier from/ })).toHaveAttribute('href', '/video/pier?t=62');
});

/**
 * Returns a function that renders the results `titles`, followed by the button of a section that shows two of three results at first.
 * `fullParts`: names of the sections that are shown in full.
 */
function renderShowAll(): (fullParts: readonly string[], titles: readonly string[]) => void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  return (fullParts, titles) => {
    const expansion = { expandedNames: new Set(fullParts), toggle: () => undefined };
    flushSync(() =>
      root.render(
        <>
          <ul>
            {titles.map((title) => (
              <li key={title}>
                <a href="#top">{title}</a>
              </li>
            ))}
          </ul>
          <ShowAll name="videos" total={3} limit={2} text="Show all 3" partName="Videos" expansion={expansion} />
        </>,
      ),
    );
  };
}
