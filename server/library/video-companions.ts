// Which files belong to one video, for whoever takes it out of the library: the same names by which an import puts them
// together (group-files.ts), and what yt-dlp writes beside them that an import passes over.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { mediaBase, nameFile } from './file-names.ts';

/**
 * Paths relative to the root, media first: a crash in between leaves companions without media, which are no video.
 * Other media files of the same base are copies of the same video and belong to it.
 */
export async function videoCompanions(root: string, mediaFile: string): Promise<string[]> {
  const folder = path.posix.dirname(mediaFile);
  const base = mediaBase(path.posix.basename(mediaFile));
  const entries: Dirent[] = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const bases = new Set(names.flatMap((name) => mediaBase(name) ?? []));
  const own = base === null ? [] : names.filter((name) => baseOf(name, bases) === base);
  const isMedia = (name: string): boolean => mediaBase(name) !== null;
  return [...own.filter(isMedia), ...own.filter((name) => !isMedia(name))].map((name) => path.posix.join(folder, name));
}

function baseOf(name: string, bases: ReadonlySet<string>): string | null {
  const named = nameFile(name, (base) => bases.has(base));
  if (named.role === 'file-list') return null;
  if (named.role !== 'other') return named.base;
  // `BASE.live_chat.json`: of the longest name of a video that it begins with.
  const plain = name.normalize('NFC');
  const known = [...bases].filter((base) => plain.startsWith(`${base}.`));
  return known.toSorted((one, other) => other.length - one.length)[0] ?? null;
}
