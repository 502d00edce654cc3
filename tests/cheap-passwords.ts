// Runs before each test file: hashing a password takes 1/32 of the work that the hash declares. The full work (a quarter of a second)
// protects a stolen database; tests hash hundreds of passwords in this process, and no other process compares their hashes.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = typeof crypto.scrypt;
type Callback = (error: Error | null, key: Buffer) => void;

const maxCost = 2 ** 10;
// Test files of one worker share the changed module, so an earlier file may already have replaced `scrypt`.
const fullCostScrypt: Scrypt = (crypto.scrypt as Scrypt & { fullCostScrypt?: Scrypt }).fullCostScrypt ?? crypto.scrypt;

function cheapScrypt(password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, callback: Callback): void {
  fullCostScrypt(password, salt, length, { ...options, N: Math.min(options.N ?? maxCost, maxCost) }, callback);
}

useCheapHashes();

/** Restores the full work until `useCheapHashes` or the end of the file, for tests of the hashes themselves. */
export function useFullHashCost(): void {
  install(fullCostScrypt);
}

export function useCheapHashes(): void {
  install(Object.assign(cheapScrypt, { fullCostScrypt }) as unknown as Scrypt);
}

/** Takes effect even in modules that have already imported `scrypt`. */
function install(scrypt: Scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
