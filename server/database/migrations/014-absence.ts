// A video whose file is gone stays in the archive. `absence` is the reason why the video is not shown: `missing` (an import does not find
// the file) or `trash` (a person or a rule deleted it). Lists, counts and totals contain present videos only; marks and positions stay.
import { sortColumns } from '../sort-columns.ts';
import type { Database } from '../transaction.ts';

export function addAbsence(database: Database): void {
  database.exec(`
    -- NULL: it is here.
    ALTER TABLE video ADD COLUMN absence TEXT CHECK (absence IN ('missing', 'trash'));
    -- Unix seconds.
    ALTER TABLE video ADD COLUMN absent_since INTEGER;
    -- For how long it has been missing while this server counted (server/archive/age-clock.ts).
    ALTER TABLE video ADD COLUMN missing_seconds INTEGER NOT NULL DEFAULT 0;
    -- A person said that it is never forgotten.
    ALTER TABLE video ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
    -- JSON: the files beside the media file that the import took for it; NULL: not recorded yet.
    ALTER TABLE video ADD COLUMN companions TEXT;
    -- Hash of the first and the last MiB of the media file; NULL: not read yet.
    ALTER TABLE video ADD COLUMN media_sample TEXT;

    DROP INDEX video_channel;
    CREATE INDEX video_channel ON video (channel_id, absence, kind, is_watched, duration, media_size);
    DROP INDEX video_state;
    CREATE INDEX video_state ON video (is_watched, kind, channel_id) WHERE absence IS NULL;
    CREATE INDEX video_absent ON video (absence, absent_since) WHERE absence IS NOT NULL;
    CREATE INDEX video_unsampled ON video (id) WHERE media_sample IS NULL AND absence IS NULL;
  `);
  for (const column of Object.values(sortColumns)) {
    database.exec(`
      DROP INDEX video_by_${column};
      CREATE INDEX video_by_${column} ON video (${column}, id, channel_id, kind, is_watched) WHERE absence IS NULL;
    `);
  }
  countOnlyPresent(database);
  createTrash(database);
}

function countOnlyPresent(database: Database): void {
  const addToTotals = (which: 'old' | 'new', sign: 1 | -1): string => `
    INSERT INTO video_total SELECT ${which}.channel_id, ${which}.kind, ${which}.is_active, ${which}.is_watched, ${sign}, ${sign} * ${which}.media_size,
      ${sign} * ${which}.duration WHERE ${which}.absence IS NULL
    ON CONFLICT DO UPDATE SET items = items + excluded.items, media_size = media_size + excluded.media_size, duration = duration + excluded.duration;`;
  const addToDay = (which: 'old' | 'new', sign: 1 | -1): string => `
    INSERT INTO download_day SELECT date(${which}.downloaded_at, 'unixepoch', 'localtime'), ${sign}, ${sign} * ${which}.media_size
      WHERE ${which}.absence IS NULL
    ON CONFLICT DO UPDATE SET items = items + excluded.items, media_size = media_size + excluded.media_size;`;
  const differs = (...columns: string[]): string => ['absence', ...columns].map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');
  database.exec(`
    DROP TRIGGER video_total_added;
    DROP TRIGGER video_total_removed;
    DROP TRIGGER video_total_changed;
    DROP TRIGGER download_day_changed;
    CREATE TRIGGER video_total_added AFTER INSERT ON video BEGIN ${addToTotals('new', 1)} ${addToDay('new', 1)} END;
    CREATE TRIGGER video_total_removed AFTER DELETE ON video BEGIN ${addToTotals('old', -1)} ${addToDay('old', -1)} END;
    CREATE TRIGGER video_total_changed AFTER UPDATE ON video
      WHEN ${differs('channel_id', 'kind', 'is_active', 'is_watched', 'media_size', 'duration')}
      BEGIN ${addToTotals('old', -1)} ${addToTotals('new', 1)} END;
    CREATE TRIGGER download_day_changed AFTER UPDATE ON video WHEN ${differs('downloaded_at', 'media_size')}
      BEGIN ${addToDay('old', -1)} ${addToDay('new', 1)} END;
  `);
}

/** Items of the trash (server/trash/trash-items.ts), and the library folders that Stowaway created (server/archive/created-folders.ts). */
function createTrash(database: Database): void {
  database.exec(`
    CREATE TABLE trash (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('video', 'channel', 'playlist')),
      -- The id of the video, channel or playlist.
      ref TEXT NOT NULL,
      title TEXT NOT NULL,
      -- The channel or playlist that was deleted along with it.
      parent INTEGER REFERENCES trash (id) ON DELETE SET NULL,
      -- moving: files are on their way in; kept; restoring: on their way back; purging: being deleted.
      state TEXT NOT NULL CHECK (state IN ('moving', 'kept', 'restoring', 'purging')),
      is_automatic INTEGER NOT NULL,
      deleted_at INTEGER NOT NULL,
      -- For how long it has been here while this server counted.
      kept_seconds INTEGER NOT NULL DEFAULT 0,
      size_bytes INTEGER NOT NULL,
      -- JSON: [{ "file": where it was, "place": where it is }], as stored names.
      files TEXT NOT NULL,
      -- JSON: table -> rows that went with it; '{}' for a video, whose row stays.
      rows TEXT NOT NULL
    );
    CREATE INDEX trash_ref ON trash (kind, ref);
    CREATE INDEX trash_parent ON trash (parent);

    -- Folders in the library that Stowaway made, as stored names: these alone go when they are empty.
    CREATE TABLE made_folder (folder TEXT PRIMARY KEY) WITHOUT ROWID;
  `);
}
