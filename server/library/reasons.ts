// Explains to people why a file could not be read or written. A system error is explained by its code, any other error by its message.
import { importReasons } from '../texts/en/import-reasons.ts';

const reasonsByCode: Record<string, string> = importReasons.read;

/** Why a file or folder could not be read or watched. The text begins in lower case and has no full stop. */
export function reasonOf(error: unknown): string {
  return describeError(error, reasonsByCode);
}

const notWrittenByCode: Record<string, string> = { ...importReasons.read, ...importReasons.written };

/** Why a file could not be written, moved or deleted. Some codes mean something else for these operations than for reading. */
export function reasonNotWritten(error: unknown): string {
  return describeError(error, notWrittenByCode);
}

function describeError(error: unknown, byCode: Record<string, string>): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // Other codes, such as SQLite's, are less helpful than the message.
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return message ?? String(error);
  return Object.hasOwn(byCode, code) ? (byCode[code] as string) : importReasons.otherCode(code);
}
