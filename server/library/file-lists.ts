// Parses playlists in text files (.m3u, .m3u8).
import path from 'node:path';
import { maxEntries, text } from './info-values.ts';

export interface FileList {
  name: string;
  /** `path` is relative to the library's root. Lines that contain a web address or a path outside the root are omitted. */
  entries: { path: string; title: string | null }[];
}

/**
 * Parses a playlist with one local file per line. Null if it is an HLS manifest.
 * @param defaultName used if the text does not name the playlist
 */
export function parseFileList(content: string, listPath: string, defaultName: string): FileList | null {
  const entries: FileList['entries'] = [];
  let name = defaultName;
  let title: string | null = null;
  for (const rawLine of content.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const line = rawLine.trim();
    if (line.startsWith('#EXT-X-')) return null;
    if (line.startsWith('#PLAYLIST:')) name = text({ name: line.slice('#PLAYLIST:'.length) }, 'name') ?? defaultName;
    else if (line.startsWith('#EXTINF:')) title = line.includes(',') ? text({ title: line.slice(line.indexOf(',') + 1) }, 'title') : null;
    if (line === '' || line.startsWith('#')) continue;
    const target = /^[a-z][a-z0-9+.-]+:\/\//i.test(line)
      ? null
      : path.posix.normalize(path.posix.join(path.posix.dirname(listPath), line.replaceAll('\\', '/')));
    if (entries.length < maxEntries && target !== null && !target.startsWith('../') && !path.posix.isAbsolute(line)) entries.push({ path: target, title });
    title = null;
  }
  return { name, entries };
}
