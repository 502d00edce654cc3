import { readFile } from 'node:fs/promises';

/** The text of a file; null if it does not exist. @throws the system's error if the file cannot be read */
export async function readIfExists(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
