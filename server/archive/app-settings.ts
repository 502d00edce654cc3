// Stores the archive's application settings, as changes to the defaults.
import type { WireAppSettings } from '../../src/contract/names.ts';
import { inTransaction, type Database } from '../database/transaction.ts';

/** The keys are those of both generations of the API (docs/behaviour.md, Two generations). Clients write only keys that they received. */
export const defaultAppSettings: WireAppSettings = {
  subscriptions: { channel_size: 50, live_channel_size: 50, shorts_channel_size: 50, playlist_size: 50, auto_start: false, extract_flat: false },
  downloads: {
    limit_speed: null,
    sleep_interval: 10,
    autodelete_days: null,
    format: null,
    format_sort: null,
    add_metadata: false,
    add_thumbnail: false,
    subtitle: null,
    subtitle_source: null,
    subtitle_index: false,
    comment_max: null,
    comment_sort: 'top',
    cookie_import: false,
    potoken: false,
    pot_provider_url: null,
    throttledratelimit: null,
    extractor_lang: null,
    integrate_ryd: false,
    integrate_sponsorblock: false,
    extra_options: null,
  },
  application: { enable_snapshot: false, enable_cast: false },
};

/** Numeric settings whose default is null. All other settings whose default is null are texts. */
const numbersWithoutDefault = new Set(['limit_speed', 'autodelete_days', 'throttledratelimit']);

/** Returns the stored settings that are valid. */
export function validAppSettings(storedSettings: Record<string, unknown>): Record<string, unknown> {
  const sections = Object.entries(storedSettings).filter(([section]) => Object.hasOwn(defaultAppSettings, section));
  return Object.fromEntries(
    sections.map(([section, values]) => {
      const defaults: Record<string, unknown> = defaultAppSettings[section as keyof WireAppSettings];
      const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
      return [section, Object.fromEntries(entries.filter(([key, value]) => Object.hasOwn(defaults, key) && isOfType(value, key, defaults[key])))];
    }),
  );
}

/** Whether the value has the setting's type. Every setting that is not a switch may be null. */
function isOfType(value: unknown, key: string, defaultValue: unknown): boolean {
  if (typeof defaultValue === 'boolean') return typeof value === 'boolean';
  if (value === null) return true;
  return typeof value === (typeof defaultValue === 'number' || numbersWithoutDefault.has(key) ? 'number' : 'string');
}

export function createAppSettings(database: Database) {
  const read = database.prepare("SELECT value FROM archive WHERE key = 'app-settings'");
  const write = database.prepare("INSERT OR REPLACE INTO archive (key, value) VALUES ('app-settings', ?)");

  function storedChanges(): AppSettingsChanges {
    const row = read.get() as { value: string } | undefined;
    return row ? (JSON.parse(row.value) as AppSettingsChanges) : {};
  }
  const mergeSections = (base: AppSettingsChanges, changes: AppSettingsChanges): AppSettingsChanges => ({
    subscriptions: { ...base.subscriptions, ...changes.subscriptions },
    downloads: { ...base.downloads, ...changes.downloads },
    application: { ...base.application, ...changes.application },
  });
  const get = (): WireAppSettings => mergeSections(defaultAppSettings, storedChanges()) as WireAppSettings;

  return {
    get,
    change: ({ downloads, ...sections }: AppSettingsChanges): WireAppSettings =>
      inTransaction(database, () => {
        // These two keys are not stored as settings. The cookie and the token have their own calls, and their files show whether they
        // exist.
        const { cookie_import: _cookie, potoken: _token, ...rest } = downloads ?? {};
        write.run(JSON.stringify(mergeSections(storedChanges(), { ...sections, downloads: rest })));
        return get();
      }),
  };
}

/** Some of the keys of each section. */
export interface AppSettingsChanges {
  subscriptions?: Partial<WireAppSettings['subscriptions']>;
  downloads?: Partial<WireAppSettings['downloads']>;
  application?: Partial<WireAppSettings['application']>;
}
