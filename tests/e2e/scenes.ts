// Visits every screen in every state that a user may see, with a real archive behind a proxy that breaks the network. A scene is a screen
// in one state; a walk is the scenes of one part of the client. Used by accessibility.spec.ts, scripts/screenshots.mjs and
// scripts/readme-pictures.mjs.
import { expect, type Locator, type Page } from '@playwright/test';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { startFaultProxy, type FaultProxy } from '../doubles/fault-proxy.ts';
import { fillQueue, holdDownloads, someQueue } from '../builders/queue-items.ts';
import { wireTask } from '../builders/wire-stats.ts';
import { createArchiveProcess, credentials, sampleLibrary, apiCaller, type ArchiveProcess } from './archive-process.ts';
import { launchBrowser, openDevice, openTemporaryDevice, signIn, waitForChunks, waitForScreens, waitForWorker, type Device } from './device.ts';
import { templateFolder } from './global-setup.ts';
import { goOnline } from './go-offline.ts';
import { aWholeCopy, cutSavedCopy, departureIn, putSavedRows, refuseSavers } from './saved-rows.ts';

/** From the sample library's README. */
const videoIds = {
  short: 'lightShort1',
  harbourTug: 'harbourTug1',
  fog: 'fogNorthSea',
  arabic: 'tideTable_1',
  aurora: 'cabinAurora',
  night: 'nightTrain1',
  lighthouse: 'lightBlink1',
};
/** A channel with videos of all three kinds. */
const slowHarbour = 'Slow Harbour';

export type OnScene = (scene: string, page: Page) => Promise<void>;

/** Each walk's own set-up: an archive, the proxy in front of it, a device, and the callback for each scene. */
interface WalkContext {
  archive: ArchiveProcess;
  proxy: FaultProxy;
  device: Device;
  page: Page;
  onScene: OnScene;
  /** Whether slow scenes are included, such as the login help, which needs eleven failed checks, one a second. */
  hasSlowScenes: boolean;
}

/** The walks are independent of each other, so that they can run in parallel. */
const walks = {
  login: walkLogin,
  lists: walkLists,
  playlists: walkPlaylists,
  video: walkVideo,
  player: walkPlayer,
  'missing files': walkMissing,
  'mini player': walkMiniPlayer,
  shell: walkShell,
  settings: walkSettings,
  'search and dashboard': walkSearchAndDashboard,
  'settings of the archive': walkArchiveSettings,
  downloads: walkDownloads,
  saved: walkSaved,
  'states of saved videos': walkSavedStates,
  trips: walkTrips,
  away: walkAway,
  'signed out': walkSignedOut,
  failures: walkFailures,
  empty: walkEmpty,
} satisfies Record<string, (context: WalkContext) => Promise<void>>;

export type WalkName = keyof typeof walks;
export const walkNames = Object.keys(walks) as WalkName[];

/** Most of these walks load a page while the archive is away; `failures` breaks what the worker stores. */
const walksWithWorker: readonly WalkName[] = [
  'playlists',
  'settings of the archive',
  'downloads',
  'saved',
  'states of saved videos',
  'trips',
  'away',
  'failures',
];

export interface WalkOptions {
  viewport: { width: number; height: number };
  hasSlowScenes?: boolean;
}

/** Opens each scene of a walk and calls `onScene` once the scene has settled. The template must have been filled. */
export async function walkScenes(name: WalkName, { viewport, hasSlowScenes = false }: WalkOptions, onScene: OnScene): Promise<void> {
  const library = name === 'missing files' ? await mkdtemp(path.join(os.tmpdir(), 'stowaway-library-')) : sampleLibrary;
  if (library !== sampleLibrary) await cp(sampleLibrary, library, { recursive: true, preserveTimestamps: true });
  const archive = await createArchiveProcess({ template: templateFolder, library });
  await archive.start();
  const proxy = await startFaultProxy({ port: archive.port });
  const browser = walksWithWorker.includes(name) ? null : await launchBrowser();
  const device = browser ? await openTemporaryDevice(browser, { viewport }) : await openDevice({ viewport });
  try {
    const page = device.context.pages()[0] ?? (await device.context.newPage());
    // Nothing may move while a scene is inspected.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const onStableScene: OnScene = async (scene, scenePage) => {
      await waitUntilStill(scenePage);
      await onScene(scene, scenePage);
    };
    await addWatchHistory(archive.url);
    await walks[name]({ archive, proxy, device, page, onScene: onStableScene, hasSlowScenes });
  } finally {
    await device.close();
    await browser?.close();
    await proxy.close();
    await archive.remove();
    if (library !== sampleLibrary) await rm(library, { recursive: true, force: true });
  }
}

/** Marks some videos watched and starts others, so that the archive looks as it does after a week of use. */
async function addWatchHistory(url: string): Promise<void> {
  const call = apiCaller(url);
  const startedVideos: [string, number][] = [
    [videoIds.lighthouse, 44],
    [videoIds.aurora, 21],
    [videoIds.night, 62],
    [videoIds.fog, 83],
  ];
  for (const [id, position] of startedVideos) await call(`/api/video/${id}/progress/`, { method: 'POST', body: { position } });
  for (const id of ['paintBridge', 'andromeda_1', 'petrolSix_1']) await call('/api/watched/', { method: 'POST', body: { id, is_watched: true } });
}

async function walkLogin({ page, proxy, onScene, hasSlowScenes }: WalkContext): Promise<void> {
  await page.goto(`${proxy.url}/`);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await onScene('login', page);
  await page.getByLabel('Username').fill(credentials.username);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Failed to login.')).toBeVisible();
  await onScene('login-refused', page);
  proxy.set({ kind: 'reset' });
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Waiting for backend')).toBeVisible();
  if (hasSlowScenes) await expect(page.getByText('STOWAWAY_', { exact: false }).first()).toBeVisible({ timeout: 20_000 });
  await onScene('login-waiting', page);
}

