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
  /** Call after the run, however it ended. If the program renewed the cookie, the renewed cookie is stored. */
  release(): void;
}

export interface Cookie {
  isStored(): boolean;
  /** Stores the cookie and returns null. If it is not usable, removes the previous cookie and returns the reason (docs/behaviour.md). */
  store(text: string): string | null;
  /**
   * Null if the cookie has a usable format; otherwise what is wrong: its format, or that none is stored.
   * @param text by default the stored cookie
   */
  problem(text?: string): string | null;
  /** Keeps the result of a check for an hour. */
  remember(isValid: boolean): CookieCheck;
  /** The check of the last hour, or null. */
  lastCheck(): CookieCheck | null;
  remove(): void;
  /**
   * Lends a copy for one run of a program; null if no cookie is stored.
   * @param text a cookie that is not stored yet; by default the stored cookie
   */
  lend(text?: string): LentCookie | null;
}

/** The contract says that a result is kept for an hour. */
const checkTtlSeconds = 3600;
const lentNamePattern = /^lent-[\w-]+\.txt$/;

export function createCookie(folder: string, now: () => number = () => Math.floor(Date.now() / 1000)): Cookie {
  const storedFile = createSecretFile(folder, 'cookies.txt');
  let check: CookieCheck | null = null;
  removeLent(folder);

  const lastCheck = (): CookieCheck | null => {
    const ageSeconds = check === null ? Infinity : now() - check.checkedAt;
    // A check dated in the future was made before the clock was set back, so its age is unknown.
    return ageSeconds >= 0 && ageSeconds < checkTtlSeconds ? check : null;
  };
  const remove = (): void => {
    storedFile.remove();
    check = null;
  };

  return {
    isStored: () => storedFile.get() !== null,
    lastCheck,
    remove,
    store(text) {
      const problem = cookiesProblem(text, now());
      if (problem !== null) {
        remove();
        return problem;
      }
      storedFile.set(toCookieFile(text));
      check = { isValid: true, checkedAt: now() };
      return null;
    },
    problem(newText) {
      const text = newText ?? storedFile.get();
      return text === null ? 'there is none' : cookiesProblem(text, now());
    },
    remember: (isValid) => (check = { isValid, checkedAt: now() }),
    lend(newText) {
      const lentText = newText === undefined ? storedFile.get() : toCookieFile(newText);
      if (lentText === null) return null;
      makeSecretFolder(folder);
      const file = path.resolve(folder, `lent-${randomUUID()}.txt`);
      writeSecret(file, lentText);
      return {
        file,
        release() {
          const renewedText = readIfThere(file);
          rmSync(file, { force: true });
          // A killed program may have left half a file; a person may have replaced or removed the cookie meanwhile.
          if (renewedText === null || renewedText === lentText || storedFile.get() !== lentText || cookiesProblem(renewedText, now()) !== null) return;
          try {
            storedFile.set(toCookieFile(renewedText));
          } catch {
            // If the disk is full, the stored cookie stays, and the results of the run remain valid.
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
