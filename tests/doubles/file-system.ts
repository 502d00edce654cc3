// The real file system, with files that cannot be read and files that change just before they are opened. A test installs it by
// `vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()))`.
import type * as fileSystem from 'node:fs/promises';

type FileSystem = typeof fileSystem;

export interface FileFaults {
  /** Every file that was opened, in order. */
  opened: string[];
  /** Names (last segments) that the system refuses to open or list. Permissions would not do, since root may read everything. */
  refused: Set<string>;
  /** What happens just before a file of this name is opened. */
  before: Map<string, (file: string) => void>;
}

export const fileFaults: FileFaults = { opened: [], refused: new Set(), before: new Map() };

export function clearFileFaults(): void {
  fileFaults.opened.length = 0;
  fileFaults.refused.clear();
  fileFaults.before.clear();
}

export function faultyFileSystem(realFiles: FileSystem): FileSystem {
  const checkAllowed = (file: string, syscall: string): void => {
    if (fileFaults.refused.has(nameOf(file))) throw Object.assign(new Error('refused by the test'), { code: 'EACCES', syscall });
  };
  const beforeOpen = (file: string): void => {
    fileFaults.opened.push(file);
    fileFaults.before.get(nameOf(file))?.(file);
    checkAllowed(file, 'open');
  };
  return {
    ...realFiles,
    open: (async (...args: Parameters<FileSystem['open']>) => {
      beforeOpen(String(args[0]));
      return realFiles.open(...args);
    }) as FileSystem['open'],
    readFile: (async (file: string, ...options: [BufferEncoding?]) => {
      beforeOpen(file);
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
