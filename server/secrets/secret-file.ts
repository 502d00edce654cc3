// Stores one secret in one file, readable only by its owner. The file is replaced atomically, so a crash leaves the old secret or the new.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface SecretFile {
  /** The secret; null if none is stored. */
  get(): string | null;
  set(text: string): void;
  remove(): void;
}

const ownerOnly = 0o600;

export function createSecretFile(folder: string, name: string): SecretFile {
  const file = path.join(folder, name);
  return {
    get() {
      try {
        return readFileSync(file, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    set(text) {
      makeSecretFolder(folder);
      const unfinishedFile = `${file}.unfinished`;
      writeSecret(unfinishedFile, text);
      renameSync(unfinishedFile, file);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

export function makeSecretFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** writeFileSync applies the mode to new files only, so an existing one is removed first. A write that fails leaves no part of the secret. */
export function writeSecret(file: string, text: string): void {
  rmSync(file, { force: true });
  try {
    writeFileSync(file, text, { mode: ownerOnly, flag: 'wx' });
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}
