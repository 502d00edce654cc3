// Detects media files that are shorter than their container declares. An interrupted download has a readable beginning, so probing does not
// show that the end is missing. Reads a few headers, never the media.
import type { FileHandle } from 'node:fs/promises';

/** Fragmented files have thousands of boxes, so only this many are checked. A complete file from yt-dlp has 3 to 6. */
const maxBoxes = 64;

/**
 * The file length that the container declares, in bytes; only a lower bound if it has more than `maxBoxes` boxes. Null if it declares none or
 * is of an unknown kind.
 */
export async function declaredEnd(file: FileHandle, sizeBytes: number): Promise<number | null> {
  const head = await bytesAt(file, 0, 64);
  if (head.length < 12) return null;
  if (head.readUInt32BE(0) === 0x1a45dfa3) return readMatroskaEnd(head);
  return /^(ftyp|moov|mdat|free|skip|wide|pnot)$/.test(head.toString('latin1', 4, 8)) ? readIsoEnd(file, sizeBytes) : null;
}

async function readIsoEnd(file: FileHandle, sizeBytes: number): Promise<number | null> {
  let offset = 0;
  for (let box = 0; box < maxBoxes && offset < sizeBytes; box++) {
    const header = await bytesAt(file, offset, 16);
    if (header.length < 8) return offset + 8;
    const size32 = header.readUInt32BE(0);
    // 0 means that the box extends to the end of the file; 1, that the size follows in 64 bits.
    if (size32 === 0) return null;
    const size = size32 !== 1 ? size32 : header.length === 16 ? Number(header.readBigUInt64BE(8)) : 16;
    if (size < 8) return null;
    offset += size;
  }
  return offset;
}

function readMatroskaEnd(head: Buffer): number | null {
  const ebmlSize = readSize(head, 4);
  if (!ebmlSize || ebmlSize.value === null) return null;
  const segment = ebmlSize.end + ebmlSize.value;
  if (segment + 5 > head.length || head.readUInt32BE(segment) !== 0x18538067) return null;
  const segmentSize = readSize(head, segment + 4);
  return !segmentSize || segmentSize.value === null ? null : segmentSize.end + segmentSize.value;
}

/** An EBML size; a value of null means "unknown", as in live recordings. */
function readSize(bytes: Buffer, offset: number): { value: number | null; end: number } | null {
  const firstByte = bytes[offset];
  if (firstByte === undefined || firstByte === 0) return null;
  const length = Math.clz32(firstByte) - 23;
  if (offset + length > bytes.length) return null;
  let value = firstByte & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[offset + index] as number;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? null : value, end: offset + length };
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
