// The dashboard's numbers and a running task as the archive sends them, for scripted answers.
import { aWireChannel } from './mirror-wire.ts';

const videoTotals = { doc_count: 24, media_size: 3_000_000_000, duration: 93_784, duration_str: '' };

/** The answer at each address (contract, stats), for an archive with nothing watched and no recent downloads. */
export function wireStats() {
  const { channel_id: id, channel_name: name } = aWireChannel();
  return {
    '/api/stats/video/': { ...videoTotals, type_videos: videoTotals, type_shorts: null, type_streams: null, active_true: videoTotals, active_false: null },
    '/api/stats/channel/': { doc_count: 1, active_true: 1, active_false: 0, subscribed_true: 1, subscribed_false: 0 },
    '/api/stats/playlist/': { doc_count: 1, active_true: 1, active_false: 0, subscribed_true: 1, subscribed_false: 0 },
    '/api/stats/download/': { pending: 2, ignore: 0, pending_videos: 2, pending_shorts: 0, pending_streams: 0 },
    '/api/stats/watch/': {
      total: { duration: 93_784, duration_str: '', items: 24 },
      watched: null,
      unwatched: { duration: 93_784, duration_str: '', progress: 1, items: 24 },
    },
    '/api/stats/downloadhist/': [],
    '/api/stats/biggestchannels/': [{ id, name, doc_count: 24, duration: 93_784, duration_str: '', media_size: 3_000_000_000 }],
  };
}

/** A download in progress (contract, listNotifications). */
export const wireTask = {
  id: 'task-1',
  title: 'Downloading',
  group: 'download:run',
  api_start: true,
  api_stop: true,
  level: 'info',
  messages: ['A lathe older than my house', '44.0% of 210.3MiB at 6.1MiB/s', 'time left: 00:19'],
  progress: 0.44,
  command: null,
};
