// The calls of the application settings, schedules and actions, built on the client's one entry point. A separate chunk, because the first
// load needs none of them. Supports both generations of servers (docs/behaviour.md, Two generations).
import type {
  WireAppSettings,
  WireAppSettingsPatch,
  WireBackup,
  WireCookie,
  WireImportOptions,
  WireMembershipProfile,
  WireSchedule,
  WireScheduleUpdate,
  WireSnapshotInfo,
  WireTaskName,
  WireTaskNotifications,
} from '../contract/names.ts';
import { ok } from '../lib/result.ts';
import type { Answer, CallOptions, CallApi } from './archive-api.ts';
import {
  backupsShape,
  cookieShape,
  membershipProfileShape,
  membershipTokenShape,
  schedulesShape,
  snapshotInfoShape,
  startedShape,
  taskNotificationsShape,
  tokenShape,
} from './settings-shapes.ts';
import { ignored, fields, orDefault, text } from './shape.ts';
import { appSettingsShape } from './session-shapes.ts';

export interface SettingsApi {
  listSchedules(signal?: AbortSignal): Answer<WireSchedule[]>;
  listTaskNotifications(signal?: AbortSignal): Answer<WireTaskNotifications>;
  getCookie(signal?: AbortSignal): Answer<WireCookie>;
  /** Null if none is stored. */
  getMembershipToken(signal?: AbortSignal): Answer<string | null>;
  getMembershipProfile(signal?: AbortSignal): Answer<WireMembershipProfile>;
  listBackups(signal?: AbortSignal): Answer<WireBackup[]>;
  listSnapshots(signal?: AbortSignal): Answer<WireSnapshotInfo>;

  /** Returns all settings. A single key unknown to the archive makes it refuse the whole change. */
  updateAppSettings(change: WireAppSettingsPatch, idempotencyKey: string): Answer<WireAppSettings>;
  putCookie(content: string, idempotencyKey: string): Answer<WireCookie>;
  /** The result may be up to an hour old. A cookie that fails the check is reported in the result, not as an error. */
  validateCookie(): Answer<WireCookie>;
  deleteCookie(idempotencyKey: string): Answer<void>;
  setPoToken(token: string, idempotencyKey: string): Answer<void>;
  deletePoToken(idempotencyKey: string): Answer<void>;
  /** The first call creates the token. */
  getApiToken(): Answer<string>;
  revokeApiToken(idempotencyKey: string): Answer<void>;
  setMembershipToken(token: string, idempotencyKey: string): Answer<void>;
  deleteMembershipToken(idempotencyKey: string): Answer<void>;
  syncMembership(idempotencyKey: string): Answer<void>;
  createSnapshot(idempotencyKey: string): Answer<void>;
  restoreSnapshot(snapshotId: string, idempotencyKey: string): Answer<void>;

  /** The answer shows the config before the change, so the schedules must be listed again. */
  updateSchedule(task: WireTaskName, change: WireScheduleUpdate, idempotencyKey: string): Answer<void>;
  deleteSchedule(task: WireTaskName, idempotencyKey: string): Answer<void>;
  addTaskNotification(task: WireTaskName, url: string, idempotencyKey: string): Answer<WireTaskNotifications>;
  deleteTaskNotification(task: WireTaskName, url: string, idempotencyKey: string): Answer<void>;
  /** The archive's message about a successful test; null if there is none. */
  testTaskNotification(task: WireTaskName, url: string): Answer<string | null>;

  /** Like the next four calls, returns the task's id, or null if the archive did not send it. */
  startManualImport(options: WireImportOptions, idempotencyKey: string): Answer<string | null>;
  startRescan(options: WireImportOptions, idempotencyKey: string): Answer<string | null>;
  startEmbedding(idempotencyKey: string): Answer<string | null>;
  startBackup(idempotencyKey: string): Answer<string | null>;
  restoreBackup(filename: string, idempotencyKey: string): Answer<string | null>;
}

/** The timeout of calls during which the archive calls another server: the video platform, the membership site, a notification target. */
const remoteTimeoutMs = 60_000;

