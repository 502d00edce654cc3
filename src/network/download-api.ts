// Calls about the archive's queue and tasks that the first frame does not need, built on the client's one entry point. Called by pull and
// the commands.
import type { WireDownloadAggs, WireDownloader, WireDownloadHold, WireDownloadItem, WireNotification, WireRunningDownload } from '../contract/names.ts';
import { ok } from '../lib/result.ts';
import type { Answer, CallApi, ListPage } from './archive-api.ts';
import { nullishOr, ignored, fields, flag, identifier, listOf, number, oneOf, orDefault, record, text, type Shape } from './shape.ts';
import { pageShape } from './wire-shapes.ts';

const textOrNull = orDefault<string, null>(text, null);

const runningShape = fields<WireRunningDownload>({
  youtube_id: identifier,
  share: orDefault(number, 0),
  bytes_per_second: orDefault<number, null>(number, null),
  seconds_left: orDefault<number, null>(number, null),
});

const downloadShape = fields<WireDownloadItem>({
  youtube_id: identifier,
  title: text,
  channel_id: orDefault(text, ''),
  channel_name: orDefault(text, ''),
  channel_indexed: orDefault(flag, false),
  vid_thumb_url: textOrNull,
  vid_type: orDefault(oneOf('videos', 'streams', 'shorts', 'unknown'), 'unknown'),
  published: textOrNull,
  duration: orDefault(text, ''),
  auto_start: orDefault(flag, false),
  message: textOrNull,
  timestamp: orDefault<number, null>(number, null),
  status: oneOf('pending', 'ignore'),
  details: orDefault(listOf(text), undefined) as Shape<string[]>,
  running: orDefault(runningShape, undefined) as Shape<WireRunningDownload>,
  _index: orDefault(text, '') as Shape<WireDownloadItem['_index']>,
  _score: orDefault(number, 0),
});

const holdShape = fields<WireDownloadHold>({
  site: textOrNull,
  // A newer archive may know more kinds; its message explains them.
  kind: text as Shape<WireDownloadHold['kind']>,
  message: text,
  advice: orDefault(text, ''),
  since: text,
  next_try_at: text,
  details: orDefault(listOf(text), []),
});

const downloaderShape = fields<WireDownloader>({
  is_ready: flag,
  version: textOrNull,
  message: nullishOr(text, undefined) as Shape<string>,
  holds: orDefault(listOf(holdShape), undefined) as Shape<WireDownloadHold[]>,
  warnings: orDefault(listOf(fields<NonNullable<WireDownloader['warnings']>[number]>({ title: orDefault(text, ''), message: text })), undefined) as Shape<
    NonNullable<WireDownloader['warnings']>
  >,
});

/** `downloader` is sent only by the embedded server. */
export type DownloadList = ListPage<WireDownloadItem> & { downloader?: WireDownloader };

const itemsShape = pageShape(downloadShape);

function downloadListShape(value: unknown): DownloadList {
  const downloader = orDefault(downloaderShape, undefined)(record(value)['downloader']);
  return downloader ? { ...itemsShape(value), downloader } : itemsShape(value);
}

const downloadAggsShape = fields<WireDownloadAggs>({
  doc_count_error_upper_bound: orDefault(number, 0),
  sum_other_doc_count: orDefault(number, 0),
  buckets: listOf(fields<WireDownloadAggs['buckets'][number]>({ key: listOf(text), key_as_string: orDefault(text, ''), doc_count: number })),
});

const notificationShape = fields<WireNotification>({
  id: identifier,
  title: orDefault(text, ''),
  group: orDefault(text, ''),
  api_start: orDefault(flag, false),
  api_stop: orDefault(flag, false),
  level: orDefault(oneOf('info', 'error'), 'info'),
  messages: orDefault(listOf(text), []),
  progress: orDefault(number, undefined) as Shape<number>,
  download: orDefault(runningShape, undefined) as Shape<WireRunningDownload>,
  // Absent if the task has not begun.
  command: ((value) => (value === undefined ? undefined : orDefault(oneOf('STOP', 'KILL'), null)(value))) as Shape<'STOP' | 'KILL' | null>,
});

/** Lists a page of the queue. The page size is the account's; `search` is the canonical query string, without `?`. */
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

/** Changes all items that the filters match, not only one page of them. */
export function changeDownloads(
  api: CallApi,
  filters: string,
  status: 'pending' | 'ignore' | 'priority' | 'clear_error',
  idempotencyKey: string,
): Answer<void> {
  return api.call(`/api/download/?${filters}`, ignored, { method: 'PATCH', body: { status }, idempotencyKey });
}

export function forgetDownloads(api: CallApi, filters: string, idempotencyKey: string): Answer<void> {
  return api.call(`/api/download/?${filters}`, ignored, { method: 'DELETE', idempotencyKey });
}

/**
 * The call is repeated soon anyway. A call that hangs longer would occupy one of a browser's six connections, and keep a ping from noticing
 * that the server is back.
 */
const pollTimeoutMs = 4_000;

/**
 * Sent without a filter, because a filter would leave out the notifications of reindexing and subscribing (docs/behaviour.md, Tasks and
 * notifications).
 */
export function listNotifications(api: CallApi, signal?: AbortSignal): Answer<WireNotification[]> {
  return api.call('/api/notification/', listOf(notificationShape), { signal, timeoutMs: pollTimeoutMs });
}

export function startTask(api: CallApi, name: string, idempotencyKey: string): Answer<void> {
  return api.call(`/api/task/by-name/${encodeURIComponent(name)}/`, ignored, { method: 'POST', idempotencyKey });
}

/** Immediately retries the downloads that the archive has put on hold (docs/behaviour.md, Queue). */
export function retryDownloads(api: CallApi, idempotencyKey: string): Answer<void> {
  return api.call('/api/download/retry/', ignored, { method: 'POST', idempotencyKey });
}

export function stopTask(api: CallApi, taskId: string, idempotencyKey: string): Answer<void> {
  return api.call(`/api/task/by-id/${encodeURIComponent(taskId)}/`, ignored, { method: 'POST', body: { command: 'stop' }, idempotencyKey });
}
