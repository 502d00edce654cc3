// On a phone, axe reports no violations on any screen, and tap targets are at least 44 px; nothing overflows a window 320 or 1440 px wide.
// The long tests check every state of every screen. Axe sees only the dark theme; tests/unit/ui-themes.test.ts checks the contrast of the
// light one. The long tests (tests/e2e/accessibility.spec.ts) make the same checks on whole documents and a real archive, in both themes.
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { WireVideo } from '../../src/contract/names.ts';
import { noCatalogue, type CatalogueWalk } from '../../src/mirror/catalogue-state.ts';
import type { Mutation } from '../../src/mirror/rows.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import {
  aWirePagination,
  aWireChannel,
  aWireComment,
  aWireDownload,
  aWirePing,
  aWirePlaylist,
  aWireVideo,
  allAppSettings,
  wireVideos,
} from '../builders/mirror-wire.ts';
import { wireStats, wireTask } from '../builders/wire-stats.ts';
import { json, html } from '../doubles/fetch-script.ts';
import { smallTargets } from '../e2e/hit-areas.ts';
import { isLong } from '../long-test.ts';
import { putSaved, wholeItem } from './put-saved.ts';
import { phone, renderScreen, type Screen, type ScreenOptions } from './screen.tsx';
import { silence } from './silence.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const question = page.getByRole('alertdialog');
const actions = page.getByRole('group', { name: 'Actions' });
const player = page.getByRole('region', { name: /^Player: / });
const miniPlayer = page.getByRole('region', { name: /^Mini player/ });
const article = page.getByRole('article').first();
const heading = (name: string | RegExp, level?: number): Locator => page.getByRole('heading', { name, ...(level ? { level } : {}) }).first();
const button = (name: string | RegExp): Locator => page.getByRole('button', { name }).first();

const { channel_id: channelId } = aWireChannel();
const channel = `/channel/${channelId}/`;
const longText = 'Crossing the North Sea alone in a boat of nine metres, day 3: fog, a second horn, and no wind at all until the evening';
const startedVideo = aWireVideo({ youtube_id: 'begun', title: 'Half a harbour', player: { position: 120, progress: 20 } });

/**
 * Every kind of video that cards and pages must handle: watched, started, long texts, right-to-left, chapters, comments, tags, a missing
 * file.
 */
