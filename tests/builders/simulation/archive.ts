// The archive in memory (tests/doubles/model-archive.ts) behind its HTTP API, with sessions and a log of every effect. There are two kinds
// of servers. `embedded` names the person and the archive in each answer, refuses requests meant for another person or archive (409), and
// honours Idempotency-Keys. `tubearchivist` names neither and ignores all our headers, and its lists may be a second old.
import type { WireVideo } from '../../../src/contract/names.ts';
import type { Result } from '../../../src/lib/result.ts';
import type { WatchState } from '../../../src/mirror/rows.ts';
import type { ApiError } from '../../../src/network/api-error.ts';
import { createModelArchive, type ModelApi, type ModelArchive, type ModelLibrary, type Session } from '../../doubles/model-archive.ts';
import { json } from '../../doubles/fetch-script.ts';
import { archivedField, fieldSubjects } from './fields.ts';
import { aWirePagination, aWirePing, aWireAccount, someAppSettings } from '../mirror-wire.ts';

export type ServerKind = 'embedded' | 'tubearchivist';

export interface HttpRequest {
  method: string;
  /** The path with its query. */
  path: string;
  headers: Headers;
  body: unknown;
  /** The session cookie of the browser that sends the request; null before a login. */
  cookie: string | null;
}

/** A write that the archive accepted from a device, or a change made at the archive itself. */
export interface Effect {
  atMs: number;
  userId: number;
  /** `METHOD path body`. */
  call: string;
  /** The Idempotency-Key; null if the request had none, or for a change made at the archive itself. */
  key: string | null;
  /** The device that sent the write; null for a change made at the archive itself. */
  device: number | null;
  /** The state of every video for this person after the write; deleted videos have none. */
  states: Map<string, WatchState>;
  /** The value of every field for this person after the write. */
  fields: Map<string, unknown>;
  /** The id of the person for whom the request was sent, from its headers; null if they do not name one. */
  meantFor: string | null;
}

export const people = [
  { id: 1, name: 'marlow' },
  { id: 2, name: 'quill' },
] as const;

export type SimulatedArchive = ReturnType<typeof createSimulatedArchive>;

/** What the archive reported to a device about a video. */
export interface ReportedState {
  atMs: number;
  device: number;
  userId: number;
  videoId: string;
  state: WatchState;
}

/** How far TubeArchivist's lists lag behind (docs/behaviour.md). */
const listsLagMs = 1_000;

interface Lists {
  videos: (userId: number) => ReturnType<ModelArchive['wireVideos']>;
  playlists: () => ReturnType<ModelArchive['lists']['wirePlaylists']>;
  channels: () => ReturnType<ModelArchive['lists']['wireChannels']>;
  downloads: () => ReturnType<ModelArchive['lists']['wireDownloads']>;
}

