// What a source says, written beside the files in the form that yt-dlp itself would have left: for Stowaway's own downloads, and
// where the owner lets it. What had been learned goes into the files, too, and is forgotten.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LearnedRows } from '../catalogue/learned.ts';
import { nameFile } from '../library/file-names.ts';
import { filesOfMedia } from '../library/folder-of-library.ts';
import type { Info } from '../library/info-values.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { makeFolder, type MadeFolders } from '../library/make-folder.ts';
import { withLearned } from '../library/read-description.ts';
import { readInfo } from '../library/read-json.ts';
import { gone, isVideo, refreshed } from './fresh-description.ts';
import type { KeepWays } from './keeping.ts';
import { NotWritable, putCopy, writeText } from './write-into-library.ts';

export function createKeepBeside(places: LibraryPlaces, learned: LearnedRows, made: MadeFolders): KeepWays {
  async function removeOlderPictures(file: string): Promise<void> {
    const own = path.posix.basename(file);
    const base = withoutExtension(own).normalize('NFC');
    const folder = path.dirname(places.absolute(file));
    for (const name of await readdir(folder)) {
      const named = nameFile(name, (candidate) => candidate === base);
      // In other formats they would be taken before the new one.
      if (name !== own && named.role === 'picture' && named.base === base && named.qualifier === null) await rm(path.join(folder, name), { force: true });
    }
  }

  return {
    async describeVideo(row, said) {
      const file = `${withoutExtension(row.mediaFile)}.info.json`;
      const facts = await stat(places.absolute(file)).catch(() => null); // Not there: it is written.
      const outcome = facts ? await readInfo(places.absolute(file), facts.size) : null;
      // What cannot be understood is not ours to replace.
      if (outcome && !outcome.ok) throw new NotWritable(`${file}: ${outcome.reason} It was left as it is.`);
      if (outcome?.ok && !isVideo(outcome.info)) throw new NotWritable(`${file} describes something else, and was left as it is.`);
      const files = await filesOfMedia(places, row.mediaFile);
      const owners = outcome?.ok ? outcome.info : null;
      const stored = files ? await withLearned(places, files, owners, learned.of('video', row.videoId)) : owners;
      const info: Info = said.kind === 'gone' ? gone(stored, said.known()) : refreshed(stored, said.info, said.known());
      await writeText(places, file, JSON.stringify(info));
      learned.forgetDescription('video', row.videoId);
    },
    async pictureOfVideo(row, picture) {
      const file = `${withoutExtension(row.mediaFile)}${path.extname(picture).toLowerCase()}`;
      if (await putCopy(places, file, picture)) await removeOlderPictures(file);
      learned.forgetPicture('video', row.videoId, 'plain');
    },
    async describeCollection(kind, { id, folder }, info, pictures) {
      // Failing, it says so where the first file is written.
      await makeFolder(places, folder, made).catch(() => undefined);
      for (const [role, picture] of pictures) {
        const qualifier = role === 'plain' ? '' : `.${role}_uncropped`;
        await putCopy(places, path.posix.join(folder, `${id}${qualifier}${path.extname(picture).toLowerCase()}`), picture);
        learned.forgetPicture(kind, id, role);
      }
      await writeText(places, path.posix.join(folder, `${id}.info.json`), JSON.stringify(info));
      learned.forgetDescription(kind, id);
    },
  };
}

function withoutExtension(file: string): string {
  return file.slice(0, file.lastIndexOf('.'));
}
