// Where the bytes of saved videos are stored: one file for each part, in folders per account and revision, in the origin's private file
// system. Read by the page and the service worker, written by the saver (part-writer.ts).
import type { Revision } from '../ledger/rows.ts';

const rootName = 'saved';
/** The length of an account folder's name, in hexadecimal digits. */
const folderNameLength = 32;

/** The name is a hash, because account keys have characters and lengths that file systems reject. It also hides the account's name. */
export async function accountFolderName(account: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, folderNameLength);
}

export function revisionFolderName({ videoId, rendition, revision }: Pick<Revision, 'videoId' | 'rendition' | 'revision'>): string {
  return `${encodeURIComponent(videoId)}.${rendition}.${revision}`;
}

export function partName(part: number): string {
  return String(part).padStart(5, '0');
}

/** @throws NotFoundError if the folder does not exist and `create` is not set */
export async function revisionFolder(root: FileSystemDirectoryHandle, revision: Revision, create = false): Promise<FileSystemDirectoryHandle> {
  const savedFolder = await root.getDirectoryHandle(rootName, { create });
  const accountFolder = await savedFolder.getDirectoryHandle(await accountFolderName(revision.account), { create });
  return accountFolder.getDirectoryHandle(revisionFolderName(revision), { create });
}

/**
 * The bytes from `first` to before `end`, as a Blob over the files. Nothing is read yet.
 * @throws NotFoundError, or RangeError for a file that has become shorter
 */
export async function readBytes(root: FileSystemDirectoryHandle, revision: Revision, first: number, end: number): Promise<Blob> {
  const folder = await revisionFolder(root, revision);
  const { partBytes } = revision;
  const slices: Blob[] = [];
  for (let part = Math.floor(first / partBytes); part * partBytes < end; part += 1) {
    const file = await (await folder.getFileHandle(partName(part))).getFile();
    const from = Math.max(0, first - part * partBytes);
    const to = Math.min(partBytes, end - part * partBytes);
    if (file.size < to) throw new RangeError(`part ${part} of ${revision.videoId} has ${file.size} bytes, not ${to}`);
    slices.push(file.slice(from, to));
  }
  return new Blob(slices);
}

/** Whether anything was ever saved in this browser, by any account. */
export async function hasSavedFiles(root: FileSystemDirectoryHandle): Promise<boolean> {
  return (await findFolder(root, rootName)) !== null;
}

/** The account folders, by name (`accountFolderName`). */
export async function listAccountFolders(root: FileSystemDirectoryHandle): Promise<Map<string, FileSystemDirectoryHandle>> {
  const savedFolder = await findFolder(root, rootName);
  return savedFolder ? listFolders(savedFolder) : new Map();
}

/** The folders in `folder`, by name. In an account's folder, these are the folders of its revisions (`revisionFolderName`). */
export async function listFolders(folder: FileSystemDirectoryHandle): Promise<Map<string, FileSystemDirectoryHandle>> {
  const folders = new Map<string, FileSystemDirectoryHandle>();
  for await (const [name, entry] of folder.entries()) if (entry.kind === 'directory') folders.set(name, entry as FileSystemDirectoryHandle);
  return folders;
}

/** The size of each part in a revision's folder, in bytes, by the part's number; missing parts are omitted. */
export async function readPartSizes(folder: FileSystemDirectoryHandle): Promise<Map<number, number>> {
  const sizes = new Map<number, number>();
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind === 'file') sizes.set(Number(name), (await (entry as FileSystemFileHandle).getFile()).size);
  }
  return sizes;
}

/** Deletes an account's folder, or only that of one of its revisions; both are given by name. Does nothing if there is no such folder. */
export async function deleteFolder(root: FileSystemDirectoryHandle, accountFolder: string, revisionFolder?: string): Promise<void> {
  await ignoreNotFound(async () => {
    const savedFolder = await root.getDirectoryHandle(rootName);
    if (revisionFolder === undefined) return savedFolder.removeEntry(accountFolder, { recursive: true });
    return (await savedFolder.getDirectoryHandle(accountFolder)).removeEntry(revisionFolder, { recursive: true });
  });
}

/** Does nothing if there is no such folder. @throws NoModificationAllowedError while one of its files is open for writing */
export async function deleteRevision(root: FileSystemDirectoryHandle, revision: Revision): Promise<void> {
  await deleteFolder(root, await accountFolderName(revision.account), revisionFolderName(revision));
}

/** Deletes every revision of a video. @throws NoModificationAllowedError while one of the files is open for writing */
export async function deleteVideo(root: FileSystemDirectoryHandle, video: Pick<Revision, 'account' | 'videoId' | 'rendition'>): Promise<void> {
  const accountFolder = await accountFolderName(video.account);
  const folder = (await listAccountFolders(root)).get(accountFolder);
  const names = folder ? [...(await listFolders(folder)).keys()] : [];
  const isOfVideo = (name: string): boolean => name === revisionFolderName({ ...video, revision: Number(name.slice(name.lastIndexOf('.') + 1)) });
  for (const name of names.filter(isOfVideo)) await deleteFolder(root, accountFolder, name);
}

/** Does nothing if there is no such folder. @throws NoModificationAllowedError while one of its files is open for writing */
export async function deleteAccount(root: FileSystemDirectoryHandle, account: string): Promise<void> {
  await deleteFolder(root, await accountFolderName(account));
}

async function findFolder(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemDirectoryHandle | null> {
  let foundFolder: FileSystemDirectoryHandle | null = null;
  await ignoreNotFound(async () => {
    foundFolder = await folder.getDirectoryHandle(name);
  });
  return foundFolder;
}

async function ignoreNotFound(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    if (!(reason instanceof DOMException && reason.name === 'NotFoundError')) throw reason;
  }
}
