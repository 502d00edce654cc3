// How a screen reports a failed read (SPEC §2, §8): with a message in place of the content; if a stored copy is shown, a refusal appears in a
// toast above it. Nobody is signed out.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aWireChannel } from '../builders/mirror-wire.ts';
import { html, json } from '../doubles/fetch-script.ts';
import { renderScreen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { casesToRun, longTest } from '../long-test.ts';

const channel = aWireChannel();
const channelPath = `/api/channel/${channel.channel_id}/`;
const tryAgainButton = page.getByRole('button', { name: 'Try again' });

test('the page reports a read that is refused while the session is valid, and signs nobody out', async () => {
  const screen = await renderScreen('/');
  await expect.element(page.getByRole('article').first()).toBeVisible();
  screen.archive.on('/api/video/?', json({ detail: 'Not for you.' }, 403));
  screen.archive.on('/api/channel/', json({ detail: 'Not for you.' }, 403));
  screen.goTo('/channel/'); // a list that is not on this device
  const pingCount = screen.archive.count('/api/ping/');
  await expectQuotedText('Forbidden: Access denied.', page.getByText('Forbidden: Access denied.', { exact: true }).first());
  await expect.poll(() => screen.archive.count('/api/ping/')).toBeGreaterThan(pingCount); // the ping that would reveal an ended session
  await expect.element(page.getByText('You’ve been signed out.')).not.toBeInTheDocument();
  screen.goTo('/');
  await expect.element(page.getByRole('article').first()).toBeVisible();
  expect(screen.documentLoads).toEqual([]);
});

longTest('a copy stays on the screen when reading it becomes forbidden, and a toast says so', async () => {
  const screen = await renderScreen('/');
  await expect.element(page.getByRole('article').first()).toBeVisible();
  screen.archive.on('/api/video/?', json({ detail: 'Not for you.' }, 403));
  await screen.reload();
  await expectQuotedText('Forbidden: Access denied.', page.getByRole('status').getByText('Forbidden: Access denied.', { exact: true }));
  await expect.element(page.getByRole('article').first()).toBeVisible();
});

test('a screen without a copy shows a refusal or an answer that is not from an archive, and Try again recovers', async () => {
  const { archive } = await renderScreen(`/channel/${channel.channel_id}/`, { answers: { [channelPath]: () => html(404) } });
  await expectQuotedText('error fetching data: ...', page.getByText(/^error fetching data: \S/));
  archive.on(channelPath, json({}, 400));
  await tryAgainButton.click();
  await expectQuotedText('An error occurred while processing the request.', page.getByText('An error occurred while processing the request.', { exact: true }));
  archive.on(channelPath, json({ message: 'The lamp is out.' }, 400));
  await tryAgainButton.click();
  await expect.element(page.getByText('The lamp is out.', { exact: true })).toBeVisible();
  archive.on(channelPath, json(channel));
  // A refused request is not repeated automatically.
  await tryAgainButton.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible();
});

for (const id of casesToRun(['doesNotExist', '%3Cx%3E', '%F0%9F%8C%85', 'a%2Fb', '..%2F..', 'x.y'], 2)) {
  test(`/video/${id}/ says that there is no such video; an invalid id is not requested`, async () => {
    const { archive } = await renderScreen(`/video/${id}/`);
    await expectQuotedText('No video found.', page.getByRole('heading', { level: 1, name: 'No video found.' }));
    expect(page.getByText('error fetching data').elements()).toEqual([]);
    const videoRequests = archive.requests.filter(({ path }) => path.startsWith('/api/video/') && !path.startsWith('/api/video/?'));
    if (id !== 'doesNotExist') expect(videoRequests).toEqual([]);
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Go Home' })).toBeVisible();
  });
}

for (const id of casesToRun(['UCdoesNotExistAnywhere01', '%3Cx%3E', '%F0%9F%8C%85', 'a%2Fb', 'x.y'], 2)) {
  test(`/channel/${id}/ says that there is no such channel; an invalid id is not requested`, async () => {
    const { archive } = await renderScreen(`/channel/${id}/`);
    await expectQuotedText('Channel not found!', page.getByRole('heading', { level: 1, name: 'Channel not found!' }));
    expect(page.getByText('error fetching data').elements()).toEqual([]);
    if (id.includes('%') || id.includes('.')) expect(archive.requests.filter(({ path }) => path.startsWith('/api/channel/'))).toEqual([]);
    await page.getByRole('link', { name: 'Go to Channels' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  });
}

for (const id of ['PLnowhere00000000000000000000000001', '%3Cx%3E']) {
  test(`/playlist/${id}/ says that there is no such playlist`, async () => {
    await renderScreen(`/playlist/${id}/`);
    await expectQuotedText('That playlist does not exist', page.getByRole('heading', { level: 1, name: 'That playlist does not exist' }));
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Go Home' })).toBeVisible();
  });
}

test('a playlist that could not be requested is not reported as missing', async () => {
  const screen = await renderScreen('/playlist/');
  await expect.element(page.getByRole('article').first()).toBeVisible();
  screen.stopArchive();
  await screen.reload('/playlist/PLnowhere00000000000000000000000001/');
  await expect.element(page.getByRole('heading', { level: 2, name: 'Not on this device' })).toBeVisible();
  expect(page.getByText('That playlist does not exist').elements()).toEqual([]);
});

test('the lists of an empty archive say that nothing was found', async () => {
  const screen = await renderScreen('/channel/', { videos: [], channels: [], playlists: [] });
  await expectQuotedText('No channels found...', page.getByText('No channels found...', { exact: true }));
  screen.goTo('/playlist/');
  await expectQuotedText('No playlists found...', page.getByText('No playlists found...', { exact: true }));
  screen.goTo('/');
  await expectQuotedText('No videos found...', page.getByText('No videos found...', { exact: true }));
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
});
