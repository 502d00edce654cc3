// An archive in memory that handles this client's writes as docs/behaviour.md describes, and a network that loses, repeats and garbles the
// messages to it. Every device has its own session. Lists and settings are in model-lists.ts.
import { failed, ok, type Result } from '../../src/lib/result.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import type { WatchState } from '../../src/mirror/rows.ts';
import type { ApiError } from '../../src/network/api-error.ts';
import type { FlushApi } from '../../src/sync/flush.ts';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { createModelLists, type ModelAnswer } from './model-lists.ts';

export const faultNames = [
  'none',
  'drop',
  'lost-answer',
  'twice',
  'bad-gateway',
  'bad-gateway-after',
  'portal',
  'portal-after',
  /** An authenticating proxy answers with its sign-in page, because its session has ended. */
  'sign-in-page',
  'forbidden',
  'busy',
  /** An archive that honours keys has already received this key with another call, so it answers 422 and does nothing. */
  'key-taken',
  'die',
  'die-after',
] as const;
export type Fault = (typeof faultNames)[number];

interface ModelVideo {
  videoId: string;
  channelId: string;
  durationSeconds: number;
  isWatched: boolean;
  /** A number in place of a date: each mark takes the next number. */
  watchedDate: number;
}

export interface ModelLibrary {
  videos: { videoId: string; channelId: string; durationSeconds: number }[];
  playlists: Record<string, string[]>;
  customPlaylists?: Record<string, string[]>;
  /** The channels of regular playlists; absent where a test needs none. */
  channelOf?: Record<string, string>;
}

export interface Session {
  userId: number;
  isSignedIn: boolean;
  /** The cookie that changes with each login in this browser (`sessionMark`); absent: the server sets none. */
  mark?: string;
  /** What the network does to each of the next requests. Afterwards it does nothing. */
  faults: Fault[];
  /** Called when the tab dies during a request. */
  onDeath(): void;
}

/** The calls that the flush makes, and the calls that delete. */
export type ModelApi = FlushApi & {
  deleteVideo(videoId: string, key: string): Promise<Result<void, ApiError>>;
  deleteChannel(channelId: string, key: string): Promise<Result<void, ApiError>>;
  deletePlaylist(playlistId: string, withVideos: boolean, key: string): Promise<Result<void, ApiError>>;
};

const notFound: ApiError = { kind: 'not-found', message: 'video not found' };

export type ModelArchive = ReturnType<typeof createModelArchive>;

