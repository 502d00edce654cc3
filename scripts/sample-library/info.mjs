// Makes the .info.json of a video, a channel and a playlist, with the keys that yt-dlp writes.
import { formatLength, fileTitle, timestamp, uploadDate } from './names.mjs';

export const COLLECTED_AT = timestamp('2026-05-20T06:00:00Z');
const SITE = 'https://www.youtube.com';

function channelFields(channel) {
  return {
    uploader: channel.name,
    uploader_id: channel.handle,
    uploader_url: `${SITE}/${channel.handle}`,
    channel: channel.name,
    channel_id: channel.id,
    channel_url: `${SITE}/channel/${channel.id}`,
    channel_follower_count: channel.followers,
  };
}

function chaptersOf(video) {
  if (!video.chapters) return null;
  return video.chapters.map(([start, title], i) => ({
    start_time: start,
    title,
    end_time: video.chapters[i + 1]?.[0] ?? video.seconds,
  }));
}

/** Joins the description, the chapters as lines with their times, and the footer. */
function descriptionOf(video) {
  if (!video.description) return null;
  const lines = video.chapters?.map(([start, title]) => `${formatLength(start)} ${title}`);
  return [video.description.trim(), ...(lines ? [lines.join('\n')] : []), ...(video.foot ? [video.foot.trim()] : [])].join('\n\n');
}

const CATEGORIES = {
  sponsor: 'Sponsor',
  selfpromo: 'Unpaid/Self Promotion',
  intro: 'Intermission/Intro Animation',
  outro: 'Endcards/Credits',
  interaction: 'Interaction Reminder (Subscribe)',
};

function sponsorSegments(video) {
  return (video.segments ?? []).map(([start, end, category]) => ({
    start_time: start,
    end_time: end,
    category,
    title: CATEGORIES[category],
    type: 'skip',
    _categories: [[category, start, end, CATEGORIES[category]]],
  }));
}

/**
 * Turns the records' tree of comments into yt-dlp's flat list. A reply's id is its thread's id, a dot and its own id. `parent` is 'root' or
 * the id of the comment that is answered.
 */
function commentsOf(video, channel) {
  if (!video.comments) return null;
  const flatComments = [];
  let count = 0;
  const add = (comment, parent, threadId) => {
    count += 1;
    const ownId = `Ug${video.id.replaceAll('_', '-')}${String(count).padStart(3, '0')}x4AaABAg`;
    const id = threadId ? `${threadId}.${ownId.slice(2)}` : ownId;
    const isByUploader = comment.by === 'uploader';
    const name = isByUploader ? channel.handle : `@${comment.by}`;
    flatComments.push({
      id,
      parent,
      text: comment.text,
      like_count: comment.likes ?? 0,
      author_id: isByUploader ? channel.id : `UC${(comment.by.replaceAll(/[^a-z0-9]/giu, '') + 'SampleViewerAccount001').slice(0, 21)}1`,
      author: name,
      author_thumbnail: null,
      author_is_uploader: isByUploader,
      author_is_verified: isByUploader,
      author_url: `${SITE}/${name}`,
      is_favorited: comment.hearted ?? false,
      is_pinned: comment.pinned ?? false,
      _time_text: `${comment.daysAgo} days ago`,
      timestamp: COLLECTED_AT - comment.daysAgo * 86_400,
    });
    for (const reply of comment.replies ?? []) add(reply, id, threadId ?? ownId);
  };
  for (const comment of video.comments) add(comment, 'root', null);
  return flatComments;
}

const LANGUAGES = { en: 'English', de: 'German', fr: 'French', ar: 'Arabic', da: 'Danish' };

/** If there are manual subtitles in the same language, the automatic ones are stored beside them as `<language>-orig`. */
export function captionTrackKey(video, language) {
  return video.subtitles?.[language] ? `${language}-orig` : language;
}

function subtitleTracks(video, languages, isAuto) {
  return Object.fromEntries(
    Object.keys(languages ?? {}).map((language) => [
      isAuto ? captionTrackKey(video, language) : language,
      [
        {
          ext: 'vtt',
          url: `https://example.org/subtitles/${video.id}.${language}.vtt`,
          name: isAuto ? `${LANGUAGES[language]} (auto-generated)` : LANGUAGES[language],
        },
      ],
    ]),
  );
}

function codecFields(clip) {
  return clip.container === 'webm'
    ? { ext: 'webm', container: 'webm', vcodec: 'vp09.00.31.08', acodec: 'opus', asr: 48_000, format_id: '247+251' }
    : { ext: 'mp4', container: 'mp4', vcodec: 'avc1.64001F', acodec: 'mp4a.40.2', asr: clip.audioRate ?? 24_000, format_id: '22' };
}

function audioKbps(clip) {
  return clip.audioKbps ?? (clip.container === 'webm' ? 28 : 24);
}

