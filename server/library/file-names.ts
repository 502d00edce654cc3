// Determines the role of a file in the library by its name alone. Knows every name that yt-dlp gives its files; reads no files.

/** Containers that can be probed without ffmpeg. */
const probedExtensions = new Set(['mp4', 'm4v', 'mov', 'webm', 'mkv', '3gp', 'ts', 'm4a', 'mp3', 'opus', 'ogg', 'ogv', 'flac', 'wav', 'aac']);
/** Containers that the server cannot read; imported only if the description beside them contains duration and codecs. */
const describedExtensions = new Set(['avi', 'flv', 'wmv', 'mpg', 'mpeg', 'asf', 'rm', 'rmvb', 'vob', 'm2ts', 'f4v', 'mka', 'wma']);
const imageExtensions = new Set(['jpg', 'jpeg', 'webp', 'png']);
const textTrackExtensions = new Set(['vtt', 'srt', 'ass', 'ssa', 'ttml', 'srv1', 'srv2', 'srv3', 'json3', 'lrc']);
/** Files that yt-dlp writes beside a video under names like those of subtitles. */
const notSubtitles = new Set(['live_chat', 'danmaku', 'rechat', 'storyboard']);

export type ParsedFileName =
  | { role: 'media'; base: string; extension: string; canProbe: boolean }
  | { role: 'info'; base: string }
  /** `qualifier` is the text between base and extension if yt-dlp writes all pictures: `avatar_uncropped`, `3`. */
  | { role: 'picture'; base: string; qualifier: string | null; extension: string }
  | { role: 'subtitle'; base: string; lang: string; extension: string }
  | { role: 'description'; base: string }
  | { role: 'file-list'; base: string }
  | { role: 'unfinished'; base: string }
  | { role: 'other' };

/**
 * Names are compared in NFC, because a folder copied from a Mac contains NFD names beside NFC ones. A base may contain dots
 * (`Part 1.5.en.vtt`), so `isBase` decides where the base of a subtitle's or picture's name ends.
 */
export function parseFileName(name: string, isBase: (base: string) => boolean): ParsedFileName {
  const nfcName = name.normalize('NFC');
  const baseOfUnfinished = unfinishedBase(nfcName);
  if (baseOfUnfinished !== null) return { role: 'unfinished', base: baseOfUnfinished };
  if (nfcName.endsWith('.info.json')) return { role: 'info', base: nfcName.slice(0, -'.info.json'.length) };
  const dot = nfcName.lastIndexOf('.');
  if (dot <= 0) return { role: 'other' };
  const stem = nfcName.slice(0, dot);
  const extension = nfcName.slice(dot + 1).toLowerCase();
  if (isMediaExtension(extension)) return { role: 'media', base: stem, extension, canProbe: probedExtensions.has(extension) };
  if (imageExtensions.has(extension)) return { role: 'picture', ...splitQualifier(stem, isBase), extension };
  if (textTrackExtensions.has(extension)) {
    const { base, qualifier } = splitQualifier(stem, isBase);
    const lang = qualifier ?? 'und';
    return notSubtitles.has(lang) || !/^[\w-]{1,40}$/.test(lang) ? { role: 'other' } : { role: 'subtitle', base, lang, extension };
  }
  if (extension === 'description') return { role: 'description', base: stem };
  if (extension === 'm3u' || extension === 'm3u8') return { role: 'file-list', base: stem };
  return { role: 'other' };
}

/** The base of a media file's name in NFC; null if it is not a media file. */
export function mediaBase(name: string): string | null {
  const nfcName = name.normalize('NFC');
  const dot = nfcName.lastIndexOf('.');
  if (dot <= 0 || unfinishedBase(nfcName) !== null) return null;
  return isMediaExtension(nfcName.slice(dot + 1).toLowerCase()) ? nfcName.slice(0, dot) : null;
}

/** Whether a file belongs to a download in progress, so that its changes can be ignored. */
export function isUnfinished(name: string): boolean {
  return unfinishedBase(name) !== null;
}

function isMediaExtension(extension: string): boolean {
  return probedExtensions.has(extension) || describedExtensions.has(extension);
}

/**
 * The base of an unfinished file: `.part`, `.part-Frag7`, `.ytdl`, `.temp.mp4`, or a separate stream such as `.f137.mp4` before the merge.
 * Null for any other file.
 */
function unfinishedBase(name: string): string | null {
  const stages = [/\.part(-Frag\d+)?(\.part)?$/i, /\.ytdl$/i, /\.temp\.[a-z0-9]+$/i, /\.f\d[\w-]*\.[a-z0-9]+$/, /\.f(hls|dash|http)[\w-]*\.[a-z0-9]+$/];
  let rest = name;
  let hasStageSuffix = false;
  for (const stage of stages) {
    const shorter = rest.replace(stage, '');
    if (shorter === rest) continue;
    rest = shorter;
    hasStageSuffix = true;
  }
  if (!hasStageSuffix) return null;
  const dot = rest.lastIndexOf('.');
  return dot > 0 && isMediaExtension(rest.slice(dot + 1).toLowerCase()) ? rest.slice(0, dot) : rest;
}

function splitQualifier(stem: string, isBase: (base: string) => boolean): { base: string; qualifier: string | null } {
  if (isBase(stem)) return { base: stem, qualifier: null };
  const dot = stem.lastIndexOf('.');
  if (dot > 0 && isBase(stem.slice(0, dot))) return { base: stem.slice(0, dot), qualifier: stem.slice(dot + 1) };
  return { base: stem, qualifier: null };
}
