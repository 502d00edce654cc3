// The database schema as an ordered list of migrations. Never change a released migration, not even a comment inside one of its statements,
// because SQLite stores their text and server/backups/own-schema.ts compares it. Add a new migration at the end.
import { addAbsence } from './migrations/014-absence.ts';
import { createLearned } from './migrations/015-learned.ts';
import { createTaskHistory } from './migrations/016-task-history.ts';
import { bindKeys } from './migrations/017-bound-keys.ts';
import { createDownloadHolds } from './migrations/018-downloads.ts';
import { addImportFindings } from './migrations/020-import-findings.ts';
import { addHandles } from './migrations/021-companions.ts';
import { addFullOrder } from './migrations/022-full-order.ts';
import { addTaskIds } from './migrations/023-task-ids.ts';
import { createWaitingLinks } from './migrations/024-waiting-links.ts';
import { addSettledDeletions } from './migrations/025-settled-deletions.ts';
import { createMediaDigests } from './migrations/026-media-digests.ts';
import { addImportedEntries } from './migrations/027-imported-entries.ts';
import { sortColumns } from './sort-columns.ts';
import type { Database } from './transaction.ts';

export interface Migration {
  name: string;
  run(database: Database): void;
}

export const migrations: Migration[] = [
  { name: '001-accounts', run: createAccounts },
  { name: '002-catalogue', run: createCatalogue },
  { name: '003-tasks', run: createTasks },
  { name: '004-removed', run: createRemoved },
  { name: '005-downloads', run: createDownloads },
  { name: '006-totals', run: createTotals },
  { name: '007-api-tokens', run: createApiTokens },
  { name: '008-search', run: createSearch },
  { name: '009-task-notifications', run: createTaskNotifications },
  { name: '010-schedules', run: createSchedules },
  { name: '011-downloader', run: createDownloader },
  { name: '012-moved-in', run: addMovedIn },
  { name: '013-queue-pictures', run: createQueuePictures },
  // From here on, each migration is in its own file in migrations/.
  { name: '014-absence', run: addAbsence },
  { name: '015-learned', run: createLearned },
  { name: '016-task-history', run: createTaskHistory },
  { name: '017-bound-keys', run: bindKeys },
  { name: '018-downloads', run: createDownloadHolds },
  { name: '020-import-findings', run: addImportFindings },
  { name: '021-companions', run: addHandles },
  { name: '022-full-order', run: addFullOrder },
  { name: '023-task-ids', run: addTaskIds },
  { name: '024-waiting-links', run: createWaitingLinks },
  { name: '025-settled-deletions', run: addSettledDeletions },
  { name: '026-media-digests', run: createMediaDigests },
  { name: '027-imported-entries', run: addImportedEntries },
];

function createAccounts(database: Database): void {
  database.exec(`
    CREATE TABLE archive (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE account (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL,
      is_staff INTEGER NOT NULL,
      is_superuser INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      last_login_ms INTEGER,
      settings TEXT NOT NULL DEFAULT '{}'
    );

    CREATE TABLE session (
      token_hash BLOB PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      user_agent TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX session_account ON session (account_id);

    CREATE TABLE first_answer (
      account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      idempotency_key TEXT NOT NULL,
      status INTEGER NOT NULL,
      body TEXT,
      answered_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, idempotency_key)
    ) WITHOUT ROWID;
    CREATE INDEX first_answer_age ON first_answer (answered_at);
  `);
}

