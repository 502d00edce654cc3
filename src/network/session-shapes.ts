// Shapes of the answers of the first load: ping and the documents of an account.
import type { WireAccount, WireAppSettings, WirePing, WireUserConfig } from '../contract/names.ts';
import { withExtraFields, fields, flag, listOf, number, oneOf, orDefault, text, type Shape } from './shape.ts';

export const textOrNull = orDefault<string, null>(text, null);

export function positiveInteger(value: unknown): number {
  const count = number(value);
  return count >= 1 ? Math.floor(count) : number(undefined); // refuses the value
}

/**
 * The config is stored as sent, since a key may be written back only if the server sent it. Keys that every release sends have defaults.
 */
export const userConfigShape = withExtraFields<WireUserConfig>({
  stylesheet: orDefault(oneOf('dark.css', 'light.css', 'matrix.css', 'midnight.css', 'custom.css'), 'dark.css'),
  page_size: positiveInteger,
  sort_by: orDefault(oneOf('published', 'downloaded', 'views', 'likes', 'duration', 'mediasize', 'width', 'height'), 'published'),
  sort_order: orDefault(oneOf('asc', 'desc'), 'desc'),
  view_style_home: orDefault(oneOf('grid', 'list', 'table'), 'grid'),
  view_style_channel: orDefault(oneOf('grid', 'list'), 'list'),
  view_style_downloads: orDefault(oneOf('grid', 'list'), 'list'),
  view_style_playlist: orDefault(oneOf('grid', 'list'), 'grid'),
  vid_type_filter: orDefault(oneOf('videos', 'streams', 'shorts'), null),
  grid_items: orDefault(number, 3),
  hide_watched: orDefault<boolean, null>(flag, null),
  file_size_unit: orDefault(oneOf('binary', 'metric'), 'binary'),
  show_ignored_only: orDefault(flag, false),
  show_subed_only: orDefault<boolean, null>(flag, null),
  show_subed_only_playlists: orDefault<boolean, null>(flag, null),
  show_help_text: orDefault(flag, true),
});

export const accountShape = fields<WireAccount>({
  id: number,
  name: text,
  is_staff: flag,
  is_superuser: flag,
  groups: orDefault(listOf(number), []),
  user_permissions: orDefault(listOf(number), []),
  last_login: textOrNull,
});

export const appSettingsShape = withExtraFields<WireAppSettings>({
  subscriptions: withExtraFields<WireAppSettings['subscriptions']>({}),
  downloads: withExtraFields<WireAppSettings['downloads']>({}),
  application: withExtraFields<WireAppSettings['application']>({ enable_cast: orDefault(flag, false), enable_snapshot: orDefault(flag, false) }),
});

export const pingShape = fields<WirePing>({
  response: oneOf('pong'),
  user: number,
  version: orDefault(text, ''),
  stowaway_version: orDefault<string, undefined>(text, undefined) as Shape<string>,
  ta_update: orDefault<NonNullable<WirePing['ta_update']>, null>(
    fields<NonNullable<WirePing['ta_update']>>({ status: orDefault(flag, true), version: text, is_breaking: orDefault(flag, false) }),
    null,
  ),
});
