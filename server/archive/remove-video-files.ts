import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from './video-rows.ts';

/**
 * The files of one video: media, subtitles, picture and the description beside it (else the next import would find a
 * description without media). A file that lies outside of the library, behind a link, is left alone.
 */
export async function removeVideoFiles(row: VideoRow, libraryFolder: string): Promise<void> {
  const stem = row.mediaFile.replace(/\.[^./]+$/, '');
  const files = [row.mediaFile, ...row.subtitles.map((subtitle) => subtitle.file), row.thumbFile, `${stem}.info.json`];
  const root = await realpath(libraryFolder);
  for (const file of files) {
    if (file === null) continue;
    const whole = path.resolve(root, file);
    const folder = await realpath(path.dirname(whole)).catch(() => null);
    if (folder !== null && (folder === root || folder.startsWith(root + path.sep))) await rm(whole, { force: true });
  }
}