function createCatalogue(database: Database): void {
  database.exec(`
    CREATE TABLE channel (
      channel_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      name_order TEXT NOT NULL,
      description TEXT,
      subscriber_count INTEGER NOT NULL,
      tags TEXT NOT NULL,
      original_id TEXT,
      source_url TEXT,
      thumb_file TEXT,
      banner_file TEXT,
      tvart_file TEXT,
      is_active INTEGER NOT NULL DEFAULT 1,
      is_subscribed INTEGER NOT NULL DEFAULT 0,
      overwrites TEXT,
      refreshed_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX channel_name ON channel (name_order, channel_id, is_subscribed);

    CREATE TABLE video (
      id INTEGER PRIMARY KEY,
      video_id TEXT NOT NULL UNIQUE,
      original_id TEXT,
      source_url TEXT,
      channel_id TEXT NOT NULL,
      title TEXT NOT NULL,
      description TEXT,
      kind TEXT NOT NULL,
      is_active INTEGER NOT NULL,
      is_watched INTEGER NOT NULL DEFAULT 0,
      watched_at INTEGER,
      published_at INTEGER NOT NULL,
      downloaded_at INTEGER NOT NULL,
      refreshed_at INTEGER NOT NULL,
      duration INTEGER NOT NULL,
      view_count INTEGER NOT NULL,
      like_count INTEGER NOT NULL,
      dislike_count INTEGER NOT NULL,
      average_rating REAL NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      media_file TEXT NOT NULL,
      media_size INTEGER NOT NULL,
      media_modified_ms REAL NOT NULL,
      sidecar_hash TEXT NOT NULL DEFAULT '',
      thumb_file TEXT,
      tags TEXT NOT NULL,
      categories TEXT NOT NULL,
      streams TEXT NOT NULL,
      subtitles TEXT NOT NULL,
      chapters TEXT NOT NULL,
      sponsor_segments TEXT,
      comment_count INTEGER
    );
    CREATE INDEX video_media_file ON video (media_file);
    -- Counts and channel totals are read from these two alone.
    CREATE INDEX video_channel ON video (channel_id, kind, is_watched, duration, media_size);
    CREATE INDEX video_state ON video (is_watched, kind, channel_id);

    CREATE TABLE video_height (
      height INTEGER NOT NULL,
      video INTEGER NOT NULL REFERENCES video (id) ON DELETE CASCADE,
      PRIMARY KEY (height, video)
    ) WITHOUT ROWID;
    CREATE INDEX video_height_video ON video_height (video);

    CREATE TABLE video_comments (
      video INTEGER PRIMARY KEY REFERENCES video (id) ON DELETE CASCADE,
      comments TEXT NOT NULL
    );

    CREATE VIRTUAL TABLE video_words USING fts5 (title, tags, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE video_word_counts USING fts5vocab (video_words, row);

    CREATE TABLE position (
      account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      video INTEGER NOT NULL REFERENCES video (id) ON DELETE CASCADE,
      seconds REAL NOT NULL,
      saved_order INTEGER NOT NULL,
      PRIMARY KEY (account_id, video)
    ) WITHOUT ROWID;
    CREATE INDEX position_video ON position (video);

    CREATE TABLE playlist (
      playlist_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      name_order TEXT NOT NULL,
      description TEXT,
      channel_id TEXT,
      source_url TEXT,
      thumb_file TEXT,
      kind TEXT NOT NULL,
      is_active INTEGER NOT NULL,
      is_subscribed INTEGER NOT NULL DEFAULT 0,
      sort_order TEXT NOT NULL DEFAULT 'top',
      refreshed_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX playlist_name ON playlist (name_order, playlist_id);
    CREATE INDEX playlist_channel ON playlist (channel_id);

    CREATE TABLE playlist_entry (
      playlist_id TEXT NOT NULL REFERENCES playlist (playlist_id) ON DELETE CASCADE,
      idx INTEGER NOT NULL,
      video_id TEXT NOT NULL,
      title TEXT NOT NULL,
      uploader TEXT,
      PRIMARY KEY (playlist_id, idx)
    ) WITHOUT ROWID;
    CREATE INDEX playlist_entry_video ON playlist_entry (video_id, playlist_id);

    CREATE TABLE import_report (id INTEGER PRIMARY KEY, report TEXT NOT NULL);
  `);
  // Each sort index includes the filters' columns, so that the index alone gives a filtered page. The first page of a small channel among
  // 100 000 videos takes one walk over an index, never a scan of 100 000 rows.
  for (const column of Object.values(sortColumns)) {
    database.exec(`CREATE INDEX video_by_${column} ON video (${column}, id, channel_id, kind, is_watched)`);
  }
}

function createTasks(database: Database): void {
  database.exec(`
    CREATE TABLE task (
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      input TEXT NOT NULL,
      added_at INTEGER NOT NULL,
      starts INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX task_name ON task (name);
  `);
}

