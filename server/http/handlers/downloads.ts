// Adds items to the download queue, and lists, counts, changes and deletes them, individually or by filter.
import type { WireDownloader, WireDownloadHold, WireDownloadItem, WireRunningDownload } from '../../../src/contract/names.ts';
import type { DownloadHold, DownloadWarning } from '../../archive/download-holds.ts';
import type { DownloadCommand, DownloadFilter, DownloadRow, BulkDownloadCommand } from '../../archive/downloads.ts';
import { holdMessage } from '../../downloader/failure-messages.ts';
import type { RunningDownloadStore, RunningDownload } from '../../downloader/running-download.ts';
import { splitLinks } from '../../downloader/parse-links.ts';
import type { YtDlpState } from '../../downloader/yt-dlp.ts';
import type { DownloadInput } from '../../tasks/download-pending.ts';
import { waitingLinksInput, type ExtractInput } from '../../tasks/extract-download.ts';
import type { Tasks } from '../../tasks/tasks.ts';
import { badRequest, noContent, Refusal, success } from '../answer.ts';
import { accountOf, type Call, type HandlerGroup } from '../call.ts';
import { durationText, isoDate } from '../documents/durations.ts';
import { videoPicturePath } from '../documents/media-paths.ts';
import { pageRequest, pagination, windowOf } from '../pages.ts';

export const downloadHandlers: HandlerGroup = ({ archive, tasks, ytDlp, runningDownload }) => ({
  addDownloads(call) {
    const { data } = call.body as { data: { youtube_id: string; status: 'pending' | 'ignore-force' }[] };
    // docs/behaviour.md, Queue: `ignore-force` is accepted here and has no effect.
    const links = data.filter(({ status }) => status === 'pending').flatMap(({ youtube_id: text }) => splitLinks(text));
    const input: ExtractInput = {
      written: [...new Set(links)],
      isFlat: call.query['flat'] === true,
      options: { status: 'pending', isAutoStart: call.query['autostart'] === true, isForced: call.query['force'] === true },
    };
    return success({ message: 'add to queue task started', task_id: tasks.start('extract_download', input) });
  },

  async listDownloads(call) {
    const unknownParameters = [...new URLSearchParams(call.queryString).keys()].filter((key) => !listParameters.has(key));
    if (unknownParameters.length > 0) throw badRequest(`Unknown fields: ${unknownParameters.join(', ')}`);
    const filter = filterOf(call);
    const request = pageRequest(call, archive.userSettings.get(accountOf(call).id).page_size);
    const rows = archive.downloads.page(filter, windowOf(request));
    return success({
      data: rows.map((row) => downloadDocument(row, runningDownload)),
      paginate: pagination(request, archive.downloads.count(filter)),
      ...downloaderDocument(await Promise.race([ytDlp.state(), nullAfter(maxStateMs)]), archive.downloadHolds.list(), archive.downloadHolds.warnings()),
    });
  },

  getDownload(call) {
    const row = archive.downloads.find(call.path['video_id'] ?? '');
    if (!row) throw notInQueue();
    return success(downloadDocument(row, runningDownload));
  },

  getDownloadAggs(call) {
    const { largest, others } = archive.downloads.channels(call.query['filter'] as string);
    const buckets = largest.map(({ channelId, name, items }) => {
      const key = [name.toLowerCase(), channelId];
      return { key, key_as_string: key.join('|'), doc_count: items };
    });
    return success({ doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets });
  },

  retryDownloads() {
    const holds = archive.downloadHolds.list();
    archive.downloadHolds.tryNow(Date.now());
    archive.waitingLinks.shorten(Date.now());
    if (archive.waitingLinks.list().length > 0) tasks.start('extract_download', waitingLinksInput);
    const isNetwork = holds.some(({ site }) => site === null);
    const input: DownloadInput = {
      scope: holds.some(({ scope }) => scope === 'all') ? 'all' : 'started',
      sites: isNetwork ? null : holds.flatMap(({ site }) => site ?? []),
    };
    return success({ task_id: tasks.start('download_pending', input), status: 'PENDING' });
  },

  updateDownload(call) {
    const { status } = call.body as { status: DownloadCommand };
    const videoId = call.path['video_id'] ?? '';
    const isKnown = archive.downloads.command(videoId, status);
    if (!isKnown) throw notInQueue();
    if (status === 'priority') startDownloads(tasks);
    if (status === 'ignore-force' && archive.downloads.isUntitled(videoId)) {
      const input: ExtractInput = { written: [], isFlat: false, options: { status: 'ignore', isAutoStart: false, isForced: false }, nameless: [videoId] };
      tasks.start('extract_download', input);
    }
    return success({ status });
  },

  updateDownloadsByFilter(call) {
    const command = call.body['status'] as BulkDownloadCommand;
    archive.downloads.commandAll(filterOf(call), command);
    if (command === 'priority') startDownloads(tasks);
    return noContent;
  },

  deleteDownload(call) {
    archive.downloads.forget(call.path['video_id'] ?? '');
    return noContent;
  },

  deleteDownloadsByFilter(call) {
    archive.downloads.forgetAll(filterOf(call));
    return noContent;
  },
});

