// Embeds metadata and a picture into a media file, for players that know nothing of this archive. Streams are copied, never re-encoded. The
// new file is checked before it replaces the old one, and a file changed or removed meanwhile is left alone.
import { chmod, copyFile, lstat, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from '../archive/video-rows.ts';
import { field, isInfo, list, object, text, type Info } from '../library/info-values.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { isoDate } from '../library/video-facts.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import { putInPlace } from '../source/write-into-library.ts';
import type { SpaceReservations } from './space-reservations.ts';
import { runProgram } from './run-program.ts';

export interface EmbedDeps {
  library: LibraryPlaces;
  workFolder: string;
  libraryLock: LibraryLock;
  spaceReservations: SpaceReservations;
  ffmpeg: string;
  ffprobe: string;
}

export interface EmbedOptions {
  /** Creator of the video. */
  artist: string;
  what: 'everything' | 'picture';
  signal: AbortSignal;
}

export type EmbedOutcome =
  | { kind: 'embedded' }
  /** The file already contains everything that the archive could embed. */
  | { kind: 'unchanged' }
  /** The container cannot hold what was to be embedded, the new file would lack a track, or the file is a link. */
  | { kind: 'passed-over' }
  | { kind: 'failed'; message: string };

interface Picture {
  file: string;
  /** The picture's name and type in Matroska. */
  name: string;
  type: string;
}

type Container = 'mp4' | 'mov' | 'matroska' | 'webm' | 'mp3';

const containers: Record<string, Container> = { mp4: 'mp4', m4v: 'mp4', m4a: 'mp4', mov: 'mov', mkv: 'matroska', webm: 'webm', mp3: 'mp3' };
const pictureSupport: Record<Container, boolean> = { mp4: true, mov: false, matroska: true, webm: false, mp3: true };
/** Enough for a video of many hours on a slow disk. */
const embedTimeoutMs = 3 * 3_600_000;
const probeTimeoutMs = 60_000;
/** How much stays free on the disk besides the copy. */
const spareBytes = 200 * 1024 * 1024;
const ownerWrites = 0o200;
/** Containers round a duration to a frame or packet. */
const lengthToleranceSeconds = 1.5;

export async function embed(row: VideoRow, deps: EmbedDeps, { artist, what, signal }: EmbedOptions): Promise<EmbedOutcome> {
  const { library, libraryLock, ffmpeg } = deps;
  const container = containers[path.extname(row.mediaFile).slice(1).toLowerCase()];
  if (container === undefined) return { kind: 'passed-over' };
  const media = library.absolute(row.mediaFile);
  const originalStats = await lstat(media).catch(() => null); // reported below
  // The new file would replace the link, and the link's target would stay as a second copy.
  if (originalStats?.isSymbolicLink() === true) return { kind: 'passed-over' };
  const probeResult = originalStats && (await probe(media, deps, signal));
  if (!originalStats || !probeResult) return { kind: 'failed', message: 'The file cannot be read.' };
  if (hasOtherTracks(probeResult)) return { kind: 'passed-over' };
  const tags = what === 'everything' ? missingTags(probeResult, tagsFor(row, artist, container)) : {};
  const needsPicture = pictureSupport[container] && row.thumbFile !== null && !hasPicture(probeResult);
  if (Object.keys(tags).length === 0 && !needsPicture) return { kind: pictureSupport[container] || what === 'everything' ? 'unchanged' : 'passed-over' };
  const result = await deps.spaceReservations.reserve({ folder: path.dirname(media), bytes: originalStats.size, spareBytes });
  if (!result.ok) return { kind: 'failed', message: 'There is no space on the disk for a second copy of the file.' };

  const folder = await workFolderIn(deps.workFolder).catch((error: unknown) => {
    result.reservation.release();
    throw error;
  });
  // The name differs each time, because the ffmpeg of a killed server may still be writing the file of an earlier try.
  const suffix = `.${process.pid}-${path.basename(folder)}.embedding${path.extname(media).toLowerCase()}`;
  const unfinishedFile = path.join(path.dirname(media), `.${[...path.basename(media)].slice(0, 40).join('')}${suffix}`);
  try {
    const pictures = needsPicture
      ? await coverOf(library.absolute(row.thumbFile ?? ''), folder, deps, signal)
      : container === 'matroska'
        ? await extractPictures(media, probeResult, folder, deps, signal)
        : [];
    if (pictures === null) return { kind: 'failed', message: 'A picture of the video cannot be read.' };
    const programEnd = await runProgram(ffmpeg, embedArgs(container, media, unfinishedFile, pictures, tags, probeResult), embedTimeoutMs, signal);
    if (!programEnd.ok) return { kind: 'failed', message: programEnd.message };
    const newProbe = await probe(unfinishedFile, deps, signal);
    if (newProbe === null || !isSame(probeResult, newProbe)) return { kind: 'failed', message: 'The new file does not match the old one and was discarded.' };
    return await libraryLock.exclusive(async (): Promise<EmbedOutcome> => {
      const currentStats = await stat(media).catch(() => null); // reported below
      if (currentStats === null || currentStats.size !== originalStats.size || currentStats.mtimeMs !== originalStats.mtimeMs)
        return { kind: 'failed', message: 'The file was changed meanwhile.' };
      // Errors are ignored, because not every file system stores permissions.
      const setMode = (file: string, mode: number): Promise<void> => chmod(file, mode).catch(() => undefined);
      // A file that is not writable could not be flushed to the disk.
      await setMode(unfinishedFile, originalStats.mode | ownerWrites);
      await putInPlace(library, row.mediaFile, unfinishedFile, originalStats.mtimeMs);
      if ((originalStats.mode & ownerWrites) === 0) await setMode(media, originalStats.mode);
      return { kind: 'embedded' };
    });
  } finally {
    result.reservation.release();
    // A failure, such as that of a disk that became read-only, must not hide the outcome. `clearUnfinished` removes leftovers.
    await Promise.allSettled([rm(unfinishedFile, { force: true }), rm(folder, { recursive: true, force: true })]);
  }
}

async function workFolderIn(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(path.join(parent, 'embed-'));
}

/** @param pictures replace the pictures in the file; if empty, the file's pictures stay, except in Matroska */
function embedArgs(container: Container, media: string, out: string, pictures: Picture[], tags: Record<string, string>, probeResult: Info): string[] {
  const isMatroska = container === 'matroska';
  const streams = streamsOf(probeResult);
  const videoCount = streams.filter((stream) => text(stream, 'codec_type') === 'video' && !isAttached(stream)).length;
  const fontCount = streams.filter((stream) => text(stream, 'codec_type') === 'attachment').length;
  const keptMaps = [
    '0:V?',
    '0:a?',
    '0:s?',
    ...(isMatroska ? ['0:t?'] : pictures.length === 0 ? picturesOf(probeResult).map((stream) => `0:${indexOf(stream)}`) : []),
  ];
  const pictureInputs = isMatroska ? [] : pictures.flatMap(({ file }) => ['-i', `file:${file}`]);
  const pictureArgs = pictures.flatMap(({ file, name, type }, index) => {
    if (!isMatroska) return ['-map', `${index + 1}:v:0`, `-disposition:v:${videoCount + index}`, 'attached_pic'];
    // Without its number, a picture's name and type would be given to every attachment, such as the fonts of subtitles.
    const metadata = `-metadata:s:t:${fontCount + index}`;
    return ['-attach', `file:${file}`, metadata, `mimetype=${type}`, metadata, `filename=${name}`];
  });
  return [
    ...['-v', 'error', '-nostdin', '-y', '-i', `file:${media}`, ...pictureInputs, ...keptMaps.flatMap((map) => ['-map', map]), ...pictureArgs],
    ...['-c', 'copy', '-map_metadata', '0', '-map_chapters', '0'],
    ...Object.entries(tags).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]),
    ...(container === 'mp4' || container === 'mov' ? ['-movflags', '+faststart'] : []),
    ...(container === 'mp3' ? ['-id3v2_version', '3'] : []),
    `file:${out}`,
  ];
}

