// Takes a frame as the picture of a video that has a picture neither in the library nor at its source.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from '../archive/video-rows.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { MetadataWriter } from '../source/metadata-writer.ts';
import { runProgram } from './run-program.ts';

export interface FrameDeps {
  library: LibraryPlaces;
  metadataWriter: MetadataWriter;
  workFolder: string;
  ffmpeg: string;
}

/** The frame's position, as a share of the duration. It is not 0, because many videos start with a black frame. */
const frameShare = 0.1;
const frameTimeoutMs = 60_000;
/** The picture is at most as wide as the largest pictures that sites offer. */
const scale = "scale='min(1280,iw)':-2";

/**
 * @returns whether a picture was stored; false if the file has no video stream or cannot be read, or if the archive no longer has the video
 * @throws NotWritable
 */
export async function extractFrame(row: VideoRow, { library, metadataWriter, workFolder, ffmpeg }: FrameDeps, signal: AbortSignal): Promise<boolean> {
  if (!row.streams.some((stream) => stream.type === 'video')) return false;
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(path.join(workFolder, 'frame-'));
  const picture = path.join(folder, 'frame.jpg');
  const media = `file:${library.absolute(row.mediaFile)}`;
  try {
    // If a short or damaged video has no frame at that position, its first frame is taken.
    for (const seconds of [Math.floor(row.duration * frameShare), 0]) {
      const args = [
        '-v',
        'error',
        '-nostdin',
        '-ss',
        String(seconds),
        '-i',
        media,
        '-map',
        '0:V:0',
        '-frames:v',
        '1',
        '-vf',
        scale,
        '-q:v',
        '4',
        '-y',
        `file:${picture}`,
      ];
      const programEnd = await runProgram(ffmpeg, args, frameTimeoutMs, signal);
      const hasFrame = await stat(picture).then(
        ({ size }) => size > 0,
        () => false, // no picture was created
      );
      if (signal.aborted) return false;
      if (!programEnd.ok || !hasFrame) continue;
      return (await metadataWriter.putVideoPicture(row, picture)) !== 'no-item';
    }
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
