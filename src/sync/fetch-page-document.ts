// Fetches the documents of single pages (PageDocuments in src/mirror/rows.ts). Called by fetch-on-demand.ts.
import { failed, ok, type Result } from '../lib/result.ts';
import type { PageDocument, PageDocumentKey } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';
import type { CallApi } from '../network/archive-api.ts';
import { countDownloads } from '../network/download-api.ts';
import { listDevices } from '../network/device-api.ts';
import { createSettingsApi } from '../network/settings-api.ts';
import { fetchStats } from './fetch-stats.ts';

export async function fetchPageDocument(callApi: CallApi, key: PageDocumentKey, signal: AbortSignal): Promise<Result<PageDocument, ApiError>> {
  const api = createSettingsApi(callApi);
  switch (key) {
    case 'page:schedules':
      return withKey(key, await api.listSchedules(signal));
    case 'page:task-notifications':
      return withKey(key, await api.listTaskNotifications(signal));
    case 'page:cookie':
      return withKey(key, await api.getCookie(signal));
    case 'page:membership': {
      const token = await api.getMembershipToken(signal);
      return token.ok ? ok({ key, value: { hasToken: token.value !== null && token.value !== '' } }) : token;
    }
    case 'page:membership-profile':
      return withKey(key, await api.getMembershipProfile(signal));
    case 'page:backups':
      return withKey(key, await api.listBackups(signal));
    case 'page:downloads-pending':
      return withKey(key, await countDownloads(callApi, 'pending', signal));
    case 'page:downloads-ignore':
      return withKey(key, await countDownloads(callApi, 'ignore', signal));
    case 'page:snapshots':
      return withKey(key, await api.listSnapshots(signal));
    case 'page:stats':
      return withKey(key, await fetchStats(callApi, signal));
    case 'page:devices': {
      const devices = await listDevices(callApi, signal);
      // Only the embedded server has this call.
      const isUnknown = !devices.ok && (devices.error.kind === 'no-such-call' || devices.error.kind === 'not-found');
      return isUnknown ? ok({ key, value: [] }) : withKey(key, devices);
    }
    default: // a request that a newer version of the app left behind
      return failed({ kind: 'not-found', message: null });
  }
}

function withKey<Key extends PageDocumentKey, Value>(key: Key, answer: Result<Value, ApiError>): Result<{ key: Key; value: Value }, ApiError> {
  return answer.ok ? ok({ key, value: answer.value }) : answer;
}
