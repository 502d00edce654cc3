import type { IgnoreVideo } from '../../mutations/kinds/ignore-video.ts';
import { fieldSender } from './send-field.ts';

export const sendIgnoreVideo = fieldSender<IgnoreVideo, void>(({ api, signal }, { videoId }, key) => ({
  isThere: null,
  write: () => api.ignoreVideo(videoId, key, signal),
  keep: async () => {},
}));