function createRemoved(database: Database): void {
  database.exec(`
    CREATE TABLE removed_video (
      video_id TEXT PRIMARY KEY,
      removed_ms REAL NOT NULL,
      title TEXT NOT NULL,
      channel_id TEXT NOT NULL,
      channel_name TEXT NOT NULL,
      duration INTEGER NOT NULL,
      published_at INTEGER NOT NULL,
      kind TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE removed_playlist (playlist_id TEXT PRIMARY KEY, channel_id TEXT) WITHOUT ROWID;
  `);
}

function createDownloads(database: Database): void {
  database.exec(`
    CREATE TABLE download (
      -- Also the order of adding.
      id INTEGER PRIMARY KEY,
      video_id TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL,
      auto_start INTEGER NOT NULL DEFAULT 0,
      title TEXT NOT NULL,
      -- The title's words, for phrases.
      words TEXT NOT NULL,
      source_url TEXT,
      channel_id TEXT NOT NULL,
      channel_name TEXT NOT NULL,
      duration INTEGER NOT NULL,
      published_at INTEGER,
      kind TEXT NOT NULL,
      -- Error of the last try; empty: it was cleared; null: there never was one.
      message TEXT,
      added_at INTEGER NOT NULL
    );
    CREATE INDEX download_channel ON download (channel_id, status);
    CREATE INDEX download_order ON download (status, auto_start, id);
  `);
}

/** Totals of the videos, and of each day's downloads (in the server's time zone), updated with every change of a video. */
function createTotals(database: Database): void {
  const addToTotals = (which: 'old' | 'new', sign: 1 | -1): string => `
    INSERT INTO video_total VALUES (${which}.channel_id, ${which}.kind, ${which}.is_active, ${which}.is_watched, ${sign}, ${sign} * ${which}.media_size,
      ${sign} * ${which}.duration)
    ON CONFLICT DO UPDATE SET items = items + excluded.items, media_size = media_size + excluded.media_size, duration = duration + excluded.duration;`;
  const addToDay = (which: 'old' | 'new', sign: 1 | -1): string => `
    INSERT INTO download_day VALUES (date(${which}.downloaded_at, 'unixepoch', 'localtime'), ${sign}, ${sign} * ${which}.media_size)
    ON CONFLICT DO UPDATE SET items = items + excluded.items, media_size = media_size + excluded.media_size;`;
  const differs = (...columns: string[]): string => columns.map((column) => `old.${column} <> new.${column}`).join(' OR ');
  database.exec(`
    CREATE TABLE video_total (
      channel_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      is_active INTEGER NOT NULL,
      is_watched INTEGER NOT NULL,
      items INTEGER NOT NULL,
      media_size INTEGER NOT NULL,
      duration INTEGER NOT NULL,
      PRIMARY KEY (channel_id, kind, is_active, is_watched)
    ) WITHOUT ROWID;
    CREATE TABLE download_day (day TEXT PRIMARY KEY, items INTEGER NOT NULL, media_size INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO video_total SELECT channel_id, kind, is_active, is_watched, count(*), sum(media_size), sum(duration) FROM video GROUP BY 1, 2, 3, 4;
    INSERT INTO download_day SELECT date(downloaded_at, 'unixepoch', 'localtime'), count(*), sum(media_size) FROM video GROUP BY 1;
    CREATE TRIGGER video_total_added AFTER INSERT ON video BEGIN ${addToTotals('new', 1)} ${addToDay('new', 1)} END;
    CREATE TRIGGER video_total_removed AFTER DELETE ON video BEGIN ${addToTotals('old', -1)} ${addToDay('old', -1)} END;
    CREATE TRIGGER video_total_changed AFTER UPDATE ON video
      WHEN ${differs('channel_id', 'kind', 'is_active', 'is_watched', 'media_size', 'duration')}
      BEGIN ${addToTotals('old', -1)} ${addToTotals('new', 1)} END;
    CREATE TRIGGER download_day_changed AFTER UPDATE ON video WHEN ${differs('downloaded_at', 'media_size')}
      BEGIN ${addToDay('old', -1)} ${addToDay('new', 1)} END;
  `);
}

function createApiTokens(database: Database): void {
  database.exec(`
    CREATE TABLE api_token (
      account_id INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      token TEXT NOT NULL UNIQUE
    );
  `);
}

