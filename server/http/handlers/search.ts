// Searches videos, channels, playlists and subtitles.
import type { WireFulltextHit } from '../../../src/contract/names.ts';
import { queryWords } from '../../search/query-words.ts';
import type { SubtitleHit } from '../../search/subtitle-search.ts';
import { success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';
import { channelDocument } from '../documents/channel-document.ts';
import { videoPicturePath } from '../documents/media-paths.ts';
import { playlistDocument } from '../documents/playlist-document.ts';
import { videoDocuments } from '../documents/video-document.ts';

/** Nobody types a longer query, and the rest of a pasted text would not improve the search. */
const maxQueryLength = 1_000;

export const searchHandlers: HandlerGroup = ({ archive, renditions, search, subtitleIndexer }) => ({
  async searchArchive(call) {
    const typedQuery = (call.query['query'] as string).slice(0, maxQueryLength);
    // Subtitles of videos that have just been added are indexed first, because a client keeps the answer and does not repeat the search.
    if (queryWords(typedQuery).kind === 'full') await subtitleIndexer.catchUp();
    const hits = search.find(typedQuery);
    const videos = videoDocuments({ archive, renditions }, archive.videos.read(hits.videos.map(({ key }) => key)), null);
    return success({
      results: {
        video_results: videos.map((document, index) => ({ ...document, _score: hits.videos[index]?.score ?? 0 })),
        channel_results: hits.channels.flatMap(({ key, score }) => {
          const row = archive.channels.find(key);
          return row ? [{ ...channelDocument(archive, row), _score: score }] : [];
        }),
        playlist_results: hits.playlists.flatMap(({ key, score }) => {
          const row = archive.playlists.find(key);
          return row ? [{ ...playlistDocument(row), _score: score }] : [];
        }),
        fulltext_results: hits.spoken.map(spokenDocument),
      },
      queryType: hits.kind,
    });
  },
});

function spokenDocument(hit: SubtitleHit): WireFulltextHit {
  return {
    subtitle_index: hit.place,
    subtitle_line: hit.line,
    subtitle_start: timeText(hit.startMs),
    subtitle_end: timeText(hit.endMs),
    subtitle_fragment_id: `${hit.videoId}-${hit.lang}-${hit.place}`,
    subtitle_channel: hit.channelName,
    subtitle_channel_id: hit.channelId,
    subtitle_lang: hit.lang,
    subtitle_last_refresh: hit.refreshedAt,
    subtitle_source: hit.source,
    title: hit.title,
    youtube_id: hit.videoId,
    vid_thumb_url: videoPicturePath(hit.videoId),
    _index: 'ta_subtitle',
    _score: hit.score,
  };
}

/** `HH:MM:SS.mmm` */
function timeText(ms: number): string {
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  const seconds = Math.floor(ms / 1000);
  return `${pad(Math.floor(seconds / 3600) % 100)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(ms % 1000, 3)}`;
}
