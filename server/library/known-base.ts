// Checks whether a description without a media file belongs to a video that the archive knows. Called at the end of an import pass.
import path from 'node:path';
import type { Catalogue, KnownMedia } from '../catalogue/records.ts';
import { mediaBase } from './file-names.ts';

const infoSuffix = '.info.json';
/** Few rows are needed, because a name without its extension is rarely the beginning of another name. */
const mediaPerPage = 20;

/**
 * Whether the archive knows the video of this description. If it does, the video is missing and the description waits for the media file,
 * so nothing needs to be fixed.
 * @param file the description's stored name
 */
export function isDescriptionOfKnownVideo(catalogue: Pick<Catalogue, 'mediaAfter'>, file: string): boolean {
  if (!file.endsWith(infoSuffix)) return false;
  const prefix = file.slice(0, -infoSuffix.length + 1);
  const base = path.posix.basename(file).slice(0, -infoSuffix.length).normalize('NFC');
  for (let lastMedia: Pick<KnownMedia, 'mediaFile' | 'row'> = { mediaFile: prefix, row: 0 }; ;) {
    const page: KnownMedia[] = catalogue.mediaAfter(lastMedia, mediaPerPage);
    for (const { mediaFile } of page) {
      if (!mediaFile.startsWith(prefix)) return false;
      // `Low tide.part two.mp4` does not belong to `Low tide.info.json`.
      if (mediaBase(path.posix.basename(mediaFile)) === base) return true;
    }
    const end = page.at(-1);
    if (!end) return false;
    lastMedia = end;
  }
}
