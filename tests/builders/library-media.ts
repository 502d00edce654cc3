// Small real media files, made byte by byte: an MP4 whose headers say what a test wants, without any frames to play.
import { createHash } from 'node:crypto';

export interface MediaOptions {
  width?: number;
  height?: number;
  durationSeconds?: number;
  /** Clockwise, as phones write it. */
  rotation?: 0 | 90;
  /** Bytes of (empty) media, so that files can differ in size. */
  mediaBytes?: number;
}

/** An MP4 with one H.264 picture stream (avc1.64001e), headers first, as yt-dlp leaves files after `faststart`. */
export function anMp4({ width = 1280, height = 720, durationSeconds = 60, rotation = 0, mediaBytes = 400 }: MediaOptions = {}): Buffer {
  const timescale = 1000;
  const duration = Math.round(durationSeconds * timescale);
  const matrix = rotation === 90 ? [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000] : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  const ftyp = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41'));
  const mvhd = full(
    'mvhd',
    0,
    u32(0, 0, timescale, duration, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000),
    u32(0, 0, 0, 0, 0, 0, 2),
  );
  const tkhd = full('tkhd', 3, u32(0, 0, 1, 0, duration), u32(0, 0), u16(0, 0, 0, 0), u32(...matrix), u32(width << 16, height << 16));
  const mdhd = full('mdhd', 0, u32(0, 0, timescale, duration), u16(0x55c4, 0));
  const hdlr = full('hdlr', 0, u32(0), Buffer.from('vide'), u32(0, 0, 0), Buffer.from('VideoHandler\0'));
  const avcC = box('avcC', Buffer.from(h264Configuration, 'hex'));
  const avc1 = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    avcC,
  );
  const stbl = (mediaOffset: number): Buffer =>
    box(
      'stbl',
      full('stsd', 0, u32(1), avc1),
      full('stts', 0, u32(1, 1, duration)),
      full('stsc', 0, u32(1, 1, 1, 1)),
      full('stsz', 0, u32(0, 1, mediaBytes)),
      full('stss', 0, u32(1, 1)),
      full('stco', 0, u32(1, mediaOffset)),
    );
  const dinf = box('dinf', full('dref', 0, u32(1), full('url ', 1)));
  const moov = (mediaOffset: number): Buffer =>
    box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', full('vmhd', 1, u32(0, 0)), dinf, stbl(mediaOffset)))));
  const mediaOffset = ftyp.length + moov(0).length + 8;
  return Buffer.concat([ftyp, moov(mediaOffset), box('mdat', Buffer.alloc(mediaBytes))]);
}

/** High profile, level 3.0 (avc1.64001e): the parameter sets of any encoder; sizes are taken from the boxes around them. */
const h264Configuration = '0164001effe1001a6764001eacd940a02ff97011000003000100000300320f162d9601000668ebe3cb22c0fdf8f800';

/** A picture that is no test's concern but that it is there. */
export function aJpeg(seed = 'picture'): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), createHash('sha256').update(seed).digest(), Buffer.from([0xff, 0xd9])]);
}

export function aVtt(line = 'Good morning.'): string {
  return `WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n${line}\n`;
}

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

function full(name: string, flags: number, ...parts: Buffer[]): Buffer {
  return box(name, u32(flags), ...parts);
}

function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value >>> 0, index * 4));
  return buffer;
}

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}
