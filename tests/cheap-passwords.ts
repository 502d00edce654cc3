// Runs before each test file: hashing a password takes 1/32 of the work that the hash declares. The full work (a quarter of a second)
// protects a stolen database; tests hash hundreds of passwords in this process, and no other process compares their hashes.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = typeof crypto.scrypt;
type Done = (error: Error | null, key: Buffer) => void;

const cheapest = 2 ** 10;
// The files of a worker share the module that this changes.
const real: Scrypt = (crypto.scrypt as Scrypt & { real?: Scrypt }).real ?? crypto.scrypt;

function cheap(password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Done): void {
  real(password, salt, length, { ...options, N: Math.min(options.N ?? cheapest, cheapest) }, done);
}

use(Object.assign(cheap, { real }) as unknown as Scrypt);

/** Restores the full work for the rest of a file, for tests of the hashes themselves. */
export function useFullHashCost(): void {
  use(real);
}

/** Takes effect even in modules that have already imported `scrypt`. */
function use(scrypt: Scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
