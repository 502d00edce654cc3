import { record, readShape } from './shape.ts';

/**
 * The server's own text in an error body: `message`, `error`, `detail`, else the first text in the field errors (docs/behaviour.md,
 * Errors). Null if there is none.
 */
export function errorMessageOf(body: unknown): string | null {
  const object = readShape(record, body);
  if (object.ok) {
    for (const key of ['message', 'error', 'detail']) {
      const value = object.value[key];
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return firstText(body, 0);
}

/** Field errors nest like the input; no supported server nests deeper than this, and foreign JSON may nest without limit. */
const maxDepth = 8;

function firstText(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return null;
  for (const entry of Object.values(value)) {
    const entryText = firstText(entry, depth + 1);
    if (entryText !== null) return entryText;
  }
  return null;
}

/** Milliseconds of a Retry-After header, given in seconds or as a date; null if absent or unreadable. */
export function retryAfterMsOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
