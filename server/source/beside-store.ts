// Writes a source's metadata, in yt-dlp's format, beside Stowaway's own downloads and, where the owner allows it, beside the owner's files.
// Metadata that has been kept in the data folder (`learned`) is merged into these files and removed from the data folder. A picture in an
// owner's library may be the owner's own work or come from an earlier refresh; nothing distinguishes the two. Such a picture therefore
// stays, and the new one is kept in the data folder (`fallback`).
import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LearnedRows, PictureRole } from '../catalogue/learned.ts';
import { isBusy } from '../database/busy.ts';
import { isNotFound } from '../disk/read-if-exists.ts';
import { parseFileName } from '../library/file-names.ts';
import { filesOfMedia } from '../library/folder-of-library.ts';
import type { Info } from '../library/info-values.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { makeFolder, type CreatedFolders } from '../library/make-folder.ts';
import { withLearned } from '../library/read-description.ts';
import { readInfo } from '../library/read-json.ts';
import { markRemoved, isVideo, mergeDescription } from './merge-description.ts';
import type { MetadataStore } from './metadata-store.ts';
import { MediaUnreadable, NotWritable, putCopy, writeText } from './write-into-library.ts';

export function createBesideStore(places: LibraryPlaces, learned: LearnedRows, createdFolders: CreatedFolders, fallback: MetadataStore): MetadataStore {
  /**
   * The pictures in the folder of `file` that belong to `base`, in any format. Unlike an import's list, they include links to an absent
   * disk. Null if the folder cannot be read.
   */
  async function picturesBeside(file: string, base: string): Promise<{ name: string; qualifier: string | null }[] | null> {
    const names = await readdir(path.dirname(places.absolute(file))).catch(({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? [] : null));
    const isBase = (candidate: string): boolean => candidate === base.normalize('NFC');
    if (names === null) return null;
    return names.flatMap((name) => {
      const parsedName = parseFileName(name, isBase);
      return parsedName.role === 'picture' && isBase(parsedName.base) ? [{ name, qualifier: parsedName.qualifier }] : [];
    });
  }

  async function removeOlderPictures(file: string, base: string, qualifier: string | null): Promise<void> {
    const newPicture = places.absolute(file);
    for (const picture of (await picturesBeside(file, base)) ?? []) {
      const olderPicture = path.join(path.dirname(newPicture), picture.name);
      if (picture.qualifier !== qualifier || olderPicture === newPicture) continue;
      // Pictures in other formats would take precedence over the new one. On some file systems, names that differ only in case or Unicode
      // form mean one file; that file must not be deleted.
      if (!(await isSameFile(olderPicture, newPicture))) await rm(olderPicture, { force: true });
    }
  }

  /** Whether the folder has, or may have, the same picture in another format or with a number. Only one of the two would be shown. */
  async function hasOtherPicture(file: string, base: string, qualifier: string | null): Promise<boolean> {
    const pictures = await picturesBeside(file, base);
    if (pictures === null) return true;
    const otherPictures = pictures.filter(({ name }) => name !== path.posix.basename(file));
    return otherPictures.some((picture) => picture.qualifier === qualifier || (qualifier === null && /^\d+$/.test(picture.qualifier ?? '')));
  }

  /** The stored description; null if there is none. @throws NotWritable if it cannot be read, because such a file must not be replaced */
  async function readStored(file: string): Promise<Info | null> {
    let cause: unknown;
    const stats = await stat(places.absolute(file)).catch((error: unknown) => {
      cause = error;
      return null;
    });
    if (stats === null && (await mayExist(places.absolute(file)))) throw new NotWritable(`${file} cannot be read. It was left as it is.`, { cause });
    const outcome = stats ? await readInfo(places.absolute(file), stats.size) : null;
    if (outcome && !outcome.ok) throw new NotWritable(`${file}: ${outcome.reason} It was left as it is.`, { cause: outcome.temporaryError });
    return outcome?.info ?? null;
  }

  async function isOwnersPicture(file: string, id: string, qualifier: string | null, picture: string): Promise<boolean> {
    if (places.isOwn(file)) return false;
    if (await hasOtherPicture(file, id, qualifier)) return true;
    try {
      return !(await readFile(places.absolute(file))).equals(await readFile(picture));
    } catch (error) {
      // A picture that cannot be read, or is a link to an absent disk, may be the owner's.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT' || mayExist(places.absolute(file));
    }
  }

  return {
    async describeVideo(row, state) {
      const files = await filesOfMedia(places, row.mediaFile);
      if (!files && (await mayExist(places.absolute(row.mediaFile)))) throw new MediaUnreadable(`${row.mediaFile} cannot be read.`);
      // The name of an existing description may have another Unicode form than the media file's name.
      const file = files?.info?.path ?? `${withoutExtension(row.mediaFile)}.info.json`;
      const ownersInfo = await readStored(file);
      if (ownersInfo && !isVideo(ownersInfo)) throw new NotWritable(`${file} does not describe a video, and was left as it is.`);
      const currentInfo = files ? await withLearned(places, files, ownersInfo, learned.of('video', row.videoId)) : ownersInfo;
      const info: Info = state.kind === 'gone' ? markRemoved(currentInfo, state.knownInfo()) : mergeDescription(currentInfo, state.info, state.knownInfo());
      await writeText(places, file, JSON.stringify(info));
      learned.forgetDescription('video', row.videoId);
    },
    async putVideoPicture(row, picture) {
      const isOwn = places.isOwn(row.mediaFile);
      const files = isOwn ? null : await filesOfMedia(places, row.mediaFile);
      if (!isOwn && (files === null || files.picture !== null)) return fallback.putVideoPicture(row, picture);
      const file = `${withoutExtension(row.mediaFile)}${path.extname(picture).toLowerCase()}`;
      const base = withoutExtension(path.posix.basename(row.mediaFile));
      // Links to an absent disk are not among `files`.
      if (!isOwn && ((await mayExist(places.absolute(file))) || (await hasOtherPicture(file, base, null)))) return fallback.putVideoPicture(row, picture);
      if ((await putCopy(places, file, picture)) && isOwn) await removeOlderPictures(file, base, null);
      learned.forgetPicture('video', row.videoId, 'plain');
    },
    async describeCollection(kind, { id, folder }, info, pictures) {
      const qualifierOf = (role: PictureRole): string | null => (role === 'plain' ? null : `${role}_uncropped`);
      const pictureFileOf = (role: PictureRole, picture: string): string =>
        path.posix.join(folder, `${id}${role === 'plain' ? '' : `.${qualifierOf(role)}`}${path.extname(picture).toLowerCase()}`);
      // A description and its pictures are kept in one place. If one picture is the owner's, all of them go to the data folder.
      for (const [role, picture] of pictures)
        if (await isOwnersPicture(pictureFileOf(role, picture), id, qualifierOf(role), picture))
          return fallback.describeCollection(kind, { id, folder }, info, pictures);
      const descriptionFile = path.posix.join(folder, `${id}.info.json`);
      if (!places.isOwn(descriptionFile)) await readStored(descriptionFile);
      await makeFolder(places, folder, createdFolders).catch((error: unknown) => {
        if (isBusy(error)) throw error; // any other failure is reported when the first file is written
      });
      for (const [role, picture] of pictures) {
        const file = pictureFileOf(role, picture);
        if ((await putCopy(places, file, picture)) && places.isOwn(file)) await removeOlderPictures(file, id, qualifierOf(role));
        learned.forgetPicture(kind, id, role);
      }
      await writeText(places, descriptionFile, JSON.stringify(info));
      learned.forgetDescription(kind, id);
    },
  };
}

/** Also true for a link whose target is absent, such as one to a file on a disk that is not mounted. */
async function mayExist(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const identityOf = async (file: string): Promise<string | null> => {
    const stats = await stat(file, { bigint: true }).catch(() => null); // removed meanwhile
    return stats && `${stats.dev}:${stats.ino}`;
  };
  const identity = await identityOf(one);
  return identity !== null && identity === (await identityOf(other));
}

function withoutExtension(file: string): string {
  return file.slice(0, file.lastIndexOf('.'));
}