async function walkLists({ archive, page, proxy, onScene }: WalkContext): Promise<void> {
  const call = apiCaller(archive.url);
  await signIn(page, proxy.url);
  await expect(page.getByRole('heading', { name: 'Continue Watching' })).toBeVisible();
  await onScene('home', page);
  await page
    .getByRole('button', { name: /^More actions for/ })
    .last()
    .click();
  await onScene('home-menu', page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Filters$|^Sorted by/ })
    .last()
    .click();
  await onScene('home-filters', page);
  // `onScene` may have changed the width and restored it, which can leave a sheet or a menu open, so the page is loaded again.
  await page.goto(`${proxy.url}/`);
  await page.getByRole('button', { name: 'Select videos' }).click();
  await page.getByRole('checkbox').first().check();
  await page.evaluate(() => scrollTo(0, 0));
  await onScene('home-selection', page);
  await page.keyboard.press('Escape');
  await page.goto(`${proxy.url}/?height=144`);
  await expect(page.getByText('Nothing here matches the filters.')).toBeVisible();
  await onScene('home-no-match', page);
  await page.goto(`${proxy.url}/?videoId=${videoIds.fog}`);
  await expect(page.getByRole('region', { name: 'Player', exact: true })).toBeVisible();
  await onScene('home-inline-player', page);
  await page.goto(`${proxy.url}/channel/`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await onScene('channels', page);
  await page.getByRole('article').getByRole('link', { name: slowHarbour }).first().click();
  await expect(page.getByRole('heading', { name: slowHarbour, level: 1 })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await onScene('channel', page);
  const channelUrl = page.url();
  for (const kind of ['streams', 'shorts']) {
    await page.goto(`${channelUrl.replace(/\/$/, '')}/${kind}/`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await onScene(`channel-${kind}`, page);
  }
  await page.goto(`${proxy.url}/channel/UCdoesNotExist/`);
  await expect(page.getByText('Channel not found!').last()).toBeVisible();
  await onScene('channel-not-found', page);

  await call('/api/user/me/', { method: 'POST', body: { view_style_home: 'list', view_style_channel: 'list' } });
  await page.goto(`${proxy.url}/`);
  const picture = page.getByRole('region', { name: 'Recent Videos' }).getByRole('article').first().locator('img').first();
  await expect.poll(async () => (await picture.boundingBox())?.width ?? Infinity).toBeLessThan(200);
  await onScene('home-list', page);
  await page.goto(`${proxy.url}/channel/`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await onScene('channels-list', page);
  await call('/api/user/me/', { method: 'POST', body: { view_style_home: 'table' } });
  await page.goto(`${proxy.url}/`);
  await expect(page.getByRole('table')).toBeVisible();
  await onScene('home-table', page);
}

async function walkPlaylists({ archive, page, proxy, onScene }: WalkContext): Promise<void> {
  const call = apiCaller(archive.url);
  const createdPlaylist = (await (await call('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'For the ferry, with Ida' } })).json()) as {
    playlist_id: string;
  };
  for (const video_id of [videoIds.night, videoIds.fog, videoIds.aurora, videoIds.harbourTug, videoIds.arabic])
    await call(`/api/playlist/custom/${createdPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id } });
  await signIn(page, proxy.url);
  await waitForWorker(page);
  const entries = page.getByRole('list', { name: 'Videos of the playlist' }).getByRole('listitem');

  await page.goto(`${proxy.url}/playlist/`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(4);
  await onScene('playlists', page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'New playlist' })).toBeFocused();
  await onScene('new-playlist', page);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'List' }).click({ force: true });
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await onScene('playlists-rows', page);

  await page.goto(`${proxy.url}/playlist/PLnorthSeaSingleHandedSampleList01/`);
  await expect(entries).toHaveCount(6);
  // The last rows are fetched once they have stayed in view.
  await expect(entries.locator('img')).toHaveCount(5);
  await onScene('playlist', page);
  await page.getByRole('button', { name: 'Select videos' }).click();
  await page.getByRole('checkbox').first().press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await onScene('playlist-selecting', page);

  await page.goto(`${proxy.url}/playlist/${createdPlaylist.playlist_id}/`);
  await expect(entries).toHaveCount(5);
  await entries
    .nth(2)
    .getByRole('button', { name: /^More actions for/ })
    .click();
  await onScene('playlist-custom-menu', page);
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'More actions', exact: true }).click();
  await onScene('playlist-menu', page);
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await onScene('delete-playlist-dialog', page);
  await page.goto(`${proxy.url}/playlist/PLdoesNotExist/`);
  await expect(page.getByText('That playlist does not exist').last()).toBeVisible();
  await onScene('playlist-not-found', page);

  await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/playlist/`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await onScene('channel-playlists', page);
  await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/about/`);
  const daysField = page.getByRole('textbox', { name: 'Delete watched videos after' });
  await daysField.fill('30');
  await page.getByRole('button', { name: 'Configure: SponsorBlock' }).click();
  await onScene('channel-about-changing', page);
  await page.evaluate(() => scrollTo(0, 0));
  await onScene('channel-about', page);

  proxy.set({ kind: 'reset' });
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('alert').getByText(/This needs the server/)).toBeVisible();
  await page.goto(`${proxy.url}/playlist/`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('textbox', { name: 'New playlist' }).fill('Made on the train');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Made on the train' }).click();
  await expect(page.getByText('No videos yet')).toBeVisible();
  await onScene('playlist-only-here', page);
}

async function walkVideo({ page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await openVideo(page, proxy.url, videoIds.harbourTug);
  await onScene('video-chapters', page);
  await page.goto(`${proxy.url}/video/doesNotExist/`);
  await expect(page.getByText('No video found.').last()).toBeVisible();
  await onScene('video-not-found', page);
}

async function walkPlayer({ page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await openVideo(page, proxy.url, videoIds.fog);
  await expect(page.getByRole('heading', { name: 'Similar Videos' })).toBeVisible();
  await onScene('video', page);
  await openVideo(page, proxy.url, videoIds.arabic);
  await onScene('video-right-to-left', page);
  await page.getByRole('button', { name: /^Subtitles/ }).click();
  await onScene('video-subtitles-menu', page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).first().click();
  await onScene('video-more-menu', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  // The dialog stays while it is hovered.
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).hover();
  await onScene('video-help', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await onScene('video-theater', page);
  await page.keyboard.press('Escape');
  await openVideo(page, proxy.url, videoIds.short);
  await onScene('video-short', page);
  await page.locator('video').evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.2;
    return element.play();
  });
  await expect(
    page
      .getByRole('region', { name: /^Player: / })
      .getByRole('button', { name: 'Replay' })
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await onScene('video-ended', page);
}

async function openVideo(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/video/${id}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(2);
}

/** Shows where the videos of an absent folder still appear, and how. */
async function walkMissing({ archive, page, proxy, onScene }: WalkContext): Promise<void> {
  const call = apiCaller(archive.url);
  const creation = await call('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'For the ferry, with Ida' } });
  const { playlist_id: playlistId } = (await creation.json()) as { playlist_id: string };
  for (const video_id of [videoIds.night, videoIds.fog, videoIds.aurora])
    await call(`/api/playlist/custom/${playlistId}/`, { method: 'POST', body: { action: 'create', video_id } });
  await signIn(page, proxy.url);
  await page
    .getByRole('button', { name: /^More actions for Crossing/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to up next' }).click();
  await expect(page.getByRole('status').getByText(/^Added to up next/)).toBeVisible();
  await rename(path.join(archive.libraryFolder, slowHarbour), path.join(archive.libraryFolder, '.aside'));
  const isMissing = async () => 'missing_since' in ((await (await call(`/api/video/${videoIds.fog}/`)).json()) as object);
  await expect.poll(isMissing, { timeout: 20_000 }).toBe(true);
  const missingNotice = page.getByText('Its file is missing on the server').filter({ visible: true }).first();
  await page.goto(`${proxy.url}/video/${videoIds.fog}/`);
  await expect(missingNotice).toBeVisible();
  await expect(page.getByRole('region', { name: 'Comments' }).getByRole('article').first()).toBeVisible();
  await onScene('missing-video', page);
  await page.goto(`${proxy.url}/playlist/${playlistId}/`);
  await expect(missingNotice).toBeVisible();
  await onScene('missing-playlist-entry', page);
  await page.goto(`${proxy.url}/about/?sheet=queue`);
  await expect(page.getByRole('dialog').getByText('Its file is missing on the server')).toBeVisible();
  await onScene('missing-up-next', page);
  // Without the archive, the device assembles these lists or shows stored ones.
  proxy.set({ kind: 'reset' }, ({ path: requestPath }) => requestPath.startsWith('/api/video/?'));
  await page.goto(`${proxy.url}/`);
  await expect(missingNotice).toBeVisible();
  await onScene('missing-home', page);
  const channel = `${proxy.url}/channel/UCslowHarbourSampleAaa01/`;
  await page.goto(channel);
  await expect(missingNotice).toBeVisible();
  await onScene('missing-channel-grid', page);
  await call('/api/user/me/', { method: 'POST', body: { view_style_home: 'list' } });
  await page.goto(channel);
  await expect.poll(async () => (await page.getByRole('article').first().locator('img, svg').first().boundingBox())?.width ?? Infinity).toBeLessThan(200);
  await expect(missingNotice).toBeVisible();
  await onScene('missing-channel-list', page);
  await call('/api/user/me/', { method: 'POST', body: { view_style_home: 'table' } });
  await page.goto(channel);
  await expect(page.getByRole('table').getByText('Its file is missing on the server')).toBeVisible();
  await onScene('missing-channel-table', page);
}

async function walkMiniPlayer({ page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/?sheet=queue`);
  await expect(page.getByRole('dialog').getByText('Nothing is up next')).toBeVisible();
  await onScene('up-next-empty', page);
  await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/`);
  for (const [index, choice] of ['Add to up next', 'Play next', 'Add to up next'].entries()) {
    const moreButtons = page.getByRole('button', { name: /^More actions for/ });
    await moreButtons.nth(index).click();
    await page.getByRole('menuitem', { name: choice }).click();
    await expect(page.getByRole('status').getByText(/^(Added to up next|Plays next)/)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Play all' }).click();
  await expect.poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1);
  // The video is paused only after its page is left, because a paused video does not continue in the mini player.
  await page.getByRole('navigation').getByRole('link', { name: 'Channels', exact: true }).first().click();
  const miniPlayer = page.getByRole('region', { name: /^Mini player/ });
  await miniPlayer.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await onScene('mini-player', page);
  await miniPlayer.getByRole('button', { name: 'Up next' }).click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Chosen by you' }).locator('img').first()).toBeVisible();
  await onScene('up-next', page);
}

async function walkShell({ page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/nowhere/`);
  await expect(page.getByText('That page does not exist').last()).toBeVisible();
  await onScene('not-found', page);

  await page.goto(`${proxy.url}/?sheet=sync`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await onScene('sync-sheet', page);
  if (await page.getByRole('navigation').getByText('mara').isHidden()) {
    await page.goto(`${proxy.url}/?sheet=account`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await onScene('account-sheet', page);
  }
  await page.goto(`${proxy.url}/?sheet=scheme`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await onScene('scheme-sheet', page);
  await page.goto(`${proxy.url}/?sheet=logout`);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await onScene('logout-dialog', page);
}

const runningTasks = [
  { ...wireTask, download: { youtube_id: 'craterLake1', share: 0.44, bytes_per_second: 6_396_313, seconds_left: 19 } },
  {
    id: 'task-2',
    title: 'Adding to the queue',
    group: 'download:add',
    api_start: false,
    api_stop: true,
    level: 'error',
    messages: ['https://example.org/watch/lost', 'This address is not known to any of the sites that are supported.'],
  },
];

async function walkDownloads({ archive, page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/downloads/`);
  await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();
  await onScene('downloads-empty', page);
  fillQueue(archive.dataFolder, someQueue);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(6);
  await onScene('downloads', page);
  await page
    .getByLabel('Links or ids for the queue')
    .fill(
      'https://www.youtube.com/watch?v=craterLake1\nhttps://www.youtube.com/@northboundrail\nPLharbourWalks0000001\nhttps://example.org/films/7\nthe one with the lathe',
    );
  await onScene('downloads-adding', page);
  await page.getByLabel('Links or ids for the queue').fill('');
  await page.getByRole('button', { name: 'Select items' }).click();
  await page.getByRole('checkbox', { name: /^Select Why/ }).check();
  await page.evaluate(() => scrollTo(0, 0));
  await onScene('downloads-selection', page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bulk actions' }).click();
  await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await onScene('downloads-bulk-dialog', page);
  await page.keyboard.press('Escape');
  proxy.set({ kind: 'answer', status: 200, text: JSON.stringify(runningTasks) }, ({ path }) => path.startsWith('/api/notification/'));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Tasks on the server' })).toBeVisible();
  await onScene('downloads-tasks', page);
  holdDownloads(archive.dataFolder);
  await page.reload();
  await page.getByRole('button', { name: 'Try now' }).waitFor();
  await page.getByText('Details', { exact: true }).last().click();
  await page.getByText('Details', { exact: true }).first().click();
  await page.evaluate(() => scrollTo(0, 0));
  await onScene('downloads-held-back', page);
  const call = apiCaller(archive.url);
  await call('/api/user/me/', { method: 'POST', body: { view_style_downloads: 'grid' } });
  proxy.set({ kind: 'none' });
  await page.goto(`${proxy.url}/downloads/?ignored=true`);
  await expect(page.getByRole('article')).toHaveCount(2);
  await onScene('downloads-ignored-grid', page);
  proxy.set({ kind: 'reset' });
  await page.getByLabel('Links or ids for the queue').fill('https://www.youtube.com/watch?v=craterLake1');
  await page.getByRole('region', { name: 'Add to queue' }).getByRole('button', { name: 'Add to queue' }).click();
  // The list of waiting links moves the queue down, so a press at that moment would miss its button.
  await expect(page.getByRole('list', { name: 'Waiting to be added' })).toBeVisible();
  await page.getByRole('button', { name: /^More for Paper/ }).click();
  await page.getByRole('menuitem', { name: 'Add to queue' }).click();
  await page
    .getByRole('radiogroup', { name: 'State' })
    .getByText(/^Queued/)
    .click();
  await expect(page.getByText('Waiting to sync', { exact: true }).first()).toBeVisible();
  await onScene('downloads-away', page);
  proxy.set({ kind: 'none' });
}

async function walkSettings({ archive, page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/settings/user/`);
  await expect(page.getByText(/ used by this browser/)).toBeVisible();
  await onScene('settings-user', page);
  await page.getByRole('textbox', { name: 'Archive page size' }).fill('many');
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.evaluate(() => scrollTo(0, 0));
  await onScene('settings-user-custom', page);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('button', { name: 'Clear this device' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await onScene('clear-dialog', page);
  await page.goto(`${proxy.url}/about/`);
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await onScene('about', page);
  await page.goto(`${proxy.url}/?sheet=help`);
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await onScene('help-sheet', page);

  const call = apiCaller(archive.url);
  for (const name of ['Rainy Sundays', 'For the train']) await call('/api/playlist/custom/', { method: 'POST', body: { playlist_name: name } });
  await page.goto(`${proxy.url}/video/${videoIds.fog}/?sheet=add-to-playlist`);
  await expect(page.getByRole('checkbox', { name: /^Rainy Sundays/ })).toBeAttached();
  await onScene('add-to-playlist-sheet', page);
  await page.goto(`${proxy.url}/video/${videoIds.fog}/`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy link' }).first()).toBeVisible();
  await onScene('video-share-menu', page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await onScene('video-more-actions', page);
  await page.getByRole('menuitem', { name: 'Delete Video' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await onScene('delete-video-dialog', page);
}

async function walkArchiveSettings({ archive, page, proxy, onScene }: WalkContext): Promise<void> {
  const call = apiCaller(archive.url);
  const settingsChange = { downloads: { format: 'bestvideo[height<=1080]+bestaudio/best', subtitle: 'en,de', comment_max: '100,all,100,10' } };
  await call('/api/appsettings/config/', { method: 'POST', body: settingsChange });
  await call('/api/appsettings/cookie/', { method: 'PUT', body: { cookie: '.video.example\tTRUE\t/\tTRUE\t2145916800\tname\tvalue\n' } });
  await call('/api/appsettings/snapshot/', { method: 'POST' });
  await call('/api/task/schedule/update_subscribed/', { method: 'POST', body: { schedule: '0 6,18 *' } });
  await call('/api/task/schedule/run_backup/', { method: 'POST', body: { schedule: '0 18 0', config: { rotate: 5 } } });
  await call('/api/task/notification/', { method: 'POST', body: { task_name: 'update_subscribed', url: 'https://hooks.example/boat' } });
  await call('/api/appsettings/backup/', { method: 'POST' });
  // The cards of these tasks would lie over the settings for a few seconds.
  await expect.poll(async () => (await call('/api/appsettings/snapshot/')).text()).toContain('SUCCESS');
  proxy.set({ kind: 'answer', status: 200, text: '[]' }, ({ path }) => path.startsWith('/api/notification/'));
  await signIn(page, proxy.url);

  await page.goto(`${proxy.url}/settings/application/`);
  await expect(page.getByText(/^Accepted, checked/)).toBeVisible();
  await expect(page.getByText(/^Complete/)).toBeVisible();
  await onScene('settings-application', page);
  await page.getByRole('textbox', { name: 'Streams per scan' }).fill('200');
  await page.getByRole('textbox', { name: 'Shorts per scan' }).fill('many');
  await onScene('settings-application-changing', page);
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('textbox', { name: 'Cookie, in Netscape format' }).fill('name=value; other=value');
  await expect(page.getByText(/^Line 1 has/)).toBeVisible();
  await page.getByText('Examples').first().click();
  await page.getByRole('textbox', { name: 'Cookie, in Netscape format' }).evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await onScene('settings-application-cookie', page);
  await page.getByRole('button', { name: /^Restore the snapshot/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Replace the index now?' })).toBeVisible();
  await onScene('restore-dialog', page);
  await page.keyboard.press('Escape');

  await page.goto(`${proxy.url}/settings/scheduling/`);
  await expect(page.getByText(/^06:00 and 18:00, every day/)).toBeVisible();
  const thumbnails = page.getByRole('region', { name: 'Thumbnail check' });
  await thumbnails.getByRole('radiogroup').getByText('Advanced', { exact: true }).click();
  await thumbnails.getByRole('textbox').fill('*/15 * *');
  await onScene('settings-scheduling', page);
  await page.goto(`${proxy.url}/settings/actions/`);
  await expect(page.getByRole('button', { name: /^Restore ta_backup/ })).toBeVisible();
  await onScene('settings-actions', page);

  proxy.set({ kind: 'reset' });
  await page.reload();
  await expect(page.getByText(/^Actions need the server/)).toBeVisible({ timeout: 15_000 });
  await onScene('settings-actions-away', page);
  await page.goto(`${proxy.url}/settings/application/`);
  await expect(page.getByText(/^Changing this needs the server/)).toBeVisible({ timeout: 15_000 });
  await onScene('settings-application-away', page);
}

async function walkSearchAndDashboard({ archive, page, proxy, onScene }: WalkContext): Promise<void> {
  const call = apiCaller(archive.url);
  await call('/api/appsettings/config/', { method: 'POST', body: { downloads: { subtitle_index: true } } });
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/search/`);
  await expect(page.getByRole('heading', { name: 'Find anything in the archive' })).toBeVisible();
  await onScene('search-start', page);
  await page.getByRole('button', { name: 'How to search' }).click();
  await expect(page.getByRole('heading', { name: 'Search tips' })).toBeVisible();
  await onScene('search-tips', page);
  await page.keyboard.press('Escape');
  const resultSummary = page.getByRole('status').filter({ hasText: /result/ });
  await page.getByRole('searchbox', { name: 'Search' }).fill('harbour');
  await page.keyboard.press('Enter');
  await expect(resultSummary).toHaveText(/the server added|from the server$/);
  await expect(page.getByRole('region', { name: 'Channels' }).getByRole('article').first()).toBeVisible();
  await onScene('search-results', page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('s');
  await expect(resultSummary).toHaveText(/the server added|from the server$/);
  await expect(page.getByRole('button', { name: /^Show all/ }).first()).toBeVisible();
  await onScene('search-many', page);
  await page
    .getByRole('navigation', { name: 'Jump to' })
    .getByRole('button', { name: /^Fulltext/ })
    .click();
  await onScene('search-columns', page);
  // The archive indexes its subtitles in the background, which can take longer than a search waits.
  await expect(async () => {
    await page.goto(`${proxy.url}/search/?q=full:the%20road`);
    await expect(page.getByRole('region', { name: 'Fulltext' }).getByRole('article').first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await onScene('search-subtitles', page);
  await page.goto(`${proxy.url}/search/?q=zzzzqqq`);
  await expect(page.getByText('No videos found...')).toBeVisible();
  await onScene('search-no-results', page);
  await page.goto(`${proxy.url}/search/`);
  await expect(page.getByRole('heading', { name: 'Recent searches' })).toBeVisible();
  await onScene('search-recent', page);

  const days = Array.from({ length: 8 }, (_, index) => ({ date: `2026-05-${22 - index}`, count: [12, 5, 8, 0, 14, 6, 9, 4][index], media_size: 9e9 }));
  await page.route('**/api/stats/downloadhist/', (route) => route.fulfill({ json: days }));
  await page.goto(`${proxy.url}/settings/`);
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Download History' }).getByRole('table')).toBeVisible();
  await onScene('dashboard', page);
}

async function walkSaved({ page, proxy, onScene }: WalkContext): Promise<void> {
  const isMedia = ({ path: requestPath }: { path: string }): boolean => /^\/(youtube|media)\/.*\.(mp4|webm)/.test(requestPath);
  const savedUrl = `${proxy.url}/saved/`;
  await signIn(page, proxy.url);
  await waitForWorker(page);
  await page.goto(savedUrl);
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await onScene('saved-empty', page);

  await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/`);
  await page.getByRole('button', { name: /^Save offline: Crossing/ }).click();
  await expect(page.getByRole('button', { name: /^Saved on this device: Crossing/ })).toBeVisible({ timeout: 30_000 });
  // The proxy sends the beginning of the next file, and then nothing.
  proxy.set({ kind: 'hang-after', bytes: 400_000 }, isMedia);
  await page.locator('[data-save][aria-label^="Save offline"]').first().click();
  await expect(page.getByRole('button', { name: /^Saving, / })).toBeVisible({ timeout: 30_000 });
  await onScene('channel-saving', page);
  await page.getByRole('button', { name: `Save offline: ${slowHarbour}` }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Newest 3' })).toBeVisible();
  await onScene('channel-policy-menu', page);
  await page.getByRole('menuitemradio', { name: 'Newest 3' }).click();
  await expect(page.getByRole('button', { name: /^Keeps the newest 3/ })).toBeVisible();

  await page.goto(savedUrl);
  await expect(page.getByRole('region', { name: 'Saving now' }).getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'On this device' }).getByRole('article').first()).toBeVisible();
  await onScene('saved', page);
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByRole('button', { name: 'Resume all' })).toBeVisible();
  await onScene('saved-paused', page);
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await onScene('allowance-sheet', page);
  await page.keyboard.press('Escape');

  await (await fillTrip(page)).waitFor();
  await onScene('pack-a-trip', page);
  // `onScene` may have changed the width, which closes the form.
  await (await fillTrip(page)).click();
  const trip = page.getByRole('article', { name: 'Bergen by train' });
  await expect(trip.getByText(/ packed/).first()).toBeVisible();
  await onScene('trip-packing', page);
  proxy.set({ kind: 'none' });
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect(trip.getByText('Ready. Good journey.')).toBeVisible({ timeout: 60_000 });
  await onScene('trip-ready', page);
  await page.getByRole('button', { name: 'Select saved videos' }).click();
  await page.getByRole('region', { name: 'On this device' }).getByRole('checkbox').first().click();
  await onScene('saved-selection', page);

  proxy.set({ kind: 'reset' });
  await page.goto(`${proxy.url}/`);
  await expect(page.getByText(/^Your server isn’t answering/)).toBeVisible();
  await onScene('home-away-with-saved', page);
  await page.goto(`${proxy.url}/video/${videoIds.fog}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await onScene('video-saved-away', page);
  await page.goto(savedUrl);
  await expect(trip).toBeVisible();
  await onScene('saved-away', page);
}

/** Shows the states of saved videos that `walkSaved` does not reach. The rows are written into the ledger of a device with one real copy. */
async function walkSavedStates({ page, proxy, onScene }: WalkContext): Promise<void> {
  const savedUrl = `${proxy.url}/saved/`;
  await openWithCopy(page, proxy.url);
  const reason = null;
  const megabyte = 1_000_000;
  const items = [
    { videoId: videoIds.fog, isPinned: true, askedAtMs: 9 },
    { videoId: videoIds.harbourTug, place: 1, status: { state: 'saving', reason }, totalBytes: 508 * megabyte, savedBytes: 214 * megabyte },
    { videoId: videoIds.night, place: 2, status: { state: 'saving', reason: 'slow' }, totalBytes: 1400 * megabyte, savedBytes: 860 * megabyte },
    { videoId: 'volcanoIsl1', place: 3, totalBytes: 366 * megabyte },
    { videoId: 'mapBorder_1', place: 4, status: { state: 'paused', reason: 'user' }, totalBytes: 290 * megabyte, savedBytes: 61 * megabyte },
    { videoId: 'boardShort1', place: 5, status: { state: 'paused', reason: 'signed-out' }, totalBytes: 40 * megabyte, savedBytes: 12 * megabyte },
    { videoId: videoIds.lighthouse, place: 6, status: { state: 'waiting-for-wifi', reason }, totalBytes: 720 * megabyte },
    { videoId: 'firstFrost1', place: 7, status: { state: 'failed', reason: 'not-found' } },
    { videoId: 'petrolSix_1', place: 8, status: { state: 'failed', reason: 'taken-away' } },
    { videoId: videoIds.short, place: 9, status: { state: 'failed', reason: 'unplayable' } },
    aWholeCopy(videoIds.arabic, 384 * megabyte, { status: { state: 'outdated', reason }, askedAtMs: 8 }),
    aWholeCopy('teaMachine1', 195 * megabyte, { status: { state: 'gone-at-source', reason }, askedAtMs: 7 }),
    aWholeCopy(videoIds.aurora, 568 * megabyte, { missingUrls: ['/subtitles/cabinAurora.en.vtt'], askedAtMs: 6 }),
    aWholeCopy('recordKit_1', 483 * megabyte, { status: { state: 'failed', reason: 'unverified' }, askedAtMs: 5 }),
    aWholeCopy('andromeda_1', 434 * megabyte, { askedAtMs: 4 }),
  ] as const;
  await putSavedRows(page, { items });
  await page.goto(`${proxy.url}/`);
  for (const state of ['Saving, 42 percent', 'Waiting for Wi-Fi', 'Update available', 'The server doesn’t have the file', 'Paused at 21 percent'])
    await expect(page.getByRole('button', { name: new RegExp(`^${state}`) }).first()).toBeVisible();
  await page.getByRole('region', { name: 'Recent Videos' }).evaluate((section) => section.scrollIntoView());
  await onScene('home-save-states', page);

  await page.goto(savedUrl);
  await expect(page.getByRole('region', { name: 'Saving now' }).getByRole('article')).toHaveCount(9);
  await expect(page.getByRole('region', { name: 'On this device' }).getByRole('article')).toHaveCount(6);
  await onScene('saved-states', page);
  await page.getByRole('region', { name: 'On this device' }).evaluate((section) => section.scrollIntoView());
  await onScene('saved-states-on-device', page);

  const buttonTexts = { [videoIds.harbourTug]: 'Saving 42%', firstFrost1: 'Failed, retry', [videoIds.arabic]: 'Update available' };
  for (const [videoId, text] of Object.entries(buttonTexts)) {
    await page.goto(`${proxy.url}/video/${videoId}/`);
    const button = page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: text });
    await expect(button).toBeVisible();
    if ((await button.getAttribute('aria-haspopup')) !== null) await button.click();
    await onScene(`video-save-button-${text.split(/[ ,]/)[0]?.toLowerCase()}`, page);
  }

  await putSavedRows(page, {
    items: [
      items[0],
      ...items.slice(10),
      { videoId: videoIds.harbourTug, place: 1, status: { state: 'paused', reason: 'storage-full' }, totalBytes: 508 * megabyte, savedBytes: 214 * megabyte },
    ],
    budgetBytes: 2300 * megabyte,
  });
  await page.goto(savedUrl);
  await expect(page.getByText(/left of .* Saving is paused until there is room\./)).toBeVisible();
  await onScene('saved-full', page);
  await page.goto(`${proxy.url}/`);
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Make room' })).toBeVisible();
  await onScene('home-saved-full', page);

  await putSavedRows(page, { items: [{ videoId: videoIds.fog }] });
  await page.goto(`${proxy.url}/`);
  await expect(page.getByRole('article').first()).toBeVisible();
  // Browsers offer the installation when they see fit, and not in tests.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
    await expect(page.getByText('Keep Stowaway on your home screen.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await onScene('home-install-offer', page);

  await page.goto(`${proxy.url}/video/${videoIds.fog}/`);
  await waitForChunks(page, 'video-screen', 'hosted-player');
  await cutSavedCopy(page, videoIds.fog, 0.555);
  proxy.set({ kind: 'reset' });
  await openVideo(page, proxy.url, videoIds.fog);
  await expect(page.getByRole('button', { name: 'Paused at 55%' })).toBeVisible();
  expect(await page.locator('video').evaluate((element: HTMLVideoElement) => new URL(element.currentSrc).pathname)).toMatch(/^\/_saved\//);
  await onScene('video-half-saved-away', page);
}

/** Shows the stages of a trip that `walkSaved` does not reach, and the notices about trips. */
async function walkTrips({ page, proxy, onScene }: WalkContext): Promise<void> {
  const notices = page.getByRole('region', { name: 'Notices' });
  await openWithCopy(page, proxy.url);
  const bytes = 612_000_000;
  const packed = (videoId: string): Partial<SavedItem> => aWholeCopy(videoId, bytes, { keptFor: 'trip' });
  const unfinished = (videoId: string, status: SavedItem['status']): Partial<SavedItem> => ({
    videoId,
    keptFor: 'trip',
    status,
    totalBytes: bytes,
    savedBytes: bytes / 3,
  });
  await putSavedRows(page, {
    items: [
      ...[videoIds.fog, videoIds.harbourTug, videoIds.arabic, videoIds.aurora, videoIds.lighthouse].map(packed),
      unfinished(videoIds.night, { state: 'paused', reason: 'storage-full' }),
      unfinished('firstFrost1', { state: 'paused', reason: 'offline' }),
      unfinished('volcanoIsl1', { state: 'paused', reason: 'user' }),
      unfinished('mapBorder_1', { state: 'failed', reason: 'not-found' }),
    ],
    trips: [
      { name: 'Over the fells', videoIds: [videoIds.fog, videoIds.harbourTug, videoIds.night], departsAt: departureIn(1), days: 2 },
      { name: 'Bergen by train', videoIds: [videoIds.arabic, 'firstFrost1'], departsAt: departureIn(4) },
      { name: 'Night ferry', videoIds: [videoIds.aurora, 'volcanoIsl1'], departsAt: departureIn(6) },
      { name: 'Grandmother’s, without a network', videoIds: [videoIds.arabic, 'mapBorder_1', 'teaMachine1'], departsAt: departureIn(8) },
      { name: 'Oban by bus', videoIds: [videoIds.aurora, videoIds.lighthouse], departsAt: departureIn(-3) },
    ],
  });
  await page.goto(`${proxy.url}/`);
  await expect(notices.getByText(/^Over the fells leaves to(?:morrow|day) /)).toBeVisible();
  await onScene('home-trip-reminder', page);
  await page.goto(`${proxy.url}/saved/`);
  for (const stage of ['Not enough space', 'Waiting', 'Paused', 'Not complete', 'Trip over. Unpack'])
    await expect(page.getByRole('region', { name: 'Trips' }).getByText(stage).first()).toBeVisible();
  await onScene('trip-stages', page);
  await page.getByRole('article', { name: 'Grandmother’s, without a network' }).evaluate((tag) => tag.scrollIntoView());
  await onScene('trip-stages-end', page);
  await page.goto(`${proxy.url}/`);
  await notices.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notices.getByText('Oban by bus is over.')).toBeVisible();
  await onScene('home-trip-over', page);
}

/** Saves one video, and then stops all saving. */
async function openWithCopy(page: Page, url: string): Promise<void> {
  await signIn(page, url);
  await waitForWorker(page);
  await page.goto(`${url}/channel/UCslowHarbourSampleAaa01/`);
  await page.getByRole('button', { name: /^Save offline: Crossing/ }).click();
  await expect(page.getByRole('button', { name: /^Saved on this device: Crossing/ })).toBeVisible({ timeout: 30_000 });
  await refuseSavers(page);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Saved on this device: Crossing/ })).toBeVisible();
}

/** Fills in the form, which is a sheet on a phone, and returns the button that packs the trip. */
export async function fillTrip(page: Page): Promise<Locator> {
  const [sidePanel, sheet] = [page.getByRole('complementary', { name: 'Pack a trip' }), page.getByRole('dialog', { name: 'Pack a trip' })];
  const openButton = page.getByRole('button', { name: 'Pack a trip' });
  const form = sidePanel.or(sheet);
  await expect(form.or(openButton).first()).toBeVisible();
  if (await form.isHidden()) await openButton.click();
  await form.getByRole('textbox', { name: 'Name of the trip' }).fill('Bergen by train');
  const channel = form.getByRole('combobox', { name: 'Which channel?' });
  if (await channel.isHidden()) {
    await form.getByRole('button', { name: 'Unwatched, subscribed' }).click();
    await form.getByRole('button', { name: 'A channel' }).click();
  }
  await channel.selectOption(slowHarbour);
  const packButton = form.getByRole('button', { name: /^Pack \d+ videos/ });
  await expect(packButton).toBeEnabled();
  return packButton;
}

async function walkAway({ device, page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await waitForWorker(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await waitForScreens(page); // the screen of a video is opened without the server
  proxy.set({ kind: 'forbidden', detail: 'You do not have permission to perform this action.' }, ({ method }) => method === 'POST');
  await markFromEnd(page, 1);
  await expect(page.getByText(/needs you/).first()).toBeAttached();
  proxy.set({ kind: 'reset' });
  await page.reload();
  await expect(page.getByText(/^Your server isn’t answering/)).toBeVisible();
  await markFromEnd(page, 2);
  await markFromEnd(page, 3);
  await page.evaluate(() => scrollTo(0, 0));
  await onScene('home-offline', page);
  await page.goto(`${proxy.url}/?sheet=sync`);
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Waiting to sync' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Needs you' })).toBeVisible();
  await onScene('sync-sheet-waiting', page);
  await page.getByRole('button', { name: 'Discard all' }).click();
  await onScene('discard-dialog', page);
  await page.goto(`${proxy.url}/?sheet=logout`);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await onScene('logout-dialog-waiting', page);
  await page.goto(`${proxy.url}/video/${videoIds.fog}/`);
  await expect(page.getByText('Not on this device').first()).toBeVisible();
  await onScene('video-offline', page);
  await page.goto(`${proxy.url}/video/fourBallon1/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await onScene('video-never-opened-offline', page);
  await device.context.setOffline(true);
  await page.goto(`${proxy.url}/`);
  await expect(page.getByText(/^Offline\. This is your copy/)).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('#first-screen')).toHaveCount(0);
  await onScene('home-no-network', page);
  await device.context.setOffline(false);
  proxy.set({ kind: 'portal' });
  await page.goto(`${proxy.url}/`);
  await expect(page.getByText('This Wi-Fi wants you to sign in first.')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('#first-screen')).toHaveCount(0);
  await onScene('home-captive', page);
  proxy.set({ kind: 'sign-in' });
  await page.goto(`${proxy.url}/`);
  await expect(page.getByText('Your server is behind a sign-in page.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('main')).toBeVisible();
  await onScene('home-proxy-login', page);
  await keepBackNotice(page);
  await goOnline(proxy, page);
  await expect(page.getByText('Back online. 2 changes sent.')).toBeVisible({ timeout: 40_000 });
  await onScene('home-back-online', page);
  await page.goto(`${proxy.url}/?sheet=sync`);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(sheet.getByRole('heading', { name: 'Needs you' })).toBeHidden();
  await sheet.getByText(/^Last sent/).click();
  await expect(sheet.getByText('Sent.').first()).toBeVisible();
  await onScene('sync-sheet-sent', page);
  proxy.set({ kind: 'answer', status: 500, text: '{}' }, ({ path: requestPath }) => requestPath.startsWith('/api/') && !requestPath.startsWith('/api/ping/'));
  await page.goto(`${proxy.url}/channel/?sheet=sync`);
  await expect(sheet.getByText('Your server answers, but not every time')).toBeVisible();
  await onScene('sync-sheet-degraded', page);
}

/** `backBannerMs` of src/app/shell/connection-banner.ts, which cannot be imported, because scripts are checked without JSX. */
const backBannerMs = 4000;

/** Keeps the notice about the archive's return for a minute, because the checks of a scene can take longer than its few seconds. */
async function keepBackNotice(page: Page): Promise<void> {
  // Without inner functions that have a name: the compiler of the scripts would wrap them in a helper that the page does not have.
  await page.evaluate((noticeMs) => {
    window.setTimeout = [window.setTimeout.bind(window)].map(
      (realSetTimeout) => (work: () => void, ms: number) => realSetTimeout(work, ms > noticeMs - 500 && ms <= noticeMs ? 60_000 : ms),
    )[0] as typeof setTimeout;
  }, backBannerMs);
}

async function walkSignedOut({ device, page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await device.context.clearCookies();
  await page.goto(`${proxy.url}/`);
  await expect(page.getByRole('button', { name: /^Open my copy/ })).toBeVisible();
  await onScene('login-with-copy', page);
  await page.getByRole('button', { name: /^Open my copy/ }).click();
  await expect(page.getByText(/You.ve been signed out/)).toBeVisible();
  await onScene('home-signed-out', page);
}

async function walkFailures({ device, page, proxy, onScene }: WalkContext): Promise<void> {
  await signIn(page, proxy.url);
  await waitForWorker(page);
  await waitForScreens(page); // otherwise a prefetched screen enters the cache after it was cleared
  // No copy of this screen's chunk is left: the worker's copy is deleted, and the archive's does not arrive.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.includes('chunks')) await caches.delete(name);
  });
  await (await device.context.newCDPSession(page)).send('Network.clearBrowserCache');
  proxy.set({ kind: 'bad-gateway' }, (request) => request.path.includes('/channels-screen-'));
  let loadCount = 0;
  page.on('load', () => (loadCount += 1));
  await page.goto(`${proxy.url}/channel/`);
  await expect.poll(() => loadCount).toBe(2); // the page reloads once by itself
  await expect(page.getByRole('heading', { name: 'Oops' })).toBeVisible();
  await onScene('error-page', page);
  proxy.set({ kind: 'none' });

  const pageWithoutStorage = await device.context.newPage();
  await pageWithoutStorage.emulateMedia({ reducedMotion: 'reduce' });
  await pageWithoutStorage.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await pageWithoutStorage.goto(`${proxy.url}/`);
  await expect(pageWithoutStorage.getByRole('heading', { name: 'This device can’t keep a copy' })).toBeVisible();
  await onScene('no-database', pageWithoutStorage);
  await pageWithoutStorage.close();

  const pageInMemory = await device.context.newPage();
  await pageInMemory.emulateMedia({ reducedMotion: 'reduce' });
  await pageInMemory.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await pageInMemory.goto(`${proxy.url}/`);
  await expect(pageInMemory.getByText('Nothing is kept on this device')).toBeVisible();
  await expect(pageInMemory.getByRole('article').first()).toBeVisible();
  await onScene('home-in-memory', pageInMemory);
  await pageInMemory.close();
}

async function walkEmpty({ page, onScene }: WalkContext): Promise<void> {
  const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-empty-'));
  const archive = await createArchiveProcess({ library });
  try {
    await archive.start();
    await page.goto(`${archive.url}/`);
    await page.getByLabel('Username').fill(credentials.username);
    await page.getByLabel('Password', { exact: true }).fill(credentials.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('No videos found...')).toBeVisible();
    await onScene('home-empty', page);
    await page.goto(`${archive.url}/channel/`);
    await expect(page.getByText('No channels found...')).toBeVisible();
    await onScene('channels-empty', page);
  } finally {
    await archive.remove();
    await rm(library, { recursive: true, force: true });
  }
}

/** Marks a video of Recent Videos; index 0 is the last one. */
async function markFromEnd(page: Page, indexFromEnd: number): Promise<void> {
  const cards = page.getByRole('region', { name: 'Recent Videos' }).getByRole('article');
  const card = cards.nth((await cards.count()) - 1 - indexFromEnd);
  await card.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: /^Mark/ }).first().click();
}

/** Waits until fonts and the visible pictures are drawn, and nothing moves. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // At a first visit, the fonts are fetched after the content (src/app/start-worker.ts).
    while (document.documentElement.dataset['fonts']) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    // Not `Promise.all`, because `decode` rejects for a picture that cannot load.
    const visibleImages = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight * 1.2);
    const timeLimit = new Promise((resolve) => setTimeout(resolve, 3000));
    await Promise.race([Promise.allSettled(visibleImages.map((image) => image.decode())), timeLimit]);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Scales rem, and em in media queries, by this factor, as the browser's setting for the text size does. */
export async function setTextSize(page: Page, factor: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 * factor, fixed: 13 * factor } });
  await devtools.detach();
}
