// Shapes of the answers of the first load: ping and the documents of an account. All others are in wire-shapes.ts.
import type { WireAccount, WireAppSettings, WirePing, WireUserConfig } from '../contract/names.ts';
import { atLeast, fields, flag, listOf, number, oneOf, or, text, type Shape } from './shape.ts';

export const textOrNull = or<string, null>(text, null);

export function positive(value: unknown): number {
  const read = number(value);
  return read >= 1 ? Math.floor(read) : number(undefined);
}

/** Stored as sent, since a key may be written back only if the server sent it; the keys of all releases have defaults. */
export const userConfigShape = atLeast<WireUserConfig>({
  stylesheet: or(oneOf('dark.css', 'light.css', 'matrix.css', 'midnight.css', 'custom.css'), 'dark.css'),
  page_size: positive,
  sort_by: or(oneOf('published', 'downloaded', 'views', 'likes', 'duration', 'mediasize', 'width', 'height'), 'published'),
  sort_order: or(oneOf('asc', 'desc'), 'desc'),
  view_style_home: or(oneOf('grid', 'list', 'table'), 'grid'),
  view_style_channel: or(oneOf('grid', 'list'), 'list'),
  view_style_downloads: or(oneOf('grid', 'list'), 'list'),
  view_style_playlist: or(oneOf('grid', 'list'), 'grid'),
  vid_type_filter: or(oneOf('videos', 'streams', 'shorts'), null),
  grid_items: or(number, 3),
  hide_watched: or<boolean, null>(flag, null),
  file_size_unit: or(oneOf('binary', 'metric'), 'binary'),
  show_ignored_only: or(flag, false),
  show_subed_only: or<boolean, null>(flag, null),
  show_subed_only_playlists: or<boolean, null>(flag, null),
  show_help_text: or(flag, true),
});

export const accountShape = fields<WireAccount>({
  id: number,
  name: text,
  is_staff: flag,
  is_superuser: flag,
  groups: or(listOf(number), []),
  user_permissions: or(listOf(number), []),
  last_login: textOrNull,
});

export const appSettingsShape = atLeast<WireAppSettings>({
  subscriptions: atLeast<WireAppSettings['subscriptions']>({}),
  downloads: atLeast<WireAppSettings['downloads']>({}),
  application: atLeast<WireAppSettings['application']>({ enable_cast: or(flag, false), enable_snapshot: or(flag, false) }),
});

export const pingShape = fields<WirePing>({
  response: oneOf('pong'),
  user: number,
  version: or(text, ''),
  stowaway_version: or<string, undefined>(text, undefined) as Shape<string>,
  ta_update: or<NonNullable<WirePing['ta_update']>, null>(
    fields<NonNullable<WirePing['ta_update']>>({ status: or(flag, true), version: text, is_breaking: or(flag, false) }),
    null,
  ),
});
