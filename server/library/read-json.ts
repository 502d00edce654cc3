import { readFile } from 'node:fs/promises';
import { isInfo, type Info } from './info-values.ts';
import { reasonOf } from './reasons.ts';

/**
 * The largest real descriptions, with 100 000 comments, have 40 MB. Parsing larger ones would block the server for more than half a second.
 */
export const maxInfoBytes = 50 * 1024 * 1024;

export type InfoOutcome = { ok: true; info: Info } | { ok: false; reason: string };

export async function readInfo(file: string, sizeBytes: number): Promise<InfoOutcome> {
  if (sizeBytes > maxInfoBytes) return { ok: false, reason: `The description has ${Math.round(sizeBytes / 1024 / 1024)} MB; more than 50 are not read.` };
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    return { ok: false, reason: `The description cannot be read: ${reasonOf(error)}.` };
  }
  try {
    const info: unknown = JSON.parse(content.startsWith('\ufeff') ? content.slice(1) : content);
    return isInfo(info) ? { ok: true, info } : { ok: false, reason: 'The description is not a JSON object.' };
  } catch {
    return { ok: false, reason: content.trim() === '' ? 'The description is empty.' : 'The description is not valid JSON.' };
  }
}