const videos = [
  aWireVideo({
    youtube_id: 'v1',
    title: longText,
    description: `${longText}\nhttps://example.org/${'slow-harbour-'.repeat(12)}/day-3\n\n0:00 Out\n1:36 The second horn\n2:14 In`,
    tags: ['sailing', 'a-tag-that-is-as-long-as-a-phone-is-wide-and-then-some'],
    comment_count: 2,
    playlist: [aWirePlaylist().playlist_id],
  }),
  aWireVideo({ youtube_id: 'v2', title: 'جدول المد والجزر', description: 'مرحبا بكم في الميناء', player: { watched: true } }),
  startedVideo,
  aWireVideo({ youtube_id: 'v4', title: 'Unbreakable'.repeat(12), active: false, vid_type: 'shorts' }),
  ...wireVideos(8).slice(4),
];
const comments = [
  aWireComment({
    comment_author: '@tidewatcher',
    comment_text: `At 1:44 you can hear a horn. https://example.org/${'x'.repeat(120)}`,
    comment_likecount: 182,
    comment_is_favorited: true,
    comment_replies: [aWireComment({ comment_id: 'r1', comment_parent: 'c1', comment_author_is_uploader: true })],
  }),
];
const customPlaylist = aWirePlaylist({
  playlist_id: 'TA_playlist_ferry',
  playlist_name: 'For the ferry, with Ida',
  playlist_type: 'custom',
  playlist_entries: videos.slice(0, 5).map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true })),
});
const regularPlaylist = aWirePlaylist({
  playlist_entries: [
    ...videos.slice(0, 3).map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true })),
    { youtube_id: 'ghost', title: 'Never archived', uploader: 'Harbour Lights', idx: 3, downloaded: false },
  ],
});
const stats = {
  ...wireStats(),
  '/api/stats/watch/': {
    total: { duration: 93_784, duration_str: '', items: 24 },
    watched: { duration: 9_000, duration_str: '', progress: 0.1, items: 3 },
    unwatched: { duration: 84_784, duration_str: '', progress: 0.9, items: 21 },
  },
  '/api/stats/downloadhist/': Array.from({ length: 8 }, (_none, index) => ({ date: `2026-05-${22 - index}`, count: index * 3, media_size: 9e9 })),
};
const searchResults = {
  results: {
    video_results: videos.slice(0, 2),
    channel_results: [aWireChannel()],
    playlist_results: [regularPlaylist],
    fulltext_results: [
      {
        youtube_id: 'v1',
        title: longText,
        subtitle_channel: 'Harbour Lights',
        subtitle_channel_id: channelId,
        subtitle_index: 3,
        subtitle_lang: 'en',
        subtitle_line: `The road along the quay, ${longText}`,
        subtitle_start: '00:01:06.000',
        subtitle_end: '00:01:09.000',
        subtitle_source: 'user',
        vid_thumb_url: '/cache/videos/v/v1.jpg',
        _index: 'ta_subtitle',
        _score: 7.1,
      },
    ],
  },
  queryType: 'simple',
};
const queue = [
  aWireDownload({ youtube_id: 'q1', title: longText, auto_start: true }),
  aWireDownload({ youtube_id: 'q2', title: 'Paper boats', message: `ERROR: [site] ${'The file is not there. '.repeat(9)}` }),
  aWireDownload({ youtube_id: 'q3', title: 'Wind in the reeds', vid_type: 'shorts' }),
];
const settingsContent = {
  appSettings: allAppSettings({ downloads: { format: 'bestvideo[height<=1080]+bestaudio/best', subtitle: 'en,de', cookie_import: true } }),
  answers: {
    '/api/appsettings/cookie/': { cookie_enabled: true, status: true, validated: 1_771_142_461, validated_str: '2026-02-15' },
    '/api/appsettings/snapshot/': {
      next_exec: 1_771_142_461,
      next_exec_str: '2026-02-16',
      expire_after: '30d',
      snapshots: [
        { id: 'ta_daily_1', state: 'SUCCESS', es_version: '8', start_date: '2026-02-15', end_date: '2026-02-15', end_stamp: 1_771_142_461, duration_s: 1 },
      ],
    },
    '/api/appsettings/membership/token/': { token: null },
    '/api/appsettings/backup/': [
      { filename: 'ta_backup-20260215-auto.zip', file_path: '', file_size: 120_000, timestamp: '20260215', reason: 'auto', full_path: '' },
    ],
    '/api/task/schedule/': [
      { name: 'update_subscribed', schedule: '0 6,18 *', schedule_human: '', last_run_at: '2026-02-15T06:00:00Z', config: {} },
      { name: 'run_backup', schedule: '0 18 0', schedule_human: '', last_run_at: '2026-02-15T06:00:00Z', config: { rotate: 5 } },
    ],
    '/api/task/notification/': { update_subscribed: { title: 'Rescan', urls: ['https://hooks.example/boat'] } },
  },
} satisfies ScreenOptions;

const settings = { ...settingsContent, answers: { ...stats, ...settingsContent.answers } };

const aWalk: CatalogueWalk = {
  startedAtMs: 0,
  list: { of: 'videos', channelId: null },
  page: 4,
  pageSize: 500,
  isFromEnd: false,
  isSecondRead: false,
  isByChannel: false,
  missing: null,
  videosRead: 1_500,
  channelsRead: 0,
  unreached: 0,
  failedLists: 0,
};

/** The main screens. A scene opens a screen in one state and waits until the screen is complete. */
const mainScreens: Record<string, () => Promise<unknown>> = {
  home: () => home(),
  'a video': () => video(),
  'saved videos': () => savedVideos(page.getByRole('heading', { name: 'On this device' })),
  'the sync sheet with waiting and refused changes': () => syncSheetWithChanges(),
  login: () => open('/login/', button('Log in'), { isSignedOut: true }),
};

