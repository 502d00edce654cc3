import type { WireAppSettings } from '../../src/contract/names.ts';
import type { Database } from '../database/transaction.ts';

/** Both generations of keys (docs/behaviour.md, Two generations): clients write only what they were sent. */
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
  },
  application: { enable_snapshot: false, enable_cast: false },
};

export function createAppSettings(database: Database) {
  const read = database.prepare("SELECT value FROM archive WHERE key = 'app-settings'");
  return {
    get(): WireAppSettings {
      const row = read.get() as { value: string } | undefined;
      const changes = row ? (JSON.parse(row.value) as Partial<WireAppSettings>) : {};
      return {
        subscriptions: { ...defaultAppSettings.subscriptions, ...changes.subscriptions },
        downloads: { ...defaultAppSettings.downloads, ...changes.downloads },
        application: { ...defaultAppSettings.application, ...changes.application },
      };
    },
  };
}
