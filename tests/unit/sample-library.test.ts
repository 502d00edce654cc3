// The sample library contains everything that newcomers should see and that tests play, and stays small enough for the repository.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { createMemoryCatalogue } from '../doubles/memory-catalogue.ts';

const library = fileURLToPath(new URL('../../server/sample-library/library/', import.meta.url));
const files = readdirSync(library, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(library, path.join(entry.parentPath, entry.name)));

describe('the sample library', () => {
  test('offers at least 18 videos in 5 channels and 3 playlists', () => {
    expect(videos.length).toBeGreaterThanOrEqual(18);
    expect(new Set(videos.map(({ info }) => info.channel_id)).size).toBeGreaterThanOrEqual(5);
    expect(channels.length).toBe(new Set(videos.map(({ info }) => info.channel_id)).size);
    expect(playlists.length).toBeGreaterThanOrEqual(3);
  });

  test('stays below 20 MB, with no file above 2 MB', () => {
    const sizes = files.map((file) => ({ file, bytes: statSync(path.join(library, file)).size }));
    expect(sizes.filter(({ bytes }) => bytes > 2_000_000)).toEqual([]);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(20_000_000);
  });

  test('has ids of the right form, which no real video or channel can have', () => {
    // The last letter of a real id carries only some bits. The sample's ids end in letters that cannot occur there.
    for (const { info } of videos) expect(info.id).toMatch(/^[\w-]{10}[^AEIMQUYcgkosw048]$/);
    for (const { info } of channels) expect(info.id).toMatch(/^UC[\w-]{21}[^AQgw]$/);
    for (const { info } of playlists) expect(info.id).toMatch(/^PL[\w-]{32}$/);
    expect(new Set(allInfos.map(({ info }) => info.id)).size).toBe(allInfos.length);
  });

  test('keeps beside each description its video, its picture and the subtitles that the description names, and nothing else', () => {
    const expectedFiles = allInfos.flatMap(({ base, info }) => {
      if (!isVideo(info)) return [`${base}.info.json`];
      const pictureExtension = info.thumbnail.slice(info.thumbnail.lastIndexOf('.'));
      const tracks = [...Object.keys(info.subtitles), ...Object.keys(info.automatic_captions)];
      return [`${base}.info.json`, `${base}.${info.ext}`, `${base}${pictureExtension}`, ...tracks.map((language) => `${base}.${language}.vtt`)];
    });
    const pictures = channels.flatMap(({ base }) => [`${base}.avatar_uncropped.jpg`, `${base}.banner_uncropped.jpg`]);
    expect(files.toSorted()).toEqual([...expectedFiles, ...pictures].toSorted());
  });

  test.each(['.jpg', '.webp', '.png'])('has pictures of type %s, none above 90 kB', (extension) => {
    const pictures = videos.filter(({ info }) => info.thumbnail.endsWith(extension));
    expect(pictures.length).toBeGreaterThan(0);
    for (const { base } of pictures) expect(statSync(path.join(library, base + extension)).size).toBeLessThanOrEqual(90_000);
  });

  test('has videos in H.264 with AAC, at least two in VP9 with Opus, and all with the length that their descriptions state', async () => {
    const probedVideos = await Promise.all(videos.map(async ({ base, info }) => ({ info, ...(await probe(`${base}.${info.ext}`)) })));
    for (const { info, codecs, durationSeconds } of probedVideos) {
      expect({ id: info.id, codecs }).toEqual({ id: info.id, codecs: info.ext === 'webm' ? ['vp9', 'opus'] : ['avc', 'aac'] });
      expect(Math.abs(durationSeconds - info.duration), `${info.id} lasts ${durationSeconds}`).toBeLessThan(0.6);
    }
    expect(probedVideos.filter(({ info }) => info.ext === 'webm').length).toBeGreaterThanOrEqual(2);
  });

  test('has each video in the resolution that its description states', async () => {
    for (const { base, info } of videos) expect((await probe(`${base}.${info.ext}`)).size).toEqual([info.width, info.height]);
  });

  test('has one video of fifteen minutes, at less than 18 kbit/s', () => {
    const longVideos = videos.filter(({ info }) => info.duration === 900);
    expect(longVideos.map(({ info }) => info.id)).toEqual(['turningSky1']);
    expect(longVideos.every(({ base, info }) => (statSync(path.join(library, `${base}.${info.ext}`)).size * 8) / 900 < 18_000)).toBe(true);
  });

  test('has three upright shorts, a former live stream and a video that is gone from its site', () => {
    const shorts = videos.filter(({ info }) => info.media_type === 'short');
    expect(shorts.length).toBeGreaterThanOrEqual(3);
    for (const { info } of shorts) expect(info.height).toBeGreaterThan(info.width);
    expect(videos.filter(({ info }) => info.was_live && info.live_status === 'was_live').length).toBe(1);
    expect(videos.filter(({ info }) => info.availability === 'private').length).toBe(1);
  });

  test('has titles that are difficult for lists: with an emoji, from right to left, and very long', () => {
    const titles = videos.map(({ info }) => info.title);
    expect(titles.some((title) => /\p{Extended_Pictographic}/u.test(title))).toBe(true);
    expect(titles.some((title) => /^\p{Script=Arabic}/u.test(title))).toBe(true);
    expect(titles.some((title) => title.length >= 115 && title.length <= 130)).toBe(true);
  });

  test('has a video without a description, likes or comments', () => {
    expect(videos.filter(({ info }) => info.description === null && info.like_count === undefined && info.comments === null).length).toBe(1);
  });

  test('has comments with coherent threads, three replies deep, some by the uploader, some favourites', () => {
    const comments = videos.flatMap(({ info }) => info.comments ?? []);
    const commentsById = new Map(comments.map((comment) => [comment.id, comment]));
    expect(commentsById.size).toBe(comments.length);
    const depth = (id: string): number => (id === 'root' ? 0 : 1 + depth(commentsById.get(id)?.parent ?? fail(`no comment ${id}`)));
    expect(Math.max(...comments.map((comment) => depth(comment.parent)))).toBe(3);
    expect(comments.some((comment) => comment.author_is_uploader)).toBe(true);
    expect(comments.some((comment) => comment.is_favorited)).toBe(true);
  });

  test('has SponsorBlock segments inside two videos', () => {
    const markedVideos = videos.filter(({ info }) => info.sponsorblock_chapters.length > 0);
    expect(markedVideos.length).toBeGreaterThanOrEqual(2);
    for (const { info } of markedVideos)
      for (const segment of info.sponsorblock_chapters) {
        expect(segment.start_time).toBeLessThan(segment.end_time);
        expect(segment.end_time).toBeLessThanOrEqual(info.duration);
      }
  });

  test('has chapters that follow on from each other and are in the description with their times', () => {
    const videosWithChapters = videos.filter(({ info }) => info.chapters !== null);
    expect(videosWithChapters.length).toBeGreaterThanOrEqual(5);
    for (const { info } of videosWithChapters) {
      const chapters = info.chapters ?? [];
      expect(chapters[0]?.start_time).toBe(0);
      expect(chapters.at(-1)?.end_time).toBe(info.duration);
      for (const [index, chapter] of chapters.entries()) {
        expect(chapter.end_time).toBe(chapters[index + 1]?.start_time ?? info.duration);
        expect(info.description).toContain(`${formatClock(chapter.start_time)} ${chapter.title}`);
      }
    }
  });

  test('has subtitles by people and by machine, several languages for one video, with cues in order and within the length of the video', () => {
    expect(videos.some(({ info }) => Object.keys(info.subtitles).length >= 3)).toBe(true);
    expect(videos.some(({ info }) => Object.keys(info.automatic_captions).length > 0)).toBe(true);
    for (const { base, info } of videos)
      for (const language of [...Object.keys(info.subtitles), ...Object.keys(info.automatic_captions)]) {
        const cues = cuesOf(readFileSync(path.join(library, `${base}.${language}.vtt`), 'utf8'));
        expect(cues.length).toBeGreaterThan(2);
        let lastEnd = 0;
        for (const [start, end] of cues) {
          expect(start, `${info.id} ${language}`).toBeGreaterThanOrEqual(lastEnd);
          expect(end).toBeGreaterThan(start);
          expect(end, `${info.id} ${language}`).toBeLessThanOrEqual(info.duration);
          lastEnd = end;
        }
      }
  });

  test('has a playlist with an entry that is not in the library', () => {
    const ids = new Set(videos.map(({ info }) => info.id));
    const entries = playlists.map(({ info }) => info.entries);
    expect(entries.some((list) => list.some((entry) => !ids.has(entry.id)))).toBe(true);
    expect(entries.every((list) => list.filter((entry) => ids.has(entry.id)).length >= 2)).toBe(true);
  });

  test('links to nothing but example.org and example.com', () => {
    const texts = allInfos.map(({ info }) => JSON.stringify([info.description, isVideo(info) ? info.comments?.map((comment) => comment.text) : null]));
    const hosts = texts.flatMap((text) => [...text.matchAll(/https?:\/\/([^/\s"\\]+)/g)].map((match) => match[1]));
    expect(new Set(hosts)).toEqual(new Set(['example.com', 'example.org']));
  });

  test('is imported completely and without problems', async () => {
    const catalogue = createMemoryCatalogue();
    const report = await createImporter({ root: library, catalogue, log: () => undefined }).run(new AbortController().signal);
    expect(report).toMatchObject({ found: videos.length, added: videos.length, problems: [] });
    for (const { info } of videos) {
      const video = catalogue.videos.get(info.id);
      expect(video).toMatchObject({
        title: info.title,
        channelId: info.channel_id,
        kind: { short: 'shorts', livestream: 'streams', video: 'videos' }[info.media_type],
        isActive: info.availability === 'public',
        thumbFile: expect.stringContaining(`[${info.id}]`) as string,
      });
      expect(video?.chapters.length).toBe(info.chapters?.length ?? 0);
      expect(video?.comments?.length ?? 0).toBe(info.comments?.length ?? 0);
      expect(video?.sponsorSegments?.length ?? 0).toBe(info.sponsorblock_chapters.length);
      expect(video?.subtitles.map(({ lang, source }) => `${lang} ${source}`).toSorted()).toEqual(
        [...Object.keys(info.subtitles).map((lang) => `${lang} user`), ...Object.keys(info.automatic_captions).map((lang) => `${lang} auto`)].toSorted(),
      );
    }
    for (const { info } of playlists)
      expect(catalogue.playlists.get(info.id)?.entries.map((entry) => entry.videoId)).toEqual(info.entries.map((entry) => entry.id));
    for (const { info } of channels) {
      const channel = catalogue.channels.get(info.id);
      expect(channel?.thumbFile).toContain('avatar_uncropped');
      expect(channel?.bannerFile).toContain('banner_uncropped');
    }
  });
});

interface CommonInfo {
  id: string;
  title: string;
  description: string | null;
  channel_id: string;
  _type: string;
}

interface VideoInfo extends CommonInfo {
  _type: 'video';
  ext: string;
  width: number;
  height: number;
  duration: number;
  thumbnail: string;
  media_type: string;
  live_status: string;
  was_live: boolean;
  availability: string;
  like_count?: number;
  subtitles: Record<string, unknown>;
  automatic_captions: Record<string, unknown>;
  chapters: { start_time: number; end_time: number; title: string }[] | null;
  sponsorblock_chapters: { start_time: number; end_time: number; category: string }[];
  comments: { id: string; parent: string; text: string; author_is_uploader: boolean; is_favorited: boolean }[] | null;
}

interface ListInfo extends CommonInfo {
  _type: 'playlist';
  entries: { id: string }[];
}

const allInfos: { base: string; info: VideoInfo | ListInfo }[] = files
  .filter((file) => file.endsWith('.info.json'))
  .map((file) => ({ base: file.slice(0, -'.info.json'.length), info: JSON.parse(readFileSync(path.join(library, file), 'utf8')) as VideoInfo | ListInfo }));
const videos = allInfos.flatMap(({ base, info }) => (isVideo(info) ? [{ base, info }] : []));
const collections = allInfos.flatMap(({ base, info }) => (isVideo(info) ? [] : [{ base, info }]));
const channels = collections.filter(({ info }) => info.id === info.channel_id);
const playlists = collections.filter(({ info }) => info.id !== info.channel_id);

function isVideo(info: VideoInfo | ListInfo): info is VideoInfo {
  return info._type === 'video';
}

async function probe(file: string): Promise<{ codecs: (string | null)[]; durationSeconds: number; size: number[] }> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path.join(library, file)) });
  try {
    const videoTrack = await input.getPrimaryVideoTrack();
    const audioTrack = await input.getPrimaryAudioTrack();
    if (!videoTrack || !audioTrack) return fail(`${file} lacks a track`);
    return {
      codecs: [await videoTrack.getCodec(), await audioTrack.getCodec()],
      durationSeconds: await input.computeDuration(),
      size: [await videoTrack.getDisplayWidth(), await videoTrack.getDisplayHeight()],
    };
  } finally {
    input.dispose();
  }
}

function cuesOf(vtt: string): [number, number][] {
  const seconds = (stamp: string): number => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return [...vtt.matchAll(/^(\S+) --> (\S+)$/gm)].map((match) => [seconds(match[1] ?? ''), seconds(match[2] ?? '')]);
}

function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function fail(reason: string): never {
  throw new Error(reason);
}
