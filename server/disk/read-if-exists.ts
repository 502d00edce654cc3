import { readFile } from 'node:fs/promises';

/** The text of a file; null if it does not exist. @throws the system's error if the file cannot be read */
export async function readIfExists(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
}

/** Whether the error says that no file has this name, and not only that the file cannot be reached now. */
export function isNotFound(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
