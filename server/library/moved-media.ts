// Recognizes a moved or renamed file if neither its name nor a description contains an id. The file matches a known video if both have the
// same size, time and companions, or the same size and sample of the content. For a video without a sample, size and time are enough.
// Called by a scan for files at unknown paths.
import path from 'node:path';
import type { KnownMedia } from '../catalogue/records.ts';
import { parseFingerprint } from './fingerprint.ts';
import type { ScannedPlaces } from './library-places.ts';
import { sampleOf } from './media-sample.ts';
import type { FoundFile } from './scan-library.ts';

/** A file at an unknown path. */
export interface FreshFile {
  /** The map of the file's folder in LibraryDiff.toRead, which receives the recognized id. */
  names: Map<string, string | null>;
  media: FoundFile;
  /** See movedMediaKey. */
  state: string;
}

export interface RecognizeInput {
  places: Pick<ScannedPlaces, 'absolute'>;
  freshFiles: FreshFile[];
  media: AsyncIterable<KnownMedia>;
  /** Whether the scan has not found the video's file. */
  isVanished(media: KnownMedia): boolean;
}

/** A key that stays the same when a file is moved together with its companions. */
export function movedMediaKey({ sizeBytes, modifiedMs }: { sizeBytes: number; modifiedMs: number }, sidecarState: string | undefined): string {
  return `${sizeBytes} ${modifiedMs} ${sidecarState}`;
}

interface VanishedVideo {
  videoId: string;
  /** The last segment of the file's stored name. */
  name: string;
  sizeBytes: number;
  state: string;
  sample: string | null;
  modifiedMs: number;
}

export async function recognizeMoved({ places, freshFiles, media, isVanished }: RecognizeInput): Promise<void> {
  const sizes = new Set(freshFiles.map((file) => file.media.sizeBytes));
  const vanishedVideos: VanishedVideo[] = [];
  const vanishedSizes = new Set<number>();
  for await (const knownMedia of media) {
    if (!sizes.has(knownMedia.sizeBytes) || !isVanished(knownMedia)) continue;
    vanishedVideos.push({
      videoId: knownMedia.videoId,
      name: path.posix.basename(knownMedia.mediaFile),
      sizeBytes: knownMedia.sizeBytes,
      state: movedMediaKey(knownMedia, parseFingerprint(knownMedia.fingerprint)?.sidecarState),
      sample: knownMedia.sample,
      modifiedMs: knownMedia.modifiedMs,
    });
    vanishedSizes.add(knownMedia.sizeBytes);
  }
  if (vanishedVideos.length === 0) return;

  const unmatchedFiles = freshFiles.filter((file) => vanishedSizes.has(file.media.sizeBytes));
  const matchedIds = new Set<string>();
  const matchAll = (keyOf: (file: FreshFile) => string | null, keyOfVanished: (video: VanishedVideo) => string | null): void => {
    const files = groupBy(unmatchedFiles, keyOf);
    const videos = groupBy(
      vanishedVideos.filter(({ videoId }) => !matchedIds.has(videoId)),
      keyOfVanished,
    );
    for (const file of unmatchedFiles.splice(0)) {
      const key = keyOf(file);
      // Several files with the same state cannot be distinguished without an id.
      const [video, ...others] = key === null ? [] : (videos.get(key) ?? []);
      if (video === undefined || others.length > 0 || (key !== null && (files.get(key)?.length ?? 0) > 1)) unmatchedFiles.push(file);
      else {
        file.names.set(file.media.name, video.videoId);
        matchedIds.add(video.videoId);
      }
    }
  };
  // The first comparison includes the name, so that in a renamed folder two files with the same state keep their own ids.
  matchAll(
    (file) => `${file.state} ${file.media.name}`,
    (video) => `${video.state} ${video.name}`,
  );
  matchAll(
    (file) => file.state,
    (video) => video.state,
  );
  const samples = new Map<FreshFile, string | null>();
  for (const file of unmatchedFiles) samples.set(file, await sampleOf(places.absolute(file.media.path), file.media.sizeBytes));
  matchAll(
    (file) => keyOfSample(file.media.sizeBytes, samples.get(file) ?? null),
    (video) => keyOfSample(video.sizeBytes, video.sample),
  );
  // The last comparison is for videos without a sample. Size and time are enough, because a rename changes only the name.
  matchAll(
    (file) => `${file.media.sizeBytes} ${file.media.modifiedMs}`,
    (video) => (video.sample === null ? `${video.sizeBytes} ${video.modifiedMs}` : null),
  );
}

function keyOfSample(sizeBytes: number, sample: string | null): string | null {
  return sample === null ? null : `${sizeBytes} ${sample}`;
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
