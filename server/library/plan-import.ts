// Compares what is on disk with what the catalogue knows, by path, size and time alone. Pure.
import type { Catalogue } from '../catalogue/records.ts';
import { parseFingerprint, type Fingerprint } from './fingerprint.ts';
import type { VideoFiles } from './group-files.ts';

export type KnownMedia = ReturnType<Catalogue['knownMedia']>;

export interface UnchangedVideo {
  videoId: string;
  files: VideoFiles;
  print: Fingerprint;
}

export interface FoundVideo {
  files: VideoFiles;
  /** State of what lies beside the media file. */
  sidecars: string;
}

export interface ImportPlan {
  unchanged: UnchangedVideo[];
  /** In the order of their paths. `knownId`: what this file was called before, here or where it was moved from. */
  toRead: (FoundVideo & { knownId: string | null })[];
  /** Known paths without a file: moved, removed, or not there for a moment. */
  missing: string[];
}

/** @param isLeftAlone paths that are being written or could not be looked at: neither there nor gone. */
export function planImport(found: FoundVideo[], known: KnownMedia, isLeftAlone: (path: string) => boolean): ImportPlan {
  const plan: ImportPlan = { unchanged: [], toRead: [], missing: [] };
  const paths = new Set(found.map(({ files }) => files.media.path));
  plan.missing = [...known.keys()].filter((path) => !paths.has(path) && !isLeftAlone(path));
  const missingByState = groupBy(plan.missing, (path) => {
    const media = known.get(path);
    return `${media?.sizeBytes} ${media?.modifiedMs} ${parseFingerprint(media?.sidecarHash ?? '')?.sidecars}`;
  });
  const fresh: FoundVideo[] = [];

  for (const { files, sidecars } of found) {
    if (isLeftAlone(files.media.path)) continue;
    const before = known.get(files.media.path);
    const print = before && parseFingerprint(before.sidecarHash);
    if (!before) fresh.push({ files, sidecars });
    else if (print && print.sidecars === sidecars && before.sizeBytes === files.media.sizeBytes && before.modifiedMs === files.media.modifiedMs) {
      plan.unchanged.push({ videoId: before.videoId, files, print });
    } else plan.toRead.push({ files, sidecars, knownId: before.videoId });
  }

  const freshByState = groupBy(fresh, ({ files, sidecars }) => `${files.media.sizeBytes} ${files.media.modifiedMs} ${sidecars}`);
  for (const [state, candidates] of freshByState) {
    const from = missingByState.get(state) ?? [];
    // Two files of the same size and time: which one went where cannot be told without an id.
    const isCertain = from.length === 1 && candidates.length === 1;
    const knownId = isCertain ? (known.get(from[0] as string)?.videoId ?? null) : null;
    plan.toRead.push(...candidates.map((candidate) => ({ ...candidate, knownId })));
  }
  plan.toRead.sort((a, b) => (a.files.media.path < b.files.media.path ? -1 : 1));
  return plan;
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
