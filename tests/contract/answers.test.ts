// Every operation of the contract with every status that it documents, each answer checked against its schema.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trashFolderName } from '../../server/trash/move-files.ts';
import type { WireBackup, WireNotification, WireSnapshotInfo, WireTaskResult } from '../../src/contract/names.ts';
import { noServiceAddresses } from '../../server/external-services/addresses.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { addCustomPlaylist, ids } from '../builders/server-library.ts';
import type { CallOptions, ApiSession } from '../builders/server-session.ts';
import { startExternalService, type ExternalService } from '../doubles/external-service.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { createAnswerRecord } from './answer-record.ts';
import { allOperations, operationById, type DescribedOperation } from './contract-answers.ts';

/** Operation, path, promised status, body. The order matters: a case may need what those above it wrote. */
const cases: [operation: string, path: string, status: number, body?: unknown][] = [
  ['getPing', '/api/ping/', 200],
  ['getHealth', '/api/health/', 200],
  ['getUserAccount', '/api/user/account/', 200],
  ['getUserConfig', '/api/user/me/', 200],
  ['updateUserConfig', '/api/user/me/', 200, { grid_items: 4, hide_watched: null, unknown: 'ignored' }],
  ['updateUserConfig', '/api/user/me/', 200, {}],
  ['updateUserConfig', '/api/user/me/', 200, { hide_watched: false, hide_watched_channel: true, hide_watched_playlist: null }],
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
  ['getVideoDigests', '/api/video/unknown-id1/digests/', 404],
  ['getVideoDigests', `/api/video/${ids.gone}/digests/`, 404],
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
  ['searchChannel', `/api/channel/search/?q=${ids.harbour}`, 200],
  ['searchChannel', '/api/channel/search/?q=https://videos.example/harbour/', 200],
  ['searchChannel', '/api/channel/search/?q=@nobody-here', 404],
  ['searchChannel', `/api/channel/search/?q=${ids.dawn}`, 400],
  ['searchChannel', '/api/channel/search/?q=', 400],
  ['searchChannel', '/api/channel/search/', 400],
  ['getSchema', '/api/schema/', 200],
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
  ['updateChannelSubscriptions', '/api/channel/', 200, { data: [{ channel_id: '@nobody-here', channel_subscribed: true }] }],
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
  ['subscribePlaylists', '/api/playlist/', 200, { data: [{ playlist_id: 'PLunknown', playlist_subscribed: true }] }],
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
  ['getReindexState', '/api/refresh/', 200],
  ['getReindexState', '/api/refresh/?type=video', 200],
  ['getReindexState', `/api/refresh/?type=channel&id=${ids.harbour}`, 200],
  ['getReindexState', '/api/refresh/?type=film', 400],
  ['getReindexState', `/api/refresh/?id=${ids.harbour}`, 400],
  ['listTaskResults', '/api/task/by-name/', 200],
  ['listTaskResultsByName', '/api/task/by-name/check_reindex/', 200],
  ['listTaskResultsByName', '/api/task/by-name/nap/', 404],
  ['getTaskResult', '/api/task/by-id/unknown/', 404],
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
  ['addTaskNotification', '/api/task/notification/', 200, { task_name: 'check_reindex', url: 'https://a.example/hook' }],
  ['addTaskNotification', '/api/task/notification/', 200, { task_name: 'update_subscribed', url: ' http://a.example ' }],
  ['addTaskNotification', '/api/task/notification/', 400, { task_name: 'check_reindex', url: 'nonsense' }],
  ['addTaskNotification', '/api/task/notification/', 400, { task_name: 'nap', url: 'https://a.example' }],
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
  ['getSchedule', '/api/task/schedule/run_backup/', 200],
  ['getSchedule', '/api/task/schedule/nap/', 404],
  ['deleteSchedule', '/api/task/schedule/run_backup/', 204],
  ['deleteSchedule', '/api/task/schedule/run_backup/', 404],
  ['startManualImport', '/api/appsettings/manual-import/', 400, {}],
  ['startFilesystemRescan', '/api/appsettings/rescan-filesystem/', 400, { ignore_error: true }],
  ['listBackups', '/api/appsettings/backup/', 200],
  ['startBackup', '/api/appsettings/backup/', 200, {}],
  ['restoreBackup', '/api/appsettings/backup/ta_backup-20000101-auto.zip/', 404, {}],
  ['getBackup', '/api/appsettings/backup/ta_backup-20000101-auto.zip/', 404],
  ['deleteBackup', '/api/appsettings/backup/ta_backup-20000101-auto.zip/', 404, {}],
  ['listSnapshots', '/api/appsettings/snapshot/', 200],
  ['getSnapshot', '/api/appsettings/snapshot/ta_daily_-m8c2hd5sgnyv4kq1lezrwa/', 404],
  ['deleteSnapshot', '/api/appsettings/snapshot/ta_daily_-m8c2hd5sgnyv4kq1lezrwa/', 400, {}],
  ['createSnapshot', '/api/appsettings/snapshot/', 200, {}],
  ['restoreSnapshot', '/api/appsettings/snapshot/ta_daily_-m8c2hd5sgnyv4kq1lezrwa/', 400, {}],
  ['getApiToken', '/api/appsettings/token/', 200],
  ['revokeApiToken', '/api/appsettings/token/', 204],
  ['revokeApiToken', '/api/appsettings/token/', 204],
  ['getCookieState', '/api/appsettings/cookie/', 200],
  ['validateCookie', '/api/appsettings/cookie/', 200],
  ['updateCookie', '/api/appsettings/cookie/', 200, { cookie: '.video.example\tTRUE\t/\tTRUE\t0\tsid\tvalue' }],
  ['getCookieState', '/api/appsettings/cookie/', 200],
  ['validateCookie', '/api/appsettings/cookie/', 200],
  ['updateCookie', '/api/appsettings/cookie/', 400, { cookie: 'sid=value; path=/' }],
  ['updateCookie', '/api/appsettings/cookie/', 400, { cookie: '' }],
  ['updateCookie', '/api/appsettings/cookie/', 400, {}],
  ['revokeCookie', '/api/appsettings/cookie/', 204],
  ['revokeCookie', '/api/appsettings/cookie/', 204],
  ['updatePoToken', '/api/appsettings/potoken/', 200, { potoken: 'web+MlNvbWVUb2tlbg==' }],
  ['updatePoToken', '/api/appsettings/potoken/', 400, { potoken: 'MlNvbWVUb2tlbg==' }],
  ['updatePoToken', '/api/appsettings/potoken/', 400, { potoken: 'web+a;player_client=x' }],
  ['updatePoToken', '/api/appsettings/potoken/', 400, { potoken: '' }],
  ['updatePoToken', '/api/appsettings/potoken/', 400, {}],
  ['revokePoToken', '/api/appsettings/potoken/', 204],
  ['getMembershipToken', '/api/appsettings/membership/token/', 200],
  ['updateMembershipToken', '/api/appsettings/membership/token/', 200, { token: 'd41f0c8a52b7e96310fa' }],
  ['getMembershipToken', '/api/appsettings/membership/token/', 200],
  ['updateMembershipToken', '/api/appsettings/membership/token/', 400, { token: '' }],
  ['updateMembershipToken', '/api/appsettings/membership/token/', 400, { token: 'two words' }],
  ['updateMembershipToken', '/api/appsettings/membership/token/', 400, {}],
  ['getMembershipProfile', '/api/appsettings/membership/profile/', 400],
  ['syncMembership', '/api/appsettings/membership/sync/', 400],
  ['deleteMembershipToken', '/api/appsettings/membership/token/', 204],
  ['deleteMembershipToken', '/api/appsettings/membership/token/', 204],
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
  ['updateAppSettings', '/api/appsettings/config/', 200, { downloads: { pot_provider_url: 'http://127.0.0.1:4416', add_thumbnail: true } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { theme: {} }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { colour: 'blue', sleep_interval: 3 } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { limit_speed: 'fast' } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { integrate_ryd: true } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { limit_speed: 1.5 } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { format: '' } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { subtitle_source: 'both' } }],
  ['updateAppSettings', '/api/appsettings/config/', 200, { downloads: { extra_options: '--force-ipv4 --retries 3' } }],
  ['updateAppSettings', '/api/appsettings/config/', 400, { downloads: { extra_options: '--exec ls' } }],
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
  ['getDownload', `/api/download/${ids.gulls}/`, 200],
  ['getDownload', '/api/download/unknown-id1/', 404],
  ['updateDownload', '/api/download/neverSeen-1/', 200, { status: 'ignore-force' }],
  ['addDownloads', '/api/download/', 200, { data: [{ youtube_id: 'https://videos.example/one two', status: 'pending' }] }],
  ['addDownloads', '/api/download/?autostart=true&flat=true&force=true', 200, { data: [{ youtube_id: '@harbour', status: 'ignore-force' }] }],
  ['addDownloads', '/api/download/', 400, { data: [{ youtube_id: 'one', status: 'queued' }] }],
  ['addDownloads', '/api/download/?autostart=perhaps', 400, { data: [] }],
  ['addDownloads', '/api/download/', 400, {}],
  ['listDownloads', '/api/download/', 200],
  ['listDownloads', `/api/download/?filter=ignore&channel=${ids.harbour}&vid_type=videos&q=gulls+over&error=false`, 200],
  ['listDownloads', '/api/download/?error=null&page=2', 200],
  ['listDownloads', '/api/download/?sort=title', 400],
  ['listDownloads', '/api/download/?filter=done', 400],
  ['listDevices', '/api/user/devices/', 200],
  ['deleteDevice', '/api/user/devices/0123abcd/', 404],
  ['retryDownloads', '/api/download/retry/', 200, {}],
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

const record = createAnswerRecord();
let server: ServerArchive;
let device: ApiSession;
let guest: ApiSession;

beforeAll(async () => {
  server = await startServerArchive();
  [device, guest] = [await server.login(), await server.login('guest')];
  addCustomPlaylist(server.archive.database, ids.mine, 'Mine');
});
afterAll(async () => {
  // These tests provoke refused sign-ins, and results of tasks, which are also logged because notifications disappear.
  const expectedLine =
    /^(Refresh Metadata: Not in this archive:|Add to Queue:|Download:|Add Subscription: .* not in this archive\.|Download: STOWAWAY_YTDLP names |Failed sign-in from 127\.0\.0\.1 as |Sign-in not checked for \d+ s, from 127\.0\.0\.1 as )/;
  expect(server.logLines.filter((line) => !expectedLine.test(line))).toEqual([]);
  await server.stop();
});

/** Calls an operation, and checks that the answer has this status and matches the contract. */
async function callAndCheck(caller: ApiSession, operation: string, address: string, status: number, options: CallOptions = {}): Promise<Response> {
  const answer = await caller.call(address, { method: operationById(operation).method, ...options });
  const copy = answer.clone() as Response;
  expect([answer.status, await record.check(operation, answer)]).toEqual([status, []]);
  return copy;
}

// The table runs in order, and the last test reports the answers that were never seen.
describe('every operation', { shuffle: false }, () => {
  describe('every answer matches the contract', () => {
    for (const [operation, address, status, body] of cases) {
      test(`${operation} ${address} ${body === undefined ? '' : JSON.stringify(body).slice(0, 80)} → ${status}`, async () => {
        // A login ends the session sent with it.
        const caller = operation === 'loginUser' && status === 204 ? await server.login() : device;
        await callAndCheck(caller, operation, address, status, body === undefined ? {} : { body });
      });
    }

    test('logoutUser → 204, and the cookie of the ended session is invalid', async () => {
      const session = await server.login();
      const answer = await callAndCheck(session, 'logoutUser', '/api/user/logout/', 204);
      expect(answer.headers.getSetCookie().join()).toMatch(/sessionid=;.*Max-Age=0/i);
      expect((await session.call('/api/ping/')).status).toBe(403);
    });

    test('deleteDevice → 204', async () => {
      await server.login();
      const devices = (await (await device.call('/api/user/devices/')).json()) as { id: string; is_this: boolean }[];
      await callAndCheck(device, 'deleteDevice', `/api/user/devices/${devices.find(({ is_this }) => !is_this)?.id}/`, 204);
    });

    test('getVideoDigests → 202, then 200 and 304', async () => {
      const address = `/api/video/${ids.dawn}/digests/`;
      await callAndCheck(device, 'getVideoDigests', address, 202);
      await expect.poll(async () => (await device.call(address)).status).toBe(200);
      const answer = await callAndCheck(device, 'getVideoDigests', address, 200);
      await callAndCheck(device, 'getVideoDigests', address, 304, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    });

    test('loginUser → 429 after five wrong passwords', async () => {
      const body = { username: 'nobody-of-that-name', password: 'wrong' };
      const answers = await Promise.all(Array.from({ length: 6 }, () => device.call('/api/user/login/', { method: 'POST', body })));
      const refusedAnswers = answers.filter(({ status }) => status === 429);
      expect(refusedAnswers).toHaveLength(1);
      for (const answer of refusedAnswers) expect(await record.check('loginUser', answer)).toEqual([]);
    });

    test('deleteVideo and deleteChannel → 400 when a file cannot be deleted', async () => {
      // With a file in place of the trash folder, not even root, who may write everywhere, can create the folder.
      const trashFile = path.join(server.libraryFolder, trashFolderName);
      await rm(trashFile, { recursive: true, force: true });
      await writeFile(trashFile, '');
      await callAndCheck(device, 'deleteVideo', `/api/video/${ids.short}/`, 400);
      await callAndCheck(device, 'deleteChannel', `/api/channel/${ids.harbour}/`, 400);
    });
  });

  describe('callers without the rights are refused', () => {
    for (const describedOperation of allOperations) {
      const { path: address, method, operation } = describedOperation;
      const [callerName, options] = refusal(describedOperation);
      if (operation['x-roles'][0] === 'any' && method === 'GET') continue;
      test(`${operation.operationId} ${callerName} → 403`, async () => {
        const caller = callerName === 'as an ordinary person' ? guest : device;
        await callAndCheck(caller, operation.operationId, address.replace(/\{[^}]+\}/g, 'unknown-id1'), 403, {
          ...options,
          ...(method === 'GET' ? {} : { body: {} }),
        });
      });
    }
  });

  describe('operations that need an outside service or a running task', () => {
    const address = 'https://videos.example/slow';
    let service: ExternalService;
    let ytDlp: FakeYtDlp;
    let emptyServer: ServerArchive;
    let staff: ApiSession;

    beforeAll(async () => {
      service = await startExternalService();
      ytDlp = await aFakeYtDlp({ [address]: { info: { id: 'slow' }, delayMs: 60_000 } });
      emptyServer = await startServerArchive({
        fill: () => undefined,
        ytDlp: ytDlp.program,
        serviceAddresses: { ...noServiceAddresses, membership: service.url, dislikes: service.url },
      });
      staff = await emptyServer.login();
    });
    afterAll(async () => {
      await emptyServer.stop();
      await service.stop();
      await ytDlp.remove();
    });

    const untilTasksEnd = () => expect.poll(() => emptyServer.archive.database.prepare('SELECT name FROM task').all(), { timeout: 20_000 }).toEqual([]);
    const post = (operation: string, address: string, body: unknown = {}) => callAndCheck(staff, operation, address, 200, { body });

    test('the membership platform: getMembershipProfile → 200, syncMembership → 204', async () => {
      await post('updateMembershipToken', '/api/appsettings/membership/token/', { token: 'membership-key-0001' });
      const tier = { tier_id: 1, name: 'Bronze', description: 'Up to 25 channels', max_subs: 25 };
      const user = { id: 9, username: 'fern' };
      service.answer = { status: 200, body: { id: 4, user, sponsor_tier: tier, subscription_count: 12, subscription_is_max: false, is_connected: true } };
      await callAndCheck(staff, 'getMembershipProfile', '/api/appsettings/membership/profile/', 200);
      await callAndCheck(staff, 'syncMembership', '/api/appsettings/membership/sync/', 204);
    });

    test('a setting that needs an outside service can be turned on only if the service has an address; otherwise a message says what is missing', async () => {
      await post('updateAppSettings', '/api/appsettings/config/', { downloads: { integrate_ryd: true } });
      const body = { downloads: { integrate_ryd: true, integrate_sponsorblock: true, sleep_interval: 7 } };
      const refusedAnswer = await staff.call('/api/appsettings/config/', { method: 'POST', body });
      const message = expect.stringMatching(/^SponsorBlock is off on this server\. Set STOWAWAY_SPONSORBLOCK_URL to its address/) as string;
      expect([refusedAnswer.status, await refusedAnswer.json()]).toEqual([400, { downloads: { integrate_sponsorblock: [message] } }]);
      const switches = { integrate_ryd: true, integrate_sponsorblock: false, sleep_interval: 10 };
      expect(await staff.json('/api/appsettings/config/')).toMatchObject({ downloads: switches });
      // A restored backup can turn on a switch whose service has no address. A client that then sends all settings back is not refused.
      emptyServer.archive.appSettings.change({ downloads: { integrate_sponsorblock: true } });
      await post('updateAppSettings', '/api/appsettings/config/', { downloads: { integrate_sponsorblock: true } });
    });

    test('a webhook that answers: testTaskNotification → 200', async () => {
      service.answer = { status: 200, body: {} };
      await post('testTaskNotification', '/api/task/notification/test/', { task_name: 'check_reindex', url: service.url.href });
    });

    test('a running task: sendTaskCommand → 204', async () => {
      await post('addDownloads', '/api/download/', { data: [{ youtube_id: address, status: 'pending' }] });
      const runningTaskId = async () => (await staff.json<WireNotification[]>('/api/notification/')).find(({ api_stop }) => api_stop)?.id;
      await expect.poll(runningTaskId).toBeTypeOf('string');
      const id = await runningTaskId();
      expect(await (await callAndCheck(staff, 'getTaskResult', `/api/task/by-id/${id}/`, 200)).json()).toMatchObject({
        name: 'extract_download',
        status: 'STARTED',
      });
      await callAndCheck(staff, 'sendTaskCommand', `/api/task/by-id/${id}/`, 204, { body: { command: 'stop' } });
      await untilTasksEnd();
      const [result] = (await (await callAndCheck(staff, 'listTaskResultsByName', '/api/task/by-name/extract_download/', 200)).json()) as WireTaskResult[];
      expect(result).toMatchObject({ task_id: id, date_done: expect.any(String) as string });
    });

    test('import and rescan start by their own calls, as in one API generation, and by their task names, as in the other', async () => {
      const options = { ignore_error: true, prefer_local: true };
      await post('startManualImport', '/api/appsettings/manual-import/', options);
      await post('startFilesystemRescan', '/api/appsettings/rescan-filesystem/', options);
      for (const name of ['manual_import', 'rescan_filesystem', 'resync_thumbs', 'resync_metadata', 'update_subscribed'])
        await post('startTask', `/api/task/by-name/${name}/`);
      await untilTasksEnd();
    });

    test('an existing snapshot and backup are restored, read and deleted', async () => {
      await post('createSnapshot', '/api/appsettings/snapshot/');
      await post('startBackup', '/api/appsettings/backup/');
      await untilTasksEnd();
      const { snapshots } = await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/');
      await post('restoreSnapshot', `/api/appsettings/snapshot/${snapshots[0]?.id}/`);
      await untilTasksEnd();
      const [backup] = await staff.json<WireBackup[]>('/api/appsettings/backup/');
      await post('restoreBackup', `/api/appsettings/backup/${backup?.filename}/`);
      await untilTasksEnd();
      const backupAddress = `/api/appsettings/backup/${backup?.filename}/`;
      expect(await (await callAndCheck(staff, 'getBackup', backupAddress, 200)).json()).toEqual(backup);
      await callAndCheck(staff, 'deleteBackup', backupAddress, 204, { body: {} });
      await callAndCheck(staff, 'deleteBackup', backupAddress, 404, { body: {} });
      const snapshotAddress = `/api/appsettings/snapshot/${snapshots[0]?.id}/`;
      expect(await (await callAndCheck(staff, 'getSnapshot', snapshotAddress, 200)).json()).toEqual(snapshots[0]);
      await callAndCheck(staff, 'deleteSnapshot', snapshotAddress, 204, { body: {} });
      const remainingSnapshots = (await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).snapshots;
      expect(remainingSnapshots.map(({ id }) => id)).not.toContain(snapshots[0]?.id);
    });
  });

  test('has answered with every status that it documents', () => {
    console.log(record.counts());
    expect(record.unseenAnswers()).toEqual([]);
  });
});

/**
 * A caller that the operation refuses: an ordinary person for staff operations, otherwise a caller without a session (GET) or without a
 * valid CSRF header.
 */
function refusal({ method, operation }: DescribedOperation): [callerName: string, options: CallOptions] {
  if (operation['x-roles'][0] === 'staff') return ['as an ordinary person', {}];
  if (method === 'GET') return ['without a session', { headers: { cookie: '' } }];
  return ['with the CSRF header of somebody else', { headers: { 'x-csrftoken': 'd'.repeat(43) } }];
}