/**
 * Full-text indexes of titles, names and spoken words. Words are compared without accents and case. The table `subtitle_due` lists the
 * videos whose subtitles must be indexed (server/search/subtitle-indexer.ts).
 */
function createSearch(database: Database): void {
  const tokenizer = `tokenize = 'unicode61 remove_diacritics 2'`;
  const joinedValues = (json: string): string => `coalesce((SELECT group_concat(value, ' ') FROM json_each(${json})), '')`;
  const insertWords = (kind: 'channel' | 'playlist', row: string): string => {
    const tags = kind === 'channel' ? joinedValues(`${row}.tags`) : `''`;
    return `INSERT INTO name_words (rowid, name, description, tags)
      SELECT id, ${row}.name, coalesce(${row}.description, ''), ${tags} FROM name_key WHERE kind = '${kind}' AND ref = ${row}.${kind}_id;`;
  };
  const deleteWords = (kind: 'channel' | 'playlist', row: string): string =>
    `DELETE FROM name_words WHERE rowid = (SELECT id FROM name_key WHERE kind = '${kind}' AND ref = ${row}.${kind}_id);`;
  const differs = (kind: 'channel' | 'playlist'): string =>
    ['name', 'description', ...(kind === 'channel' ? ['tags'] : [])].map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');

  database.exec(`
    DROP TABLE video_word_counts;
    DROP TABLE video_words;
    CREATE VIRTUAL TABLE video_words USING fts5 (title, tags, category, content='', contentless_delete=1, prefix='2 3', ${tokenizer});
    CREATE VIRTUAL TABLE video_word_counts USING fts5vocab (video_words, row);
    INSERT INTO video_words (rowid, title, tags, category) SELECT id, title, ${joinedValues('tags')}, ${joinedValues('categories')} FROM video;

    CREATE TABLE name_key (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, ref TEXT NOT NULL, UNIQUE (kind, ref));
    CREATE VIRTUAL TABLE name_words USING fts5 (name, description, tags, content='', contentless_delete=1, prefix='2 3', ${tokenizer});
    CREATE VIRTUAL TABLE name_word_counts USING fts5vocab (name_words, row);

    CREATE TABLE subtitle_line (
      id INTEGER PRIMARY KEY,
      video INTEGER NOT NULL REFERENCES video (id) ON DELETE CASCADE,
      lang TEXT NOT NULL,
      source TEXT NOT NULL,
      place INTEGER NOT NULL,
      start_ms INTEGER NOT NULL,
      end_ms INTEGER NOT NULL,
      text TEXT NOT NULL
    );
    CREATE INDEX subtitle_line_video ON subtitle_line (video);
    CREATE VIRTUAL TABLE subtitle_words USING fts5 (text, content='subtitle_line', content_rowid='id', ${tokenizer});
    CREATE VIRTUAL TABLE subtitle_word_counts USING fts5vocab (subtitle_words, row);
    CREATE TRIGGER subtitle_line_added AFTER INSERT ON subtitle_line BEGIN
      INSERT INTO subtitle_words (rowid, text) VALUES (new.id, new.text);
    END;
    CREATE TRIGGER subtitle_line_removed AFTER DELETE ON subtitle_line BEGIN
      INSERT INTO subtitle_words (subtitle_words, rowid, text) VALUES ('delete', old.id, old.text);
    END;

    -- Videos whose subtitle files are to be read; the number tells whether another change came while they were.
    CREATE TABLE subtitle_due (video INTEGER PRIMARY KEY REFERENCES video (id) ON DELETE CASCADE, changed INTEGER NOT NULL);
    CREATE TRIGGER subtitle_due_added AFTER INSERT ON video WHEN new.subtitles <> '[]' BEGIN
      INSERT INTO subtitle_due VALUES (new.id, 1) ON CONFLICT DO UPDATE SET changed = changed + 1;
    END;
    CREATE TRIGGER subtitle_due_changed AFTER UPDATE OF subtitles ON video WHEN new.subtitles <> '[]' OR old.subtitles <> '[]' BEGIN
      INSERT INTO subtitle_due VALUES (new.id, 1) ON CONFLICT DO UPDATE SET changed = changed + 1;
    END;
    INSERT INTO subtitle_due SELECT id, 1 FROM video WHERE subtitles <> '[]';
  `);
  for (const kind of ['channel', 'playlist'] as const) {
    database.exec(`
      INSERT INTO name_key (kind, ref) SELECT '${kind}', ${kind}_id FROM ${kind};
      INSERT INTO name_words (rowid, name, description, tags)
        SELECT id, name, coalesce(description, ''), ${kind === 'channel' ? joinedValues('tags') : `''`} FROM ${kind}
        JOIN name_key ON name_key.kind = '${kind}' AND ref = ${kind}_id;
      CREATE TRIGGER ${kind}_words_added AFTER INSERT ON ${kind} BEGIN
        INSERT INTO name_key (kind, ref) VALUES ('${kind}', new.${kind}_id);
        ${insertWords(kind, 'new')}
      END;
      CREATE TRIGGER ${kind}_words_changed AFTER UPDATE ON ${kind} WHEN ${differs(kind)} BEGIN
        ${deleteWords(kind, 'old')}
        ${insertWords(kind, 'new')}
      END;
      CREATE TRIGGER ${kind}_words_removed AFTER DELETE ON ${kind} BEGIN
        ${deleteWords(kind, 'old')}
        DELETE FROM name_key WHERE kind = '${kind}' AND ref = old.${kind}_id;
      END;
    `);
  }
}

