// Hashes and compares passwords with scrypt. A hash is `scrypt$N$r$p$salt$hash` (base64url). No other form of a password is ever stored.
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';

// One of the parameter sets that OWASP recommends. It uses 2^15 × 8 × 128 bytes = 32 MiB, which a process that should stay below 250 MB
// can afford. A hash takes about 250 ms on a small home server, which is expensive for someone attacking a stolen database. Each hash
// contains its parameters, so older hashes can still be verified; sign-in upgrades them.
const scryptParams = { N: 2 ** 15, r: 8, p: 3 };
const hashBytes = 32;
/**
 * The maximum cost of a stored hash, as a multiple of the cost of a current one. A costlier hash matches no password. Hashes also come from
 * backups, which anybody may have written. A slow hash would delay everybody's sign-in, because hashes are computed one at a time. The
 * factor is above 1, so that hashes of a later version remain valid.
 */
const maxCostFactor = 4;
/** Longer hashes also cost computing time. A current hash has half as many bytes. */
const maxHashBytes = 64;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await deriveSerially(password, salt, scryptParams, hashBytes);
  return ['scrypt', scryptParams.N, scryptParams.r, scryptParams.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** A hash that no password matches, because its bytes are random. Comparing with it takes as long as with a real hash. */
export function dummyHash(): string {
  return ['scrypt', scryptParams.N, scryptParams.r, scryptParams.p, randomBytes(16).toString('base64url'), randomBytes(hashBytes).toString('base64url')].join(
    '$',
  );
}

export async function verifyPassword(password: string, storedHash: string): Promise<boolean> {
  const [, , , , salt, hash] = storedHash.split('$');
  const expectedHash = Buffer.from(hash ?? '', 'base64url');
  const params = scryptParamsOf(storedHash);
  if (!isComputable(params) || expectedHash.length === 0 || expectedHash.length > maxHashBytes) {
    // The check takes as long as that of any other wrong password.
    await deriveSerially(password, Buffer.alloc(16), scryptParams, hashBytes);
    return false;
  }
  const actualHash = await deriveSerially(password, Buffer.from(salt ?? '', 'base64url'), params, expectedHash.length);
  // An older hash takes less work. The rest of the work is done here, so that timing does not reveal which accounts have an older hash.
  if (params.p < scryptParams.p) await deriveSerially(password, Buffer.alloc(16), { ...scryptParams, p: scryptParams.p - params.p }, hashBytes);
  return timingSafeEqual(actualHash, expectedHash);
}

/** Whether scrypt accepts these parameters, and they take at most `maxCostFactor` times the memory and time of the current ones. */
function isComputable({ N, r, p }: typeof scryptParams): boolean {
  const isPowerOfTwo = N > 1 && Number.isInteger(Math.log2(N));
  if (!isPowerOfTwo || !Number.isInteger(r) || !Number.isInteger(p) || r < 1 || p < 1) return false;
  // RFC 7914 §2: N must be smaller than 2^(128 r / 8).
  if (Math.log2(N) >= 16 * r) return false;
  const relativeMemory = ((N + p) * r) / ((scryptParams.N + scryptParams.p) * scryptParams.r);
  return relativeMemory <= maxCostFactor && (relativeMemory * p) / scryptParams.p <= maxCostFactor;
}

/** Whether a new hash would have other parameters. */
export function isOutdated(storedHash: string): boolean {
  const { N, r, p } = scryptParamsOf(storedHash);
  return N !== scryptParams.N || r !== scryptParams.r || p !== scryptParams.p;
}

function scryptParamsOf(storedHash: string): typeof scryptParams {
  const [, N, r, p] = storedHash.split('$');
  return { N: Number(N), r: Number(r), p: Number(p) };
}

/** Four groups of five characters without look-alikes: 99 bits, and easy to read from a terminal and type on a phone. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

let queueTail: Promise<unknown> = Promise.resolve();

/**
 * Computes one hash at a time, because each takes 32 MiB and one of the four threads that also read files. A burst of sign-ins must not
 * fill the memory or stall playing videos.
 */
function deriveSerially(password: string, salt: Buffer, params: typeof scryptParams, length: number): Promise<Buffer> {
  const result = queueTail.then(() => runScrypt(password, salt, params, length));
  queueTail = result.catch(() => undefined); // the caller receives the error
  return result;
}

function runScrypt(password: string, salt: Buffer, params: typeof scryptParams, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Node refuses a hash that needs more than maxmem. Twice the need leaves a margin for Node's own overhead.
    scrypt(password.normalize('NFKC'), salt, length, { ...params, maxmem: 256 * (params.N + params.p) * params.r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
