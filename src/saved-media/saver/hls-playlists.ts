// Playlists of an HLS stream (RFC 8216): lists the files that they name, and rewrites them for a single saved file that contains those
// files one after another. Pure. Lines that a complete saved playlist does not need are left out.

/** A file named in a playlist, or a piece of one. */
export interface PlaylistFile {
  /** Path and query on the archive. */
  url: string;
  /** Null for the whole file. */
  range: { first: number; bytes: number } | null;
}

/** Where a file is in the saved file. */
export interface MediaRange {
  first: number;
  bytes: number;
}

export interface MediaPlaylist {
  files: readonly PlaylistFile[];
  /** Whether nothing will be appended to the playlist. */
  isComplete: boolean;
  /** `placeOf` returns the place of each file in the saved file. */
  rewrite(savedUrl: string, placeOf: (file: PlaylistFile) => MediaRange): string;
}

export interface PlaylistRef {
  /** The name of the saved playlist: `video`, `audio-0`, `subtitles-0` … */
  name: string;
  url: string;
}

export interface MasterPlaylist {
  playlists: readonly PlaylistRef[];
  /** `addressOf` returns the address of the saved playlist with this name. */
  rewrite(addressOf: (name: string) => string): string;
}

export function fileKey({ url, range }: PlaylistFile): string {
  return range ? `${url} ${range.first} ${range.bytes}` : url;
}

/** Null if the text is not a master playlist but a media playlist. */
export function parseMaster(text: string, baseUrl: string): MasterPlaylist | null {
  const lines = splitLines(text);
  const variants = lines.flatMap((line, index) => (line.startsWith('#EXT-X-STREAM-INF:') ? [{ tag: line, uri: lines[index + 1] ?? '' }] : []));
  const bestVariant = variants.toSorted((one, other) => Number(attributeOf(other.tag, 'BANDWIDTH')) - Number(attributeOf(one.tag, 'BANDWIDTH')))[0];
  if (!bestVariant) return null;
  const lists: (PlaylistRef & { tag: string })[] = [{ name: 'video', url: resolveUrl(bestVariant.uri, baseUrl), tag: bestVariant.tag }];
  for (const kind of ['AUDIO', 'SUBTITLES'] as const) {
    const group = attributeOf(bestVariant.tag, kind);
    const tracks = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:') && attributeOf(line, 'TYPE') === kind && attributeOf(line, 'GROUP-ID') === group);
    const tracksWithFiles = tracks.filter((tag) => attributeOf(tag, 'URI') !== null);
    // All subtitles are saved, but only the audio track that players start with.
    const chosenTracks =
      kind === 'SUBTITLES' ? tracksWithFiles : tracksWithFiles.toSorted((one, other) => Number(isDefault(other)) - Number(isDefault(one))).slice(0, 1);
    chosenTracks.forEach((tag, index) => lists.push({ name: `${kind.toLowerCase()}-${index}`, url: resolveUrl(attributeOf(tag, 'URI') ?? '', baseUrl), tag }));
  }
  return {
    playlists: lists.map(({ name, url }) => ({ name, url })),
    rewrite(addressOf) {
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

export function parseMediaPlaylist(text: string, baseUrl: string): MediaPlaylist {
  const files = new Map<string, PlaylistFile>();
  rewriteLines(text, baseUrl, (file) => {
    files.set(fileKey(file), file);
    return null;
  });
  return {
    files: [...files.values()],
    isComplete: splitLines(text).includes('#EXT-X-ENDLIST'),
    rewrite: (savedUrl, placeOf) => rewriteLines(text, baseUrl, (file) => ({ ...placeOf(file), url: savedUrl })).join('\n'),
  };
}

type FileVisitor = (file: PlaylistFile) => (MediaRange & { url: string }) | null;

/** The lines of a complete playlist, with each file replaced by the range that `visit` returns; null leaves the file out. */
function rewriteLines(text: string, baseUrl: string, visit: FileVisitor): string[] {
  const output: string[] = [];
  const nextOffsets = new Map<string, number>();
  let nextByteRange: string | null = null;

  function fileOf(uri: string, byteRange: string | null): PlaylistFile {
    const url = resolveUrl(uri, baseUrl);
    if (byteRange === null) return { url, range: null };
    const [, bytes = '0', first] = /^(\d+)(?:@(\d+))?$/.exec(byteRange) ?? [];
    const piece = { first: first === undefined ? (nextOffsets.get(url) ?? 0) : Number(first), bytes: Number(bytes) };
    nextOffsets.set(url, piece.first + piece.bytes);
    return { url, range: piece };
  }

  for (const line of splitLines(text)) {
    // A complete playlist needs neither hints for players nor partial segments, whose bytes are also listed as whole segments.
    if (/^#EXT-X-(PART|PRELOAD-HINT|SERVER-CONTROL|RENDITION-REPORT|SKIP|START|PLAYLIST-TYPE)\b/.test(line)) continue;
    if (line.startsWith('#EXT-X-BYTERANGE:')) nextByteRange = line.slice(line.indexOf(':') + 1).trim();
    else if (line.startsWith('#EXT-X-MAP:')) {
      const target = visit(fileOf(attributeOf(line, 'URI') ?? '', attributeOf(line, 'BYTERANGE')));
      if (target) output.push(`#EXT-X-MAP:URI="${target.url}",BYTERANGE="${target.bytes}@${target.first}"`);
    } else if (line !== '' && !line.startsWith('#')) {
      const target = visit(fileOf(line, nextByteRange));
      nextByteRange = null;
      if (target) output.push(`#EXT-X-BYTERANGE:${target.bytes}@${target.first}`, target.url);
    } else output.push(line);
  }
  return output;
}

/** Whether the segments of the playlist need keys, which are not saved. */
export function isEncrypted(text: string): boolean {
  return splitLines(text).some((line) => /^#EXT-X-(SESSION-)?KEY:/.test(line) && attributeOf(line, 'METHOD') !== 'NONE');
}

function splitLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trim());
}

/** The attribute's value without quotes; null if the tag has no such attribute. */
function attributeOf(tag: string, name: string): string | null {
  const match = new RegExp(`(?:^|[:,])${name}=(?:"([^"]*)"|([^,]*))`).exec(tag);
  return match ? (match[1] ?? match[2] ?? '') : null;
}

function withAttribute(tag: string, name: string, value: string): string {
  return tag.replace(new RegExp(`([:,])${name}="[^"]*"`), `$1${name}="${value}"`);
}

function isDefault(tag: string): boolean {
  return attributeOf(tag, 'DEFAULT') === 'YES';
}

/** A relative address becomes a path and query, since the archive may have another origin later. */
function resolveUrl(uri: string, base: string): string {
  const origin = 'http://archive.invalid';
  const url = new URL(uri, new URL(base, origin));
  return url.origin === origin ? url.pathname + url.search : url.href;
}