export function createSettingsApi({ call }: CallApi): SettingsApi {
  const post = (path: string, body: unknown, idempotencyKey: string, extra: CallOptions = {}): Answer<void> =>
    call(path, ignored, { ...extra, method: 'POST', idempotencyKey, ...(body === undefined ? {} : { body }) });
  const remove = (path: string, idempotencyKey: string, body?: unknown): Answer<void> =>
    call(path, ignored, { method: 'DELETE', idempotencyKey, ...(body === undefined ? {} : { body }) });

  async function start(path: string, idempotencyKey: string, body?: unknown): Answer<string | null> {
    const answer = await call(path, startedShape, { method: 'POST', idempotencyKey, ...(body === undefined ? {} : { body }) });
    return answer.ok ? ok(answer.value.task_id) : answer;
  }
  const startByName = (name: string, idempotencyKey: string): Answer<string | null> => start(`/api/task/by-name/${name}/`, idempotencyKey);

  /**
   * Starts a task with options. Older servers answer this call with an HTML 404; on them the task is started by its name, without options.
   */
  async function startWithOptions(path: string, name: string, options: WireImportOptions, idempotencyKey: string): Answer<string | null> {
    const answer = await start(path, idempotencyKey, options);
    return !answer.ok && answer.error.kind === 'no-such-call' ? startByName(name, idempotencyKey) : answer;
  }

  return {
    listSchedules: (signal) => call('/api/task/schedule/', schedulesShape, { signal }),
    listTaskNotifications: (signal) => call('/api/task/notification/', taskNotificationsShape, { signal }),
    getCookie: (signal) => call('/api/appsettings/cookie/', cookieShape, { signal }),
    async getMembershipToken(signal) {
      const answer = await call('/api/appsettings/membership/token/', membershipTokenShape, { signal });
      return answer.ok ? ok(answer.value.token) : answer;
    },
    getMembershipProfile: (signal) => call('/api/appsettings/membership/profile/', membershipProfileShape, { signal, timeoutMs: remoteTimeoutMs }),
    listBackups: (signal) => call('/api/appsettings/backup/', backupsShape, { signal }),
    listSnapshots: (signal) => call('/api/appsettings/snapshot/', snapshotInfoShape, { signal }),

    updateAppSettings: (change, idempotencyKey) => call('/api/appsettings/config/', appSettingsShape, { method: 'POST', body: change, idempotencyKey }),
    putCookie: (content, idempotencyKey) =>
      call('/api/appsettings/cookie/', cookieShape, { method: 'PUT', body: { cookie: content }, idempotencyKey, timeoutMs: remoteTimeoutMs }),
    validateCookie: () => call('/api/appsettings/cookie/', cookieShape, { method: 'POST', timeoutMs: remoteTimeoutMs }),
    deleteCookie: (idempotencyKey) => remove('/api/appsettings/cookie/', idempotencyKey),
    setPoToken: (token, idempotencyKey) => post('/api/appsettings/potoken/', { potoken: token }, idempotencyKey),
    deletePoToken: (idempotencyKey) => remove('/api/appsettings/potoken/', idempotencyKey),
    async getApiToken() {
      const answer = await call('/api/appsettings/token/', tokenShape);
      return answer.ok ? ok(answer.value.token) : answer;
    },
    revokeApiToken: (idempotencyKey) => remove('/api/appsettings/token/', idempotencyKey),
    setMembershipToken: (token, idempotencyKey) => post('/api/appsettings/membership/token/', { token }, idempotencyKey),
    deleteMembershipToken: (idempotencyKey) => remove('/api/appsettings/membership/token/', idempotencyKey),
    syncMembership: (idempotencyKey) => post('/api/appsettings/membership/sync/', undefined, idempotencyKey, { timeoutMs: remoteTimeoutMs }),
    createSnapshot: (idempotencyKey) => post('/api/appsettings/snapshot/', undefined, idempotencyKey),
    restoreSnapshot: (snapshotId, idempotencyKey) => post(`/api/appsettings/snapshot/${segment(snapshotId)}/`, undefined, idempotencyKey),

    updateSchedule: (task, change, idempotencyKey) => post(`/api/task/schedule/${segment(task)}/`, change, idempotencyKey),
    deleteSchedule: (task, idempotencyKey) => remove(`/api/task/schedule/${segment(task)}/`, idempotencyKey),
    addTaskNotification: (task, url, idempotencyKey) =>
      call('/api/task/notification/', taskNotificationsShape, { method: 'POST', body: { task_name: task, url }, idempotencyKey }),
    deleteTaskNotification: (task, url, idempotencyKey) => remove('/api/task/notification/', idempotencyKey, { task_name: task, url }),
    async testTaskNotification(task, url) {
      const answer = await call('/api/task/notification/test/', fields<{ message: string }>({ message: orDefault(text, '') }), {
        method: 'POST',
        body: { task_name: task, url },
        timeoutMs: remoteTimeoutMs,
      });
      return answer.ok ? ok(answer.value.message || null) : answer;
    },

    startManualImport: (options, key) => startWithOptions('/api/appsettings/manual-import/', 'manual_import', options, key),
    startRescan: (options, key) => startWithOptions('/api/appsettings/rescan-filesystem/', 'rescan_filesystem', options, key),
    async startEmbedding(key) {
      const answer = await startByName('resync_metadata', key);
      const isUnknownTask = !answer.ok && (answer.error.kind === 'not-found' || answer.error.kind === 'no-such-call');
      return isUnknownTask ? startByName('resync_thumbs', key) : answer;
    },
    startBackup: (key) => start('/api/appsettings/backup/', key),
    restoreBackup: (filename, key) => start(`/api/appsettings/backup/${segment(filename)}/`, key),
  };
}

const segment = encodeURIComponent;