const notInQueue = (): Refusal => new Refusal({ status: 404, body: { error: 'Download item not found' } });

/** Starts a run for items set to start now. If a run is already active or waiting, it takes these items next, and no other is started. */
function startDownloads(tasks: Tasks): void {
  if (!tasks.isPending('download_pending')) tasks.start('download_pending', { scope: 'started' });
}

const listParameters = new Set(['page', 'page_size', 'filter', 'channel', 'vid_type', 'q', 'error']);

function filterOf({ query }: Call): DownloadFilter {
  return {
    status: (query['filter'] as string | undefined) ?? null,
    channelId: (query['channel'] as string | undefined) ?? null,
    kind: (query['vid_type'] as string | undefined) ?? null,
    hasError: (query['error'] as boolean | undefined) ?? null,
    phrase: (query['q'] as string | undefined) ?? null,
  };
}

/** How long an answer waits for the state of yt-dlp. The first request for the state starts yt-dlp, which can take longer. */
const maxStateMs = 250;

function nullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}

function downloaderDocument(state: YtDlpState | null, holds: DownloadHold[], warnings: DownloadWarning[]): { downloader?: WireDownloader } {
  if (state === null) return {};
  const sharedFields = {
    ...(holds.length === 0 ? {} : { holds: holds.map(holdDocument) }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message, title }) => ({ title, message })) }),
  };
  if (state.kind === 'ready') return { downloader: { is_ready: true, version: state.version, ...sharedFields } };
  return { downloader: { ...sharedFields, is_ready: false, version: state.kind === 'too-old' ? state.version : null, message: state.message } };
}

function holdDocument({ site, kind, details, sinceMs, retryAtMs }: DownloadHold): WireDownloadHold {
  const iso = (atMs: number): string => new Date(atMs).toISOString();
  return { site, kind: kind as WireDownloadHold['kind'], ...holdMessage(kind, site), since: iso(sinceMs), next_try_at: iso(retryAtMs), details };
}

export function runningDocument({ videoId, share, bytesPerSecond, secondsLeft }: RunningDownload): WireRunningDownload {
  return { youtube_id: videoId, share, bytes_per_second: bytesPerSecond, seconds_left: secondsLeft };
}

function downloadDocument(row: DownloadRow, runningDownload: RunningDownloadStore): WireDownloadItem {
  const runningItem = runningDownload.get();
  const message = runningDownload.waitingReason(row.videoId) ?? row.message;
  return {
    auto_start: row.isAutoStart,
    channel_id: row.channelId,
    channel_indexed: row.isChannelKnown,
    channel_name: row.channelName,
    duration: durationText(row.duration),
    ...(message === undefined ? {} : { message }),
    published: row.publishedAt === null ? null : isoDate(row.publishedAt),
    status: row.status,
    timestamp: row.addedAt,
    title: row.title,
    vid_thumb_url: row.hasPicture ? videoPicturePath(row.videoId) : null,
    vid_type: row.kind,
    youtube_id: row.videoId,
    ...(row.message && row.details.length > 0 ? { details: row.details } : {}),
    ...(runningItem?.videoId === row.videoId ? { running: runningDocument(runningItem) } : {}),
    _index: 'ta_download',
    _score: 0,
  };
}