export function createSimulatedArchive(library: ModelLibrary, { kind, name, nowMs }: { kind: ServerKind; name: string; nowMs: () => number }) {
  const isEmbedded = kind === 'embedded';
  const model = createModelArchive(library, { honoursKeys: isEmbedded, archiveId: name });
  const sessions = new Map<string, number>();
  const effects: Effect[] = [];
  const reportedStates: ReportedState[] = [];
  /** Idempotency-Keys of the writes that the archive has refused. */
  const refusedKeys = new Set<string>();
  let logins = 0;
  let changesElsewhere = 0;
  let laggingLists: { lists: Lists; untilMs: number } | null = null;

  const statesOf = (userId: number): Map<string, WatchState> =>
    new Map(model.videoIds.filter((videoId) => !model.isDeleted(videoId)).map((videoId) => [videoId, model.stateOf(userId, videoId)]));

  const fieldsOf = (userId: number): Map<string, unknown> => new Map(fieldSubjects.map((subject) => [subject, archivedField(model.lists, userId, subject)]));

  const listsNow = (): Lists => ({
    videos: (userId) => model.wireVideos(userId),
    playlists: () => model.lists.wirePlaylists(),
    channels: () => model.lists.wireChannels(),
    downloads: () => model.lists.wireDownloads(),
  });

  /** A copy of the lists that later writes do not change. */
  function copyOfLists(): Lists {
    const videos = new Map<number, ReturnType<Lists['videos']>>(people.map(({ id }) => [id, structuredClone(model.wireVideos(id))]));
    const [playlists, channels, downloads] = structuredClone([model.lists.wirePlaylists(), model.lists.wireChannels(), model.lists.wireDownloads()] as const);
    return { videos: (userId) => videos.get(userId) ?? [], playlists: () => playlists, channels: () => channels, downloads: () => downloads };
  }

  const shownLists = (): Lists => (!isEmbedded && laggingLists && nowMs() < laggingLists.untilMs ? laggingLists.lists : listsNow());

  function beforeWrite(): void {
    if (isEmbedded || (laggingLists && nowMs() < laggingLists.untilMs)) return;
    laggingLists = { lists: copyOfLists(), untilMs: nowMs() + listsLagMs };
  }

  function log(userId: number, call: string, key: string | null, device: number | null, meantFor: string | null = null): void {
    effects.push({ atMs: nowMs(), userId, call, key, device, states: statesOf(userId), fields: fieldsOf(userId), meantFor });
  }

  const identityHeaders = (userId: number): Record<string, string> => (isEmbedded ? { 'X-Stowaway-User': String(userId), 'X-Archive-Id': name } : {});

  /** @param isDeliveredTwice the network delivers the request twice */
  async function handle(request: HttpRequest, device: number, isDeliveredTwice: boolean): Promise<{ response: Response; cookie?: string | null }> {
    const [path = '', search = ''] = request.path.split('?');
    if (path === '/api/user/login/') return logIn(request.body as { username: string });
    const userId = request.cookie === null ? undefined : sessions.get(request.cookie);
    if (path === '/api/user/logout/') {
      if (request.cookie !== null) sessions.delete(request.cookie);
      return { response: new Response(null, { status: 204 }), cookie: null };
    }
    if (userId === undefined)
      return { response: json({ detail: 'Authentication credentials were not provided.' }, 403, isEmbedded ? { 'X-Archive-Id': name } : {}) };
    const meantFor = request.headers.get('X-Stowaway-User');
    const meantArchive = request.headers.get('X-Archive-Id');
    if (isEmbedded && path !== '/api/ping/' && ((meantFor !== null && meantFor !== String(userId)) || (meantArchive !== null && meantArchive !== name)))
      return { response: json({ error: 'Meant for somebody else.' }, 409, identityHeaders(userId)) };
    if (request.method === 'GET') return { response: withIdentity(read(path, search, userId, device) ?? (await readFromModel(path, userId, device)), userId) };
    const key = request.headers.get('Idempotency-Key') ?? undefined;
    const session: Session = { userId, isSignedIn: true, faults: isDeliveredTwice ? ['twice'] : [], onDeath: () => {} };
    beforeWrite();
    const answer = await write(model.connect(session), request, path, search, key ?? '');
    // A present server's 500 for an item that is not in its queue is a refusal as well.
    if (!answer.ok && key !== undefined && (answer.error.kind !== 'server-error' || path.startsWith('/api/download/'))) refusedKeys.add(key);
    if (answer.ok) log(userId, `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)}`, key ?? null, device, meantFor);
    return { response: withIdentity(toResponse(answer), userId) };
  }

  function withIdentity(response: Response, userId: number): Response {
    for (const [header, value] of Object.entries(identityHeaders(userId))) response.headers.set(header, value);
    return response;
  }

  function logIn({ username }: { username: string }): { response: Response; cookie?: string } {
    const person = people.find((account) => account.name === username);
    if (!person) return { response: json({ error: 'Wrong name or password.' }, 400) };
    logins += 1;
    const cookie = `${name}-${logins}`;
    sessions.set(cookie, person.id);
    return { response: new Response(null, { status: 204 }), cookie };
  }

  function read(path: string, search: string, userId: number, device: number): Response | null {
    const lists = shownLists();
    const query = new URLSearchParams(search);
    switch (path) {
      case '/api/ping/':
        return json(aWirePing({ user: userId }), 200, { 'X-Start-Timestamp': '1771142461' });
      case '/api/user/me/':
        return json(model.lists.config(userId));
      case '/api/user/account/':
        return json(aWireAccount({ id: userId, name: people.find(({ id }) => id === userId)?.name ?? '' }));
      case '/api/appsettings/config/':
        return json(someAppSettings());
      case '/api/video/': {
        const watch = query.get('watch');
        const playlistEntries =
          query.get('playlist') === null
            ? null
            : (lists.playlists().find((playlist) => playlist.playlist_id === query.get('playlist'))?.playlist_entries ?? []);
        const matchingVideos = lists
          .videos(userId)
          .filter((video) => watch === null || (watch === 'continue' ? video.player.position !== undefined : video.player.watched === (watch === 'watched')))
          .filter((video) => query.get('channel') === null || video.channel.channel_id === query.get('channel'))
          .filter((video) => playlistEntries === null || playlistEntries.some((entry) => entry.youtube_id === video.youtube_id));
        for (const video of matchingVideos) recordReported(device, userId, video);
        // Present servers answer with a bare list when no video has a saved position.
        return watch === 'continue' && matchingVideos.length === 0 ? json([]) : page(matchingVideos);
      }
      case '/api/channel/':
        return page(lists.channels());
      case '/api/playlist/':
        return page(lists.playlists().filter((playlist) => query.get('type') === null || playlist.playlist_type === query.get('type')));
      case '/api/download/':
        return page(lists.downloads().filter((item) => query.get('filter') === null || item.status === query.get('filter')));
      default:
        return null;
    }
  }

  function page(data: unknown[]): Response {
    return json({ data, paginate: aWirePagination({ page_size: 12, total_hits: data.length, last_page: 0 }) });
  }

  function recordReported(device: number, userId: number, { youtube_id: videoId, player: { watched, position } }: WireVideo): void {
    reportedStates.push({ atMs: nowMs(), device, userId, videoId, state: { isWatched: watched, positionSeconds: watched ? null : (position ?? null) } });
  }

  async function readFromModel(path: string, userId: number, device: number): Promise<Response> {
    const api = model.connect({ userId, isSignedIn: true, faults: [], onDeath: () => {} });
    const [, , resource, id = ''] = path.split('/');
    if (resource === 'video') {
      const answer = await api.getVideo(id);
      if (answer.ok) recordReported(device, userId, answer.value);
      return toResponse(answer);
    }
    if (resource === 'channel') return toResponse(await api.getChannel(id));
    if (resource === 'playlist') return toResponse(await api.getPlaylist(id));
    const item = resource === 'download' && model.lists.wireDownloads().find(({ youtube_id }) => youtube_id === id);
    if (item) return json(item);
    return json({ error: 'not found' }, 404);
  }

  return {
    kind,
    name,
    model,
    handle,
    effects,
    reportedStates,
    refusedKeys,
    statesOf,
    fieldsOf,
    userOf: (cookie: string | null): number | null => (cookie === null ? null : (sessions.get(cookie) ?? null)),
    /** Makes a change at the archive itself, or from a device that is not part of the simulation. */
    async changeElsewhere(userId: number, change: (api: ModelApi, key: string) => Promise<Result<unknown, ApiError>>, call: string): Promise<void> {
      beforeWrite();
      changesElsewhere += 1;
      const answer = await change(model.connect({ userId, isSignedIn: true, faults: [], onDeath: () => {} }), `elsewhere-${changesElsewhere}`);
      if (answer.ok) log(userId, call, null, null);
    },
    /** Returns the cookie of a new session. */
    signIn: (username: string): string | null => logIn({ username }).cookie ?? null,
    endSessions: () => sessions.clear(),
  };
}

