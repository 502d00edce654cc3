// Whether a description without a media file belongs to a video that the archive knows. Called at the end of an import pass.
import path from 'node:path';
import type { Catalogue, KnownMedia } from '../catalogue/records.ts';
import { mediaBase } from './file-names.ts';

const infoEnd = '.info.json';
/** Few names are prefixes of others up to the extension. */
const mediaInOnePage = 20;

/**
 * True for a missing video: its description waits for the media file, and there is nothing to fix.
 * @param file stored name
 */
export function isDescriptionOfKnownVideo(catalogue: Pick<Catalogue, 'mediaAfter'>, file: string): boolean {
  if (!file.endsWith(infoEnd)) return false;
  const beginning = file.slice(0, -infoEnd.length + 1);
  const base = path.posix.basename(file).slice(0, -infoEnd.length).normalize('NFC');
  for (let last: Pick<KnownMedia, 'mediaFile' | 'row'> = { mediaFile: beginning, row: 0 }; ;) {
    const page: KnownMedia[] = catalogue.mediaAfter(last, mediaInOnePage);
    for (const { mediaFile } of page) {
      if (!mediaFile.startsWith(beginning)) return false;
      // `Low tide.part two.mp4` does not belong to `Low tide.info.json`.
      if (mediaBase(path.posix.basename(mediaFile)) === base) return true;
    }
    const end = page.at(-1);
    if (!end) return false;
    last = end;
  }
}
