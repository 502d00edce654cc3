// Defines for each table whether it is in a backup. A new table must be listed here; a test fails until it is.

/**
 * - `backup`: the table's rows are in a backup.
 * - `derived`: the rows are not in a backup. They are rebuilt from other rows, or read again from the files.
 * - `server`: the rows belong to this server and its people, for example secrets. They are never in a backup, and a restore does not change
 *   them.
 */
export type TableRole = 'backup' | 'derived' | 'server';

/** A backup writes and a restore reads the tables in this order. */
export const tableRoles: Record<string, TableRole> = {
  // Only the rows whose key is in `settingKeys`.
  archive: 'backup',
  // Names, settings, roles, and password hashes (docs/decisions/111).
  account: 'backup',
  channel: 'backup',
  video: 'backup',
  video_comments: 'backup',
  position: 'backup',
  playlist: 'backup',
  playlist_entry: 'backup',
  learned: 'backup',
  learned_picture: 'backup',
  removed_video: 'backup',
  // Folders in this server's library.
  made_folder: 'server',
  trash: 'server',
  removed_playlist: 'backup',
  download_list: 'backup',
  download: 'backup',
  schedule: 'backup',
  task_notification: 'backup',

  video_height: 'derived',
  media_digest: 'derived',
  video_total: 'derived',
  download_day: 'derived',
  name_key: 'derived',
  subtitle_line: 'derived',
  subtitle_due: 'derived',
  video_words: 'derived',
  name_words: 'derived',
  subtitle_words: 'derived',
  video_word_counts: 'derived',
  name_word_counts: 'derived',
  subtitle_word_counts: 'derived',

  migration: 'server',
  session: 'server',
  first_answer: 'server',
  api_token: 'server',
  task: 'server',
  task_run: 'server',
  import_report: 'server',
  import_finding: 'server',
  import_problem: 'server',
  // Specific to this server's network and the current moment.
  download_hold: 'server',
  download_warning: 'server',
  waiting_link: 'server',
};

/** The keys of the table `archive` that are in a backup. Its other rows are this server's identity, secrets and state. */
export const settingKeys: readonly string[] = ['app-settings', 'keeper-settings'];

/** Columns that contain JSON as text; a backup's lines contain it as nested JSON. The value is the required outermost type. */
export const jsonColumns: Record<string, Record<string, 'array' | 'object' | 'object or null' | 'array or null'>> = {
  account: { settings: 'object' },
  channel: { tags: 'array', overwrites: 'object or null' },
  video: {
    tags: 'array',
    categories: 'array',
    streams: 'array',
    subtitles: 'array',
    chapters: 'array',
    sponsor_segments: 'array or null',
    companions: 'array or null',
  },
  video_comments: { comments: 'array' },
  playlist: { full_order: 'array or null', imported_entries: 'array or null' },
  learned: { info: 'object' },
  download: { listed: 'object or null' },
  download_list: { description: 'object' },
  schedule: { config: 'object' },
};

/**
 * Columns whose next value is the highest one plus 1. The ids of accounts are not among them, because a restore gives accounts new ids
 * (copy-server-rows.ts).
 */
export const countedColumns: Record<string, readonly string[]> = {
  video: ['id'],
  position: ['saved_order'],
  playlist_entry: ['idx'],
  download_list: ['id'],
  download: ['id'],
  task_notification: ['id'],
  name_key: ['id'],
  subtitle_line: ['id'],
};

/** No server counts this far. A crafted file could otherwise use the highest readable number (2^53), leaving none for new rows. */
export const maxCounted = 2 ** 52;

/** Columns that name a file in the library. */
export const fileColumns: Record<string, readonly string[]> = {
  channel: ['thumb_file', 'banner_file', 'tvart_file'],
  video: ['media_file', 'thumb_file'],
  playlist: ['thumb_file'],
};

/** Columns that contain a JSON list of files in the library. The value is the key of the path in each item; null if each item is a path. */
export const fileLists: Record<string, Record<string, string | null>> = {
  video: { subtitles: 'file', companions: null },
};

export const backupTables: readonly string[] = Object.keys(tableRoles).filter((table) => tableRoles[table] === 'backup');
/** The server's tables except `migration`, which describes the database file itself. */
export const serverTables: readonly string[] = Object.keys(tableRoles).filter((table) => tableRoles[table] === 'server' && table !== 'migration');
