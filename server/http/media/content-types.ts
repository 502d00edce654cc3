import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

const typesByExtension: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.wav': 'audio/wav',
  '.m4s': 'video/iso.segment',
  '.vtt': 'text/vtt; charset=utf-8',
};

/** The type of a file with this name; null for pictures and unknown names, whose type depends on the content. */
export function typeByName(file: string): string | null {
  return typesByExtension[path.extname(file).toLowerCase()] ?? null;
}

/** Reads the type from the first bytes, because downloaders save WebP as .jpg and vice versa, and browsers must not guess the type. */
export async function typeByContent(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
  const head = buffer.subarray(0, bytesRead);
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  if (head.toString('latin1', 0, 4) === 'GIF8') return 'image/gif';
  if (head.toString('latin1', 4, 12) === 'ftypavif') return 'image/avif';
  return 'application/octet-stream';
}
