// The real file system, with files that cannot be read and files that change just before they are opened. A test installs it by
// `vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()))`.
import type * as fileSystem from 'node:fs/promises';

type FileSystem = typeof fileSystem;

export interface FileFaults {
  /** Every file that was opened, in order. */
  openedFiles: string[];
  /** Names (last segments) that the system refuses to open or list. Permissions would not stop root, who may read everything. */
  refusedNames: Set<string>;
  /** By the name (last segment) of a file: the action that is called just before the file is opened. */
  actionsBeforeOpen: Map<string, (file: string) => void>;
}

export const fileFaults: FileFaults = { openedFiles: [], refusedNames: new Set(), actionsBeforeOpen: new Map() };

export function clearFileFaults(): void {
  fileFaults.openedFiles.length = 0;
  fileFaults.refusedNames.clear();
  fileFaults.actionsBeforeOpen.clear();
}

export function faultyFileSystem(realFiles: FileSystem): FileSystem {
  const checkAllowed = (file: string, syscall: string): void => {
    if (fileFaults.refusedNames.has(nameOf(file))) throw Object.assign(new Error('refused by the test'), { code: 'EACCES', syscall });
  };
  const noteOpening = (file: string): void => {
    fileFaults.openedFiles.push(file);
    fileFaults.actionsBeforeOpen.get(nameOf(file))?.(file);
    checkAllowed(file, 'open');
  };
  return {
    ...realFiles,
    open: (async (...args: Parameters<FileSystem['open']>) => {
      noteOpening(String(args[0]));
      return realFiles.open(...args);
    }) as FileSystem['open'],
    readFile: (async (file: string, ...options: [BufferEncoding?]) => {
      noteOpening(file);
      return realFiles.readFile(file, ...options);
    }) as FileSystem['readFile'],
    readdir: (async (...args: Parameters<FileSystem['readdir']>) => {
      checkAllowed(String(args[0]), 'scandir');
      return realFiles.readdir(...args);
    }) as unknown as FileSystem['readdir'],
  };
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
