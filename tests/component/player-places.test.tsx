// The player moving between its places in the shell (docs/decisions/404), and the sheet of up next. player.test.tsx and tests/e2e cover
// playback itself.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { UpNextVideo } from '../../src/lib/up-next.ts';
import { addToQueue, startPlaybackQueue } from '../../src/mutations/up-next.ts';
import { aWireVideo, wireVideos } from '../builders/mirror-wire.ts';
import { video } from './open-video.ts';
import { desktop, phone, renderScreen } from './screen.tsx';
import { json } from '../doubles/fetch-script.ts';
import { silence } from './silence.ts';
import { longTest } from '../long-test.ts';

const fog = aWireVideo({ youtube_id: 'fogNorthSea', title: 'Fog', description: 'Horns at 1:36.' });

longTest('a time in the description seeks a player that was paused in a list and then opened on its page', async () => {
  const media_url = silence(200);
  await renderScreen('/?videoId=fogNorthSea', { videos: [{ ...fog, media_url, streams: [], subtitles: [] }], viewport: desktop });
  const seekSlider = page.getByRole('slider', { name: 'Seek' });
  await expect.element(seekSlider).toBeVisible();
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('button', { name: 'Go to 1:36' }).click();
  await expect.element(seekSlider).toHaveAttribute('aria-valuenow', '96');
});

