import type { MutationOf } from '../../mirror/rows.ts';
import { fieldSender } from './send-field.ts';

export const sendIgnoreVideo = fieldSender<MutationOf<'ignore-video'>, void>(({ api, signal }, { videoId }, key) => ({
  isThere: null,
  write: () => api.ignoreVideo(videoId, key, signal),
  keep: async () => {},
}));
