// An archive of a few videos, as a fetch that answers from a script. Every screen finds what it requests, and answers that a test adds
// (`on`) take precedence. The archive applies marks, changes of configurations, and deletions of videos and positions; it only records
// other changes (`requests`).
import type { WireAccount, WireAppSettings, WireChannel, WirePlaylist, WireUserConfig, WireVideo } from '../../src/contract/names.ts';
import {
  aWireAccount,
  aWirePagination,
  aWirePing,
  aWireUserConfig,
  aWireChannel,
  aWirePlaylist,
  someAppSettings,
  wireVideos,
} from '../builders/mirror-wire.ts';
import { json, refusedConnection, scriptFetch, type RecordedRequest, type FetchScript, type Scripted } from './fetch-script.ts';

export interface ArchiveContent {
  videos?: WireVideo[];
  channels?: WireChannel[];
  playlists?: WirePlaylist[];
  account?: Partial<WireAccount>;
  userConfig?: Partial<WireUserConfig>;
  appSettings?: WireAppSettings;
  /** Nobody is signed in: every call is refused, until the password is given (`rightPassword`). */
  isSignedOut?: boolean;
  /** Answers that take precedence, by `METHOD path` as in FetchScript; a plain value is sent as JSON. */
  answers?: Record<string, unknown>;
}

export interface ScriptedArchive extends FetchScript {
  userConfig(): WireUserConfig;
  appSettings(): WireAppSettings;
  /** The body of the last call whose `METHOD path` begins with `start`. */
  sentBody(start: string): unknown;
  /** From now on every connection is refused. */
  stop(): void;
  start(): void;
}

export const rightPassword = 'salt and tar and rope';

let archiveCount = 0;

export function scriptArchive(content: ArchiveContent = {}): ScriptedArchive {
  const { channels = [aWireChannel()], playlists = [aWirePlaylist()] } = content;
  const videos = structuredClone(content.videos ?? wireVideos(5));
  const script = scriptFetch();
  const identity = { 'x-archive-id': `scripted-${++archiveCount}`, 'x-start-timestamp': '1771142461' };
  const on = (start: string, answer: (request: RecordedRequest) => Response | Promise<Response>): void => script.on(start, answer);
  const notFound = (): Response => json({ error: 'not found' }, 404);
  const listOf = (data: unknown[]): Response => json({ data, paginate: aWirePagination({ total_hits: data.length }) });
  let userConfig = aWireUserConfig(content.userConfig);
  let appSettings = content.appSettings ?? someAppSettings();
  let isAway = false;
  let isSignedIn = !content.isSignedOut;

  on('/api/ping/', () => json(aWirePing({ user: content.account?.id ?? 1 }), 200, identity));
  on('/api/user/account/', () => json(aWireAccount(content.account)));
  on('/api/user/me/', () => json(userConfig));
  on('POST /api/user/me/', ({ body }) => json((userConfig = { ...userConfig, ...(body as Partial<WireUserConfig>) })));
  on('/api/appsettings/config/', () => json(appSettings));
  on('POST /api/appsettings/config/', ({ body }) => {
    for (const [section, change] of Object.entries(body as Record<string, object>)) {
      appSettings = { ...appSettings, [section]: { ...appSettings[section as keyof WireAppSettings], ...change } };
    }
    return json(appSettings);
  });

  on('/api/video/', ({ path }) => {
    const [, , , id, part] = path.split(/[/?]/);
    if (path.startsWith('/api/video/?')) return listOf(path.includes('watch=continue') ? [] : videos);
    if (part === 'similar' || part === 'comment' || part === 'nav') return json([]);
    const video = videos.find(({ youtube_id }) => youtube_id === id);
    return video ? json(video) : notFound();
  });
  on('POST /api/watched/', ({ body }) => {
    const { id, is_watched: watched } = body as { id: string; is_watched: boolean };
    const video = videos.find(({ youtube_id }) => youtube_id === id);
    if (video) video.player = { ...video.player, watched };
    return json({ message: 'success' });
  });
  on('DELETE /api/video/', ({ path }) => {
    const index = videos.findIndex(({ youtube_id }) => path.includes(`/${youtube_id}/`));
    if (path.endsWith('/progress/')) delete videos[index]?.player.position;
    else if (index === -1) return notFound();
    else videos.splice(index, 1);
    return new Response(null, { status: 204 });
  });
  on('POST /api/video/', ({ path }) => json({ ...videos.find(({ youtube_id }) => path.includes(`/${youtube_id}/`))?.player }));
  on('/api/channel/', ({ path }) => {
    const [, , , id, part] = path.split(/[/?]/);
    if (path.startsWith('/api/channel/?')) return listOf(channels);
    const channel = channels.find(({ channel_id }) => channel_id === id);
    if (!channel) return notFound();
    if (part === 'nav') return json({ has_pending: false, has_ignored: false, has_playlists: true, has_videos: true, has_streams: false, has_shorts: false });
    if (part === 'aggs') return json({ total_items: { value: videos.length }, total_size: { value: 1 }, total_duration: { value: 60, value_str: '1m' } });
    return json(channel);
  });
  on('POST /api/channel/', () => json({}));
  on('/api/playlist/', ({ path }) => {
    const [, , , id] = path.split(/[/?]/);
    if (path.startsWith('/api/playlist/?')) return listOf(playlists);
    const playlist = playlists.find(({ playlist_id }) => playlist_id === id);
    return playlist ? json(playlist) : notFound();
  });
  on('/api/download/', () => listOf([]));
  on('/api/download/aggs/', () => json([]));
  on('/api/notification/', () => json([]));
  on('POST /api/refresh/', () => json({ message: 'reindex request scheduled' }));

  const forbidden = (): Response => json({ detail: 'Authentication credentials were not provided.' }, 403, identity);
  on('POST /api/user/login/', ({ body }) => {
    if ((body as { password: string }).password !== rightPassword) return json({ error: 'Wrong name or password.' }, 400);
    isSignedIn = true;
    return new Response(null, { status: 204 });
  });
  on('POST /api/user/logout/', () => {
    isSignedIn = false;
    return new Response(null, { status: 204 });
  });

  for (const [start, answer] of Object.entries(content.answers ?? {})) {
    const isScripted = typeof answer === 'function' || answer instanceof Response;
    script.on(start, isScripted ? (answer as Scripted) : () => json(answer));
  }

  return {
    ...script,
    fetch(input, init) {
      if (isAway) return Promise.resolve().then(refusedConnection);
      const isOpenToAll = (input instanceof Request ? input.url : input.toString()).startsWith('/api/user/login/');
      return isSignedIn || isOpenToAll ? script.fetch(input, init) : Promise.resolve(forbidden());
    },
    userConfig: () => userConfig,
    appSettings: () => appSettings,
    sentBody: (start) => script.requests.findLast(({ method, path }) => `${method} ${path}`.startsWith(start.includes(' ') ? start : `GET ${start}`))?.body,
    stop: () => void (isAway = true),
    start: () => void (isAway = false),
  };
}