function picturesOf(probeResult: Info): Info[] {
  return streamsOf(probeResult).filter((stream) => isPicture(stream) && text(stream, 'codec_type') === 'video');
}

function indexOf(stream: Info): string {
  return text(stream, 'index') ?? '0';
}

/** Extracts the file's own pictures, because ffmpeg would copy a picture of Matroska as a video track. Null if ffmpeg fails. */
async function extractPictures(media: string, probeResult: Info, folder: string, { ffmpeg }: EmbedDeps, signal: AbortSignal): Promise<Picture[] | null> {
  const pictures = picturesOf(probeResult).map((stream) => ({
    index: indexOf(stream),
    file: path.join(folder, `picture-${indexOf(stream)}`),
    name: text(object(stream, 'tags'), 'filename') ?? 'cover.jpg',
    type: text(object(stream, 'tags'), 'mimetype') ?? 'image/jpeg',
  }));
  const outputs = pictures.flatMap(({ index, file }) => ['-map', `0:${index}`, '-c', 'copy', '-frames:v', '1', '-f', 'rawvideo', `file:${file}`]);
  if (outputs.length === 0) return [];
  const programEnd = await runProgram(ffmpeg, ['-v', 'error', '-nostdin', '-y', '-i', `file:${media}`, ...outputs], probeTimeoutMs, signal);
  return programEnd.ok ? pictures : null;
}

