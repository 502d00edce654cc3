// Encodes frames and sound into files: H.264 with AAC in MP4, VP9 with Opus in WebM, and pictures.
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ffmpeg } from './tools.mjs';
import { wav } from './sound.mjs';

// Canvas JPEGs are full range with the BT.601 matrix; players expect limited range BT.709 at 720 lines.
const COLOUR = 'scale=in_range=full:out_range=tv:in_color_matrix=bt601:out_color_matrix=bt709,format=yuv420p';
const TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

function videoArgs(clip) {
  const gop = String(Math.round(clip.fps * (clip.keyEverySeconds ?? 12)));
  if (clip.container === 'webm')
    return [
      '-c:v',
      'libvpx-vp9',
      '-b:v',
      '0',
      '-crf',
      String(clip.crf ?? 41),
      '-row-mt',
      '1',
      '-threads',
      '2',
      '-cpu-used',
      '2',
      '-g',
      gop,
      '-c:a',
      'libopus',
      '-b:a',
      `${clip.audioKbps ?? 28}k`,
    ];
  return [
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'slow',
    '-tune',
    'animation',
    '-crf',
    String(clip.crf ?? 33),
    '-g',
    gop,
    '-x264-params',
    'aq-mode=3',
    '-movflags',
    '+faststart',
    '-c:a',
    'aac',
    '-ar',
    String(clip.audioRate ?? 24_000),
    '-b:a',
    `${clip.audioKbps ?? 24}k`,
  ];
}

/** Files are made outside the library, because a server that watches the library must find only finished files. */
async function inTempFolder(work) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sample-library-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function encodeVideo(studio, clip, target) {
  return inTempFolder(async (folder) => {
    const sound = path.join(folder, 'sound.wav');
    const output = path.join(folder, `clip${path.extname(target)}`);
    await writeFile(sound, wav(clip.seconds, clip.sound));
    await studio.open(clip);
    await ffmpeg(
      [
        '-f',
        'image2pipe',
        '-c:v',
        'mjpeg',
        '-framerate',
        String(clip.drawFps ?? clip.fps),
        '-i',
        '-',
        '-i',
        sound,
        '-r',
        String(clip.fps),
        '-vf',
        COLOUR,
        ...TAGS,
        ...videoArgs(clip),
        '-fflags',
        '+bitexact',
        '-map_metadata',
        '-1',
        '-t',
        String(clip.seconds),
        output,
      ],
      (stdin) =>
        studio.eachFrame(clip, async (frame) => {
          if (!stdin.write(frame)) await once(stdin, 'drain');
        }),
    );
    await copyFile(output, target);
    return (await stat(target)).size;
  });
}

function qualityArgs(extension) {
  if (extension === '.webp') return [86, 78, 70, 60].map((quality) => ['-c:v', 'libwebp', '-quality', String(quality)]);
  if (extension === '.png')
    return [192, 96, 48].map((colours) => ['-vf', `split[a][b];[a]palettegen=max_colors=${colours}[p];[b][p]paletteuse=dither=bayer:bayer_scale=4`]);
  return [2, 3, 4, 6, 8, 11].map((quality) => ['-q:v', String(quality), '-pix_fmt', 'yuvj420p']);
}

/** Writes a picture in its final format, at the best quality up to `limitBytes`, or else at the lowest. */
export function encodePicture(png, target, limitBytes) {
  return inTempFolder(async (folder) => {
    const source = path.join(folder, 'source.png');
    const output = path.join(folder, `picture${path.extname(target)}`);
    await writeFile(source, png);
    for (const quality of qualityArgs(path.extname(target))) {
      await ffmpeg(['-i', source, ...quality, '-frames:v', '1', '-fflags', '+bitexact', '-map_metadata', '-1', output]);
      if ((await stat(output)).size <= limitBytes) break;
    }
    await copyFile(output, target);
    return (await stat(target)).size;
  });
}
