import { expect, test } from 'vitest';
import { readPictureHeader } from '../../server/resized-pictures/picture-header.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/** A JPEG's size, 1280 x 720, with this number of components. */
const frame = (componentCount: number): number[] => [0xff, 0xc0, 0, 8, 8, 0x02, 0xd0, 0x05, 0x00, componentCount];
const jpeg = (...segments: (string | number[])[]): Buffer => bytes([0xff, 0xd8], ...segments);
const exif = (orientation: number): (string | number[])[] => [
  [0xff, 0xe1, 0, 34],
  'Exif\0\0MM\0*',
  [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
];
const png = (...chunks: (string | number[])[]): Buffer =>
  bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 5, 0, 0, 0, 2, 0xd0], zeros(9), ...chunks);
const chunk = (name: string): (string | number[])[] => [[0, 0, 0, 1], name, zeros(5)];
const webp = (...parts: (string | number[])[]): Buffer => bytes('RIFF', zeros(4), 'WEBP', ...parts);
const extended = (flags: number): Buffer => webp('VP8X', [10, 0, 0, 0, flags, 0, 0, 0, 0xff, 0x04, 0, 0xcf, 0x02, 0]);

test.each([
  ['a JPEG', jpeg(frame(3)), 'jpeg_pipe'],
  ['a grey JPEG', jpeg(frame(1)), 'jpeg_pipe'],
  ['an upright JPEG with Exif data', jpeg(...exif(1), frame(3)), 'jpeg_pipe'],
  ['a PNG', png(...chunk('sRGB'), ...chunk('IDAT')), 'png_pipe'],
  ['a WebP', webp('VP8 ', zeros(10), [0x00, 0x05, 0xd0, 0x02]), 'webp_pipe'],
  ['a lossless WebP', webp('VP8L', zeros(4), [0x2f, 0xff, 0xc4, 0xb3, 0x00]), 'webp_pipe'],
  ['a WebP with transparency', extended(0x10), 'webp_pipe'],
])('the size of %s is read', (_what, head, demuxer) => {
  expect(readPictureHeader(head)).toEqual({ demuxer, width: 1280, height: 720 });
});

test.each([
  ['a JPEG in ink colours', jpeg(frame(4))],
  ['a rotated JPEG', jpeg(...exif(6), frame(3))],
  ['a JPEG with a colour profile', jpeg([0xff, 0xe2, 0, 14], 'ICC_PROFILE\0', frame(3))],
  ['a JPEG that ends early', jpeg([0xff, 0xe0, 0xff, 0xff])],
  ['a PNG with a colour profile', png(...chunk('iCCP'), ...chunk('IDAT'))],
  ['an animated PNG', png(...chunk('acTL'), ...chunk('IDAT'))],
  ['a WebP with a colour profile', extended(0x20)],
  ['a rotated WebP', extended(0x08)],
  ['an animated WebP', extended(0x02)],
  ['a GIF', bytes('GIF89a', zeros(20))],
  ['a playlist', bytes('#EXTM3U\nfile:///etc/hostname\n')],
  ['an empty file', bytes()],
])('%s is sent as it is', (_what, head) => {
  expect(readPictureHeader(head)).toBeNull();
});
