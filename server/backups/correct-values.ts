// Corrects a staged database before it replaces the live one. Staff may restore a backup that anybody may have written. A value of a wrong
// type would make every answer that contains it fail, and an invalid schedule would stop all schedules. Such values are dropped, and the
// task reports them.
import path from 'node:path';
import { validAppSettings } from '../archive/app-settings.ts';
import { validLibrarySettings } from '../archive/library-settings.ts';
import { validUserSettings } from '../accounts/user-settings.ts';
import { removeVideoRows } from '../catalogue/remove-video-rows.ts';
import { inTransaction, type Database } from '../database/transaction.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { idPattern } from '../library/derived-ids.ts';
import { parseFileName, type ParsedFileName } from '../library/file-names.ts';
import { temporaryPath } from '../library/write-videos.ts';
import { configKeys } from '../schedules/schedules.ts';
import { checkCronForm } from '../schedules/cron-form.ts';
import { canBeScheduled } from '../tasks/task-titles.ts';
import { fileColumns } from './contents.ts';
import { correctLists } from './correct-lists.ts';

/** A batch takes SQLite about 10 ms. */
const rowsPerBatch = 1_000;

/** Returns lines for the task's report; empty if everything was valid. */
export async function correctValues(staging: Database): Promise<string[]> {
  const lines = inTransaction(staging, () => [...correctAccounts(staging), ...correctArchiveSettings(staging), ...correctSchedules(staging)]);
  return [...lines, ...(await correctRows(staging))];
}

function correctAccounts(staging: Database): string[] {
  const put = staging.prepare('UPDATE account SET settings = ? WHERE id = ?');
  return (staging.prepare('SELECT id, name, settings FROM account').all() as { id: number; name: string; settings: string }[]).flatMap(
    ({ id, name, settings }) => {
      const storedValue = parseObject(settings);
      const validValue = validUserSettings(storedValue ?? {});
      if (storedValue !== null && isSame(validValue, storedValue)) return [];
      put.run(JSON.stringify(validValue), id);
      return [`Settings of ${name} that are not valid were left out.`];
    },
  );
}

function correctArchiveSettings(staging: Database): string[] {
  const checks = { 'app-settings': validAppSettings, 'keeper-settings': validLibrarySettings };
  const read = staging.prepare('SELECT value FROM archive WHERE key = ?');
  const put = staging.prepare('UPDATE archive SET value = ? WHERE key = ?');
  return Object.entries(checks).flatMap(([key, check]) => {
    const row = read.get(key) as { value: string } | undefined;
    const storedValue = parseObject(row?.value ?? '{}');
    const validValue = check(storedValue ?? {});
    if (storedValue !== null && isSame(validValue, storedValue)) return [];
    put.run(JSON.stringify(validValue), key);
    return ['Settings of the archive that are not valid were left out.'];
  });
}

function correctSchedules(staging: Database): string[] {
  const remove = staging.prepare('DELETE FROM schedule WHERE task_name = ?');
  const put = staging.prepare('UPDATE schedule SET config = ? WHERE task_name = ?');
  return (staging.prepare('SELECT task_name AS name, form, config FROM schedule').all() as { name: string; form: string; config: string }[]).flatMap(
    ({ name, form, config }) => {
      const cronCheck = checkCronForm(form);
      if (!canBeScheduled(name) || !cronCheck.isValid || cronCheck.form !== form) {
        remove.run(name);
        return [`The schedule of ${name.slice(0, 60)} is not valid and was left out.`];
      }
      const storedValue = parseObject(config);
      const validValue = Object.fromEntries(Object.entries(storedValue ?? {}).filter(([key, value]) => key === configKeys[name] && isCount(value)));
      if (storedValue !== null && isSame(validValue, storedValue)) return [];
      put.run(JSON.stringify(validValue), name);
      return [`The configuration of the schedule of ${name} is not valid and was left out.`];
    },
  );
}

