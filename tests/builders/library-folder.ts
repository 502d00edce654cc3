// A library folder on the real disk, as yt-dlp leaves it. Its `.info.json` files contain the yt-dlp keys that an importer could read, with
// invented values.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { anMp4, type MediaOptions } from './library-media.ts';

export interface LibraryFolder {
  root: string;
  write(file: string, content: string | Buffer): Promise<void>;
  /** Writes the media file `base`.mp4, and its `.info.json` unless `info` is null. */
  video(base: string, info?: Record<string, unknown> | null, media?: MediaOptions): Promise<void>;
  remove(): Promise<void>;
}

/** The modification time of each file, long ago, so that no test depends on the clock: 2024-05-01T12:00:00Z. */
export const writtenAt = new Date(1_714_564_800_000);

export async function aLibraryFolder(): Promise<LibraryFolder> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'stowaway-library-'));
  async function write(file: string, content: string | Buffer): Promise<void> {
    const fullPath = path.join(root, file);
    await mkdir(path.dirname(fullPath), { recursive: true });
    await writeFile(fullPath, content);
    await utimes(fullPath, writtenAt, writtenAt);
  }
  return {
    root,
    write,
    async video(base, info = anInfo(), media = {}) {
      if (info) await write(`${base}.info.json`, JSON.stringify(info));
      await write(`${base}.mp4`, anMp4(media));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The `.info.json` that yt-dlp 2023.03 and later write for a YouTube video. */
export function anInfo(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'Qx7vR2mKc-4',
    title: 'Low tide at the old pier',
    fulltitle: 'Low tide at the old pier',
    description: 'A walk before sunrise.\n\n0:00 Sand\n0:20 Rocks',
    uploader: 'Harbour Notes',
    uploader_id: '@harbournotes',
    uploader_url: 'https://www.youtube.com/@harbournotes',
    channel: 'Harbour Notes',
    channel_id: 'UCh4rb0urN0tesHarbNotes1',
    channel_url: 'https://www.youtube.com/channel/UCh4rb0urN0tesHarbNotes1',
    channel_follower_count: 4210,
    duration: 60,
    view_count: 1234,
    like_count: 56,
    average_rating: null,
    age_limit: 0,
    webpage_url: 'https://www.youtube.com/watch?v=Qx7vR2mKc-4',
    original_url: 'https://www.youtube.com/watch?v=Qx7vR2mKc-4',
    categories: ['Travel & Events'],
    tags: ['sea', 'tide'],
    live_status: 'not_live',
    was_live: false,
    is_live: false,
    availability: 'public',
    upload_date: '20240310',
    timestamp: 1_710_054_000,
    extractor: 'youtube',
    extractor_key: 'Youtube',
    epoch: 1_711_000_000,
    _type: 'video',
    ...changes,
  };
}

/** The `.info.json` that yt-dlp writes for a playlist or channel; it has no entries unless a test passes some. */
export function aCollectionInfo(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'PLt1deTablesTideTablesTideTablesT1',
    title: 'Tide tables',
    description: 'Every pier in order.',
    uploader: 'Harbour Notes',
    uploader_id: '@harbournotes',
    channel: 'Harbour Notes',
    channel_id: 'UCh4rb0urN0tesHarbNotes1',
    channel_follower_count: null,
    webpage_url: 'https://www.youtube.com/playlist?list=PLt1deTablesTideTablesTideTablesT1',
    extractor: 'youtube:tab',
    extractor_key: 'YoutubeTab',
    epoch: 1_711_000_000,
    _type: 'playlist',
    ...changes,
  };
}
