// Validates and stores the cookie file for downloads, and lends copies to programs that read and write it.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { toCookieFile, cookiesProblem } from './cookie-text.ts';
import { createSecretFile, makeSecretFolder, writeSecret } from './secret-file.ts';

export interface CookieCheck {
  isValid: boolean;
  /** Unix seconds. */
  checkedAt: number;
}

export interface LentCookie {
  /** Absolute path of a copy, for one run of a program. */
  file: string;
  /** Call after the run, however it ended. */
  release(): void;
}

export interface Cookie {
  isStored(): boolean;
  /** Null if it was stored; otherwise the reason why not, and the previous cookie is removed too (docs/behaviour.md). */
  store(text: string): string | null;
  /** Null if the stored cookie has a usable format; otherwise the reason why not, or that none is stored. */
  problem(): string | null;
  /** Keeps the result of a check for an hour. */
  remember(isValid: boolean): CookieCheck;
  /** The check of the last hour, or null. */
  lastCheck(): CookieCheck | null;
  remove(): void;
  /** Null if none is stored. */
  lend(): LentCookie | null;
}

/** The contract says that a result is kept for an hour. */
const checkTtlSeconds = 3600;
const lentNamePattern = /^lent-[\w-]+\.txt$/;

export function createCookie(folder: string, now: () => number = () => Math.floor(Date.now() / 1000)): Cookie {
  const stored = createSecretFile(folder, 'cookies.txt');
  let check: CookieCheck | null = null;
  removeLent(folder);

  const lastCheck = (): CookieCheck | null => (check !== null && now() - check.checkedAt < checkTtlSeconds ? check : null);
  const remove = (): void => {
    stored.remove();
    check = null;
  };

  return {
    isStored: () => stored.get() !== null,
    lastCheck,
    remove,
    store(text) {
      const problem = cookiesProblem(text, now());
      if (problem !== null) {
        remove();
        return problem;
      }
      stored.set(toCookieFile(text));
      check = { isValid: true, checkedAt: now() };
      return null;
    },
    problem() {
      const text = stored.get();
      return text === null ? 'there is none' : cookiesProblem(text, now());
    },
    remember: (isValid) => (check = { isValid, checkedAt: now() }),
    lend() {
      const lentText = stored.get();
      if (lentText === null) return null;
      makeSecretFolder(folder);
      const file = path.resolve(folder, `lent-${randomUUID()}.txt`);
      writeSecret(file, lentText);
      return {
        file,
        release() {
          const renewed = readIfThere(file);
          rmSync(file, { force: true });
          // A killed program may have left half a file; a person may have replaced or removed the cookie meanwhile.
          if (renewed === null || renewed === lentText || stored.get() !== lentText || cookiesProblem(renewed, now()) !== null) return;
          try {
            stored.set(toCookieFile(renewed));
          } catch {
            // The disk is full: the stored cookie stays, and what was done with the copy remains valid.
          }
        },
      };
    },
  };
}

/** Removes copies and unfinished files that a crash left. */
function removeLent(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (lentNamePattern.test(name) || name.endsWith('.unfinished')) rmSync(path.join(folder, name), { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // the program removed it
  }
}
