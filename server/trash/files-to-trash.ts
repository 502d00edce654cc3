// Determines which files belong to a video: those that its import used, and other files in the same folder if yt-dlp named them for the
// video's id. Another media file never belongs to the video. If another media file has the same base, only the video's own media file
// belongs to the video, because the other media file needs the rest. If another video took the video's path, the recorded files belong to
// the other video now.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from '../archive/video-rows.ts';
import { isNotFound } from '../disk/read-if-exists.ts';
import { mediaBase, parseFileName, type ParsedFileName } from '../library/file-names.ts';
import { filesOfMedia } from '../library/folder-of-library.ts';
import type { ScannedPlaces } from '../library/library-places.ts';
import { basesIn, companionsOf } from '../library/group-files.ts';
import { reasonOf } from '../library/reasons.ts';
import { NotRemovable } from './move-files.ts';

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

/**
 * Returns stored names. The media file is the last, so that the video still plays after a crash between two moves.
 * @throws NotRemovable if the folder cannot be read now, because another media file in it may need the same files
 */
export async function filesToTrash(library: ScannedPlaces, row: Pick<VideoRow, 'mediaFile' | 'originalId' | 'companions'>): Promise<string[]> {
  const folder = path.posix.dirname(row.mediaFile);
  const name = path.posix.basename(row.mediaFile);
  const base = mediaBase(name);
  // If the folder is absent, only the recorded names are returned.
  const entries: Dirent[] = await readdir(library.absolute(folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw new NotRemovable(`${row.mediaFile} could not be deleted: ${reasonOf(error)}.`);
  });
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const isShared = names.some((other) => other !== name && mediaBase(other) === base && base !== null);
  const recordedCompanions = isShared ? [] : (row.companions ?? (await currentCompanions(library, row.mediaFile)));
  const bases = basesIn([name, ...names]);
  const importedCompanions = recordedCompanions.filter((file) => path.posix.dirname(file) === folder && isImportedName(path.posix.basename(file), base, bases));
  const namesWithId =
    isShared || base === null || !isNamedById(base, row.originalId)
      ? []
      : names.filter((other) => isCompanionName(other, base) && !belongsToLongerBase(other, base, bases));
  const otherFiles = namesWithId.map((other) => path.posix.join(folder, other));
  return [...new Set([...importedCompanions, ...otherFiles])].filter((file) => file !== row.mediaFile).concat(row.mediaFile);
}

/** The companions now in the folder, for a video imported before companions were recorded. */
async function currentCompanions(library: ScannedPlaces, mediaFile: string): Promise<string[]> {
  const files = await filesOfMedia(library, mediaFile);
  return files ? companionsOf(files) : [];
}

const importedRoles = new Set<ParsedFileName['role']>(['info', 'description', 'picture', 'subtitle']);

/** Whether an import would use a file of this name for the media file with this base. @param bases all bases in the folder */
function isImportedName(name: string, base: string | null, bases: ReadonlySet<string>): boolean {
  const parsedName = parseFileName(name, (each) => bases.has(each));
  return importedRoles.has(parsedName.role) && 'base' in parsedName && parsedName.base === base;
}

/** Whether the name has one of the forms in which yt-dlp includes the id: `Title [ID]`, `Title-ID`, `ID`. */
function isNamedById(base: string, id: string | null): boolean {
  if (id === null || id === '') return false;
  return base === id || base.endsWith(`[${id}]`) || base.endsWith(`-${id}`);
}

/** Whether the file belongs to another base in the folder, which continues this one: `X [ID].de.vtt` beside `X [ID].de.mp4`. */
function belongsToLongerBase(name: string, base: string, bases: ReadonlySet<string>): boolean {
  const parsedName = parseFileName(name, (each) => bases.has(each));
  return 'base' in parsedName && parsedName.base !== base && bases.has(parsedName.base);
}

/** Whether yt-dlp would give this name to a companion of the media file with this base. */
function isCompanionName(name: string, base: string): boolean {
  const nfcName = name.normalize('NFC');
  if (!nfcName.startsWith(`${base}.`) || mediaBase(name) !== null) return false;
  const end = nfcName.slice(base.length + 1);
  return companionEndings.some((pattern) => pattern.test(end));
}
