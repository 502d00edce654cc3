// Groups the files of one folder. A video is a media file and everything that shares its base name.
import type { FoundFile, FoundFolder } from './scan-library.ts';
import { mediaBase, parseFileName } from './file-names.ts';

export interface VideoFiles {
  folder: string;
  /** The name without extension, NFC. */
  base: string;
  media: FoundFile;
  /** Whether duration and streams can be read from the media file itself. */
  canProbe: boolean;
  /**
   * Whether other media files in the folder have the same base. Facts from the base then apply to each of them, but do not identify one.
   */
  isBaseShared: boolean;
  info: FoundFile | null;
  description: FoundFile | null;
  picture: FoundFile | null;
  subtitles: { lang: string; file: FoundFile }[];
  /** Subtitles in a format that browsers cannot show, in languages without a WebVTT file. */
  foreignSubtitles: { lang: string; file: FoundFile }[];
}

/** An `.info.json` without a media file: of a playlist, of a channel, or of a video whose file is not here. */
export interface LoneInfo {
  folder: string;
  base: string;
  info: FoundFile;
  /** Pictures by qualifier (`avatar_uncropped`), which is empty for a picture without one. */
  pictures: Map<string, FoundFile>;
}

export interface FolderGroups {
  videos: VideoFiles[];
  loneInfos: LoneInfo[];
  m3uLists: { folder: string; base: string; file: FoundFile }[];
  unfinished: FoundFile[];
  /** Pictures and subtitles that belong to no media file and no `.info.json`. */
  strays: FoundFile[];
}

export function groupFiles(folder: FoundFolder): FolderGroups {
  const groups: FolderGroups = { videos: [], loneInfos: [], m3uLists: [], unfinished: [], strays: [] };
  const bases = basesIn(folder.files.map(({ name }) => name));
  const unfinishedBases = new Set<string>();
  const namedFiles = folder.files.map((file) => ({ file, name: parseFileName(file.name, (base) => bases.has(base)) }));

  const parts = new Map<string, Parts>();
  const partsOf = (base: string): Parts => {
    const existingParts = parts.get(base);
    if (existingParts) return existingParts;
    const newParts: Parts = { media: [], info: null, description: null, pictures: new Map(), tracks: [] };
    parts.set(base, newParts);
    return newParts;
  };
  for (const { file, name } of namedFiles) {
    if (name.role === 'media') partsOf(name.base).media.push({ file, canProbe: name.canProbe });
    else if (name.role === 'info') partsOf(name.base).info = file;
    else if (name.role === 'description') partsOf(name.base).description = file;
    else if (name.role === 'picture') keepBetterPicture(partsOf(name.base).pictures, name.qualifier ?? '', file);
    else if (name.role === 'subtitle') partsOf(name.base).tracks.push({ lang: name.lang, extension: name.extension, file });
    else if (name.role === 'file-list') groups.m3uLists.push({ folder: folder.path, base: name.base, file });
    else if (name.role === 'unfinished') {
      groups.unfinished.push(file);
      unfinishedBases.add(name.base);
    }
  }

  for (const [base, part] of parts) {
    if (part.media.length > 0) groups.videos.push(...videosOf(folder.path, base, part));
    else if (part.info) {
      if (!unfinishedBases.has(base)) groups.loneInfos.push({ folder: folder.path, base, info: part.info, pictures: part.pictures });
    } else groups.strays.push(...[...part.pictures.values(), ...part.tracks.map((track) => track.file)]);
  }
  // A separate stream beside the merged video (`--keep-video`) is not an unfinished download.
  groups.unfinished = groups.unfinished.filter((file) => {
    const name = parseFileName(file.name, () => false);
    return !(name.role === 'unfinished' && (parts.get(name.base)?.media.length ?? 0) > 0);
  });
  return groups;
}

/** The bases of the media files and `.info.json` files with these names. Pictures and subtitles belong to one of these bases. */
export function basesIn(names: readonly string[]): Set<string> {
  const bases = new Set<string>();
  for (const name of names) {
    const base = mediaBase(name);
    if (base !== null) bases.add(base);
    const nfcName = name.normalize('NFC');
    if (nfcName.endsWith('.info.json')) bases.add(nfcName.slice(0, -'.info.json'.length));
  }
  return bases;
}

/** The files that share one base. */
interface Parts {
  media: { file: FoundFile; canProbe: boolean }[];
  info: FoundFile | null;
  description: FoundFile | null;
  pictures: Map<string, FoundFile>;
  tracks: { lang: string; extension: string; file: FoundFile }[];
}

/** Several media files may share a base: copies (`X [id].webm` beside `X [id].mp4`) or different videos. Each gets the same companions. */
function videosOf(folder: string, base: string, part: Parts): VideoFiles[] {
  const webVtt = part.tracks.filter((track) => track.extension === 'vtt');
  const languages = new Set(webVtt.map((track) => track.lang));
  const byLanguage = (a: { lang: string }, b: { lang: string }) => (a.lang < b.lang ? -1 : 1);
  return part.media.map(({ file, canProbe }) => ({
    folder,
    base,
    media: file,
    canProbe,
    isBaseShared: part.media.length > 1,
    info: part.info,
    description: part.description,
    picture: bestPicture(part.pictures),
    subtitles: webVtt.map(({ lang, file: track }) => ({ lang, file: track })).toSorted(byLanguage),
    foreignSubtitles: part.tracks
      .filter((track) => track.extension !== 'vtt' && !languages.has(track.lang))
      .map(({ lang, file: track }) => ({ lang, file: track })),
  }));
}

/** The paths of all files beside the media file that an import uses. */
export function companionsOf(files: VideoFiles): string[] {
  const tracks = [...files.subtitles, ...files.foreignSubtitles].map(({ file }) => file);
  return [files.info, files.description, files.picture, ...tracks].flatMap((file) => (file ? [file.path] : []));
}

/** The formats of pictures in order of preference: a picture that yt-dlp converted precedes its WebP original. */
const pictureOrder = ['jpg', 'jpeg', 'png', 'webp'];

function keepBetterPicture(pictures: Map<string, FoundFile>, qualifier: string, file: FoundFile): void {
  const currentPicture = pictures.get(qualifier);
  if (!currentPicture || rank(file) < rank(currentPicture)) pictures.set(qualifier, file);
}

function rank(file: FoundFile): number {
  return pictureOrder.indexOf(file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase());
}

/** The picture without a qualifier, otherwise the last one of `--write-all-thumbnails`, which numbers pictures from worst to best. */
export function bestPicture(pictures: Map<string, FoundFile>): FoundFile | null {
  const unnumberedPicture = pictures.get('');
  if (unnumberedPicture) return unnumberedPicture;
  const numberedPictures = [...pictures].filter(([qualifier]) => /^\d+$/.test(qualifier)).toSorted(([a], [b]) => Number(b) - Number(a));
  return numberedPictures[0]?.[1] ?? null;
}
