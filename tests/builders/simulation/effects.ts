// Finds the subject of a call in the archive's log, and the subjects of a change. They are named as in intents, except that the subject of
// a call says what the call does to a video, channel or playlist: `watch:`, `position:` or `deleted:` instead of `video:`, and so on.
import type { Mutation } from '../../../src/mirror/rows.ts';
import { membersOf } from './library.ts';

export interface CallSubject {
  subject: string;
  value: unknown;
}

/**
 * The subject and the new value of a call; null for any other call, such as a move in a playlist, which does not contain the new order.
 *
 * @param call `METHOD path body`
 */
export function subjectOfCall(call: string): CallSubject | null {
  const [method = '', fullPath = '', ...rest] = call.split(' ');
  const body = (JSON.parse(rest.join(' ') || 'null') ?? {}) as Record<string, unknown>;
  const [, , resource, id = '', part = ''] = (fullPath.split('?')[0] ?? '').split('/');
  if (resource === 'watched') return { subject: `watch:${String(body['id'])}`, value: body['is_watched'] };
  if (resource === 'video' && part === 'progress') return { subject: `position:${id}`, value: method === 'DELETE' ? 0 : body['position'] };
  if (resource === 'video' && method === 'DELETE') return { subject: `deleted:${id}`, value: true };
  if (resource === 'channel' && method === 'DELETE') return { subject: `deleted-channel:${id}`, value: true };
  if (resource === 'playlist' && method === 'DELETE') return { subject: `deleted-playlist:${id}`, value: true };
  if (resource === 'channel' && id) return { subject: `channel:${id}`, value: body['channel_subscribed'] };
  if (resource === 'playlist' && id === 'custom') {
    if (!part) return { subject: `create:${String(body['playlist_name'])}`, value: true };
    const isMember = body['action'] === 'create' ? true : body['action'] === 'remove' ? false : null;
    return isMember === null ? null : { subject: `member:${part}/${String(body['video_id'])}`, value: isMember };
  }
  if (resource === 'playlist' && id && 'playlist_subscribed' in body) return { subject: `playlist:${id}`, value: body['playlist_subscribed'] };
  if (resource === 'playlist' && id) return { subject: `sort:${id}`, value: body['playlist_sort_order'] };
  if (fullPath === '/api/user/me/') {
    const [[name, value] = ['', null]] = Object.entries(body);
    return { subject: `config:${name}`, value };
  }
  if (resource === 'download' && id && body['status'] === 'ignore-force') return { subject: `ignored:${id}`, value: true };
  if (resource === 'download' && id) return { subject: `download:${id}`, value: method === 'DELETE' ? 'forgotten' : body['status'] };
  if (resource === 'download') return { subject: `queue:${String((body['data'] as Record<string, unknown>[])[0]?.['youtube_id'])}`, value: true };
  if (resource === 'channel' || resource === 'playlist')
    return { subject: `line:${Object.values((body['data'] as Record<string, unknown>[])[0] ?? {})[0] as string}`, value: true };
  return null;
}

export function subjectsOf(mutation: Mutation): string[] {
  const { kind, videoId, channelId, playlistId, key, name, line } = mutation as Mutation & Record<string, string>;
  switch (kind) {
    case 'mark-video-watched':
    case 'save-progress':
      return [`video:${videoId}`];
    case 'mark-channel-watched':
    case 'mark-playlist-watched':
      return membersOf(channelId ?? playlistId ?? '').map((member) => `video:${member}`);
    case 'subscribe-channel':
      return [`channel:${channelId}`];
    case 'subscribe-playlist':
      return [`playlist:${playlistId}`];
    case 'sort-playlist':
      return [`sort:${playlistId}`];
    case 'set-config':
      return [`config:${key}`];
    case 'change-membership':
      return [`member:${playlistId}/${videoId}`];
    case 'change-download':
      return [`download:${videoId}`];
    case 'order-playlist':
      return [`order:${playlistId}`];
    case 'create-playlist':
      return [`create:${name}`, `filled:${name}`];
    case 'ignore-video':
      return [`ignored:${videoId}`];
    case 'add-downloads':
      return (mutation as Mutation & { lines: string[] }).lines.map((line) => `queue:${line}`);
    case 'add-subscription':
      return [`line:${line}`];
    default:
      return [];
  }
}
