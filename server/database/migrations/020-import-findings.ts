import type { Database } from '../transaction.ts';

/** Problems with files of the library, remembered so that the files are not read again before they change. */
export function addImportFindings(database: Database): void {
  database.exec(`
    CREATE TABLE import_finding (
      media_file TEXT PRIMARY KEY,
      -- Sizes and times of the media file and of what lies beside it.
      state TEXT NOT NULL,
      -- taken, refused, copy, deleted
      kind TEXT NOT NULL,
      -- Of a copy: the media file that was taken instead. Of what was deleted in the archive: the video's id.
      other TEXT,
      problems TEXT NOT NULL
    ) WITHOUT ROWID;

    -- All problems of the last look at the library, in its order.
    CREATE TABLE import_problem (place INTEGER PRIMARY KEY, file TEXT NOT NULL, reason TEXT NOT NULL);
  `);
}