/** Makes the cover a JPEG, which every container supports. Returns null if the picture is missing or damaged. */
async function coverOf(picture: string, folder: string, { ffmpeg }: EmbedDeps, signal: AbortSignal): Promise<Picture[] | null> {
  const file = path.join(folder, 'cover.jpg');
  const args = ['-v', 'error', '-nostdin', '-i', `file:${picture}`, '-frames:v', '1', '-q:v', '3', '-y', `file:${file}`];
  const hasCover = /\.jpe?g$/i.test(picture)
    ? await copyFile(picture, file).then(
        () => true,
        () => false,
      )
    : (await runProgram(ffmpeg, args, probeTimeoutMs, signal)).ok;
  return hasCover ? [{ file, name: 'cover.jpg', type: 'image/jpeg' }] : null;
}

function tagsFor(row: VideoRow, artist: string, container: Container): Record<string, string> {
  const date = isoDate(row.publishedAt).slice(0, 10).replaceAll('-', '');
  return {
    title: row.title,
    artist,
    date,
    // ffmpeg writes no description into MOV.
    ...(row.description === null || container === 'mov' ? {} : { description: row.description }),
    ...(row.sourceUrl === null ? {} : { comment: row.sourceUrl }),
  };
}

function missingTags(probeResult: Info, wantedTags: Record<string, string>): Record<string, string> {
  const storedTags = new Map(
    Object.entries(object(object(probeResult, 'format'), 'tags')).map(([key, value]) => [key.toLowerCase(), normalizeText(String(value))]),
  );
  // Containers store dates in different forms, so any stored date is enough.
  return Object.fromEntries(
    Object.entries(wantedTags).filter(([key, value]) => (key === 'date' ? !storedTags.has('date') : storedTags.get(key) !== normalizeText(value))),
  );
}

function normalizeText(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

async function probe(file: string, { ffprobe }: EmbedDeps, signal: AbortSignal): Promise<Info | null> {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', `file:${file}`];
  const programEnd = await runProgram(ffprobe, args, probeTimeoutMs, signal);
  if (!programEnd.ok) return null;
  try {
    const report: unknown = JSON.parse(programEnd.output);
    return isInfo(report) ? report : null;
  } catch {
    return null; // ffprobe printed nothing readable, which counts as an unreadable file
  }
}

function streamsOf(probeResult: Info): Info[] {
  return list(probeResult, 'streams').filter(isInfo);
}

function isAttached(stream: Info): boolean {
  return isPicture(stream) || text(stream, 'codec_type') === 'attachment';
}

function isPicture(stream: Info): boolean {
  return field(object(stream, 'disposition'), 'attached_pic') === 1;
}

function hasPicture(probeResult: Info): boolean {
  return streamsOf(probeResult).some((stream) =>
    isPicture(stream)
      ? /^(mjpeg|png|webp|bmp)$/.test(text(stream, 'codec_name') ?? 'mjpeg')
      : // ffprobe does not recognize every kind of picture in Matroska, and reports the others as attachments without a codec.
        text(stream, 'codec_type') === 'attachment' && /^image\/(jpeg|png|webp|bmp)$/.test(text(object(stream, 'tags'), 'mimetype') ?? ''),
  );
}

/** Whether there are tracks that ffmpeg would not copy, such as a camera's positions. Chapters (a text track in MP4) are written again. */
function hasOtherTracks(probeResult: Info): boolean {
  return streamsOf(probeResult).some(
    (stream) => !/^(video|audio|subtitle|attachment)$/.test(text(stream, 'codec_type') ?? '') && text(stream, 'codec_tag_string') !== 'text',
  );
}

/** Whether both files have the same video streams, audio streams and attachments (pictures aside), and the same duration. */
function isSame(one: Info, other: Info): boolean {
  const lengthOf = (probeResult: Info): number => Number(text(object(probeResult, 'format'), 'duration') ?? 0);
  const kindsOf = (probeResult: Info): string =>
    streamsOf(probeResult)
      .filter((stream) => !isPicture(stream) && /^(video|audio|attachment)$/.test(text(stream, 'codec_type') ?? ''))
      .map((stream) => `${text(stream, 'codec_type')} ${text(stream, 'codec_name')}`)
      .toSorted()
      .join();
  return kindsOf(one) === kindsOf(other) && Math.abs(lengthOf(one) - lengthOf(other)) <= lengthToleranceSeconds;
}