/** Only the long tests check these screens, sheets, menus, dialogs and states, because each costs a second or more. */
const otherScenes: Record<string, () => Promise<unknown>> = {
  'settings of the archive': () => open('/settings/application/', page.getByText(/^Accepted, checked/)),
  'a playlist of a channel': () => open(`/playlist/${regularPlaylist.playlist_id}/`, page.getByText(/Not archived/)),
  'a channel': () => open(channel, article),
  'the mini player': async () => {
    await miniPlayerOverHome();
  },
  'search with results': () => open('/search/?q=road', page.getByRole('region', { name: 'Channels' }).getByRole('article').first()),
  downloads: () => open('/downloads/', article, { answers: { '/api/download/?': listOf(queue) } }),
  'settings of the user': () => open('/settings/user/', page.getByText(/ used by this browser/)),
  'home with the filter sheet': async () => {
    await home();
    await page.getByRole('button', { name: 'Filters' }).last().click();
    await expectVisible(dialog);
  },
  channels: () => open('/channel/', article),
  'the About page of a channel': () => open(`${channel}about/`, page.getByText('Last refreshed', { exact: true })),
  playlists: () => open('/playlist/', article),
  'up next': async () => {
    await miniPlayerOverHome();
    for (const title of ['Part 5', 'Part 6']) {
      await main.getByRole('button', { name: `More actions for ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Add to up next' }).click();
    }
    await miniPlayer.getByRole('button', { name: 'Up next' }).click();
    await expectVisible(dialog.getByText('Part 6').first());
  },
  'the More menu of the player': async () => {
    await playableVideo();
    await player.getByRole('button', { name: 'More', exact: true }).click();
    await expectVisible(page.getByRole('menuitem', { name: 'Sleep timer' }));
  },
  dashboard: () => open('/settings/', page.getByRole('region', { name: 'Download History' }).getByRole('table')),
  'the schedules page': () => open('/settings/scheduling/', page.getByText(/^06:00 and 18:00, every day/)),
  'the actions page': () => open('/settings/actions/', button(/^Restore ta_backup/)),
  'the dialog before a backup is restored': async () => {
    await open('/settings/actions/', button(/^Restore ta_backup/));
    await button(/^Restore ta_backup/).click();
    await expectVisible(question);
  },
  about: () => open('/about/', heading('About', 1)),
  'an address that leads nowhere': () => open('/nowhere/', page.getByText('That page does not exist').last()),
  'the help sheet': () => sheet('help', 'Keys'),
  'the account': () => sheet('account', 'Account'),
  'home while videos are selected': async () => {
    await home();
    await button('Select videos').click();
    await page.getByRole('checkbox').first().click();
    await expectVisible(page.getByText('1 selected'));
  },
  'home as a table': () => open('/', page.getByRole('table'), { userConfig: { view_style_home: 'table' } }),
  'downloads while links are added': async () => {
    await open('/downloads/', article, { answers: { '/api/download/?': listOf(queue) } });
    await page.getByLabelText('Links or ids for the queue').fill(`https://www.youtube.com/watch?v=craterLake1\nPLharbourWalks0000001\nthe one with the lathe`);
  },
  'login after a refusal': async () => {
    await open('/login/', button('Log in'), { isSignedOut: true });
    await page.getByLabelText('Username').fill('marlow');
    await page.getByLabelText('Password', { exact: true }).fill('not this one');
    await userEvent.keyboard('{Enter}');
    await expectVisible(page.getByText(/^Failed to login\./));
  },
  'home with the menu of a card': async () => {
    await home();
    await page
      .getByRole('button', { name: /^More actions for/ })
      .last()
      .click();
    await expectVisible(page.getByRole('menu'));
  },
  'home when nothing matches the filters': () =>
    open('/?height=144', page.getByText('Nothing here matches the filters.'), { answers: { '/api/video/?': listOf([]) } }),
  'home with the player in the list': () => open('/?videoId=v1', page.getByRole('region', { name: 'Player', exact: true }).getByText(longText)),
  'home as a list': () => open('/', article, { userConfig: { view_style_home: 'list' } }),
  'home of an empty archive': () => open('/', page.getByText('No videos found...'), { videos: [] }),
  'home while the archive is away': async () => {
    const screen = await home();
    screen.stopArchive();
    for (const title of ['Part 6', 'Part 7']) await mark(title);
    await expectVisible(page.getByRole('region', { name: 'Notices' }).getByText(/2 changes wait to sync/));
  },
  'home when signed out': async () => {
    const screen = await home();
    screen.archive.on('/api/', json({ detail: 'Authentication credentials were not provided.' }, 403));
    screen.archive.on('/api/ping/', json({ detail: 'Authentication credentials were not provided.' }, 403));
    screen.goTo('/channel/');
    await expectVisible(page.getByText('You’ve been signed out.'));
  },
  'home behind a captive portal': async () => {
    const screen = await home();
    for (const method of ['GET', 'POST']) screen.archive.on(`${method} /api/`, () => html());
    await screen.reload('/');
    await expectVisible(page.getByText('This Wi-Fi wants you to sign in first.'));
  },
  'home behind a proxy’s sign-in page': async () => {
    const screen = await home();
    for (const method of ['GET', 'POST']) screen.archive.on(`${method} /api/`, () => html(401));
    await screen.reload('/');
    await expectVisible(page.getByText('Your server is behind a sign-in page.'));
    await expectVisible(page.getByRole('link', { name: 'Sign in' }));
  },
  'home with the offer to move an earlier copy': async () => {
    const screen = await home();
    screen.stopArchive();
    await mark('Part 6');
    // The archive comes back with another id, as on a new data folder.
    screen.archive.on('/api/ping/', json(aWirePing({ user: 1 }), 200, { 'x-archive-id': `renamed for a scene, ${Date.now()}` }));
    screen.startArchive();
    await expect.poll(() => screen.documentLoads).toEqual(['/']);
    await screen.reload('/');
    await expectVisible(page.getByRole('region', { name: 'Notices' }).getByText('Same archive at a new address?'));
  },
  'channels as a list': () => open('/channel/', article, { userConfig: { view_style_channel: 'list' } }),
  'channels when there are none': () => open('/channel/', page.getByText('No channels found...'), { channels: [] }),
  'the streams of a channel': () => open(`${channel}streams/`, article),
  'the shorts of a channel': () => open(`${channel}shorts/`, article),
  'the playlists of a channel': () => open(`${channel}playlist/`, article),
  'the About page of a channel while a setting is changed': async () => {
    await open(`${channel}about/`, page.getByText('Last refreshed', { exact: true }));
    await page.getByRole('textbox', { name: 'Delete watched videos after' }).fill('30');
    await button('Configure: SponsorBlock').click();
    await expectVisible(button('Update'));
  },
  'a channel that is not there': () => open('/channel/UCdoesNotExist/', page.getByText('Channel not found!').last()),
  'playlists as rows': () => open('/playlist/', article, { userConfig: { view_style_playlist: 'list' } }),
  'a playlist while videos are selected': async () => {
    await open(`/playlist/${regularPlaylist.playlist_id}/`, page.getByText(/Not archived/));
    await button('Select videos').click();
    await page.getByRole('checkbox').first().click();
    await expectVisible(page.getByText('1 selected'));
  },
  'the menu of an entry in a custom playlist': async () => {
    await open(`/playlist/${customPlaylist.playlist_id}/`, heading('For the ferry, with Ida', 1));
    await page
      .getByRole('list', { name: 'Videos of the playlist' })
      .getByRole('button', { name: /^More actions for/ })
      .nth(2)
      .click();
    await expectVisible(page.getByRole('menu'));
  },
  'the dialog before a playlist is deleted': async () => {
    await open(`/playlist/${customPlaylist.playlist_id}/`, heading('For the ferry, with Ida', 1));
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await expectVisible(question);
  },
  'a playlist that is not there': () => open('/playlist/PLdoesNotExist/', page.getByText('That playlist does not exist').last()),
  'a playlist that only this device has': async () => {
    const screen = await open('/playlist/', article);
    screen.stopArchive();
    await button('New').click();
    await page.getByRole('textbox', { name: 'New playlist' }).fill('Made on the train');
    await button('Create').click();
    await page.getByRole('link', { name: 'Made on the train' }).click();
    await expectVisible(page.getByText('No videos yet'));
  },
  'a video that is read from right to left': () => open('/video/v2/', heading('جدول المد والجزر', 1)),
  'the keyboard shortcuts of the player': async () => {
    await playableVideo();
    await userEvent.keyboard('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.hover(); // the help stays while it is hovered
    await expectVisible(help);
  },
  'a short': () => playableVideo({ vid_type: 'shorts' }),
  'a video that has ended': async () => {
    await playableVideo();
    const video = document.querySelector('video') as HTMLVideoElement;
    await expect.poll(() => video.duration).toBe(60);
    video.currentTime = 59.9;
    await video.play();
    await expectVisible(player.getByRole('button', { name: 'Replay' }).first());
  },
  'the subtitle menu of the player': async () => {
    await playableVideo();
    await button('Subtitles').click();
    await expectVisible(page.getByRole('menuitemradio', { name: 'English' }));
  },
  'the share menu of a video': async () => {
    await video();
    await button('Share').click();
    await expectVisible(page.getByRole('menuitem', { name: 'Copy link' }).first());
  },
  'the menu of a video’s other actions': async () => {
    await video();
    await actions.getByRole('button', { name: 'More actions' }).click();
    await expectVisible(page.getByRole('menuitem', { name: 'Download File' }));
  },
  'the dialog before a video is deleted': async () => {
    await video();
    await actions.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete Video' }).click();
    await expectVisible(question);
  },
  'the sheet that adds a video to a playlist': async () => {
    await video();
    await actions.getByRole('button', { name: 'Add To Playlist' }).click();
    await expectVisible(page.getByRole('checkbox', { name: /^For the ferry/ }));
  },
  'a video while the archive is away': async () => {
    const screen = await video();
    screen.stopArchive();
    await screen.reload('/video/v1/');
    await expectVisible(page.getByText('Not on this device').first());
  },
  'a video that was never opened, while the archive is away': async () => {
    const screen = await home();
    screen.stopArchive();
    screen.goTo('/video/fourBallon1/');
    await expectVisible(heading(/./, 1));
  },
  'a video that is not there': () => open('/video/doesNotExist/', page.getByText('No video found.').last()),
  'search before anything is typed': () => open('/search/', heading('Find anything in the archive')),
  'search tips': () => open('/search/?sheet=search-tips', heading('Search tips')),
  'search in subtitles': () => open('/search/?q=full:road', page.getByRole('region', { name: 'Fulltext' }).getByRole('article').first()),
  'search without results': () =>
    open('/search/?q=zzzzqqq', page.getByText('No videos found...'), {
      answers: { '/api/search/': { ...searchResults, results: { video_results: [], channel_results: [], playlist_results: [], fulltext_results: [] } } },
    }),
  'downloads while some are selected': async () => {
    await open('/downloads/', article, { answers: { '/api/download/?': listOf(queue) } });
    await button('Select items').click();
    await page.getByRole('checkbox', { name: /^Select Paper/ }).click();
  },
  'downloads while a task runs': () =>
    open('/downloads/', page.getByRole('region', { name: 'Tasks on the server' }), {
      answers: { '/api/download/?': listOf(queue), '/api/notification/': [wireTask] },
    }),
  'downloads with an empty queue': () => open('/downloads/', heading('Nothing in the queue')),
  'settings of the user with custom colours and an invalid number': async () => {
    await open('/settings/user/', page.getByText(/ used by this browser/));
    await page.getByRole('textbox', { name: 'Archive page size' }).fill('many');
    (page.getByRole('radio', { name: 'Custom' }).element() as HTMLElement).click();
    await expectVisible(page.getByRole('radiogroup', { name: 'Background' }));
  },
  'settings of this device while the catalogue is copied, with the account’s other devices': async () => {
    const lastUsed = '2026-02-15T06:00:00Z';
    const devices = ['Chromium on Linux', `A browser that ${longText}`].map((name, index) => ({
      id: name,
      name,
      is_this: index === 0,
      last_used: lastUsed,
      signed_in: lastUsed,
    }));
    const screen = await open('/settings/user/', heading('Signed in on'), { answers: { '/api/user/devices/': devices } });
    screen.archive.on('/api/video/?', () => new Promise(() => {}));
    const { documents, listPages } = screen.mirror().db;
    await listPages.put({ key: 'videos?sort=published&order=desc&size=12&page=9', ids: ['gone'], paginate: null, fetchedAtMs: 1 });
    await documents.put({ key: 'catalogue', value: { ...noCatalogue, choice: 'whole', videoCount: 4_800, walk: aWalk }, fetchedAtMs: 0 });
    await expectVisible(button('Pause'));
    await button('Check this copy').click();
    await expectVisible(page.getByText(/^Checked\. Asking/));
  },
  'the dialog before this device is cleared': async () => {
    await open('/settings/user/', page.getByText(/ used by this browser/));
    await button('Clear this device').click();
    await expectVisible(question);
  },
  'settings of the archive while one is changed': async () => {
    await open('/settings/application/', page.getByText(/^Accepted, checked/));
    await page.getByRole('textbox', { name: 'Streams per scan' }).fill('200');
    await page.getByRole('textbox', { name: 'Shorts per scan' }).fill('many');
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('textbox', { name: 'Cookie, in Netscape format' }).fill('name=value; other=value');
    await page.getByText('Examples').first().click();
    await expectVisible(page.getByText(/^Line 1 has/));
  },
  'settings of the archive while it is away': async () => {
    const screen = await open('/settings/application/', page.getByText(/^Accepted, checked/));
    screen.stopArchive();
    await expectVisible(page.getByText(/^Changing this needs the server/));
  },
  'saved videos while some are selected to free space': async () => {
    await savedVideos(page.getByRole('heading', { name: 'On this device' }));
    await button('Make room').click();
    await page.getByRole('checkbox').first().click();
    await expectVisible(page.getByText('1 selected'));
  },
  'saved videos with the dialog for their space': async () => {
    await savedVideos(page.getByRole('heading', { name: 'On this device' }));
    await button(/^Change: Space for saved videos/).click();
    await expectVisible(dialog);
  },
  'saved videos when there are none': () => open('/saved/', heading('Nothing saved yet')),
  'home when there is no space for a save': async () => {
    const screen = await savedVideos(page.getByRole('heading', { name: 'On this device' }));
    screen.goTo('/');
    await expectVisible(page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Make room' }));
  },
  'color schemes': () => sheet('scheme', 'Color scheme'),
  'up next when it is empty': () => open('/?sheet=queue', dialog.getByText('Nothing is up next')),
  'the dialog before logging out': () => open('/?sheet=logout', question),
  'the sync sheet': () => sheet('sync', 'Sync'),
  'the sync sheet with each refusal, another version’s change and sent changes': async () => {
    const screen = await home();
    const mark = (videoId: string): Mutation => ({ kind: 'mark-video-watched', videoId, isWatched: true }) as Mutation;
    const reasons = ['forbidden', 'gone', 'ask', 'refused', 'unsure'] as const;
    const sentChange = { lane: 'video:v1', mutation: mark('v1'), subject: longText, askedAtMs: 0, settledAtMs: Date.now(), outcome: 'superseded' } as const;
    const { documents, outbox } = screen.mirror().db;
    await outbox.bulkAdd([
      ...reasons.map((reason) =>
        anOutboxRow({ lane: `video:${reason}`, mutation: mark(reason), subject: longText, state: { name: 'parked', reason, message: '' } }),
      ),
      anOutboxRow({ lane: 'playlist:p1', mutation: { kind: 'rate-playlist' } as never, subject: longText }),
    ]);
    await documents.put({ key: 'sent-changes', value: [sentChange], fetchedAtMs: 0 });
    screen.goTo('/?sheet=sync');
    await dialog.getByText('Last sent (1)').click();
    await expectVisible(dialog.getByText(/^Not sent: /));
  },
  'the dialog before all changes are discarded': async () => {
    await syncSheetWithChanges();
    await button('Discard all').click();
    await expectVisible(question);
  },
  'the dialog before logging out with waiting changes': async () => {
    const screen = await syncSheetWithChanges();
    screen.goTo('/?sheet=logout');
    await expectVisible(question);
  },
  'login while the archive is away': async () => {
    const { archive } = await open('/login/', button('Log in'), { isSignedOut: true });
    archive.stop();
    await page.getByLabelText('Username').fill('marlow');
    await page.getByLabelText('Password', { exact: true }).fill('not this one');
    await userEvent.keyboard('{Enter}');
    await expectVisible(page.getByText('Waiting for backend'));
  },
};

for (const [scene, show] of Object.entries({ ...mainScreens, ...(isLong ? otherScenes : {}) })) {
  test(`${scene}: axe finds no violations, tap targets are 44 px, nothing overflows the window`, async () => {
    await show();
    const flaws = [...(await violations()), ...smallTargets(44).map((target) => `too small to tap: ${target}`)];
    for (const width of [320, 1440]) {
      await page.viewport(width, phone.height);
      await expect.poll(() => innerWidth).toBe(width);
      // The page adapts to this width a moment later.
      await expect.poll(() => document.documentElement.scrollWidth - innerWidth, { message: `too wide at ${width}` }).toBeLessThanOrEqual(0);
    }
    expect(flaws).toEqual([]);
  });
}

/** Opens the page of saved videos, with videos in every state. Home is opened first, because it stores the videos' data in the mirror. */
async function savedVideos(expectedElement: Locator): Promise<Screen> {
  const screen = await home();
  const reason = null;
  await putSaved(
    screen,
    { videoId: 'v1', place: 1, status: { state: 'saving', reason }, totalBytes: 508e6, savedBytes: 214e6 },
    { videoId: 'v2', place: 2 },
    { videoId: 'v6', place: 3, status: { state: 'paused', reason: 'storage-full' }, totalBytes: 1.4e9, savedBytes: 0.86e9 },
    { videoId: 'v7', place: 4, status: { state: 'paused', reason: 'signed-out' } },
    { videoId: 'v8', place: 5, status: { state: 'failed', reason: 'unverified' } },
    { videoId: 'w1', place: 6, status: { state: 'waiting-for-wifi', reason } },
    wholeItem('v4', { status: { state: 'outdated', reason }, isPinned: true }),
    wholeItem('begun', { status: { state: 'gone-at-source', reason } }),
    wholeItem('v5'),
  );
  screen.goTo('/saved/');
  await expectVisible(expectedElement);
  return screen;
}

async function expectVisible(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
}

async function open(address: string, expectedElement: Locator, options: ScreenOptions = {}): Promise<Screen> {
  const screen = await renderScreen(address, {
    appSettings: settings.appSettings,
    videos,
    playlists: [regularPlaylist, customPlaylist],
    ...options,
    answers: {
      '/api/video/v1/comment/': comments,
      '/api/video/v1/similar/': videos.slice(1),
      '/api/search/': searchResults,
      ...settings.answers,
      ...options.answers,
    },
  });
  await expectVisible(expectedElement);
  return screen;
}

function home(): Promise<Screen> {
  const listAnswer = ({ path }: { path: string }): Response => json(listOf(path.includes('watch=continue') ? [startedVideo] : videos));
  return open('/', heading('Continue Watching'), { answers: { '/api/video/?': listAnswer } });
}

function video(): Promise<Screen> {
  return open('/video/v1/', heading('Similar Videos'));
}

/** Opens a video whose file plays, so that the player has its controls. */
function playableVideo(overrides: Partial<WireVideo> = {}): Promise<Screen> {
  const track = { name: 'English', lang: 'en', source: 'user' as const, ext: 'vtt' as const, media_url: '/youtube/v1.en.vtt', url: null };
  const playingVideo = aWireVideo({ youtube_id: 'v1', title: longText, media_url: silence(60), streams: [], subtitles: [track], ...overrides });
  return open('/video/v1/', player.getByRole('button', { name: 'More', exact: true }), { videos: [playingVideo, ...videos.slice(1)] });
}

/** Opens home, with the mini player above it. */
async function miniPlayerOverHome(): Promise<void> {
  await playableVideo();
  const video = document.querySelector('video') as HTMLVideoElement;
  await expect.poll(() => video.readyState).toBeGreaterThan(0); // before that, the client's load would interrupt `play`
  await video.play();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await miniPlayer.getByRole('button', { name: 'Pause' }).click();
  await expectVisible(miniPlayer.getByRole('button', { name: 'Play', exact: true }));
}

function sheet(address: string, name: string): Promise<Screen> {
  return open(`/?sheet=${address}`, page.getByRole('dialog', { name }));
}

/** Opens the sync sheet over home, with one refused change and two waiting ones. */
async function syncSheetWithChanges(): Promise<Screen> {
  const screen = await home();
  screen.archive.on('POST /api/watched/', json({ detail: 'Only the keeper may do that.' }, 403));
  await mark('Part 5');
  await expectVisible(button(/^1 needs you/));
  screen.stopArchive();
  for (const title of ['Part 6', 'Part 7']) await mark(title);
  screen.goTo('/?sheet=sync');
  await expectVisible(dialog.getByRole('heading', { name: 'Waiting to sync' }));
  await expectVisible(dialog.getByRole('heading', { name: 'Needs you' }));
  return screen;
}

async function mark(title: string): Promise<void> {
  await main.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Mark watched' }).click();
}

function listOf(data: unknown[]): object {
  return { data, paginate: aWirePagination({ total_hits: data.length }) };
}

async function violations(): Promise<string[]> {
  const { violations: list } = await axe.run(document, { resultTypes: ['violations'] });
  return list.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}) at ${target.join(' ')}`));
}
