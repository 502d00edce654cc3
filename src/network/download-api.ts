// Calls about the archive's queue and tasks that the first frame does not need, built on the client's one entry point. Called by pull and the
// commands.
import type { WireDownloadAggs, WireDownloader, WireDownloadHold, WireDownloadItem, WireNotification, WireRunningDownload } from '../contract/names.ts';
import { ok } from '../lib/result.ts';
import type { Answer, CallApi, ListOf } from './archive-api.ts';
import { absentOr, anything, fields, flag, identifier, listOf, number, oneOf, or, record, text, type Shape } from './shape.ts';
import { pageShape } from './wire-shapes.ts';

const textOrNull = or<string, null>(text, null);

const runningShape = fields<WireRunningDownload>({
  youtube_id: identifier,
  share: or(number, 0),
  bytes_per_second: or<number, null>(number, null),
  seconds_left: or<number, null>(number, null),
});

const downloadShape = fields<WireDownloadItem>({
  youtube_id: identifier,
  title: text,
  channel_id: or(text, ''),
  channel_name: or(text, ''),
  channel_indexed: or(flag, false),
  vid_thumb_url: textOrNull,
  vid_type: or(oneOf('videos', 'streams', 'shorts', 'unknown'), 'unknown'),
  published: textOrNull,
  duration: or(text, ''),
  auto_start: or(flag, false),
  message: textOrNull,
  timestamp: or<number, null>(number, null),
  status: oneOf('pending', 'ignore'),
  details: or(listOf(text), undefined) as Shape<string[]>,
  running: or(runningShape, undefined) as Shape<WireRunningDownload>,
  _index: or(text, '') as Shape<WireDownloadItem['_index']>,
  _score: or(number, 0),
});

const holdShape = fields<WireDownloadHold>({
  site: textOrNull,
  // A newer archive may know more kinds; its message explains them.
  kind: text as Shape<WireDownloadHold['kind']>,
  message: text,
  advice: or(text, ''),
  since: text,
  next_try_at: text,
  details: or(listOf(text), []),
});

const downloaderShape = fields<WireDownloader>({
  is_ready: flag,
  version: textOrNull,
  message: absentOr(text, undefined) as Shape<string>,
  holds: or(listOf(holdShape), undefined) as Shape<WireDownloadHold[]>,
  warnings: or(listOf(fields<NonNullable<WireDownloader['warnings']>[number]>({ title: or(text, ''), message: text })), undefined) as Shape<
    NonNullable<WireDownloader['warnings']>
  >,
});

/** `downloader`: only sent by the embedded server. */
export type DownloadList = ListOf<WireDownloadItem> & { downloader?: WireDownloader };

const itemsShape = pageShape(downloadShape);

function downloadListShape(value: unknown): DownloadList {
  const downloader = or(downloaderShape, undefined)(record(value)['downloader']);
  return downloader ? { ...itemsShape(value), downloader } : itemsShape(value);
}

const downloadAggsShape = fields<WireDownloadAggs>({
  doc_count_error_upper_bound: or(number, 0),
  sum_other_doc_count: or(number, 0),
  buckets: listOf(fields<WireDownloadAggs['buckets'][number]>({ key: listOf(text), key_as_string: or(text, ''), doc_count: number })),
});

const notificationShape = fields<WireNotification>({
  id: identifier,
  title: or(text, ''),
  group: or(text, ''),
  api_start: or(flag, false),
  api_stop: or(flag, false),
  level: or(oneOf('info', 'error'), 'info'),
  messages: or(listOf(text), []),
  progress: or(number, undefined) as Shape<number>,
  download: or(runningShape, undefined) as Shape<WireRunningDownload>,
  command: ((value) => (value === undefined ? undefined : or(oneOf('STOP', 'KILL'), null)(value))) as Shape<'STOP' | 'KILL' | null>, // absent: not begun
});

/** Page sizes are the account's; `search` is the canonical query string, without `?`. */
export function listDownloads(api: CallApi, search: string, signal?: AbortSignal): Answer<DownloadList> {
  return api.call(`/api/download/?${search}`, downloadListShape, { signal });
}

export interface CountedDownloads {
  total: number;
  /** Names in lower case, as the archive groups by them. */
  channels: { channelId: string; name: string; items: number }[];
}

export async function countDownloads(api: CallApi, status: 'pending' | 'ignore', signal?: AbortSignal): Answer<CountedDownloads> {
  const answer = await api.call(`/api/download/aggs/?filter=${status}`, downloadAggsShape, { signal });
  if (!answer.ok) return answer;
  const { buckets, sum_other_doc_count: others } = answer.value;
  const channels = buckets.map(({ key: [name = '', channelId = ''], doc_count: items }) => ({ channelId, name, items }));
  return ok({ total: channels.reduce((sum, { items }) => sum + items, others), channels });
}

/** Everything that the filters match, not a page of it. */
export function changeDownloads(
  api: CallApi,
  filters: string,
  status: 'pending' | 'ignore' | 'priority' | 'clear_error',
  idempotencyKey: string,
): Answer<void> {
  return api.call(`/api/download/?${filters}`, anything, { method: 'PATCH', body: { status }, idempotencyKey });
}

export function forgetDownloads(api: CallApi, filters: string, idempotencyKey: string): Answer<void> {
  return api.call(`/api/download/?${filters}`, anything, { method: 'DELETE', idempotencyKey });
}

/**
 * It is repeated soon. One that hangs longer would hold one of a browser's six connections, and keep a ping from noticing that the server is back.
 */
const lookTimeoutMs = 4_000;

/** Without a filter: only so are the notifications of reindexing and subscribing included (docs/behaviour.md, Tasks and notifications). */
export function listNotifications(api: CallApi, signal?: AbortSignal): Answer<WireNotification[]> {
  return api.call('/api/notification/', listOf(notificationShape), { signal, timeoutMs: lookTimeoutMs });
}

export function startTask(api: CallApi, name: string, idempotencyKey: string): Answer<void> {
  return api.call(`/api/task/by-name/${encodeURIComponent(name)}/`, anything, { method: 'POST', idempotencyKey });
}

/** Retries at once what the archive holds back (docs/behaviour.md, Queue). */
export function retryDownloads(api: CallApi, idempotencyKey: string): Answer<void> {
  return api.call('/api/download/retry/', anything, { method: 'POST', idempotencyKey });
}

export function stopTask(api: CallApi, taskId: string, idempotencyKey: string): Answer<void> {
  return api.call(`/api/task/by-id/${encodeURIComponent(taskId)}/`, anything, { method: 'POST', body: { command: 'stop' }, idempotencyKey });
}