export function createModelArchive(
  { videos, playlists, customPlaylists = {}, channelOf = {} }: ModelLibrary,
  { honoursKeys, archiveId = 'model' }: { honoursKeys: boolean; archiveId?: string },
) {
  const videosById = new Map<string, ModelVideo>(videos.map((video) => [video.videoId, { ...video, isWatched: false, watchedDate: 0 }]));
  const lists = createModelLists({ channelIds: [...new Set(videos.map((video) => video.channelId))], regularPlaylists: playlists, customPlaylists, channelOf });
  const positions = new Map<string, number>();
  const deletedIds = new Set<string>();
  /** For each key, the call that used it and the first answer to that call. As on the server, refusals are not stored. */
  const answersByKey = new Map<string, { call: string; value: unknown }>();
  const requests: string[] = [];
  let dateCount = 0;
  let redundantMarkCount = 0;
  let markAllCount = 0;

  const positionKey = (userId: number, videoId: string): string => `${userId}/${videoId}`;

  function stateOf(userId: number, videoId: string): WatchState {
    const video = videosById.get(videoId);
    if (!video) throw new Error(`No video ${videoId}`);
    return { isWatched: video.isWatched, positionSeconds: video.isWatched ? null : (positions.get(positionKey(userId, videoId)) ?? null) };
  }

  function toWireVideo(userId: number, video: ModelVideo): WireVideo {
    const { positionSeconds } = stateOf(userId, video.videoId);
    const base = aWireVideo({ youtube_id: video.videoId, title: video.videoId });
    return {
      ...base,
      channel: { ...base.channel, channel_id: video.channelId },
      player: {
        watched: video.isWatched,
        duration: video.durationSeconds,
        duration_str: 'x',
        ...(positionSeconds === null ? {} : { position: positionSeconds, progress: (positionSeconds / video.durationSeconds) * 100 }),
      } as WireVideo['player'],
    };
  }

  function membersOf(id: string): ModelVideo[] | null {
    const entries = lists.playlist(id)?.entries;
    if (entries) return entries.flatMap((videoId) => videosById.get(videoId) ?? []);
    const channelVideos = [...videosById.values()].filter((video) => video.channelId === id);
    return channelVideos.length > 0 ? channelVideos : null;
  }

  function markVideo(video: ModelVideo, isWatched: boolean, userId: number): void {
    if (isWatched) video.watchedDate = ++dateCount;
    video.isWatched = isWatched;
    positions.delete(positionKey(userId, video.videoId));
  }

  function setWatched(userId: number, id: string, isWatched: boolean, isRepeat: boolean): ApiError | null {
    const video = videosById.get(id);
    if (video) {
      if (isWatched && video.isWatched && !isRepeat) redundantMarkCount += 1;
      markVideo(video, isWatched, userId);
      return null;
    }
    if (!isRepeat) markAllCount += 1;
    for (const member of membersOf(id) ?? []) {
      if (member.isWatched !== isWatched) {
        member.isWatched = isWatched;
        member.watchedDate = ++dateCount;
      }
      positions.delete(positionKey(userId, member.videoId));
    }
    return null;
  }

  function saveProgress(userId: number, videoId: string, seconds: number): { isWatched: boolean } {
    const video = videosById.get(videoId) as ModelVideo;
    if (video.isWatched) return { isWatched: true };
    if (seconds >= watchedFrom(video.durationSeconds)) {
      markVideo(video, true, userId);
      return { isWatched: true };
    }
    if (seconds > 5) positions.set(positionKey(userId, videoId), seconds);
    return { isWatched: false };
  }

  /** Deletes the video, its positions and its entries in custom playlists. */
  function deleteVideo(videoId: string): ModelAnswer<void> {
    if (!videosById.delete(videoId)) return failed(notFound);
    deletedIds.add(videoId);
    lists.deleteVideo(videoId);
    for (const key of [...positions.keys()]) if (key.endsWith(`/${videoId}`)) positions.delete(key);
    return ok(undefined);
  }

  /** Deletes the channel with its videos and playlists. */
  function deleteChannel(channelId: string): ModelAnswer<void> {
    if (!lists.removeChannel(channelId)) return failed(notFound);
    for (const video of [...videosById.values()]) if (video.channelId === channelId) deleteVideo(video.videoId);
    return ok(undefined);
  }

  function deletePlaylist(playlistId: string, withVideos: boolean): ModelAnswer<void> {
    const entries = lists.playlist(playlistId)?.entries ?? [];
    if (!lists.removePlaylist(playlistId)) return failed(notFound);
    if (withVideos) for (const videoId of entries) deleteVideo(videoId);
    return ok(undefined);
  }

  function list(userId: number, search: string): WireVideo[] {
    const query = new URLSearchParams(search);
    const watch = query.get('watch');
    const listId = query.get('channel') ?? query.get('playlist');
    const candidates = listId === null ? [...videosById.values()] : (membersOf(listId) ?? []);
    return candidates
      .filter(
        (video) => watch === null || (watch === 'continue' ? positions.has(positionKey(userId, video.videoId)) : video.isWatched === (watch === 'watched')),
      )
      .map((video) => toWireVideo(userId, video));
  }

  /** With `honoursKeys`, as on our own server, calls are refused once `session` belongs to somebody other than its initial owner. */
  function connect(session: Session): ModelApi {
    const owner = session.userId;
    const unansweredRequest = new Promise<never>(() => {});

    async function overNetwork<Value>(call: string, isWrite: boolean, handle: (isRepeat: boolean) => Value, key?: string) {
      // A real request takes at least one turn of the event loop. Waiting for one lets the lanes interleave.
      await new Promise((resolve) => setImmediate(resolve));
      requests.push(call);
      const fault = session.faults.shift() ?? 'none';
      const handleOnce = (isRepeat = false): Value => {
        const firstAnswer = honoursKeys && key !== undefined ? answersByKey.get(key) : undefined;
        if (firstAnswer) return firstAnswer.value as Value;
        const value = handle(isRepeat);
        if (key !== undefined && !isRefusal(value)) answersByKey.set(key, { call, value });
        return value;
      };
      switch (fault) {
        case 'drop':
          return failed<ApiError>({ kind: 'unreachable' });
        case 'bad-gateway':
          return failed<ApiError>({ kind: 'server-error', status: 502, retryAfterMs: null });
        case 'portal':
          return failed<ApiError>({ kind: 'captive' });
        case 'sign-in-page':
          return failed<ApiError>({ kind: 'proxy-login' });
        case 'busy':
          return failed<ApiError>({ kind: 'too-many', retryAfterMs: 2_000 });
        case 'die':
          session.onDeath();
          return unansweredRequest;
        default:
      }
      if (honoursKeys && session.isSignedIn && call !== 'ping' && session.userId !== owner) return failed<ApiError>({ kind: 'other-account' });
      if (!session.isSignedIn) return failed<ApiError>({ kind: 'forbidden', message: 'Authentication credentials were not provided.' });
      if (fault === 'forbidden' && isWrite) return failed<ApiError>({ kind: 'forbidden', message: 'You do not have permission to perform this action.' });
      if (fault === 'key-taken' && honoursKeys && key !== undefined && !answersByKey.has(key)) answersByKey.set(key, { call: 'another call', value: null });
      const boundCall = honoursKeys && key !== undefined ? answersByKey.get(key)?.call : undefined;
      if (boundCall !== undefined && boundCall !== call)
        return failed<ApiError>({ kind: 'refused', status: 422, message: 'This key was used for another call.' });
      const value = handleOnce();
      if (fault === 'twice') handleOnce(true);
      switch (fault) {
        case 'lost-answer':
          return failed<ApiError>({ kind: 'unreachable' });
        case 'bad-gateway-after':
          return failed<ApiError>({ kind: 'server-error', status: 502, retryAfterMs: null });
        case 'portal-after':
          return failed<ApiError>({ kind: 'captive' });
        case 'die-after':
          session.onDeath();
          return unansweredRequest;
        default:
          return ok(value);
      }
    }

    /**
     * For calls whose handler can refuse. A `create` that the network delivers twice makes only one playlist, even without keys, because no
     * client could prevent the second one.
     */
    async function refusable<Value>(call: string, isWrite: boolean, handle: (isRepeat: boolean) => ModelAnswer<Value>, key?: string) {
      const answer = await overNetwork(call, isWrite, (isRepeat) => (isRepeat && call.startsWith('create') ? ok(undefined as Value) : handle(isRepeat)), key);
      return answer.ok ? answer.value : answer;
    }

    return {
      getChannel: (id) => refusable(`get ${id}`, false, () => lists.getChannel(id)),
      getPlaylist: (id) => refusable(`get ${id}`, false, () => lists.getPlaylist(id)),
      listPlaylists: (search) => refusable(`playlists ${search}`, false, () => ok(lists.listPlaylists(search))),
      getUserConfig: () => refusable('config', false, () => ok(lists.config(session.userId))),
      setChannelSubscribed: (id, isSubscribed, key) =>
        refusable(`subscribe ${id} ${isSubscribed}`, true, () => lists.setChannelSubscribed(id, isSubscribed), key),
      updatePlaylist: (id, update, key) => refusable(`update ${id} ${JSON.stringify(update)}`, true, () => lists.updatePlaylist(id, update), key),
      addSubscription: (_of, line, key) => refusable(`add ${line}`, true, () => ok(void lists.subscriptionLines.push(line)), key),
      createCustomPlaylist: (name, key) => refusable(`create ${name}`, true, () => ok(lists.createPlaylist(name)), key),
      changeCustomPlaylist: (id, change, key) => refusable(`${change.action} ${id} ${change.video_id}`, true, () => lists.changeCustom(id, change), key),
      updateUserConfig: (change, key) => refusable(`config ${JSON.stringify(change)}`, true, () => ok(lists.configure(session.userId, change)), key),
      ignoreVideo: (id, key) => refusable(`ignore ${id}`, true, () => ok(void lists.ignoredVideoIds.add(id)), key),
      addDownloads: (lines, { isForced }, key) => refusable(`queue ${lines.join(' ')}`, true, () => ok(lists.addToQueue(lines, isForced)), key),
      changeDownload: (id, to, key) =>
        refusable(
          `download ${id} ${to}`,
          true,
          () => {
            const answer = lists.changeDownload(id, to);
            // Present servers fail on an item that is not in the queue.
            return answer.ok || honoursKeys || to === 'forgotten' ? answer : failed({ kind: 'server-error', status: 500, retryAfterMs: null });
          },
          key,
        ),
      findDownload: (id) => refusable(`find ${id}`, false, () => (lists.download(id) === null ? failed(notFound) : ok(undefined))),
      ping: () =>
        overNetwork('ping', false, () => ({
          response: 'pong' as const,
          user: session.userId,
          version: 'v0',
          ta_update: null,
          archiveId,
          startTimestamp: null,
        })),
      sessionMark: () => session.mark ?? null,
      namesUser: () => honoursKeys,
      async getVideo(videoId) {
        const answer = await overNetwork(`get ${videoId}`, false, () => {
          const video = videosById.get(videoId);
          return video ? toWireVideo(session.userId, video) : null;
        });
        if (!answer.ok) return answer;
        return answer.value ? ok(answer.value) : failed(notFound);
      },
      listVideos: (search) => overNetwork(`list ${search}`, false, () => ({ data: list(session.userId, search), paginate: null })),
      setWatched: (id, isWatched, key) =>
        refusable(
          `watched ${id} ${isWatched}`,
          true,
          (isRepeat) => {
            // Present servers fail on a deleted video.
            if (deletedIds.has(id)) return failed(honoursKeys ? notFound : { kind: 'server-error', status: 500, retryAfterMs: null });
            return ok(void setWatched(session.userId, id, isWatched, isRepeat));
          },
          key,
        ),
      saveProgress: (videoId, seconds, key) =>
        refusable(
          `progress ${videoId} ${seconds}`,
          true,
          () => (videosById.has(videoId) ? ok(saveProgress(session.userId, videoId, seconds)) : failed(notFound)),
          key,
        ),
      deleteVideo: (videoId, key) => refusable(`delete ${videoId}`, true, () => deleteVideo(videoId), key),
      deleteChannel: (channelId, key) => refusable(`delete channel ${channelId}`, true, () => deleteChannel(channelId), key),
      deletePlaylist: (id, withVideos, key) => refusable(`delete playlist ${id} ${withVideos}`, true, () => deletePlaylist(id, withVideos), key),
      deleteProgress: (videoId, key) => overNetwork(`forget ${videoId}`, true, () => void positions.delete(positionKey(session.userId, videoId)), key),
    };
  }

  return {
    connect,
    lists,
    stateOf,
    requests,
    archiveId,
    videoIds: videos.map((video) => video.videoId),
    wireVideos: (userId: number) => list(userId, ''),
    isDeleted: (videoId: string) => deletedIds.has(videoId),
    remove: (videoId: string) => videosById.delete(videoId),
    add: (video: ModelLibrary['videos'][number]) => videosById.set(video.videoId, { ...video, isWatched: false, watchedDate: 0 }),
    watchedDate: (videoId: string) => videosById.get(videoId)?.watchedDate ?? 0,
    /** Marks that moved the date of an already watched video, although the network had not repeated them. */
    redundantMarkCount: () => redundantMarkCount,
    /** Accepted marks of a whole channel or playlist, except those the network had repeated. */
    markAllCount: () => markAllCount,
  };
}

function isRefusal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;
}

/** From this position, a video counts as watched (docs/behaviour.md, Progress and watched). Not the client's rule, which is under test. */
export function watchedFrom(durationSeconds: number): number {
  if (durationSeconds === 0) return Infinity;
  if (durationSeconds > 900) return durationSeconds - 180;
  return durationSeconds * (durationSeconds < 60 ? 0.5 : 0.9);
}
