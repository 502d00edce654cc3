// Regenerates server/sample-library/library: node scripts/sample-library/make.mjs [--only id,id] [--pictures] [--texts]
//   --only draws only the videos and channels with these ids
//   --pictures draws thumbnails, banners and avatars, but no videos
//   --texts draws nothing
// Always removes files that no record needs, and rewrites the .info.json and .vtt files and the README.
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawPicture, PICTURES } from './artwork.mjs';
import { encodeVideo, encodePicture } from './encode.mjs';
import { captionTrackKey, channelInfo, playlistInfo, playlistStem, videoInfo } from './info.mjs';
import { fileTitle, stem } from './names.mjs';
import { channels, playlists } from './records/index.mjs';
import { readme } from './readme.mjs';
import { openStudio } from './studio.mjs';
import { vtt } from './subtitles.mjs';
import { findTools, MissingTool } from './tools.mjs';

const LIBRARY = fileURLToPath(new URL('../../server/sample-library/library/', import.meta.url));
const THUMB_LIMIT_BYTES = 90_000; // a list page shows twelve pictures, and larger ones are slow on a phone

const toJson = (value) => `${JSON.stringify(value, null, 1)}\n`;
const pathOf = (channel, name) => path.join(LIBRARY, fileTitle(channel.name), name);

async function drawVideo(studio, video, channel) {
  const file = pathOf(channel, `${stem(video.title, video.id)}.${video.film.container ?? 'mp4'}`);
  const bytes = await encodeVideo(studio, { ...video.film, seconds: video.seconds }, file);
  console.log(`${video.id}  ${Math.round(bytes / 1000)} kB  ${Math.round((bytes * 8) / video.seconds / 1000)} kbit/s`);
}

async function drawThumbnail(studio, video, channel) {
  const { shots, at: seconds, ext } = video.thumb;
  const { width, height } = video.film;
  await studio.open({ width, height, seconds: video.seconds, shots: shots ?? video.film.shots });
  const file = pathOf(channel, `${stem(video.title, video.id)}.${ext}`);
  const bytes = await encodePicture(await studio.still(seconds), file, THUMB_LIMIT_BYTES);
  console.log(`${video.id}  picture ${Math.round(bytes / 1000)} kB`);
}

async function writeTexts() {
  const videosById = new Map(channels.flatMap((channel) => channel.videos.map((video) => [video.id, { video, channel }])));
  for (const channel of channels) {
    await mkdir(pathOf(channel, ''), { recursive: true });
    for (const video of channel.videos) {
      const base = stem(video.title, video.id);
      const { size } = await stat(pathOf(channel, `${base}.${video.film.container ?? 'mp4'}`));
      const videoPlaylists = playlists.filter((list) => list.entries.some((entry) => entry.id === video.id));
      await writeFile(pathOf(channel, `${base}.info.json`), toJson(videoInfo(video, channel, { bytes: size, playlists: videoPlaylists })));
      for (const [language, lines] of Object.entries(video.subtitles ?? {})) await writeFile(pathOf(channel, `${base}.${language}.vtt`), vtt(language, lines));
      for (const [language, lines] of Object.entries(video.automaticCaptions ?? {}))
        await writeFile(pathOf(channel, `${base}.${captionTrackKey(video, language)}.vtt`), vtt(language, lines));
    }
    const title = `${fileTitle(`${channel.name} - Videos`)} [${channel.id}]`;
    await writeFile(pathOf(channel, `${title}.info.json`), toJson(channelInfo(channel, PICTURES)));
    for (const list of playlists.filter((playlist) => playlist.channel === channel.key))
      await writeFile(pathOf(channel, `${playlistStem(list)}.info.json`), toJson(playlistInfo(list, channel, videosById)));
  }
  await writeFile(path.join(LIBRARY, '../README.md'), readme(channels, playlists));
}

async function drawArtwork(studio, channel) {
  const title = `${fileTitle(`${channel.name} - Videos`)} [${channel.id}]`;
  for (const picture of PICTURES)
    await encodePicture(await drawPicture(studio, channel, picture), pathOf(channel, `${title}.${picture.kind}.jpg`), picture.limitBytes);
}

/** Removes the files of earlier runs that no record needs any more. */
async function removeLeftovers() {
  const expectedFiles = new Set();
  for (const channel of channels) {
    const collection = `${fileTitle(`${channel.name} - Videos`)} [${channel.id}]`;
    expectedFiles.add(pathOf(channel, `${collection}.info.json`));
    for (const { kind } of PICTURES) expectedFiles.add(pathOf(channel, `${collection}.${kind}.jpg`));
    for (const list of playlists.filter((playlist) => playlist.channel === channel.key)) expectedFiles.add(pathOf(channel, `${playlistStem(list)}.info.json`));
    for (const video of channel.videos) {
      const base = stem(video.title, video.id);
      const languages = [
        ...Object.keys(video.subtitles ?? {}),
        ...Object.keys(video.automaticCaptions ?? {}).map((language) => captionTrackKey(video, language)),
      ];
      for (const end of ['info.json', video.film.container ?? 'mp4', video.thumb.ext, ...languages.map((language) => `${language}.vtt`)])
        expectedFiles.add(pathOf(channel, `${base}.${end}`));
    }
  }
  for (const file of await readdir(LIBRARY, { recursive: true, withFileTypes: true })) {
    const filePath = path.join(file.parentPath, file.name);
    if (file.isFile() && !expectedFiles.has(filePath)) await rm(filePath);
  }
}

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, pictures: { type: 'boolean' }, texts: { type: 'boolean' } } });
  if (!values.texts) {
    const selectedIds = values.only?.split(',');
    const studio = await openStudio(findTools().browser);
    try {
      for (const channel of channels) {
        await mkdir(pathOf(channel, ''), { recursive: true });
        if (!selectedIds || selectedIds.includes(channel.id)) await drawArtwork(studio, channel);
        for (const video of channel.videos) {
          if (selectedIds && !selectedIds.includes(video.id)) continue;
          if (!values.pictures) await drawVideo(studio, video, channel);
          await drawThumbnail(studio, video, channel);
        }
      }
    } finally {
      await studio.close();
    }
  }
  await removeLeftovers();
  await writeTexts();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof MissingTool)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
