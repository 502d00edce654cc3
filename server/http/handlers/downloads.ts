// The download queue: listed, counted, changed and forgotten, one by one or as filtered.
import type { WireDownloadItem } from '../../../src/contract/names.ts';
import type { DownloadCommand, DownloadFilter, DownloadRow, DownloadsCommand } from '../../archive/downloads.ts';
import { badRequest, noContent, Refusal, success } from '../answer.ts';
import { callerOf, type Call, type HandlerGroup } from '../call.ts';
import { durationText, isoDate } from '../documents/durations.ts';
import { pageRequest, pagination, windowOf } from '../pages.ts';

export const downloadHandlers: HandlerGroup = ({ archive }) => ({
  listDownloads(call) {
    const unknown = [...new URLSearchParams(call.queryString).keys()].filter((key) => !listParameters.has(key));
    if (unknown.length > 0) throw badRequest(`Unknown fields: ${unknown.join(', ')}`);
    const filter = filterOf(call);
    const request = pageRequest(call, archive.userSettings.get(callerOf(call).id).page_size);
    const rows = archive.downloads.page(filter, windowOf(request));
    return success({ data: rows.map(downloadDocument), paginate: pagination(request, archive.downloads.count(filter)) });
  },

  getDownloadAggs(call) {
    const { largest, others } = archive.downloads.channels(call.query['filter'] as string);
    const buckets = largest.map(({ channelId, name, items }) => {
      const key = [name.toLowerCase(), channelId];
      return { key, key_as_string: key.join('|'), doc_count: items };
    });
    return success({ doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets });
  },

  updateDownload(call) {
    const { status } = call.body as { status: DownloadCommand };
    const isKnown = archive.downloads.command(call.path['video_id'] ?? '', status);
    if (!isKnown) throw new Refusal({ status: 404, body: { error: 'Download item not found' } });
    return success({ status });
  },

  updateDownloadsByFilter(call) {
    archive.downloads.commandAll(filterOf(call), call.body['status'] as DownloadsCommand);
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

function downloadDocument(row: DownloadRow): WireDownloadItem {
  return {
    auto_start: row.isAutoStart,
    channel_id: row.channelId,
    channel_indexed: row.isChannelKnown,
    channel_name: row.channelName,
    duration: durationText(row.duration),
    ...(row.message === undefined ? {} : { message: row.message }),
    published: row.publishedAt === null ? null : isoDate(row.publishedAt),
    status: row.status,
    timestamp: row.addedAt,
    title: row.title,
    // Pictures are taken with the download.
    vid_thumb_url: null,
    vid_type: row.kind,
    youtube_id: row.videoId,
    _index: 'ta_download',
    _score: 0,
  };
}
