// Stores an account's settings. Only values that the account has set are stored; the defaults apply to all others.
import type { WireUserConfig } from '../../src/contract/names.ts';
import { sortColumns } from '../database/sort-columns.ts';
import { inTransaction, type Database } from '../database/transaction.ts';

/** The default of each setting: the specification's, if it states one. */
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
  // Null shows all videos. False shows only unwatched ones, so a video would disappear from home as soon as it is marked as watched.
  hide_watched: null,
  hide_watched_channel: null,
  hide_watched_playlist: null,
  file_size_unit: 'binary',
  show_ignored_only: false,
  show_subed_only: null,
  show_subed_only_playlists: null,
  show_help_text: true,
};

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isBooleanOrNull = (value: unknown): boolean => value === null || isBoolean(value);
const isOneOf =
  (...values: unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

const isValid: Record<keyof WireUserConfig, (value: unknown) => boolean> = {
  stylesheet: (value) => typeof value === 'string' && /^\w{1,20}\.css$/.test(value),
  page_size: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  sort_by: isOneOf(...Object.keys(sortColumns)),
  sort_order: isOneOf('asc', 'desc'),
  view_style_home: isOneOf('grid', 'list', 'table'),
  view_style_channel: isOneOf('grid', 'list', 'table'),
  view_style_downloads: isOneOf('grid', 'list', 'table'),
  view_style_playlist: isOneOf('grid', 'list', 'table'),
  vid_type_filter: isOneOf('videos', 'streams', 'shorts', null),
  grid_items: (value) => Number.isSafeInteger(value) && (value as number) >= 3 && (value as number) <= 7,
  hide_watched: isBooleanOrNull,
  hide_watched_channel: isBooleanOrNull,
  hide_watched_playlist: isBooleanOrNull,
  file_size_unit: isOneOf('binary', 'metric'),
  show_ignored_only: isBoolean,
  show_subed_only: isBooleanOrNull,
  show_subed_only_playlists: isBooleanOrNull,
  show_help_text: isBoolean,
};

/** Leaves out unknown settings and invalid values. */
export function validUserSettings(settings: Record<string, unknown>): Partial<WireUserConfig> {
  return Object.fromEntries(Object.entries(settings).filter(([key, value]) => Object.hasOwn(isValid, key) && isValid[key as keyof WireUserConfig](value)));
}

export function createUserSettings(database: Database) {
  const read = database.prepare('SELECT settings FROM account WHERE id = ?');
  const write = database.prepare('UPDATE account SET settings = ? WHERE id = ?');

  function storedSettings(accountId: number): Partial<WireUserConfig> {
    const row = read.get(accountId) as { settings: string } | undefined;
    return row ? (JSON.parse(row.settings) as Partial<WireUserConfig>) : {};
  }

  return {
    get: (accountId: number): WireUserConfig => ({ ...defaultUserSettings, ...storedSettings(accountId) }),
    change: (accountId: number, changes: Partial<WireUserConfig>): WireUserConfig =>
      inTransaction(database, () => {
        const newSettings = { ...storedSettings(accountId), ...changes };
        write.run(JSON.stringify(newSettings), accountId);
        return { ...defaultUserSettings, ...newSettings };
      }),
  };
}
