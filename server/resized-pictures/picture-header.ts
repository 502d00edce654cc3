// Reads a picture's format and size from its first bytes, and decides whether a smaller copy would look the same. Pure.

export interface PictureHeader {
  /** ffmpeg's name of the format. It is passed to ffmpeg, so that ffmpeg does not guess: a playlist named .jpg could name other files. */
  demuxer: 'jpeg_pipe' | 'png_pipe' | 'webp_pipe';
  width: number;
  height: number;
}

/** How many bytes to read. Metadata before a JPEG's size may contain a small preview. */
export const headerBytes = 256 * 1024;

/**
 * @param head the first `headerBytes` of the file
 * @returns null if the picture must be sent as it is: not a JPEG, PNG or WebP, damaged, animated, rotated by its metadata, or with colours
 *   that need a profile. ffmpeg's WebP has no metadata.
 */
export function readPictureHeader(head: Buffer): PictureHeader | null {
  try {
    return jpegHeader(head) ?? pngHeader(head) ?? webpHeader(head);
  } catch (error) {
    if (error instanceof RangeError) return null; // the data ends before the size, or a length in it is wrong
    throw error;
  }
}

function jpegHeader(head: Buffer): PictureHeader | null {
  if (head.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  for (;;) {
    const marker = head.readUInt16BE(at);
    if (marker === 0xffff) {
      at += 1; // a fill byte
      continue;
    }
    const length = head.readUInt16BE(at + 2);
    const segment = head.subarray(at + 4, at + 2 + length);
    if (marker === 0xffc0 || marker === 0xffc1 || marker === 0xffc2) {
      const [height, width, componentCount] = [segment.readUInt16BE(1), segment.readUInt16BE(3), segment.readUInt8(5)];
      // Four components are inks, whose colours ffmpeg does not convert.
      return componentCount === 1 || componentCount === 3 ? { demuxer: 'jpeg_pipe', width, height } : null;
    }
    if (marker < 0xffc0 || marker === 0xffda || isNeededForDisplay(marker, segment)) return null;
    at += 2 + length;
  }
}

/** Whether a JPEG segment changes how the picture must be displayed: a colour profile, or a rotation in its Exif data. */
function isNeededForDisplay(marker: number, segment: Buffer): boolean {
  const name = segment.toString('latin1', 0, 12);
  if (marker === 0xffe2) return name === 'ICC_PROFILE\0';
  return marker === 0xffe1 && name.startsWith('Exif\0\0') && orientationOf(segment.subarray(6)) !== 1;
}

/** @param tiff the Exif data after its name. @returns 1 for upright, also if nothing is stated */
function orientationOf(tiff: Buffer): number {
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < read16(directory); index += 1) {
    const entry = directory + 2 + index * 12;
    if (read16(entry) === 0x0112) return read16(entry + 8);
  }
  return 1;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A colour profile, another description of the colours, an animation, and Exif data. */
const pngChunksForDisplay = new Set(['iCCP', 'cICP', 'acTL', 'eXIf']);

function pngHeader(head: Buffer): PictureHeader | null {
  if (!head.subarray(0, 8).equals(pngSignature)) return null;
  for (let at = 8; ; at += 12 + head.readUInt32BE(at)) {
    const name = head.toString('latin1', at + 4, at + 8);
    if (pngChunksForDisplay.has(name)) return null;
    if (name === 'IDAT') return { demuxer: 'png_pipe', width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  }
}

/** Flags of an extended WebP: a colour profile, Exif data, an animation. */
const webpFlagsForDisplay = 0x20 | 0x08 | 0x02;

function webpHeader(head: Buffer): PictureHeader | null {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { demuxer: 'webp_pipe', width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { demuxer: 'webp_pipe', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      if ((head.readUInt8(20) & webpFlagsForDisplay) !== 0) return null;
      return { demuxer: 'webp_pipe', width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
