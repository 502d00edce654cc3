// Playlists of an HLS stream (RFC 8216): which files they name, and the same playlists over a single saved film that contains those files one after
// another. Pure. Lines that do not locate files are kept unchanged.

/** A file named in a playlist, or a piece of one. */
export interface ListedFile {
  /** Path and query on the archive. */
  url: string;
  /** Null: all of it. */
  piece: { first: number; bytes: number } | null;
}

/** Where a file is in the saved film. */
export interface PlaceInFilm {
  first: number;
  bytes: number;
}

export interface ReadList {
  files: readonly ListedFile[];
  /** Nothing will be appended to it. */
  isComplete: boolean;
  /** `placeOf` gives the place of each of `files`. */
  rewritten(filmUrl: string, placeOf: (file: ListedFile) => PlaceInFilm): string;
}

export interface StreamList {
  /** Name of its saved playlist: `video`, `audio`, `subtitles-0` … */
  name: string;
  url: string;
}

export interface ReadMaster {
  lists: readonly StreamList[];
  /** `addressOf`: address of a saved playlist. */
  rewritten(addressOf: (name: string) => string): string;
}

export function identityOf({ url, piece }: ListedFile): string {
  return piece ? `${url} ${piece.first} ${piece.bytes}` : url;
}

/** Null: not a master playlist, but one that names files. */
export function readMaster(text: string, ownUrl: string): ReadMaster | null {
  const lines = linesOf(text);
  const variants = lines.flatMap((line, at) => (line.startsWith('#EXT-X-STREAM-INF:') ? [{ tag: line, uri: lines[at + 1] ?? '' }] : []));
  const best = variants.toSorted((one, other) => Number(attribute(other.tag, 'BANDWIDTH')) - Number(attribute(one.tag, 'BANDWIDTH')))[0];
  if (!best) return null;
  const lists: (StreamList & { tag: string })[] = [{ name: 'video', url: resolved(best.uri, ownUrl), tag: best.tag }];
  for (const kind of ['AUDIO', 'SUBTITLES'] as const) {
    const group = attribute(best.tag, kind);
    const tracks = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:') && attribute(line, 'TYPE') === kind && attribute(line, 'GROUP-ID') === group);
    const withFiles = tracks.filter((tag) => attribute(tag, 'URI') !== null);
    // All subtitles, but only the audio track that players start with.
    const chosen = kind === 'SUBTITLES' ? withFiles : withFiles.toSorted((one, other) => Number(isDefault(other)) - Number(isDefault(one))).slice(0, 1);
    chosen.forEach((tag, at) => lists.push({ name: `${kind.toLowerCase()}-${at}`, url: resolved(attribute(tag, 'URI') ?? '', ownUrl), tag }));
  }
  return {
    lists: lists.map(({ name, url }) => ({ name, url })),
    rewritten(addressOf) {
      const [video, ...tracks] = lists;
      return [
        '#EXTM3U',
        ...lines.filter((line) => /^#EXT-X-(VERSION|INDEPENDENT-SEGMENTS)/.test(line)),
        ...tracks.map(({ tag, name }) => withAttribute(tag, 'URI', addressOf(name))),
        video?.tag ?? '',
        addressOf('video'),
        '',
      ].join('\n');
    },
  };
}

export function readMediaList(text: string, ownUrl: string): ReadList {
  const files = new Map<string, ListedFile>();
  walk(text, ownUrl, (file) => {
    files.set(identityOf(file), file);
    return null;
  });
  return {
    files: [...files.values()],
    isComplete: linesOf(text).includes('#EXT-X-ENDLIST'),
    rewritten: (filmUrl, placeOf) => walk(text, ownUrl, (file) => ({ ...placeOf(file), url: filmUrl })).join('\n'),
  };
}

type Visit = (file: ListedFile) => (PlaceInFilm & { url: string }) | null;

/** Every line, with the files replaced by what `visit` returns. */
function walk(text: string, ownUrl: string, visit: Visit): string[] {
  const written: string[] = [];
  const ends = new Map<string, number>();
  let range: string | null = null;

  function fileOf(uri: string, byteRange: string | null): ListedFile {
    const url = resolved(uri, ownUrl);
    if (byteRange === null) return { url, piece: null };
    const [, bytes = '0', first] = /^(\d+)(?:@(\d+))?$/.exec(byteRange) ?? [];
    const piece = { first: first === undefined ? (ends.get(url) ?? 0) : Number(first), bytes: Number(bytes) };
    ends.set(url, piece.first + piece.bytes);
    return { url, piece };
  }

  for (const line of linesOf(text)) {
    // Parts announced before their segment: a complete playlist contains the segment itself.
    if (/^#EXT-X-(PART|PRELOAD-HINT|SERVER-CONTROL|RENDITION-REPORT|SKIP|START|PLAYLIST-TYPE)\b/.test(line)) continue;
    if (line.startsWith('#EXT-X-BYTERANGE:')) range = line.slice(line.indexOf(':') + 1).trim();
    else if (line.startsWith('#EXT-X-MAP:')) {
      const place = visit(fileOf(attribute(line, 'URI') ?? '', attribute(line, 'BYTERANGE')));
      if (place) written.push(`#EXT-X-MAP:URI="${place.url}",BYTERANGE="${place.bytes}@${place.first}"`);
    } else if (line !== '' && !line.startsWith('#')) {
      const place = visit(fileOf(line, range));
      range = null;
      if (place) written.push(`#EXT-X-BYTERANGE:${place.bytes}@${place.first}`, place.url);
    } else written.push(line);
  }
  return written;
}

/** Whether its segments need keys, which are not saved. */
export function isEncrypted(text: string): boolean {
  return linesOf(text).some((line) => /^#EXT-X-(SESSION-)?KEY:/.test(line) && attribute(line, 'METHOD') !== 'NONE');
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trim());
}

/** Without quotes; null: the tag has no such attribute. */
function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`(?:^|[:,])${name}=(?:"([^"]*)"|([^,]*))`).exec(tag);
  return found ? (found[1] ?? found[2] ?? '') : null;
}

function withAttribute(tag: string, name: string, value: string): string {
  return tag.replace(new RegExp(`([:,])${name}="[^"]*"`), `$1${name}="${value}"`);
}

function isDefault(tag: string): boolean {
  return attribute(tag, 'DEFAULT') === 'YES';
}

/** For the archive's own origin only the path, since the archive may have another address later. */
function resolved(uri: string, base: string): string {
  const origin = 'http://archive.invalid';
  const url = new URL(uri, new URL(base, origin));
  return url.origin === origin ? url.pathname + url.search : url.href;
}
