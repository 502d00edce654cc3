// Every call of SPEC §7, by its operation in server/openapi.yaml. Browser and component tests record which of them the client makes
// (calls-record.ts, ../component/record-call.ts); calls-reporter.ts prints the count.

export const specifiedCalls = {
  getPing: 'GET /api/ping/',
  loginUser: 'POST /api/user/login/',
  logoutUser: 'POST /api/user/logout/',
  getUserAccount: 'GET /api/user/account/',
  getUserConfig: 'GET /api/user/me/',
  updateUserConfig: 'POST /api/user/me/',
  listVideos: 'GET /api/video/',
  getVideo: 'GET /api/video/{video_id}/',
  deleteVideo: 'DELETE /api/video/{video_id}/',
  listSimilarVideos: 'GET /api/video/{video_id}/similar/',
  listVideoComments: 'GET /api/video/{video_id}/comment/',
  listVideoPlaylistNav: 'GET /api/video/{video_id}/nav/',
  updateVideoProgress: 'POST /api/video/{video_id}/progress/',
  deleteVideoProgress: 'DELETE /api/video/{video_id}/progress/',
  updateWatched: 'POST /api/watched/',
  listChannels: 'GET /api/channel/',
  updateChannelSubscriptions: 'POST /api/channel/',
  getChannel: 'GET /api/channel/{channel_id}/',
  updateChannel: 'POST /api/channel/{channel_id}/',
  deleteChannel: 'DELETE /api/channel/{channel_id}/',
  getChannelNav: 'GET /api/channel/{channel_id}/nav/',
  getChannelAggs: 'GET /api/channel/{channel_id}/aggs/',
  listPlaylists: 'GET /api/playlist/',
  subscribePlaylists: 'POST /api/playlist/',
  createCustomPlaylist: 'POST /api/playlist/custom/',
  updateCustomPlaylist: 'POST /api/playlist/custom/{playlist_id}/',
  getPlaylist: 'GET /api/playlist/{playlist_id}/',
  updatePlaylist: 'POST /api/playlist/{playlist_id}/',
  deletePlaylist: 'DELETE /api/playlist/{playlist_id}/',
  listDownloads: 'GET /api/download/',
  addDownloads: 'POST /api/download/',
  updateDownloadsByFilter: 'PATCH /api/download/',
  deleteDownloadsByFilter: 'DELETE /api/download/',
  getDownloadAggs: 'GET /api/download/aggs/',
  updateDownload: 'POST /api/download/{video_id}/',
  deleteDownload: 'DELETE /api/download/{video_id}/',
  startReindex: 'POST /api/refresh/',
  listNotifications: 'GET /api/notification/',
  sendTaskCommand: 'POST /api/task/by-id/{task_id}/',
  startTask: 'POST /api/task/by-name/{task_name}/',
  listSchedules: 'GET /api/task/schedule/',
  updateSchedule: 'POST /api/task/schedule/{task_name}/',
  deleteSchedule: 'DELETE /api/task/schedule/{task_name}/',
  listTaskNotifications: 'GET /api/task/notification/',
  addTaskNotification: 'POST /api/task/notification/',
  deleteTaskNotification: 'DELETE /api/task/notification/',
  testTaskNotification: 'POST /api/task/notification/test/',
  searchArchive: 'GET /api/search/',
  getVideoStats: 'GET /api/stats/video/',
  getChannelStats: 'GET /api/stats/channel/',
  getPlaylistStats: 'GET /api/stats/playlist/',
  getDownloadStats: 'GET /api/stats/download/',
  getWatchStats: 'GET /api/stats/watch/',
  getDownloadHistory: 'GET /api/stats/downloadhist/',
  listBiggestChannels: 'GET /api/stats/biggestchannels/',
  getAppSettings: 'GET /api/appsettings/config/',
  updateAppSettings: 'POST /api/appsettings/config/',
  getApiToken: 'GET /api/appsettings/token/',
  revokeApiToken: 'DELETE /api/appsettings/token/',
  getCookieState: 'GET /api/appsettings/cookie/',
  updateCookie: 'PUT /api/appsettings/cookie/',
  validateCookie: 'POST /api/appsettings/cookie/',
  revokeCookie: 'DELETE /api/appsettings/cookie/',
  updatePoToken: 'POST /api/appsettings/potoken/',
  revokePoToken: 'DELETE /api/appsettings/potoken/',
  getMembershipToken: 'GET /api/appsettings/membership/token/',
  updateMembershipToken: 'POST /api/appsettings/membership/token/',
  deleteMembershipToken: 'DELETE /api/appsettings/membership/token/',
  getMembershipProfile: 'GET /api/appsettings/membership/profile/',
  syncMembership: 'POST /api/appsettings/membership/sync/',
  listBackups: 'GET /api/appsettings/backup/',
  startBackup: 'POST /api/appsettings/backup/',
  restoreBackup: 'POST /api/appsettings/backup/{filename}/',
  listSnapshots: 'GET /api/appsettings/snapshot/',
  createSnapshot: 'POST /api/appsettings/snapshot/',
  restoreSnapshot: 'POST /api/appsettings/snapshot/{snapshot_id}/',
} as const;

export type SpecifiedCall = keyof typeof specifiedCalls;

/** Calls that no browser or component test has to make, each with its reason. */
export const exemptCalls: Partial<Record<SpecifiedCall, string>> = {};

const patterns = (Object.entries(specifiedCalls) as [SpecifiedCall, string][])
  .map(([id, line]) => {
    const [method = '', path = ''] = line.split(' ');
    return { id, method, expression: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), parameters: path.split('{').length - 1 };
  })
  // A literal segment takes precedence over a parameter in its place, so `/api/playlist/custom/` is not a playlist.
  .toSorted((left, right) => left.parameters - right.parameters);

/** Returns null for a request that is none of these calls. */
export function specifiedCallOf(method: string, path: string): SpecifiedCall | null {
  return patterns.find((pattern) => pattern.method === method && pattern.expression.test(path))?.id ?? null;
}