function createTaskNotifications(database: Database): void {
  database.exec('CREATE TABLE task_notification (id INTEGER PRIMARY KEY, task_name TEXT NOT NULL, url TEXT NOT NULL, UNIQUE (task_name, url))');
}

/** A new archive has working schedules from the first day (listSchedules in the contract). Times are Unix milliseconds. */
function createSchedules(database: Database): void {
  database.exec(`
    CREATE TABLE schedule (
      task_name TEXT PRIMARY KEY,
      form TEXT NOT NULL,
      config TEXT NOT NULL DEFAULT '{}',
      last_run_ms INTEGER,
      -- It is due when its form came round after this.
      counted_from_ms INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO schedule (task_name, form, counted_from_ms)
      SELECT column1, column2, 1000 * unixepoch() FROM (VALUES ('check_reindex', '0 12 *'), ('thumbnail_check', '0 17 *'), ('version_check', '0 11 *'));
  `);
}

/** The columns and tables that a download needs in addition to its queue item (server/archive/download-runs.ts). */
function createDownloader(database: Database): void {
  database.exec(`
    -- The archive has it; it is fetched again.
    ALTER TABLE download ADD COLUMN is_forced INTEGER NOT NULL DEFAULT 0;
    -- Bytes, as the site tells; null: it does not.
    ALTER TABLE download ADD COLUMN expected_size INTEGER;
    -- The playlist that it was found in: JSON of what goes into its description, and a reference to the playlist's own.
    ALTER TABLE download ADD COLUMN listed TEXT;
    ALTER TABLE download ADD COLUMN list_id INTEGER;
    -- A run is at it, or the process ended while one was.
    ALTER TABLE download ADD COLUMN is_begun INTEGER NOT NULL DEFAULT 0;
    -- It failed for want of so many bytes, and goes on by itself when there is room; null: it does not wait for room.
    ALTER TABLE download ADD COLUMN needs_room INTEGER;
    CREATE INDEX download_room ON download (needs_room) WHERE needs_room IS NOT NULL;
    CREATE TABLE download_list (id INTEGER PRIMARY KEY, playlist_id TEXT NOT NULL UNIQUE, description TEXT NOT NULL);
  `);
}

/**
 * Marks rows imported from TubeArchivist. Their files may have no description, and reading such a file must not discard the rows' facts.
 */
function addMovedIn(database: Database): void {
  database.exec(`
    ALTER TABLE video ADD COLUMN is_moved_in INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE channel ADD COLUMN is_moved_in INTEGER NOT NULL DEFAULT 0;
  `);
}

/** The address of each queued item's picture until the picture is fetched, and whether the picture is stored on this server. */
function createQueuePictures(database: Database): void {
  database.exec(`
    ALTER TABLE download ADD COLUMN picture_url TEXT;
    ALTER TABLE download ADD COLUMN has_picture INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX download_picture ON download (id) WHERE picture_url IS NOT NULL;
  `);
}
