// Tracks what an archive has acknowledged to one person, for comparison with its later answers: watched marks, positions, playlists,
// subscriptions, settings, ignored videos. A write whose answer was lost is sent again under its key and counts once.
import { expect } from 'vitest';
import type { WireAppSettings, WireChannel, WireDownloadItem, WirePlaylist, WireUserConfig, WireVideo } from '../../src/contract/names.ts';
import type { ApiSession } from './server-session.ts';

/** The state as the API reports it. */
export interface ApiState {
  watchedIds: string[];
  positions: Record<string, number>;
  /** Custom playlists by name, each with its videos in order. */
  playlists: Record<string, string[]>;
  /** Channel ids. */
  subscribedIds: string[];
  gridItems: number;
  channelSize: number | null;
  ignoredIds: string[];
}

interface Write {
  path: string;
  body: unknown;
  key: string;
  /** Changes the tracked state as the archive does when it acknowledges the write. */
  apply(state: ApiState, answer: unknown): void;
}

export interface Acknowledged {
  /** A copy of the tracked state. */
  state(): ApiState;
  /** Sends writes one by one until the archive stops answering or `shouldStop` returns true; resolves to how many it acknowledged. */
  writeUntil(device: ApiSession, shouldStop: () => boolean): Promise<number>;
  /** Sends the unanswered write again, if there is one. */
  sendAgain(device: ApiSession): Promise<void>;
  /** Replaces the tracked state, after the archive was restored. */
  replace(state: ApiState): void;
  /** How many writes were acknowledged so far. */
  count(): number;
}

const kinds = ['watched', 'unwatched', 'position', 'add-to-playlist', 'subscribe', 'grid', 'size'] as const;
/** Kinds drawn rarely: playlists and ignored videos only grow in number, and the archive starts a task for each ignored id. */
const rareKinds = ['create-playlist', 'ignore'] as const;
const rareShare = 0.02;
type Kind = (typeof kinds)[number] | (typeof rareKinds)[number];

export async function trackAcknowledged(device: ApiSession, random: () => number): Promise<Acknowledged> {
  let state = await readState(device);
  const videoIds = (await allVideos(device)).map((video) => video.youtube_id);
  const channelIds = (await device.json<{ data: WireChannel[] }>('/api/channel/')).data.map((channel) => channel.channel_id);
  const playlistIds = new Map<string, string>();
  let unansweredWrite: Write | null = null;
  let sentCount = 0;
  let acknowledgedCount = 0;
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

  function drawWrite(): Write {
    const key = `write-${++sentCount}`;
    const videoId = pick(videoIds);
    const kind: Kind = playlistIds.size === 0 ? 'create-playlist' : random() < rareShare ? pick(rareKinds) : pick(kinds);
    switch (kind) {
      case 'watched':
      case 'unwatched': {
        const isWatched = kind === 'watched';
        return { key, path: '/api/watched/', body: { id: videoId, is_watched: isWatched }, apply: (trackedState) => mark(trackedState, videoId, isWatched) };
      }
      case 'position': {
        const position = 6 + Math.floor(random() * 40);
        const apply = (trackedState: ApiState): void => {
          if (!trackedState.watchedIds.includes(videoId)) trackedState.positions[videoId] = position;
        };
        return { key, path: `/api/video/${videoId}/progress/`, body: { position }, apply };
      }
      case 'create-playlist': {
        const name = `Trip ${sentCount}`;
        const apply = (trackedState: ApiState, answer: unknown): void => {
          trackedState.playlists[name] = [];
          playlistIds.set(name, (answer as WirePlaylist).playlist_id);
        };
        return { key, path: '/api/playlist/custom/', body: { playlist_name: name }, apply };
      }
      case 'add-to-playlist': {
        const [name, id] = pick([...playlistIds].filter(([playlistName]) => state.playlists[playlistName] !== undefined)) ?? [];
        if (name === undefined) return drawWrite();
        const apply = (trackedState: ApiState): void => {
          const entries = trackedState.playlists[name] ?? [];
          trackedState.playlists[name] = entries.includes(videoId) ? entries : [...entries, videoId];
        };
        return { key, path: `/api/playlist/custom/${id}/`, body: { action: 'create', video_id: videoId }, apply };
      }
      case 'subscribe': {
        const channelId = pick(channelIds);
        const isSubscribed = random() < 0.5;
        const apply = (trackedState: ApiState): void =>
          void (trackedState.subscribedIds = [...trackedState.subscribedIds.filter((id) => id !== channelId), ...(isSubscribed ? [channelId] : [])].toSorted());
        return { key, path: `/api/channel/${channelId}/`, body: { channel_subscribed: isSubscribed }, apply };
      }
      case 'grid': {
        const gridItems = 3 + Math.floor(random() * 5);
        return { key, path: '/api/user/me/', body: { grid_items: gridItems }, apply: (trackedState) => void (trackedState.gridItems = gridItems) };
      }
      case 'size': {
        const channelSize = 1 + Math.floor(random() * 90);
        const body = { subscriptions: { channel_size: channelSize } };
        return { key, path: '/api/appsettings/config/', body, apply: (trackedState) => void (trackedState.channelSize = channelSize) };
      }
      case 'ignore': {
        const id = `ignored${String(sentCount).padStart(4, '0')}`;
        return {
          key,
          path: `/api/download/${id}/`,
          body: { status: 'ignore-force' },
          apply: (trackedState) => void (trackedState.ignoredIds = [...trackedState.ignoredIds, id].toSorted()),
        };
      }
    }
  }

  /** Resolves to false if no answer came. */
  async function send(writer: ApiSession, write: Write): Promise<boolean> {
    unansweredWrite = write;
    let answer: unknown;
    try {
      answer = await writer.json(write.path, { method: 'POST', body: write.body, headers: { 'idempotency-key': write.key } });
    } catch (error) {
      if (error instanceof Error && / answered \d/.test(error.message)) throw error;
      return false;
    }
    unansweredWrite = null;
    write.apply(state, answer);
    acknowledgedCount += 1;
    return true;
  }

  return {
    state: () => structuredClone(state),
    count: () => acknowledgedCount,
    replace: (newState) => void (state = structuredClone(newState)),
    async writeUntil(writer, shouldStop) {
      const countBefore = acknowledgedCount;
      while (!shouldStop() && (await send(writer, drawWrite())));
      return acknowledgedCount - countBefore;
    },
    async sendAgain(writer) {
      if (unansweredWrite !== null) expect(await send(writer, unansweredWrite)).toBe(true);
    },
  };
}

