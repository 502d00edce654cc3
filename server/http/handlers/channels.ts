import { notFound, success } from '../answer.ts';
import { callerOf, type HandlerGroup } from '../call.ts';
import { channelDocument } from '../documents/channel-document.ts';
import { durationText } from '../documents/durations.ts';
import { pageRequest, pagination, windowOf } from '../pages.ts';

export const channelHandlers: HandlerGroup = ({ archive }) => ({
  listChannels(call) {
    const filter = (call.query['filter'] as 'subscribed' | 'unsubscribed' | undefined) ?? 'all';
    const request = pageRequest(call, archive.userSettings.get(callerOf(call).id).page_size);
    const rows = archive.channels.page(filter, windowOf(request));
    return success({ data: rows.map(channelDocument), paginate: pagination(request, archive.channels.count(filter)) });
  },

  getChannel(call) {
    const row = archive.channels.find(call.path['channel_id'] ?? '');
    if (!row) throw notFound('channel');
    return success(channelDocument(row));
  },

  getChannelNav(call) {
    const channelId = call.path['channel_id'] ?? '';
    const kinds = archive.channels.find(channelId)?.kinds ?? [];
    return success({
      // Nothing is queued in this archive.
      has_pending: false,
      has_ignored: false,
      has_playlists: archive.channels.hasPlaylists(channelId),
      has_videos: kinds.includes('videos'),
      has_streams: kinds.includes('streams'),
      has_shorts: kinds.includes('shorts'),
    });
  },

  getChannelAggs(call) {
    const { items, size, duration } = archive.channels.totals(call.path['channel_id'] ?? '');
    return success({ total_items: { value: items }, total_size: { value: size }, total_duration: { value: duration, value_str: durationText(duration) } });
  },
});
