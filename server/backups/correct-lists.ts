// Corrects the JSON columns of a staged database (correct-values.ts). An answer about a video, a channel or a playlist fails if one of its
// lists is not JSON or contains an item of a wrong type. Such items are dropped, and an invalid list becomes empty or null.
import type { Database } from '../database/transaction.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { jsonColumns } from './contents.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isTime: Check = (value) => typeof value === 'number' && value >= 0;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isNumberOrNull: Check = (value) => value === null || isNumber(value);
const isTextOrNull: Check = (value) => value === null || isText(value);
const isVtt: Check = (value) => typeof value === 'string' && value.toLowerCase().endsWith('.vtt');

/** The fields that the code reads from each item of these lists. */
const itemChecks: Record<string, { key: string; columns: Record<string, Check> }> = {
  channel: { key: 'channel_id', columns: { tags: isText } },
  video: {
    key: 'id',
    columns: {
      tags: isText,
      categories: isText,
      companions: isText,
      streams: hasFields({ index: isNumber, type: isText, codec: isText, bitrate: isNumber, width: isNumberOrNull, height: isNumberOrNull }),
      subtitles: hasFields({ lang: isText, file: isVtt }),
      chapters: hasFields({ title: isText, startSeconds: isNumber }),
      sponsor_segments: hasFields({
        uuid: isText,
        actionType: isText,
        category: isText,
        startSeconds: isNumber,
        endSeconds: isNumber,
        votes: isNumber,
        isLocked: isBoolean,
      }),
    },
  },
  video_comments: {
    key: 'video',
    columns: { comments: hasFields({ commentId: isText, parentId: isText, author: isText, authorId: isTextOrNull, text: isText, timestamp: isTime }) },
  },
  playlist: { key: 'playlist_id', columns: { full_order: isText, imported_entries: isText } },
};

const rowsPerBatch = 50;

/** Returns the number of corrected values: of subtitles, and of all other columns. */
export async function correctLists(staging: Database): Promise<{ subtitles: number; others: number }> {
  const corrected = { subtitles: 0, others: correctObjects(staging) };
  for (const [table, { key, columns }] of Object.entries(itemChecks)) {
    const read = staging.prepare(`SELECT ${Object.keys(columns).join(', ')} FROM ${table} WHERE ${key} = ?`);
    const putByColumn = new Map(Object.keys(columns).map((column) => [column, staging.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`)]));
    const keys = (staging.prepare(`SELECT ${key} AS key FROM ${table}`).all() as { key: number | string }[]).map((row) => row.key);
    for (const [index, rowKey] of keys.entries()) {
      if (index % rowsPerBatch === 0) await yieldEventLoop();
      const row = read.get(rowKey) as Record<string, unknown>;
      for (const [column, check] of Object.entries(columns)) {
        const value = row[column];
        const isNullable = jsonColumns[table]?.[column] === 'array or null';
        const list = parseList(value);
        if (list?.every(check) || (value === null && isNullable)) continue;
        putByColumn.get(column)?.run(list === null && isNullable ? null : JSON.stringify(list?.filter(check) ?? []), rowKey);
        corrected[column === 'subtitles' ? 'subtitles' : 'others'] += 1;
      }
    }
  }
  return corrected;
}

function correctObjects(staging: Database): number {
  return Object.entries(jsonColumns)
    .flatMap(([table, columns]) => Object.entries(columns).map(([column, shape]) => ({ table, column, shape })))
    .filter(({ shape }) => shape.startsWith('object'))
    .reduce((sum, { table, column, shape }) => {
      const emptyValue = shape === 'object' ? "'{}'" : 'NULL';
      // json_type fails for text that is not JSON. CASE prevents that call.
      const isInvalid = `CASE WHEN json_valid(${column}) THEN json_type(${column}) <> 'object' ELSE 1 END`;
      return sum + Number(staging.prepare(`UPDATE ${table} SET ${column} = ${emptyValue} WHERE ${column} IS NOT NULL AND ${isInvalid}`).run().changes);
    }, 0);
}

function parseList(text: unknown): unknown[] | null {
  try {
    const value: unknown = JSON.parse(String(text));
    return Array.isArray(value) ? value : null;
  } catch {
    return null; // not JSON
  }
}

function hasFields(checks: Record<string, Check>): Check {
  return (item) => typeof item === 'object' && item !== null && Object.entries(checks).every(([name, check]) => check((item as Record<string, unknown>)[name]));
}
