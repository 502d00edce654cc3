// Refreshes channels and playlists from their source. The result is kept as a description in yt-dlp's form, under the channel's or
// playlist's own id. An import pass takes names, pictures and entries from it.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PictureRole } from '../catalogue/learned.ts';
import { channelOfCollection } from '../library/channel-facts.ts';
import { field, isInfo, list, type Info } from '../library/info-values.ts';
import { playlistOfCollection } from '../library/playlist-facts.ts';
import { maxInfoBytes, readInfo } from '../library/read-json.ts';
import type { RefreshOutcome, SourceDeps } from './refresh-video.ts';
import { kindOfNotWritable, NotWritable } from './write-into-library.ts';

export interface CollectionSource {
  /** Id in this archive. */
  id: string;
  address: string | null;
  /** The folder of its description in the library; created if it does not exist. */
  folder: string;
}

export interface CallOptions {
  args: readonly string[];
  signal: AbortSignal;
}

const refreshTimeoutMs = 300_000;
const pictureName = /^channel(?:\.(avatar|banner)_uncropped)?\.(?:jpe?g|png|webp)$/i;

export async function refreshChannel(source: CollectionSource, deps: SourceDeps, { args, signal }: CallOptions): Promise<RefreshOutcome> {
  if (source.address === null) return { kind: 'no-source' };
  await mkdir(deps.workFolder, { recursive: true });
  const folder = await mkdtemp(path.join(deps.workFolder, 'channel-'));
  try {
    const options = ['--skip-download', '--playlist-items=0', '--write-info-json', '--write-all-thumbnails', '--output=channel.%(ext)s'];
    const runResult = await deps.ytDlp.run([...options, ...args], [source.address], { signal, folder, timeoutMs: refreshTimeoutMs });
    if (!runResult.ok) return runResult.failure.kind === 'gone' ? { kind: 'gone' } : failed(runResult.failure.kind, runResult.failure.message);
    const file = path.join(folder, 'channel.info.json');
    const size = await stat(file).then(
      (stats) => stats.size,
      () => maxInfoBytes + 1,
    );
    const outcome = await readInfo(file, size);
    const channel = outcome.ok && playlistOfCollection(outcome.info) === null ? channelOfCollection(outcome.info) : null;
    if (!outcome.ok || channel === null) return failed('refused', 'The source did not describe the channel.');
    if (channel.id !== source.id) return failed('refused', 'Its address now leads to another channel.');
    const pictures = (await readdir(folder)).flatMap((name): [PictureRole, string][] => {
      const match = pictureName.exec(name);
      return match ? [[(match[1]?.toLowerCase() ?? 'plain') as PictureRole, path.join(folder, name)]] : [];
    });
    const info = { ...outcome.info, _type: 'playlist', entries: [] };
    const written = await deps.metadataWriter.describeCollection('channel', source, info, new Map(pictures));
    return { kind: written === 'no-item' ? 'no-item' : 'fresh' };
  } catch (error) {
    if (error instanceof NotWritable) return failed(kindOfNotWritable(error), error.message);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function refreshPlaylist(source: CollectionSource, deps: SourceDeps, { args, signal }: CallOptions): Promise<RefreshOutcome> {
  if (source.address === null) return { kind: 'no-source' };
  const extraction = await deps.ytDlp.extract(source.address, { args, timeoutMs: refreshTimeoutMs }, signal);
  if (!extraction.ok) return extraction.failure.kind === 'gone' ? { kind: 'gone' } : failed(extraction.failure.kind, extraction.failure.message);
  const playlist = playlistOfCollection(extraction.info);
  if (playlist === null) return failed('refused', 'The source did not describe the playlist.');
  if (playlist.id !== source.id) return failed('refused', 'Its address now leads to another playlist.');
  return describePlaylist(source, deps, extraction.info);
}

/** @param info the source's description */
export async function describePlaylist(source: CollectionSource, deps: SourceDeps, info: Info): Promise<RefreshOutcome> {
  try {
    await deps.metadataWriter.describeCollection('playlist', source, withoutBulk(info), new Map());
    return { kind: 'fresh' };
  } catch (error) {
    if (error instanceof NotWritable) return failed(kindOfNotWritable(error), error.message);
    throw error;
  }
}

/** The fields of an entry that an import reads. The rest is large and transient. */
const entryKeys = ['_type', 'id', 'title', 'url', 'ie_key', 'extractor', 'extractor_key', 'channel', 'channel_id', 'uploader', 'uploader_id', 'duration'];

function withoutBulk(info: Info): Info {
  const entries = list(info, 'entries').filter(isInfo);
  const shortEntries = entries.map((entry) =>
    Object.fromEntries(entryKeys.flatMap((key) => (field(entry, key) === undefined ? [] : [[key, field(entry, key)]]))),
  );
  const { requested_entries: _requested, ...rest } = info;
  return { ...rest, _type: 'playlist', entries: shortEntries };
}

function failed(why: Extract<RefreshOutcome, { kind: 'failed' }>['why'], message: string): RefreshOutcome {
  return { kind: 'failed', why, message };
}
