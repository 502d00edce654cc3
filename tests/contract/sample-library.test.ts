import { cp } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLibrary } from '../../server/library/start-library.ts';
import type { WireChannel, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { contractProblems } from './contract-answers.ts';
import { silentLog } from '../doubles/log.ts';

const sampleFolder = path.resolve(import.meta.dirname, '../../server/sample-library/library');

let server: ServerArchive;
let device: ApiSession;
let videos: WireVideo[];
let channels: WireChannel[];
let playlists: WirePlaylist[];
beforeAll(async () => {
  server = await startServerArchive({
    async fill(root, catalogue) {
      await cp(sampleFolder, root, { recursive: true, preserveTimestamps: true });
      const library = await startLibrary({ root, catalogue, log: silentLog, signal: new AbortController().signal });
      await library.firstImport;
      await library.stop();
    },
  });
  device = await server.login();
  const listAll = async <Item>(kind: string): Promise<Item[]> => (await device.json<{ data: Item[] }>(`/api/${kind}/?page_size=500`)).data;
  videos = await listAll('video');
  channels = await listAll('channel');
  playlists = await listAll('playlist');
}, 60_000);
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});

test('every document made from the sample library matches the contract', async () => {
  const calls: [operation: string, path: string][] = [
    ['listVideos', '/api/video/?page_size=500'],
    ['listChannels', '/api/channel/?page_size=500'],
    ['listPlaylists', '/api/playlist/?page_size=500'],
    ...videos.flatMap(({ youtube_id: id }): [string, string][] => [
      ['getVideo', `/api/video/${id}/`],
      ['listVideoComments', `/api/video/${id}/comment/`],
      ['listVideoPlaylistNav', `/api/video/${id}/nav/`],
      ['listSimilarVideos', `/api/video/${id}/similar/`],
    ]),
    ...channels.flatMap(({ channel_id: id }): [string, string][] => [
      ['getChannel', `/api/channel/${id}/`],
      ['getChannelNav', `/api/channel/${id}/nav/`],
      ['getChannelAggs', `/api/channel/${id}/aggs/`],
    ]),
    ...playlists.map(({ playlist_id: id }): [string, string] => ['getPlaylist', `/api/playlist/${id}/`]),
  ];
  expect(videos.length).toBeGreaterThan(0);
  for (const [operation, address] of calls) expect(await contractProblems(operation, await device.call(address))).toEqual([]);
});

test('every file that a document names is served, with a type that browsers accept', async () => {
  const files: [address: string, type: RegExp][] = [
    ...videos.flatMap((video): [string, RegExp][] => [
      [video.media_url, /^(video|audio)\//],
      [video.vid_thumb_url, /^image\/(jpeg|png|webp)$/],
      ...video.subtitles.map((subtitle): [string, RegExp] => [subtitle.media_url, /^text\/vtt/]),
    ]),
    ...channels.flatMap((channel) =>
      [channel.channel_thumb_url, channel.channel_banner_url, channel.channel_tvart_url].flatMap((address): [string, RegExp][] =>
        address === null ? [] : [[address, /^image\//]],
      ),
    ),
    ...playlists
      .filter((playlist) => playlist.playlist_entries.some((entry) => entry.downloaded))
      .map((playlist): [string, RegExp] => [playlist.playlist_thumbnail, /^image\//]),
  ];
  for (const [address, type] of files) {
    const answer = await device.call(address, { method: 'HEAD' });
    expect([address, answer.status, answer.headers.get('content-type')]).toEqual([address, 200, expect.stringMatching(type)]);
  }
});

test('media_size and Content-Length are equal', async () => {
  for (const video of videos) {
    const answer = await device.call(video.media_url, { method: 'HEAD' });
    expect([video.youtube_id, answer.headers.get('content-length')]).toEqual([video.youtube_id, String(video.media_size)]);
  }
});