export function videoInfo(video, channel, { bytes, playlists }) {
  const { film: clip } = video;
  const uploadedAt = timestamp(video.uploaded);
  const isStream = video.kind === 'stream';
  const kbps = Math.round((bytes * 8) / video.seconds / 10) / 100;
  const page = video.kind === 'short' ? `${SITE}/shorts/${video.id}` : `${SITE}/watch?v=${video.id}`;
  const codec = codecFields(clip);
  const note = `${Math.min(clip.width, clip.height)}p`;
  const [firstPlaylist] = playlists;
  const comments = commentsOf(video, channel);
  return {
    id: video.id,
    title: video.title,
    fulltitle: video.title,
    display_id: video.id,
    description: descriptionOf(video),
    thumbnail: `https://example.org/thumbnails/${video.id}.${video.thumb.ext}`,
    thumbnails: [
      {
        id: '0',
        url: `https://example.org/thumbnails/${video.id}.${video.thumb.ext}`,
        width: clip.width,
        height: clip.height,
        preference: 0,
        resolution: `${clip.width}x${clip.height}`,
      },
    ],
    ...channelFields(channel),
    channel_is_verified: true,
    upload_date: uploadDate(uploadedAt),
    timestamp: uploadedAt,
    release_timestamp: isStream ? uploadedAt : null,
    release_year: null,
    duration: video.seconds,
    duration_string: formatLength(video.seconds),
    view_count: video.views,
    ...(video.likes === undefined ? {} : { like_count: video.likes }),
    ...(video.dislikes === undefined ? {} : { dislike_count: video.dislikes, average_rating: video.rating }),
    comment_count: comments?.length ?? null,
    comments,
    age_limit: 0,
    webpage_url: page,
    original_url: page,
    webpage_url_basename: 'watch',
    webpage_url_domain: 'youtube.com',
    extractor: 'youtube',
    extractor_key: 'Youtube',
    categories: video.categories,
    tags: video.tags ?? [],
    chapters: chaptersOf(video),
    sponsorblock_chapters: sponsorSegments(video),
    heatmap: null,
    playable_in_embed: true,
    live_status: isStream ? 'was_live' : 'not_live',
    is_live: false,
    was_live: isStream,
    media_type: video.kind === 'short' ? 'short' : isStream ? 'livestream' : 'video',
    availability: video.availability ?? 'public',
    language: video.language ?? 'en',
    subtitles: subtitleTracks(video, video.subtitles, false),
    automatic_captions: subtitleTracks(video, video.automaticCaptions, true),
    ...codec,
    format: `${codec.format_id} - ${clip.width}x${clip.height} (${note})`,
    format_note: note,
    width: clip.width,
    height: clip.height,
    resolution: `${clip.width}x${clip.height}`,
    aspect_ratio: Math.round((clip.width / clip.height) * 100) / 100,
    fps: clip.fps,
    dynamic_range: 'SDR',
    stretched_ratio: null,
    audio_channels: 1,
    tbr: kbps,
    vbr: Math.max(1, Math.round((kbps - audioKbps(clip)) * 10) / 10),
    abr: audioKbps(clip),
    filesize: bytes,
    protocol: 'https',
    playlist: firstPlaylist?.title ?? null,
    playlist_id: firstPlaylist?.id ?? null,
    playlist_title: firstPlaylist?.title ?? null,
    playlist_uploader: firstPlaylist ? channel.name : null,
    playlist_uploader_id: firstPlaylist ? channel.handle : null,
    playlist_channel: firstPlaylist ? channel.name : null,
    playlist_channel_id: firstPlaylist ? channel.id : null,
    playlist_webpage_url: firstPlaylist ? `${SITE}/playlist?list=${firstPlaylist.id}` : null,
    playlist_count: firstPlaylist?.entries.length ?? null,
    n_entries: firstPlaylist?.entries.length ?? null,
    playlist_index: firstPlaylist ? firstPlaylist.entries.findIndex((entry) => entry.id === video.id) + 1 : null,
    epoch: COLLECTED_AT,
    _type: 'video',
    _version: { version: '2026.05.01', release_git_head: null, current_git_head: null, repository: 'yt-dlp/yt-dlp' },
  };
}

export function channelInfo(channel, pictures) {
  const title = `${channel.name} - Videos`;
  return {
    id: channel.id,
    title,
    description: channel.description.trim(),
    tags: channel.tags,
    availability: null,
    ...channelFields(channel),
    thumbnails: pictures.map((picture) => ({
      id: picture.kind,
      url: `https://example.org/channels/${channel.id}.${picture.kind}.jpg`,
      width: picture.width,
      height: picture.height,
    })),
    playlist_count: channel.videos.length,
    entries: channel.videos.map((video) => entryOf(video, channel)),
    modified_date: null,
    view_count: channel.views,
    extractor: 'youtube:tab',
    extractor_key: 'YoutubeTab',
    webpage_url: `${SITE}/channel/${channel.id}/videos`,
    original_url: `${SITE}/${channel.handle}/videos`,
    webpage_url_basename: 'videos',
    webpage_url_domain: 'youtube.com',
    epoch: COLLECTED_AT,
    _type: 'playlist',
  };
}

function entryOf(video, channel) {
  return {
    _type: 'url',
    ie_key: 'Youtube',
    id: video.id,
    url: `${SITE}/watch?v=${video.id}`,
    title: video.title,
    duration: video.seconds,
    channel: channel.name,
    channel_id: channel.id,
    uploader: channel.name,
    uploader_id: channel.handle,
  };
}

export function playlistInfo(list, channel, videosById) {
  return {
    id: list.id,
    title: list.title,
    description: list.description.trim(),
    ...channelFields(channel),
    availability: 'public',
    modified_date: '20260512',
    view_count: list.views,
    playlist_count: list.entries.length,
    tags: [],
    thumbnails: [],
    entries: list.entries.map((entry) => {
      const libraryVideo = videosById.get(entry.id);
      return libraryVideo ? entryOf(libraryVideo.video, libraryVideo.channel) : entryOf(entry, channel);
    }),
    extractor: 'youtube:tab',
    extractor_key: 'YoutubeTab',
    webpage_url: `${SITE}/playlist?list=${list.id}`,
    original_url: `${SITE}/playlist?list=${list.id}`,
    webpage_url_basename: 'playlist',
    webpage_url_domain: 'youtube.com',
    epoch: COLLECTED_AT,
    _type: 'playlist',
  };
}

export function playlistStem(list) {
  return `${fileTitle(list.title)} [${list.id}]`;
}
