// Who may call what (SPEC §6; docs/behaviour.md, Roles), written independently of the contract's own `x-roles`, so that each reveals the
// other's mistakes.

export const callers = ['nobody', 'user', 'staff', 'superuser', 'token'] as const;

/** `superuser` without is_staff; `token` is the API token of a staff member. */
export type RoleCaller = (typeof callers)[number];

interface Group {
  mayCall: RoleCaller[];
  operations: string[];
}

export const groups: Group[] = [
  { mayCall: ['nobody', 'user', 'staff', 'superuser', 'token'], operations: ['loginUser', 'getHealth'] },
  {
    mayCall: ['user', 'staff', 'superuser', 'token'],
    operations: [
      ...['getPing', 'logoutUser', 'getUserAccount', 'getUserConfig', 'updateUserConfig', 'listDevices', 'deleteDevice', 'getAppSettings'],
      ...['listVideos', 'getVideo', 'getVideoDigests', 'listSimilarVideos', 'listVideoComments', 'listVideoPlaylistNav', 'searchArchive', 'listNotifications'],
      ...['updateVideoProgress', 'deleteVideoProgress', 'updateWatched'],
      ...['listChannels', 'getChannel', 'getChannelNav', 'getChannelAggs', 'searchChannel', 'getSchema'],
      // Everybody may create, change and delete custom playlists; only staff may delete a regular one.
      ...['listPlaylists', 'getPlaylist', 'createCustomPlaylist', 'updateCustomPlaylist', 'deletePlaylist'],
      ...['getVideoStats', 'getChannelStats', 'getPlaylistStats', 'getDownloadStats', 'getWatchStats', 'getDownloadHistory', 'listBiggestChannels'],
    ],
  },
  {
    mayCall: ['staff', 'superuser', 'token'],
    operations: [
      ...['deleteVideo', 'deleteChannel', 'updateChannel', 'updateChannelSubscriptions', 'updatePlaylist', 'subscribePlaylists'],
      ...[
        'listDownloads',
        'addDownloads',
        'getDownloadAggs',
        'updateDownload',
        'updateDownloadsByFilter',
        'deleteDownload',
        'deleteDownloadsByFilter',
        'retryDownloads',
      ],
      ...['startReindex', 'startTask', 'sendTaskCommand', 'startManualImport', 'startFilesystemRescan'],
      ...['listSchedules', 'updateSchedule', 'deleteSchedule'],
      ...['listTaskNotifications', 'addTaskNotification', 'deleteTaskNotification', 'testTaskNotification'],
      ...['updateAppSettings', 'getApiToken', 'revokeApiToken'],
      ...['getCookieState', 'updateCookie', 'validateCookie', 'revokeCookie', 'updatePoToken', 'revokePoToken'],
      ...['getMembershipToken', 'updateMembershipToken', 'deleteMembershipToken', 'getMembershipProfile', 'syncMembership'],
      ...['listBackups', 'startBackup', 'restoreBackup', 'listSnapshots', 'createSnapshot', 'restoreSnapshot'],
      // These operations are used by companions and scripts.
      ...['getBackup', 'deleteBackup', 'getSnapshot', 'deleteSnapshot', 'getDownload', 'getSchedule'],
      ...['getReindexState', 'listTaskResults', 'listTaskResultsByName', 'getTaskResult'],
    ],
  },
];

export const callersByOperation = new Map(groups.flatMap(({ mayCall, operations }) => operations.map((operation) => [operation, mayCall] as const)));
