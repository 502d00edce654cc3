// A picture for a video that has none and whose source gives none: a frame of its own.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from '../archive/video-rows.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { Keeping } from '../source/keeping.ts';
import { runProgram } from './run-program.ts';

export interface PicturePlaces {
  library: LibraryPlaces;
  keeping: Keeping;
  workFolder: string;
  ffmpeg: string;
}

/** Behind what many films begin with: nothing, in black. */
const sharePassed = 0.1;
const longestMs = 60_000;
/** As wide as the largest picture of a site. */
const scale = "scale='min(1280,iw)':-2";

/** False: it has no picture, or it cannot be read. @throws NotWritable */
export async function takeFrame(row: VideoRow, { library, keeping, workFolder, ffmpeg }: PicturePlaces, signal: AbortSignal): Promise<boolean> {
  if (!row.streams.some((stream) => stream.type === 'video')) return false;
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(path.join(workFolder, 'frame-'));
  const picture = path.join(folder, 'frame.jpg');
  const media = `file:${library.absolute(row.mediaFile)}`;
  try {
    // A short or damaged film may have nothing there: then its first frame.
    for (const seconds of [Math.floor(row.duration * sharePassed), 0]) {
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
      const end = await runProgram(ffmpeg, args, longestMs, signal);
      const isThere = await stat(picture).then(
        ({ size }) => size > 0,
        () => false, // it made none
      );
      if (signal.aborted) return false;
      if (!end.ok || !isThere) continue;
      await keeping.pictureOfVideo(row, picture);
      return true;
    }
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
