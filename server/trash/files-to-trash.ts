// Determines which files belong to a video: those that its import used, and other files beside it only if they have names that yt-dlp gives
// to files of this id. Another media file never belongs to it, nor does a file that another media file with the same base needs.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from '../archive/video-rows.ts';
import { mediaBase } from '../library/file-names.ts';
import { filesOfMedia } from '../library/folder-of-library.ts';
import type { ScannedPlaces } from '../library/library-places.ts';
import { companionsOf } from '../library/group-files.ts';

/**
 * Endings of the files that yt-dlp writes beside a media file as `BASE.END`: descriptions, pictures, subtitles, links, and partial
 * downloads.
 */
const companionEndings = [
  /^info\.json$/,
  /^(description|annotations\.xml)$/,
  /^(url|webloc|desktop)$/,
  /^(\w+(_uncropped)?\.)?(jpe?g|png|webp)$/i,
  /^[\w-]{1,40}\.(vtt|srt|ass|ssa|ttml|srv[123]|json3?|lrc)$/i,
  /^(vtt|srt)$/i,
  /^(\w{2,4}\.)?(part(-Frag\d+)?|ytdl)$/,
  /^temp\.\w{2,4}$/,
];

/** Stored names, companions first and the media file last, so that a crash in between leaves a video that still plays. */
export async function filesToTrash(library: ScannedPlaces, row: Pick<VideoRow, 'mediaFile' | 'originalId' | 'companions'>): Promise<string[]> {
  const folder = path.posix.dirname(row.mediaFile);
  const name = path.posix.basename(row.mediaFile);
  const base = mediaBase(name);
  // If the folder is absent, there is nothing to take.
  const entries: Dirent[] = await readdir(library.absolute(folder), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const isShared = names.some((other) => other !== name && mediaBase(other) === base && base !== null);
  const recorded = isShared ? [] : (row.companions ?? (await currentCompanions(library, row.mediaFile)));
  const writtenForVideo = isShared || base === null || !isNamedById(base, row.originalId) ? [] : names.filter((other) => isWrittenFor(base, other));
  const beside = writtenForVideo.map((each) => path.posix.join(folder, each));
  return [...new Set([...recorded, ...beside])].filter((file) => file !== row.mediaFile).concat(row.mediaFile);
}

/** The companions now in the folder, for a video imported before companions were recorded. */
async function currentCompanions(library: ScannedPlaces, mediaFile: string): Promise<string[]> {
  const files = await filesOfMedia(library, mediaFile);
  return files ? companionsOf(files) : [];
}

/** yt-dlp's templates: `Title [ID]`, `Title-ID`, `ID`. */
function isNamedById(base: string, id: string | null): boolean {
  if (id === null || id === '') return false;
  return base === id || base.endsWith(`[${id}]`) || base.endsWith(`-${id}`);
}

function isWrittenFor(base: string, name: string): boolean {
  const plain = name.normalize('NFC');
  if (!plain.startsWith(`${base}.`) || mediaBase(name) !== null) return false;
  const end = plain.slice(base.length + 1);
  return companionEndings.some((pattern) => pattern.test(end));
}