function toResponse(answer: Result<unknown, ApiError>): Response {
  if (answer.ok) return answer.value === undefined ? new Response(null, { status: 204 }) : json(answer.value);
  const { error } = answer;
  const message = { error: 'message' in error ? error.message : error.kind };
  return json(message, error.kind === 'not-found' ? 404 : error.kind === 'forbidden' ? 403 : 'status' in error ? error.status : 500);
}

async function write(api: ModelApi, { method, body }: HttpRequest, path: string, search: string, key: string): Promise<Result<unknown, ApiError>> {
  const [, , resource, id = '', part = ''] = path.split('/');
  const sentBody = body as Record<string, unknown>;
  const call = `${method} ${resource}`;
  if (call === 'POST watched') return api.setWatched(String(sentBody['id']), sentBody['is_watched'] === true, key);
  if (resource === 'video' && part === 'progress') {
    if (method === 'DELETE') return api.deleteProgress(id, key);
    const savedProgress = await api.saveProgress(id, Number(sentBody['position']), key);
    return savedProgress.ok ? { ok: true, value: { watched: savedProgress.value.isWatched } } : savedProgress;
  }
  if (call === 'DELETE video') return api.deleteVideo(id, key);
  if (call === 'DELETE channel') return api.deleteChannel(id, key);
  if (call === 'DELETE playlist') return api.deletePlaylist(id, search.includes('delete_videos'), key);
  if (call === 'POST channel')
    return id ? api.setChannelSubscribed(id, sentBody['channel_subscribed'] === true, key) : api.addSubscription('channel', lineOf(sentBody), key);
  if (call === 'POST playlist' && id === 'custom') {
    if (part) return api.changeCustomPlaylist(part, sentBody as never, key);
    const creation = await api.createCustomPlaylist(String(sentBody['playlist_name']), key);
    return creation.ok ? { ok: true, value: { playlist_id: creation.value } } : creation;
  }
  if (call === 'POST playlist') return id ? api.updatePlaylist(id, sentBody as never, key) : api.addSubscription('playlist', lineOf(sentBody), key);
  if (path === '/api/user/me/') return api.updateUserConfig(sentBody as never, key);
  if (resource === 'download' && method === 'DELETE') return api.changeDownload(id, 'forgotten', key);
  if (resource === 'download' && id)
    return sentBody['status'] === 'ignore-force' ? api.ignoreVideo(id, key) : api.changeDownload(id, sentBody['status'] as 'pending', key);
  if (resource === 'download') {
    const lines = (sentBody['data'] as { youtube_id: string }[]).map((item) => item.youtube_id);
    return api.addDownloads(lines, { isAutoStart: search.includes('autostart'), isFlat: search.includes('flat'), isForced: search.includes('force') }, key);
  }
  return { ok: false, error: { kind: 'not-found', message: path } };
}

function lineOf(sentBody: Record<string, unknown>): string {
  const [item] = sentBody['data'] as Record<string, string>[];
  return item?.['channel_id'] ?? item?.['playlist_id'] ?? '';
}