function mark(state: ApiState, videoId: string, isWatched: boolean): void {
  state.watchedIds = [...state.watchedIds.filter((id) => id !== videoId), ...(isWatched ? [videoId] : [])].toSorted();
  delete state.positions[videoId];
}

export async function readState(device: ApiSession): Promise<ApiState> {
  const videos = await allVideos(device);
  const playlists = (await device.json<{ data: WirePlaylist[] }>('/api/playlist/?type=custom&page_size=500')).data;
  const channels = (await device.json<{ data: WireChannel[] }>('/api/channel/?page_size=500')).data;
  const config = await device.json<WireUserConfig>('/api/user/me/');
  const settings = await device.json<WireAppSettings>('/api/appsettings/config/');
  const ignoredItems = (await device.json<{ data: WireDownloadItem[] }>('/api/download/?filter=ignore&page_size=500')).data;
  return {
    watchedIds: idsOf(videos.filter(({ player }) => player.watched)),
    positions: Object.fromEntries(videos.flatMap(({ youtube_id: id, player }) => (player.position === undefined ? [] : [[id, player.position]]))),
    playlists: Object.fromEntries(playlists.map(({ playlist_name: name, playlist_entries: entries }) => [name, entries.map((entry) => entry.youtube_id)])),
    subscribedIds: channels
      .filter((channel) => channel.channel_subscribed)
      .map((channel) => channel.channel_id)
      .toSorted(),
    gridItems: config.grid_items,
    channelSize: settings.subscriptions.channel_size,
    ignoredIds: idsOf(ignoredItems),
  };
}

export async function allVideos(device: ApiSession): Promise<WireVideo[]> {
  const videos: WireVideo[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await device.json<{ data: WireVideo[] }>(`/api/video/?page_size=500&page=${page}`);
    videos.push(...data);
    if (data.length < 500) return videos;
  }
}

function idsOf(rows: { youtube_id: string }[]): string[] {
  return rows.map((row) => row.youtube_id).toSorted();
}
