// Stores an account's settings, as its changes to the defaults.
import type { WireUserConfig } from '../../src/contract/names.ts';
import { inTransaction, type Database } from '../database/transaction.ts';

/** The specification's defaults, where it states them. */
export const defaultUserSettings: WireUserConfig = {
  stylesheet: 'dark.css',
  page_size: 12,
  sort_by: 'published',
  sort_order: 'desc',
  view_style_home: 'grid',
  view_style_channel: 'grid',
  view_style_downloads: 'list',
  view_style_playlist: 'grid',
  vid_type_filter: null,
  grid_items: 3,
  // Null shows all videos. False would remove a video from home as soon as it is marked as watched.
  hide_watched: null,
  hide_watched_channel: null,
  hide_watched_playlist: null,
  file_size_unit: 'binary',
  show_ignored_only: false,
  show_subed_only: null,
  show_subed_only_playlists: null,
  show_help_text: true,
};

export function createUserSettings(database: Database) {
  const read = database.prepare('SELECT settings FROM account WHERE id = ?');
  const write = database.prepare('UPDATE account SET settings = ? WHERE id = ?');

  function changesOf(accountId: number): Partial<WireUserConfig> {
    const row = read.get(accountId) as { settings: string } | undefined;
    return row ? (JSON.parse(row.settings) as Partial<WireUserConfig>) : {};
  }

  return {
    get: (accountId: number): WireUserConfig => ({ ...defaultUserSettings, ...changesOf(accountId) }),
    change: (accountId: number, changes: Partial<WireUserConfig>): WireUserConfig =>
      inTransaction(database, () => {
        const merged = { ...changesOf(accountId), ...changes };
        write.run(JSON.stringify(merged), accountId);
        return { ...defaultUserSettings, ...merged };
      }),
  };
}
