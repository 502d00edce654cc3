// Gives access to one data folder's database: one object for each kind of rows. server/start constructs the archive once and passes it, or
// parts of it, to the rest of the server. Knows nothing of HTTP or media folders.
import { randomBytes, randomUUID } from 'node:crypto';
import { createAccounts } from '../accounts/accounts.ts';
import { createApiTokens } from '../accounts/api-tokens.ts';
import { createIdempotencyStore } from '../accounts/idempotency.ts';
import { createSessions } from '../accounts/sessions.ts';
import { createUserSettings } from '../accounts/user-settings.ts';
import type { Database } from '../database/transaction.ts';
import { createLearnedRows } from '../catalogue/learned.ts';
import { createSchedules } from '../schedules/schedules.ts';
import { createAppSettings } from './app-settings.ts';
import { createChannels } from './channels.ts';
import { createComments } from './comments.ts';
import { createCustomPlaylists } from './custom-playlists.ts';
import { createDownloadHolds } from './download-holds.ts';
import { createWaitingLinks } from './waiting-links.ts';
import { createDownloadRuns } from './download-runs.ts';
import { createDownloads } from './downloads.ts';
import { createFolders } from './folders.ts';
import { createImportReports } from './import-reports.ts';
import { createCreatedFolders } from './created-folders.ts';
import { createMissingVideos } from './missing-videos.ts';
import { createLibrarySettings } from './library-settings.ts';
import { createPlaylists } from './playlists.ts';
import { createRemoved } from './removed.ts';
import { createSimilarVideos } from './similar-videos.ts';
import { createStats } from './stats.ts';
import { createVideoLists } from './video-lists.ts';
import { createVideoRows } from './video-rows.ts';
import { createWatchState } from './watch-state.ts';
import { createNameResolver } from './name-resolver.ts';

export type Archive = ReturnType<typeof createArchive>;

export function createArchive(database: Database) {
  return {
    database,
    /** The id by which clients distinguish archives. */
    archiveId: getOrCreate(database, 'archive-id', randomUUID),
    /** The key, in Base64url, that signs addresses for cast devices. */
    castSecret: getOrCreate(database, 'cast-secret', () => randomBytes(32).toString('base64url')),
    accounts: createAccounts(database),
    sessions: createSessions(database),
    apiTokens: createApiTokens(database),
    idempotencyStore: createIdempotencyStore(database),
    userSettings: createUserSettings(database),
    appSettings: createAppSettings(database),
    librarySettings: createLibrarySettings(database),
    schedules: createSchedules(database),
    videos: createVideoRows(database),
    videoLists: createVideoLists(database),
    similarVideos: createSimilarVideos(database),
    watchState: createWatchState(database),
    channels: createChannels(database),
    playlists: createPlaylists(database),
    customPlaylists: createCustomPlaylists(database),
    folders: createFolders(database),
    learned: createLearnedRows(database),
    importReports: createImportReports(database),
    comments: createComments(database),
    removed: createRemoved(database),
    missing: createMissingVideos(database),
    createdFolders: createCreatedFolders(database),
    stats: createStats(database),
    downloads: createDownloads(database),
    downloadRuns: createDownloadRuns(database),
    downloadHolds: createDownloadHolds(database),
    waitingLinks: createWaitingLinks(database),
    nameResolver: createNameResolver(database),
  };
}

/** Returns a stored value. The first call for a data folder generates and stores it. */
function getOrCreate(database: Database, key: string, make: () => string): string {
  database.prepare('INSERT OR IGNORE INTO archive (key, value) VALUES (?, ?)').run(key, make());
  return (database.prepare('SELECT value FROM archive WHERE key = ?').get(key) as { value: string }).value;
}
