// Keeps metadata from a source in the data folder, so that the owner's files stay unchanged (docs/decisions/116). Descriptions are rows;
// pictures are files named by their content. An import gives both precedence over the owner's files, unless those were changed later.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from '../archive/video-rows.ts';
import type { FileStore } from '../backups/file-store.ts';
import type { OwnerFileHash, LearnedKind, LearnedRows, PictureRole } from '../catalogue/learned.ts';
import { filesOfMedia } from '../library/folder-of-library.ts';
import type { VideoFiles } from '../library/group-files.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { hashOfFile, isNewer, readOwnersDescription } from '../library/read-description.ts';
import { reasonNotWritten, reasonOf } from '../library/reasons.ts';
import { markRemoved, mergeLearned, mergeDescription } from './merge-description.ts';
import type { MetadataStore } from './metadata-store.ts';
import { NotWritable } from './write-into-library.ts';

const pictureFolder = 'learned/pictures';

export function createLearnedStore(places: LibraryPlaces, learned: LearnedRows, fileStore: Pick<FileStore, 'put'>): MetadataStore {
  const filesOf = (row: VideoRow): Promise<VideoFiles | null> => filesOfMedia(places, row.mediaFile);
  const ownerHashOf = async (file: { path: string } | null | undefined): Promise<OwnerFileHash> => (file ? hashOfFile(places.absolute(file.path)) : null);

  async function putPicture(kind: LearnedKind, ref: string, role: PictureRole, picture: string, ownerFileHash: OwnerFileHash): Promise<void> {
    const content = await readFile(picture);
    const name = await fileStore.put(pictureFolder, content, path.extname(picture).slice(1).toLowerCase()).catch((error: NodeJS.ErrnoException) => {
      if (error.code === undefined) throw error;
      throw new NotWritable(`A picture could not be kept in the data folder: ${reasonNotWritten(error)}.`, { cause: error });
    });
    learned.putPicture(kind, ref, role, name, ownerFileHash);
  }

  return {
    async describeVideo(row, state) {
      const files = await filesOf(row);
      const ownersInfo =
        files &&
        (await readOwnersDescription(places, files, []).catch((error: unknown) => {
          throw new NotWritable(`${files.info?.path} cannot be read: ${reasonOf(error)}.`, { cause: error });
        }));
      const learnedInfo = learned.of('video', row.videoId)?.described ?? null;
      // What was learned before, unless the owner's tools have changed the description since.
      const currentInfo = learnedInfo && !(ownersInfo && (await isNewer(places, files?.info ?? null, learnedInfo))) ? learnedInfo.info : null;
      const info =
        state.kind === 'fresh'
          ? ownersInfo
            ? mergeLearned(currentInfo, state.info)
            : mergeDescription(currentInfo, state.info, state.knownInfo())
          : ownersInfo
            ? markRemoved(currentInfo ?? {}, {})
            : markRemoved(currentInfo, state.knownInfo());
      learned.describe('video', row.videoId, info, await ownerHashOf(files?.info));
    },
    async putVideoPicture(row, picture) {
      const files = await filesOf(row);
      const ownerFileHash = await ownerHashOf(files?.picture);
      if (ownerFileHash !== null && ownerFileHash === (await hashOfFile(picture))) learned.forgetPicture('video', row.videoId, 'plain');
      else await putPicture('video', row.videoId, 'plain', picture, ownerFileHash);
    },
    async describeCollection(kind, { id }, info, pictures) {
      for (const [role, picture] of pictures) await putPicture(kind, id, role, picture, null);
      learned.describe(kind, id, info, null);
    },
  };
}
