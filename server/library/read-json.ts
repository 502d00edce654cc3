// Reads description files (`.info.json`) as JSON, up to a size limit.
import { readFile } from 'node:fs/promises';
import { isTemporary } from '../disk/shortage.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { isInfo, type Info } from './info-values.ts';
import { reasonOf } from './reasons.ts';

/**
 * The largest real descriptions, with 100 000 comments, are 40 MB in size. Parsing larger ones would block the server for more than half a second.
 */
export const maxInfoBytes = 50 * 1024 * 1024;

/** `temporaryError`: the error, if the next try may succeed. An import must not remember the description as unreadable then. */
export type InfoOutcome = { ok: true; info: Info } | { ok: false; reason: string; temporaryError?: Error };

export async function readInfo(file: string, sizeBytes: number): Promise<InfoOutcome> {
  if (sizeBytes > maxInfoBytes) return { ok: false, reason: importReasons.descriptionTooLarge(Math.round(sizeBytes / 1024 / 1024)) };
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    return { ok: false, reason: importReasons.descriptionUnreadable(reasonOf(error)), ...(isTemporary(error) ? { temporaryError: error as Error } : {}) };
  }
  try {
    const info: unknown = JSON.parse(content.startsWith('\ufeff') ? content.slice(1) : content);
    return isInfo(info) ? { ok: true, info } : { ok: false, reason: importReasons.descriptionNoObject };
  } catch {
    return { ok: false, reason: content.trim() === '' ? importReasons.descriptionEmpty : importReasons.descriptionNoJson };
  }
}
