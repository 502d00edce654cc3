// Documents as the archive sends them, with invented names.
import { defaultAppSettings } from '../../server/archive/app-settings.ts';
import type {
  WireAccount,
  WireAppSettings,
  WireChannel,
  WireComment,
  WireDownloadItem,
  WirePagination,
  WirePing,
  WirePlaylist,
  WireUserConfig,
  WireVideo,
} from '../../src/contract/names.ts';

export function aWireVideo(overrides: Partial<Omit<WireVideo, 'player'>> & { player?: Partial<WireVideo['player']> } = {}): WireVideo {
  const { player, ...rest } = overrides;
  return {
    youtube_id: 'lanternfish',
    title: 'How lanterns light the harbour',
    active: true,
    category: [],
    channel: {
      channel_id: 'UCharbourlights0000000000',
      channel_name: 'Harbour Lights',
      channel_active: true,
      channel_banner_url: null,
      channel_thumb_url: '/cache/channels/UCharbourlights0000000000_thumb.jpg',
      channel_tvart_url: null,
      channel_description: null,
      channel_last_refresh: '2026-01-02T00:00:00+00:00',
      channel_subs: 1200,
      channel_subscribed: true,
      channel_tabs: ['videos'],
    },
    comment_count: null,
    date_downloaded: 1_760_000_000,
    description: 'A walk along the quay.',
    media_size: 5_000_000,
    media_url: '/youtube/UCharbourlights0000000000/lanternfish.mp4',
    player: { watched: false, duration: 600, duration_str: '10:00', ...player },
    playlist: [],
    published: '2026-03-01T00:00:00+00:00',
    sponsorblock: null,
    stats: { like_count: 10, average_rating: 4.5, view_count: 100, dislike_count: 0 },
    streams: [{ type: 'video', index: 0, codec: 'h264', bitrate: 500_000, width: 1280, height: 720 }],
    subtitles: [],
    tags: [],
    vid_last_refresh: '2026-03-02T00:00:00+00:00',
    vid_thumb_url: '/cache/videos/l/lanternfish.jpg',
    vid_type: 'videos',
    _index: 'ta_video',
    _score: 0,
    ...rest,
  };
}

/** Videos `v1` to `vN`, newest first. */
export function wireVideos(count: number): WireVideo[] {
  return Array.from({ length: count }, (_unused, index) =>
    aWireVideo({ youtube_id: `v${index + 1}`, title: `Part ${index + 1}`, published: new Date(Date.UTC(2026, 5, 28) - index * 86_400_000).toISOString() }),
  );
}

export function aWirePagination(overrides: Partial<WirePagination> = {}): WirePagination {
  return {
    page_size: 12,
    page_from: 0,
    prev_pages: null,
    current_page: 1,
    max_hits: false,
    params: '',
    last_page: 0,
    next_pages: [],
    total_hits: 2,
    ...overrides,
  };
}

export function aWireChannel(overrides: Partial<WireChannel> = {}): WireChannel {
  return { ...aWireVideo().channel, _index: 'ta_channel', _score: 0, ...overrides };
}

export function aWireDownload(overrides: Partial<WireDownloadItem> = {}): WireDownloadItem {
  return {
    youtube_id: 'd1',
    title: 'Wind in the reeds',
    channel_id: 'UCharbourlights0000000000',
    channel_name: 'Harbour Lights',
    channel_indexed: true,
    duration: '12m 07s',
    published: '2026-02-15T06:00:00+00:00',
    vid_thumb_url: null,
    vid_type: 'videos',
    auto_start: false,
    status: 'pending',
    timestamp: 1_771_142_461,
    _index: 'ta_download',
    _score: 0,
    ...overrides,
  };
}

export function aWirePlaylist(overrides: Partial<WirePlaylist> = {}): WirePlaylist {
  return {
    playlist_id: 'PLquaywalks0000000000000000000000',
    playlist_name: 'Quay walks',
    playlist_active: true,
    playlist_channel: 'Harbour Lights',
    playlist_channel_id: 'UCharbourlights0000000000',
    playlist_description: 'False',
    playlist_entries: [{ youtube_id: 'v1', title: 'Part 1', uploader: null, idx: 0, downloaded: true }],
    playlist_last_refresh: '2026-03-02T00:00:00+00:00',
    playlist_subscribed: true,
    playlist_sort_order: 'top',
    playlist_thumbnail: '/cache/playlists/quay.jpg',
    playlist_type: 'regular',
    _index: 'ta_playlist',
    _score: 0,
    ...overrides,
  };
}

export function aWireComment(overrides: Partial<WireComment> = {}): WireComment {
  return {
    comment_id: 'c1',
    comment_text: 'The fog at 1:02 is lovely',
    comment_author: 'Ada Wren',
    comment_author_id: null,
    comment_author_is_uploader: false,
    comment_author_thumbnail: null,
    comment_is_favorited: false,
    comment_likecount: null,
    comment_parent: 'root',
    comment_time_text: '2026-03-03',
    comment_timestamp: 1_772_000_000,
    comment_replies: [],
    ...overrides,
  };
}

export function aWireUserConfig(overrides: Partial<WireUserConfig> = {}): WireUserConfig {
  return {
    stylesheet: 'dark.css',
    page_size: 12,
    sort_by: 'published',
    sort_order: 'desc',
    view_style_home: 'grid',
    view_style_channel: 'list',
    view_style_downloads: 'list',
    view_style_playlist: 'grid',
    vid_type_filter: null,
    grid_items: 3,
    hide_watched: null,
    file_size_unit: 'binary',
    show_ignored_only: false,
    show_subed_only: null,
    show_subed_only_playlists: null,
    show_help_text: true,
    ...overrides,
  };
}

export function aWireAccount(overrides: Partial<WireAccount> = {}): WireAccount {
  return { id: 1, name: 'marlow', is_staff: false, is_superuser: false, groups: [], user_permissions: [], last_login: null, ...overrides };
}

export function aWirePing(overrides: Partial<WirePing> = {}): WirePing {
  return { response: 'pong', user: 1, version: 'v0.1.0', ta_update: null, ...overrides };
}

/** A few of the settings, because the client accepts a document without the others. */
export function someAppSettings(): WireAppSettings {
  return { subscriptions: { channel_size: 50 }, downloads: {}, application: { enable_cast: false, enable_snapshot: false } } as unknown as WireAppSettings;
}

/** Settings with every key that our server sends. */
export function allAppSettings(overrides: { [Section in keyof WireAppSettings]?: Partial<WireAppSettings[Section]> } = {}): WireAppSettings {
  const { subscriptions, downloads, application } = defaultAppSettings;
  return {
    subscriptions: { ...subscriptions, ...overrides.subscriptions },
    downloads: { ...downloads, ...overrides.downloads },
    application: { ...application, ...overrides.application },
  };
}
