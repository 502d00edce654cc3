import { expect, test } from 'vitest';
import type { VideoRow } from '../../server/archive/video-rows.ts';
import { masterPlaylist } from '../../server/renditions/hls-plan.ts';

test.each([
  ['mkv', true],
  ['avi', false], // the video of an .avi file may be re-encoded
])('the main playlist of a rendition of .%s lists codecs: %s', (extension, isListed) => {
  const streams = [{ type: 'video', codec: 'hevc', codecString: 'hvc1.1.6.L93.B0', width: 640, height: 360 }];
  const row = { mediaFile: `Channel/clip.${extension}`, streams, mediaSize: 1_000_000, duration: 10 } as unknown as VideoRow;
  expect(masterPlaylist(row, '').includes('CODECS="hvc1.1.6.L93.B0"')).toBe(isListed);
});
