// Which files a deletion moves to the trash with a video.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { singleFolder } from '../../server/library/library-places.ts';
import { filesToTrash } from '../../server/trash/files-to-trash.ts';
import { aLibraryFolder, type LibraryFolder } from '../builders/library-folder.ts';

let folder: LibraryFolder;
beforeEach(async () => {
  folder = await aLibraryFolder();
});
afterEach(() => folder.remove());

test('files of another video stay, even if their names begin with the name of the deleted video', async () => {
  const base = 'Pier/Low tide [Qx7vR2mKc-4]';
  const otherFiles = ['de.mp4', 'de.info.json', 'de.vtt', 'de.en.vtt', 'de.webp', 'de.mp4.part'];
  const ownFiles = ['info.json', 'en.vtt', 'fr.vtt', 'webp', 'live_chat.json'];
  for (const end of [...otherFiles, ...ownFiles, 'mp4']) await folder.write(`${base}.${end}`, end);
  const row = { mediaFile: `${base}.mp4`, originalId: 'Qx7vR2mKc-4', companions: [`${base}.info.json`, `${base}.en.vtt`] };
  const files = await filesToTrash(singleFolder(folder.root), row);
  expect(files.toSorted()).toEqual([...ownFiles, 'mp4'].map((end) => `${base}.${end}`).toSorted());
});
