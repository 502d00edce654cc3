import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { addCustomPlaylist, ids } from '../builders/server-library.ts';
import type { SignedIn } from '../builders/server-session.ts';
import { described, misfits } from './contract-answers.ts';

/** Operation, path, body, and the status that is promised. Reads come first: the table runs in its order. */
const cases: [operation: string, path: string, status: number, body?: unknown][] = [
  ['getPing', '/api/ping/', 200],
  ['getUserAccount', '/api/user/account/', 200],
  ['getUserConfig', '/api/user/me/', 200],
  ['updateUserConfig', '/api/user/me/', 200, { grid_items: 4, hide_watched: null, unknown: 'ignored' }],
  ['updateUserConfig', '/api/user/me/', 200, {}],
  ['updateUserConfig', '/api/user/me/', 400, { grid_items: 8 }],
  ['updateUserConfig', '/api/user/me/', 400, { stylesheet: 'neon.css' }],
  ['updateUserConfig', '/api/user/me/', 400, { page_size: null }],
  ['updateUserConfig', '/api/user/me/', 400, { page_size: 0 }],
  ['updateUserConfig', '/api/user/me/', 400, { show_help_text: 'perhaps' }],
  ['updateUserConfig', '/api/user/me/', 400, { vid_type_filter: {} }],
  ['updateUserConfig', '/api/user/me/', 400, ['a list']],
  ['listVideos', '/api/video/', 200],
  ['listVideos', '/api/video/?sort=published&order=asc&type=videos&height=1080&watch=unwatched&page=1', 200],
  ['listVideos', `/api/video/?playlist=${ids.walks}`, 200],
  ['listVideos', `/api/video/?channel=${ids.harbour}&page_size=1&page=3`, 200],
  ['listVideos', '/api/video/?watch=continue', 200],
  ['listVideos', '/api/video/?watch=continue&sort=views&type=shorts', 200],
  ['listVideos', '/api/video/?playlist=PLunknown', 200],
  ['listVideos', '/api/video/?channel=unknown', 200],
  ['listVideos', '/api/video/?page=', 200],
  ['listVideos', '/api/video/?page=999999999', 200],
  ['listVideos', '/api/video/?sort=&order=&type=&height=&watch=', 200],
  ['listVideos', '/api/video/?colour=blue', 200],
  ['listVideos', '/api/video/?sort=size', 400],
  ['listVideos', '/api/video/?order=up', 400],
  ['listVideos', '/api/video/?page=two', 400],
  ['listVideos', '/api/video/?page=-1', 400],
  ['listVideos', '/api/video/?page=1.5', 400],
  ['listVideos', '/api/video/?height=tall', 400],
  ['listVideos', '/api/video/?page_size=0', 400],
  ['listVideos', '/api/video/?page_size=501', 400],
  ['listVideos', '/api/video/?page=99999999999999999999', 400],
  ['getVideo', `/api/video/${ids.dawn}/`, 200],
  ['getVideo', `/api/video/${ids.short}/`, 200],
  ['getVideo', '/api/video/unknown-id1/', 404],
  ['listSimilarVideos', `/api/video/${ids.dawn}/similar/`, 200],
  ['listSimilarVideos', '/api/video/unknown-id1/similar/', 200],
  ['listVideoComments', `/api/video/${ids.dawn}/comment/`, 200],
  ['listVideoComments', `/api/video/${ids.gulls}/comment/`, 404],
  ['listVideoComments', '/api/video/unknown-id1/comment/', 404],
  ['listVideoPlaylistNav', `/api/video/${ids.dawn}/nav/`, 200],
  ['listVideoPlaylistNav', `/api/video/${ids.stream}/nav/`, 200],
  ['listVideoPlaylistNav', '/api/video/unknown-id1/nav/', 404],
  ['updateVideoProgress', `/api/video/${ids.dawn}/progress/`, 200, { position: 120.5 }],
  ['updateVideoProgress', `/api/video/${ids.dawn}/progress/`, 200, { position: '130' }],
  ['updateVideoProgress', `/api/video/${ids.gulls}/progress/`, 200, {}],
  ['updateVideoProgress', `/api/video/${ids.short}/progress/`, 200, { position: 39 }],
  ['updateVideoProgress', `/api/video/${ids.dawn}/progress/`, 400, { position: 'far' }],
  ['updateVideoProgress', `/api/video/${ids.dawn}/progress/`, 400, { position: null }],
  ['updateVideoProgress', `/api/video/${ids.dawn}/progress/`, 400, { position: -5 }],
  ['updateVideoProgress', `/api/video/${ids.dawn}/progress/`, 400, { position: '1e999' }],
  ['updateVideoProgress', '/api/video/unknown-id1/progress/', 404, { position: 120 }],
  ['listVideos', '/api/video/?watch=continue', 200],
  ['getVideo', `/api/video/${ids.dawn}/`, 200],
  ['deleteVideoProgress', `/api/video/${ids.dawn}/progress/`, 204],
  ['deleteVideoProgress', '/api/video/unknown-id1/progress/', 204],
  ['updateWatched', '/api/watched/', 200, { id: ids.dawn, is_watched: true }],
  ['updateWatched', '/api/watched/', 200, { id: ids.harbour, is_watched: 'no' }],
  ['updateWatched', '/api/watched/', 200, { id: ids.walks, is_watched: true }],
  ['updateWatched', '/api/watched/', 200, { id: 'UCunknownunknownunknown0', is_watched: true }],
  ['updateWatched', '/api/watched/', 200, { id: 'TA_playlist_00000000-0000-4000-8000-000000000000', is_watched: true }],
  ['updateWatched', '/api/watched/', 400, { id: ids.dawn }],
  ['updateWatched', '/api/watched/', 400, { id: '', is_watched: true }],
  ['updateWatched', '/api/watched/', 400, { id: null, is_watched: null }],
  ['updateWatched', '/api/watched/', 400, { id: 'five!', is_watched: true }],
  ['listChannels', '/api/channel/', 200],
  ['listChannels', '/api/channel/?filter=subscribed&page=1', 200],
  ['listChannels', '/api/channel/?filter=all', 400],
  ['getChannel', `/api/channel/${ids.kitchen}/`, 200],
  ['getChannel', '/api/channel/unknown/', 404],
  ['getChannelNav', `/api/channel/${ids.harbour}/nav/`, 200],
  ['getChannelNav', '/api/channel/unknown/nav/', 200],
  ['getChannelAggs', `/api/channel/${ids.harbour}/aggs/`, 200],
  ['getChannelAggs', '/api/channel/unknown/aggs/', 200],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 200, { channel_subscribed: true }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 200, { channel_overwrites: { autodelete_days: '14', download_format: 'best' } }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 200, { channel_subscribed: false, channel_overwrites: { download_format: null, index_playlists: false } }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 200, {}],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 400, { channel_overwrites: { colour: 'blue' } }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 400, { channel_overwrites: { autodelete_days: 'soon' } }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 400, { channel_overwrites: { autodelete_days: 1.5 } }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 400, { channel_overwrites: { download_format: '' } }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 400, { channel_overwrites: null }],
  ['updateChannel', `/api/channel/${ids.harbour}/`, 400, { channel_subscribed: null }],
  ['updateChannel', '/api/channel/unknown/', 404, { channel_subscribed: true }],
  ['getChannel', `/api/channel/${ids.harbour}/`, 200],
  ['updateChannelSubscriptions', '/api/channel/', 200, { data: [{ channel_id: ids.harbour, channel_subscribed: true }] }],
  ['updateChannelSubscriptions', '/api/channel/', 200, { data: [{ channel_id: 'https://videos.example/harbour/', channel_subscribed: true }] }],
  ['updateChannelSubscriptions', '/api/channel/', 200, { data: [{ channel_id: 'unknown', channel_subscribed: false }] }],
  ['updateChannelSubscriptions', '/api/channel/', 200, { data: [] }],
  ['updateChannelSubscriptions', '/api/channel/', 400, { data: [{ channel_id: '@nobody-here', channel_subscribed: true }] }],
  ['updateChannelSubscriptions', '/api/channel/', 400, {}],
  ['updateChannelSubscriptions', '/api/channel/', 400, { data: 'all' }],
  ['updateChannelSubscriptions', '/api/channel/', 400, { data: [{ channel_id: ids.harbour }, { channel_subscribed: true }] }],
  ['listPlaylists', '/api/playlist/', 200],
  ['listPlaylists', `/api/playlist/?channel=${ids.harbour}&subscribed=false&type=regular`, 200],
  ['listPlaylists', '/api/playlist/?subscribed=null', 200],
  ['listPlaylists', '/api/playlist/?type=mine', 400],
  ['listPlaylists', '/api/playlist/?subscribed=perhaps', 400],
  ['getPlaylist', `/api/playlist/${ids.walks}/`, 200],
  ['getPlaylist', '/api/playlist/PLunknown/', 404],
  ['createCustomPlaylist', '/api/playlist/custom/', 200, { playlist_name: '  Quiet evenings ' }],
  ['createCustomPlaylist', '/api/playlist/custom/', 400, { playlist_name: '   ' }],
  ['createCustomPlaylist', '/api/playlist/custom/', 400, { playlist_name: 'n'.repeat(501) }],
  ['createCustomPlaylist', '/api/playlist/custom/', 400, {}],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.walks}/`, 400, { action: 'create', video_id: ids.dawn }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 200, { action: 'create', video_id: ids.dawn }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 200, { action: 'up', video_id: ids.dawn }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 200, { action: 'remove', video_id: ids.dawn }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 400, { action: 'remove', video_id: ids.dawn }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 400, { action: 'create', video_id: 'unknown-id1' }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 400, { action: 'top', video_id: 'unknown-id1' }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 400, { action: 'jump', video_id: ids.dawn }],
  ['updateCustomPlaylist', `/api/playlist/custom/${ids.mine}/`, 400, { action: 'up' }],
  ['updateCustomPlaylist', '/api/playlist/custom/unknown/', 404, { action: 'up', video_id: ids.dawn }],
  ['getPlaylist', `/api/playlist/${ids.mine}/`, 200],
  ['updatePlaylist', `/api/playlist/${ids.walks}/`, 200, { playlist_subscribed: 'yes' }],
  ['updatePlaylist', `/api/playlist/${ids.walks}/`, 200, { playlist_sort_order: 'bottom', playlist_subscribed: false }],
  ['updatePlaylist', `/api/playlist/${ids.walks}/`, 400, {}],
  ['updatePlaylist', `/api/playlist/${ids.walks}/`, 400, { playlist_sort_order: 'sideways' }],
  ['updatePlaylist', `/api/playlist/${ids.mine}/`, 400, { playlist_subscribed: true }],
  ['updatePlaylist', '/api/playlist/unknown/', 404, { playlist_subscribed: true }],
  ['subscribePlaylists', '/api/playlist/', 200, { data: [{ playlist_id: ids.walks, playlist_subscribed: true }] }],
  ['subscribePlaylists', '/api/playlist/', 400, { data: [{ playlist_id: ids.walks, playlist_subscribed: false }] }],
  ['subscribePlaylists', '/api/playlist/', 400, { data: [{ playlist_id: 'PLunknown', playlist_subscribed: true }] }],
  ['subscribePlaylists', '/api/playlist/', 400, { data: [] }],
  ['deletePlaylist', `/api/playlist/${ids.mine}/?delete_videos=maybe`, 400],
  ['deletePlaylist', `/api/playlist/${ids.mine}/?delete_videos=false`, 204],
  ['deletePlaylist', `/api/playlist/${ids.mine}/`, 404],
  ['deletePlaylist', `/api/playlist/${ids.lonely}/`, 204],
  ['startReindex', '/api/refresh/', 200, { video: ['unknown-id1'] }],
  ['startReindex', '/api/refresh/?extract_videos=true', 200, { channel: ['unknown'], playlist: ['unknown'] }],
  ['startReindex', '/api/refresh/', 400, { video: 'all' }],
  ['startReindex', '/api/refresh/', 400, { channel: [{}] }],
  ['startReindex', '/api/refresh/?extract_videos=perhaps', 400, {}],
  ['listNotifications', '/api/notification/', 200],
  ['listNotifications', '/api/notification/?filter=settings', 200],
  ['listNotifications', '/api/notification/?filter=task', 400],
  ['sendTaskCommand', '/api/task/by-id/unknown/', 404, { command: 'stop' }],
  ['sendTaskCommand', '/api/task/by-id/unknown/', 400, { command: 'pause' }],
  ['getAppSettings', '/api/appsettings/config/', 200],
  ['searchArchive', '/api/search/?query=quay', 200],
  ['searchArchive', '/api/search/?query=video:+active:yes', 200],
  ['searchArchive', '/api/search/?query=channel:harbour', 200],
  ['searchArchive', '/api/search/?query=playlist:', 200],
  ['searchArchive', '/api/search/?query=full:morning', 200],
  ['searchArchive', '/api/search/?query=', 200],
  ['searchArchive', '/api/search/?query=%20%20', 200],
  ['searchArchive', '/api/search/?query=https://a.example/1:02:03%22%20OR%20*%20NEAR(index:x', 200],
  ['searchArchive', '/api/search/', 400],
  ['startTask', '/api/task/by-name/nap/', 404],
  ['startTask', '/api/task/by-name/restore_backup/', 404],
  ['listTaskNotifications', '/api/task/notification/', 200],
  ['addTaskNotification', '/api/task/notification/', 200, { task_name: 'check_reindex', url: 'tgram://bottoken/chatid' }],
  ['addTaskNotification', '/api/task/notification/', 200, { task_name: 'update_subscribed', url: ' json://a.example ' }],
  ['addTaskNotification', '/api/task/notification/', 400, { task_name: 'nap', url: 'json://a.example' }],
  ['addTaskNotification', '/api/task/notification/', 400, { task_name: 'check_reindex', url: ' ' }],
  ['addTaskNotification', '/api/task/notification/', 400, { task_name: 'check_reindex' }],
  ['deleteTaskNotification', '/api/task/notification/', 204, { task_name: 'check_reindex' }],
  ['deleteTaskNotification', '/api/task/notification/', 204, { task_name: 'check_reindex', url: 'json://never' }],
  ['deleteTaskNotification', '/api/task/notification/', 400, { url: 'json://never' }],
  ['testTaskNotification', '/api/task/notification/test/', 400, { url: 'nonsense' }],
  ['testTaskNotification', '/api/task/notification/test/', 400, { url: '--config=/etc/passwd' }],
  ['testTaskNotification', '/api/task/notification/test/', 400, {}],
  ['listSchedules', '/api/task/schedule/', 200],
  ['updateSchedule', '/api/task/schedule/update_subscribed/', 200, { schedule: 'auto' }],
  ['updateSchedule', '/api/task/schedule/check_reindex/', 200, { config: { days: 30 } }],
  ['updateSchedule', '/api/task/schedule/run_backup/', 200, { schedule: '30 8 1-5', config: { rotate: '3' } }],
  ['updateSchedule', '/api/task/schedule/run_backup/', 400, {}],
  ['updateSchedule', '/api/task/schedule/run_backup/', 400, { schedule: ' ' }],
  ['updateSchedule', '/api/task/schedule/run_backup/', 400, { schedule: '0 8' }],
  ['updateSchedule', '/api/task/schedule/run_backup/', 400, { config: { days: 3 } }],
  ['updateSchedule', '/api/task/schedule/thumbnail_check/', 400, { config: { days: 3 } }],
  ['updateSchedule', '/api/task/schedule/download_pending/', 400, { schedule: '0 25 *' }],
  ['updateSchedule', '/api/task/schedule/rescan_filesystem/', 400, { schedule: 'auto' }],
  ['updateSchedule', '/api/task/schedule/subscribe_to/', 400, { schedule: '0 8 *' }],
  ['updateSchedule', '/api/task/schedule/nap/', 404, { schedule: 'auto' }],
  ['listSchedules', '/api/task/schedule/', 200],
  ['deleteSchedule', '/api/task/schedule/run_backup/', 204],
  ['deleteSchedule', '/api/task/schedule/run_backup/', 404],
  ['startManualImport', '/api/appsettings/manual-import/', 400, {}],
  ['startFilesystemRescan', '/api/appsettings/rescan-filesystem/', 400, { ignore_error: true }],
  ['getApiToken', '/api/appsettings/token/', 200],
  ['revokeApiToken', '/api/appsettings/token/', 204],
  ['revokeApiToken', '/api/appsettings/token/', 204],
  ['getVideoStats', '/api/stats/video/', 200],
  ['getChannelStats', '/api/stats/channel/', 200],
  ['getPlaylistStats', '/api/stats/playlist/', 200],
  ['getDownloadStats', '/api/stats/download/', 200],
  ['getWatchStats', '/api/stats/watch/', 200],
  ['getDownloadHistory', '/api/stats/downloadhist/', 200],
  ['listBiggestChannels', '/api/stats/biggestchannels/', 200],
  ['listBiggestChannels', '/api/stats/biggestchannels/?order=media_size', 200],
  ['listBiggestChannels', '/api/stats/biggestchannels/?order=name', 400],
  ['updateAppSettings', '/api/appsettings/config/', 200, {}],
  ['updateAppSettings', '/api/appsettings/config/', 200, { downloads: { sleep_interval: '15', limit_speed: null, format: 'best' } }],
  ['updateAppSettings', '/api/appsettings/config/', 200, { subscriptions: { channel_size: -1, auto_start: 'on' }, application: { enable_cast: true } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { theme: {} }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { colour: 'blue', sleep_interval: 3 } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { limit_speed: 'fast' } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { limit_speed: 1.5 } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { format: '' } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { subtitle_source: 'both' } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { application: { enable_cast: null } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { application: null }],
  ['getVideo', `/api/video/${ids.dawn}/?cast=true`, 200],
  ['getVideo', `/api/video/${ids.dawn}/?cast=perhaps`, 400],
  ['deleteVideo', '/api/video/unknown-id1/', 404],
  ['deleteVideo', `/api/video/${ids.gulls}/`, 204],
  ['updateDownload', `/api/download/${ids.gulls}/`, 404, { status: 'pending' }],
  ['updateDownload', `/api/download/${ids.gulls}/`, 200, { status: 'ignore-force' }],
  ['updateDownload', `/api/download/${ids.gulls}/`, 200, { status: 'priority' }],
  ['updateDownload', `/api/download/${ids.gulls}/`, 200, { status: 'ignore' }],
  ['updateDownload', `/api/download/${ids.gulls}/`, 400, { status: 'clear_error' }],
  ['updateDownload', '/api/download/neverSeen-1/', 200, { status: 'ignore-force' }],
  ['listDownloads', '/api/download/', 200],
  ['listDownloads', `/api/download/?filter=ignore&channel=${ids.harbour}&vid_type=videos&q=gulls+over&error=false`, 200],
  ['listDownloads', '/api/download/?error=null&page=2', 200],
  ['listDownloads', '/api/download/?sort=title', 400],
  ['listDownloads', '/api/download/?filter=done', 400],
  ['getDownloadAggs', '/api/download/aggs/?filter=ignore', 200],
  ['getDownloadAggs', '/api/download/aggs/', 400],
  ['updateDownloadsByFilter', '/api/download/?filter=ignore&vid_type=videos', 204, { status: 'pending' }],
  ['updateDownloadsByFilter', '/api/download/?filter=priority', 204, { status: 'clear_error' }],
  ['updateDownloadsByFilter', '/api/download/', 400, { status: 'pending' }],
  ['updateDownloadsByFilter', '/api/download/?filter=ignore', 400, { status: 'ignore-force' }],
  ['deleteDownload', '/api/download/neverSeen-1/', 204],
  ['deleteDownload', '/api/download/neverSeen-1/', 204],
  ['deleteDownloadsByFilter', '/api/download/?filter=pending', 204],
  ['deleteDownloadsByFilter', '/api/download/?filter=priority', 400],
  ['deleteChannel', '/api/channel/unknown/', 404],
  ['deleteChannel', `/api/channel/${ids.kitchen}/`, 204],
  ['deleteChannel', `/api/channel/${ids.kitchen}/`, 404],
  ['loginUser', '/api/user/login/', 204, { username: 'mara', password: 'a lantern in the hold', remember_me: 'off' }],
  ['loginUser', '/api/user/login/', 400, { username: 'mara', password: 'wrong' }],
  ['loginUser', '/api/user/login/', 400, { username: 'mara' }],
  ['loginUser', '/api/user/login/', 400, { username: ' ', password: '', remember_me: 'maybe' }],
  ['loginUser', '/api/user/login/', 400, { username: 'n'.repeat(200), password: 'x' }],
];

/** Grows shorter with the server; what is not built answers 404 with a page. */
const notBuilt = [
  'addDownloads',
  'createSnapshot',
  'deleteMembershipToken',
  'getCookieState',
  'getMembershipProfile',
  'getMembershipToken',
  'listBackups',
  'listSnapshots',
  'restoreBackup',
  'restoreSnapshot',
  'revokeCookie',
  'revokePoToken',
  'startBackup',
  'syncMembership',
  'updateCookie',
  'updateMembershipToken',
  'updatePoToken',
  'validateCookie',
];

let server: ServerArchive;
let device: SignedIn;

beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
  addCustomPlaylist(server.archive.database, ids.mine, 'Mine');
});
afterAll(async () => {
  // A task has no other way to say what became of it once its notification has gone.
  expect(server.logged.filter((line) => !line.startsWith('Refresh Metadata: Not in this archive:'))).toEqual([]);
  await server.stop();
});

describe('every answer fits the contract', () => {
  for (const [operation, path, status, body] of cases) {
    test(`${operation} ${path} ${body === undefined ? '' : JSON.stringify(body).slice(0, 80)} → ${status}`, async () => {
      // A login ends the session that comes with it, so each brings its own.
      const caller = operation === 'loginUser' ? await server.login() : device;
      const answer = await caller.call(path, { method: methodOf(operation), ...(body === undefined ? {} : { body }) });
      expect(answer.status).toBe(status);
      expect(await misfits(operation, answer)).toEqual([]);
    });
  }

  test('logoutUser → 204, and its cookie is worth nothing afterwards', async () => {
    const leaving = await server.login();
    const answer = await leaving.call('/api/user/logout/', { method: 'POST' });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie().join()).toMatch(/sessionid=;.*Max-Age=0/i);
    expect(await misfits('logoutUser', answer)).toEqual([]);
    expect((await leaving.call('/api/ping/')).status).toBe(403);
  });
});

test('every routed operation is in the table, and every other one is named as not built', async () => {
  const tested = new Set([...cases.map(([operation]) => operation), 'logoutUser']);
  const unanswered: string[] = [];
  for (const { path, method, operation } of described) {
    const answer = await device.call(path.replace(/\{[^}]+\}/g, 'some-id'), { method, ...(method === 'GET' ? {} : { body: {} }) });
    const isRouted = !(answer.status === 404 && answer.headers.get('content-type')?.startsWith('text/html'));
    if (isRouted) expect(tested, `${operation.operationId} is served`).toContain(operation.operationId);
    else unanswered.push(operation.operationId);
  }
  expect(unanswered.toSorted()).toEqual(notBuilt.toSorted());
});

function methodOf(operationId: string): string {
  return described.find(({ operation }) => operation.operationId === operationId)?.method ?? 'GET';
}