test('the player in a list has no heading until its title has arrived', async () => {
  let sendAnswer!: (answer: Response) => void;
  const pendingAnswer = new Promise<Response>((resolve) => (sendAnswer = resolve));
  await renderScreen('/?videoId=fogNorthSea', { videos: [], answers: { '/api/video/fogNorthSea/': () => pendingAnswer }, viewport: desktop });
  const inlinePlayer = page.getByRole('region', { name: 'Player', exact: true });
  await expect.element(inlinePlayer.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(inlinePlayer.getByRole('heading').elements()).toEqual([]);
  sendAnswer(json(fog));
  await expect.element(inlinePlayer.getByRole('heading', { name: 'Fog' })).toBeVisible();
});

longTest('the player in a list is as wide as the list, and at most 60 % as tall as the window', async () => {
  await renderScreen('/?videoId=fogNorthSea', {
    videos: [{ ...fog, media_url: silence(200), streams: [], subtitles: [] }],
    viewport: { width: 1280, height: 800 },
  });
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Recent Videos' })).toBeVisible();
  const edges = (name: string) => {
    const { left, right } = page.getByRole('region', { name }).element().getBoundingClientRect();
    return [left, right];
  };
  await expect.poll(() => edges('Player: Fog')).toEqual(edges('Recent Videos'));
  await expect.poll(() => page.getByRole('region', { name: 'Player: Fog' }).element().getBoundingClientRect().height).toBe(480);
  await userEvent.keyboard('f');
  await expect.poll(() => page.getByRole('region', { name: 'Player: Fog' }).element().getBoundingClientRect().height).toBeGreaterThan(480);
  await document.exitFullscreen();
});

longTest('the player on a phone has Close but no Back in a list, and Back on its page', async () => {
  await renderScreen('/?videoId=fogNorthSea', { videos: [{ ...fog, media_url: silence(200), streams: [], subtitles: [] }], viewport: phone });
  const backButton = page.getByRole('group', { name: 'Player controls' }).getByRole('button', { name: 'Back', exact: true });
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Player', exact: true }).getByRole('button', { name: 'Close' })).toBeVisible();
  expect(backButton.elements()).toEqual([]);
  await page.getByRole('link', { name: 'Open page' }).click();
  await expect.element(backButton).toBeVisible();
});

longTest('the knob of the timeline on a phone is completely visible at both ends', async () => {
  await renderScreen('/video/fogNorthSea/', { videos: [{ ...fog, media_url: silence(200), streams: [], subtitles: [] }], viewport: phone });
  const seekSlider = page.getByRole('slider', { name: 'Seek' });
  await expect.element(seekSlider).toHaveAttribute('aria-valuemax', '200');
  for (const [key, seconds] of [
    ['{Home}', '0'],
    ['{End}', '200'],
  ] as const) {
    seekSlider.element().focus();
    await userEvent.keyboard(key);
    await expect.element(seekSlider).toHaveAttribute('aria-valuenow', seconds);
    const placeOfKnob = () => {
      const { left, right, width } = (seekSlider.element().lastElementChild as Element).getBoundingClientRect();
      return [left >= 0, right <= innerWidth, width];
    };
    await expect.poll(placeOfKnob).toEqual([true, true, 16]);
  }
});

longTest('the keys of the mini player do nothing together with Ctrl, Alt or ⌘', async () => {
  await renderScreen('/video/fogNorthSea/', { videos: [{ ...fog, media_url: silence(200), streams: [], subtitles: [] }], viewport: desktop });
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuemax', '200');
  await document.querySelector('video')?.play();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const miniPlayer = page.getByRole('region', { name: 'Mini player: Fog' });
  await miniPlayer.getByRole('button', { name: 'Pause' }).click();
  for (const modifier of ['Control', 'Alt', 'Meta']) {
    for (const key of ['k', 'Escape']) await userEvent.keyboard(`{${modifier}>}{${key}}{/${modifier}}`);
  }
  await expect.element(miniPlayer.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(miniPlayer).not.toBeInTheDocument();
});

longTest('a transcript hit plays the paused video above it from the moment of the hit', async () => {
  const media_url = silence(200);
  const hit = { youtube_id: 'fogNorthSea', title: 'Fog', subtitle_line: 'a horn', subtitle_start: '00:01:36.000' };
  const searchResults = { results: { video_results: [], channel_results: [], playlist_results: [], fulltext_results: [hit] }, queryType: 'simple' };
  await renderScreen('/search/?q=full:horn&videoId=fogNorthSea', {
    videos: [{ ...fog, media_url, streams: [], subtitles: [] }],
    answers: { '/api/search/': searchResults },
    viewport: desktop,
  });
  const seekSlider = page.getByRole('slider', { name: 'Seek' });
  await expect.element(seekSlider).toHaveAttribute('aria-valuemax', '200');
  await page.getByRole('link', { name: 'Play Fog from' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fog' })).toBeVisible();
  await expect.poll(() => Number(seekSlider.element().getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(96);
  await expect.poll(() => video().paused).toBe(false);
});

longTest('a player in a list that was scrolled past and closed stays paused when the list is scrolled back', async () => {
  await playInList();
  await miniPlayerOf('Fog').getByRole('button', { name: 'Close the player' }).click();
  scrollTo(0, 0);
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toBeVisible();
  await expect.poll(() => video().readyState).toBeGreaterThanOrEqual(2);
  expect(video().paused).toBe(true);
});

longTest('a list that is scrolled back shows the video to which the mini player has advanced', async () => {
  await playInList();
  await miniPlayerOf('Fog').getByRole('button', { name: 'Up next' }).click();
  await page.getByRole('button', { name: 'Play Part 1 now' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(miniPlayerOf('Part 1')).toBeVisible();
  scrollTo(0, 0);
  const inlinePlayer = page.getByRole('region', { name: 'Player', exact: true });
  await expect.element(inlinePlayer.getByRole('heading', { name: 'Part 1' })).toBeVisible();
  await expect.element(inlinePlayer.getByRole('slider', { name: 'Seek' })).toBeVisible();
  await expect.poll(() => video().paused).toBe(false);
});

longTest('removing an entry from up next by a key moves the focus to the neighbour', async () => {
  const videos = wireVideos(3);
  const screen = await renderScreen('/', { videos, viewport: desktop });
  for (const { youtube_id: videoId, title } of videos) await addToQueue(screen.mirror(), { videoId, title }, 'last');
  screen.goTo('/?sheet=queue');
  const remove = (title: string) => page.getByRole('button', { name: `Remove ${title} from up next` });
  await expect.element(remove('Part 3')).toBeVisible();
  (remove('Part 2').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove('Part 3')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove('Part 1')).toHaveFocus();
});

test('up next lists below the chosen videos only what follows the last chosen video', async () => {
  const videos = wireVideos(4);
  const upNextVideos = videos.map(({ youtube_id: videoId, title }) => ({ videoId, title }));
  const screen = await renderScreen('/', { videos, viewport: desktop });
  await startPlaybackQueue(screen.mirror(), { origin: { kind: 'channel', id: 'UC1', name: 'Harbour' }, videos: upNextVideos, isShuffled: false });
  await addToQueue(screen.mirror(), upNextVideos[2] as UpNextVideo, 'last');
  screen.goTo('/?sheet=queue');
  await expect
    .element(page.getByRole('region', { name: 'Chosen by you' }).getByRole('button', { name: /^Play .* now$/ }))
    .toHaveAccessibleName('Play Part 3 now');
  await expect
    .element(page.getByRole('region', { name: 'From Harbour' }).getByRole('button', { name: /^Play .* now$/ }))
    .toHaveAccessibleName('Play Part 4 now');
});

const miniPlayerOf = (title: string) => page.getByRole('region', { name: `Mini player: ${title}` });

/** Plays Fog at the top of a list, with Part 1 up next, and scrolls past it. */
async function playInList(): Promise<void> {
  const playableFields = { media_url: silence(200), streams: [], subtitles: [] };
  const videos = [fog, ...wireVideos(30)].map((item) => ({ ...item, ...playableFields }));
  await renderScreen('/', { videos, viewport: desktop });
  await page.getByRole('button', { name: 'More actions for Part 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add to up next' }).click();
  await page.getByRole('button', { name: 'More actions for Fog', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Play here' }).click();
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toBeVisible();
  await expect.poll(() => video().paused).toBe(false);
  scrollTo(0, document.body.scrollHeight);
  await expect.element(miniPlayerOf('Fog')).toBeVisible();
}
