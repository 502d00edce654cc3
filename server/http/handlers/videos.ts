// Lists videos, and returns or deletes a single one. Also returns its digests, its comments, similar videos and its playlist neighbours.
import type { VideoListQuery } from '../../archive/video-lists.ts';
import { digestWindowBytes } from '../../digests/media-digests.ts';
import { noContent, notFound, Refusal, success } from '../answer.ts';
import { accountOf, type HandlerGroup } from '../call.ts';
import { commentThreads } from '../documents/comment-document.ts';
import { playlistNavDocument } from '../documents/playlist-document.ts';
import { matchesEtag } from '../match-etag.ts';
import { castDocument, videoDocuments } from '../documents/video-document.ts';
import { pageRequest, pagination, windowOf } from '../pages.ts';

export const videoHandlers: HandlerGroup = ({ archive, digests, removal, renditions, signedPaths }) => ({
  listVideos(call) {
    const caller = accountOf(call);
    const query: VideoListQuery = {
      accountId: caller.id,
      playlistId: text(call.query['playlist']),
      channelId: text(call.query['channel']),
      watch: (call.query['watch'] as VideoListQuery['watch'] | undefined) ?? null,
      sort: (call.query['sort'] as VideoListQuery['sort'] | undefined) ?? null,
      // Without `sort`, `order` is ignored, and the newest video is first.
      order: call.query['sort'] !== undefined && call.query['order'] === 'asc' ? 'asc' : 'desc',
      kind: text(call.query['type']),
      height: (call.query['height'] as number | undefined) ?? null,
    };
    // Clients depend on the plain array here (docs/behaviour.md, Videos).
    if (query.watch === 'continue' && !archive.videoLists.hasPositions(caller.id)) return success([]);
    const request = pageRequest(call, archive.userSettings.get(caller.id).page_size);
    const { ids, totalHits } = archive.videoLists.find(query, windowOf(request));
    return success({ data: videoDocuments({ archive, renditions }, archive.videos.read(ids), caller.id), paginate: pagination(request, totalHits) });
  },

  getVideo(call) {
    const row = archive.videos.find(call.path['video_id'] ?? '');
    if (!row) throw notFound('video');
    const [document] = videoDocuments({ archive, renditions }, [row], accountOf(call).id);
    const isCast = call.query['cast'] === true && archive.appSettings.get().application.enable_cast;
    return success(document && isCast ? castDocument(document, signedPaths) : document);
  },

  async getVideoDigests(call) {
    const row = archive.videos.find(call.path['video_id'] ?? '');
    if (!row) throw notFound('video');
    // Another video's file may be at a missing video's path by now.
    const answer = row.missingSince === null ? await digests.of(row) : ({ kind: 'no-file' } as const);
    if (answer.kind === 'no-file') throw new Refusal({ status: 404, body: { error: 'The media file was not found.' } });
    if (answer.kind === 'coming') return { status: 202, headers: { 'retry-after': String(answer.retryAfterSeconds) } };
    const { tag, totalBytes, sha256 } = answer.digests;
    // A weak ETag, because the list may be sent compressed.
    const headers = { etag: `W/${tag}`, 'cache-control': 'private, no-cache' };
    if (call.ifNoneMatch !== null && matchesEtag(call.ifNoneMatch, tag)) return { status: 304, headers };
    return { status: 200, headers, body: { validator: tag, total_bytes: totalBytes, window_bytes: digestWindowBytes, sha256: hexDigests(sha256) } };
  },

  async deleteVideo(call) {
    const row = archive.videos.find(call.path['video_id'] ?? '');
    if (!row) throw notFound('video');
    await removal.removeVideo(row);
    return noContent;
  },

  listSimilarVideos(call) {
    const hits = archive.similarVideos.find(call.path['video_id'] ?? '');
    const documents = videoDocuments({ archive, renditions }, archive.videos.read(hits.map(({ id }) => id)), null);
    return success(documents.map((document, index) => ({ ...document, _score: hits[index]?.score ?? 0 })));
  },

  listVideoComments(call) {
    const comments = archive.comments.of(call.path['video_id'] ?? '');
    if (!comments) throw new Refusal({ status: 404, body: { error: 'video not found' } });
    return success(commentThreads(comments));
  },

  listVideoPlaylistNav(call) {
    const videoId = call.path['video_id'] ?? '';
    if (!archive.videos.find(videoId)) throw notFound('video');
    return success(archive.playlists.ofVideo(videoId).flatMap((playlist) => playlistNavDocument(playlist, videoId) ?? []));
  },
});

function hexDigests(sha256: Uint8Array): string[] {
  return Buffer.from(sha256.buffer, sha256.byteOffset, sha256.byteLength).toString('hex').match(/.{64}/g) ?? [];
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
