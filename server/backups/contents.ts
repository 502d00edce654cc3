// What becomes of each table in a backup. The one place to say so for a new table: a test fails until it is named here.

/**
 * - `backup`: its rows are in a backup.
 * - `derived`: made again from the rows of others, or read again from the files.
 * - `server`: belongs to this server and its people, secrets above all. In no backup; a restore leaves it as it is.
 */
export type Place = 'backup' | 'derived' | 'server';

/** In the order in which a backup writes and a restore reads them. */
export const places: Record<string, Place> = {
  // Only the keys of `settingKeys`.
  archive: 'backup',
  // Names, settings, roles, and passwords as their hashes (docs/decisions/111).
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
  // Of the folders in this server's library.
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
  // Of this server's own network and moment.
  download_hold: 'server',
  download_warning: 'server',
  waiting_link: 'server',
};

/** Of the table `archive`: everything else there is an identity or a secret of this server. */
export const settingKeys: readonly string[] = ['app-settings', 'keeper-settings'];

/** Columns that hold JSON as text: nested in a backup's lines. The word says what the outermost value has to be. */
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
  playlist: { full_order: 'array or null' },
  learned: { info: 'object' },
  download: { listed: 'object or null' },
  download_list: { description: 'object' },
  schedule: { config: 'object' },
};

/** Columns that name a file in the library. */
export const fileColumns: Record<string, readonly string[]> = {
  channel: ['thumb_file', 'banner_file', 'tvart_file'],
  video: ['media_file', 'thumb_file'],
  playlist: ['thumb_file'],
};

/** Columns with a JSON list of files in the library: each item is a path (null), or an object that has it under this key. */
export const fileLists: Record<string, Record<string, string | null>> = {
  video: { subtitles: 'file', companions: null },
};

export const backupTables: readonly string[] = Object.keys(places).filter((table) => places[table] === 'backup');
/** `migration` belongs to the file itself. */
export const serverTables: readonly string[] = Object.keys(places).filter((table) => places[table] === 'server' && table !== 'migration');
