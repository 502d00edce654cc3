// Before each file: a password is hashed with a 32nd of the work, under the costs that its hash names. The work is there for who tries a stolen
// database, a quarter of a second for each; the tests make hundreds in this process, and no other process compares what they made.
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

/** For the rest of a file that is about the hashes themselves. */
export function hashWithAllTheWork(): void {
  use(real);
}

/** Modules that have imported it follow. */
function use(scrypt: Scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