/**
 * Drops rows whose ids are not valid, because ids become names of folders and files: the id of a queued video names the folder of its
 * download, which is emptied before the download. Drops videos, pictures and subtitles whose files are of another kind, because the server
 * would send any file that a row names. Also corrects the JSON columns.
 */
async function correctRows(staging: Database): Promise<string[]> {
  const selectNext = staging.prepare('SELECT id, video_id AS videoId, channel_id AS channelId, media_file AS file FROM video WHERE id > ? ORDER BY id LIMIT ?');
  const idsOfInvalid: string[] = [];
  const droppedIds: string[] = [];
  for (let lastId = Number.MIN_SAFE_INTEGER; ;) {
    const batch = selectNext.all(lastId, rowsPerBatch) as { id: number; videoId: string; channelId: string; file: string }[];
    if (batch.length === 0) break;
    lastId = batch.at(-1)?.id ?? lastId;
    const hasValidIds = ({ videoId, channelId }: (typeof batch)[number]): boolean => idPattern.test(videoId) && idPattern.test(channelId);
    idsOfInvalid.push(...batch.filter((row) => !hasValidIds(row)).map(({ videoId }) => videoId));
    const rows = batch.filter(hasValidIds);
    // A missing video whose path another video took has a temporary path.
    const isMedia = (file: string): boolean => roleOf(file) === 'media' && !path.posix.isAbsolute(file);
    const nonMediaRows = rows.filter(({ file, videoId }) => !isMedia(file) && file !== temporaryPath(videoId));
    droppedIds.push(...nonMediaRows.map(({ videoId }) => videoId));
    await yieldEventLoop();
  }
  // With foreign keys on, the positions and comments of the videos are deleted too, and so are the entries of playlists.
  staging.exec('PRAGMA foreign_keys = ON');
  const invalidCount = inTransaction(staging, () => {
    removeVideoRows(staging, [...idsOfInvalid, ...droppedIds]);
    return idsOfInvalid.length + dropInvalidNames(staging);
  });
  staging.exec('PRAGMA foreign_keys = OFF');
  let droppedFileCount = 0;
  for (const [table, columns] of Object.entries(fileColumns))
    for (const column of columns.filter((name) => name !== 'media_file')) {
      const drop = staging.prepare(`UPDATE ${table} SET ${column} = NULL WHERE ${column} = ?`);
      for (const { file } of staging.prepare(`SELECT DISTINCT ${column} AS file FROM ${table} WHERE ${column} IS NOT NULL`).all() as { file: string }[])
        if (roleOf(file) !== 'picture') droppedFileCount += Number(drop.run(file).changes);
      await yieldEventLoop();
    }
  const corrected = await correctLists(staging);
  droppedFileCount += corrected.subtitles;
  return [
    ...(invalidCount > 0 ? ['Videos, channels, playlists, pictures and queue items whose ids or names are not valid were left out.'] : []),
    ...(droppedIds.length > 0
      ? [`Left out, because their files are not media files: ${droppedIds.length === 1 ? '1 video' : `${droppedIds.length} videos`}.`]
      : []),
    ...(droppedFileCount > 0 ? ['Pictures and subtitles whose files are of another kind were left out.'] : []),
    ...(corrected.others > 0 ? ['Details of videos, channels and playlists that are not valid were left out.'] : []),
  ];
}

/** Returns how many rows were dropped. */
function dropInvalidNames(staging: Database): number {
  const columns = [
    ['channel', 'channel_id', '*[^A-Za-z0-9_-]*'],
    ['playlist', 'playlist_id', '*[^A-Za-z0-9_-]*'],
    ['download', 'video_id', '*[^A-Za-z0-9_-]*'],
    ['learned_picture', 'name', '*[^a-z0-9.]*'],
  ] as const;
  return columns.reduce(
    (sum, [table, column, invalid]) => sum + Number(staging.prepare(`DELETE FROM ${table} WHERE ${column} = '' OR ${column} GLOB '${invalid}'`).run().changes),
    0,
  );
}

function roleOf(file: string): ParsedFileName['role'] {
  return parseFileName(path.posix.basename(file), () => false).role;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // not JSON
  }
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
