// Finds the description and the picture of a video: the owner's files (`.info.json`, image), overlaid with learned metadata. An owner's
// file that is newer than the learned metadata takes precedence.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ImportProblem } from '../catalogue/records.ts';
import type { OwnerFileHash, Learned } from '../catalogue/learned.ts';
import { isShortage } from '../disk/shortage.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import type { VideoFiles } from './group-files.ts';
import { text, type Info } from './info-values.ts';
import type { ScannedPlaces } from './library-places.ts';
import { readInfo } from './read-json.ts';
import type { FoundFile } from './scan-library.ts';

type Places = Pick<ScannedPlaces, 'absolute'>;

/**
 * Reads the owner's description alone. A video is imported even if its description cannot be read, unless this function throws.
 * @throws the system's error if the next try may succeed (isTemporary)
 */
export async function readOwnersDescription(places: Places, files: VideoFiles, problems: ImportProblem[]): Promise<Info | null> {
  if (!files.info) return null;
  const outcome = await readInfo(places.absolute(files.info.path), files.info.sizeBytes);
  if (!outcome.ok) {
    // A stored problem would keep the file from being read again until it changes.
    if (outcome.temporaryError) throw outcome.temporaryError;
    problems.push({ file: files.info.path, reason: importReasons.importedWithout(outcome.reason) });
    return null;
  }
  const kind = text(outcome.info, '_type') ?? 'video';
  if (kind !== 'video') {
    problems.push({ file: files.info.path, reason: importReasons.importedWithout(importReasons.descriptionOf(kind)) });
    return null;
  }
  return outcome.info;
}

/** @param ownersInfo the owner's description; null if there is none or it cannot be read */
export async function withLearned(places: Places, files: VideoFiles, ownersInfo: Info | null, learned: Learned | null): Promise<Info | null> {
  const described = learned?.described ?? null;
  if (described === null || (ownersInfo !== null && (await isNewer(places, files.info, described)))) return ownersInfo;
  return { ...ownersInfo, ...described.info };
}

/** @returns the picture's stored name (library-places.ts), the owner's or the learned one; null if there is none */
export async function newestPicture(places: Places, ownersPicture: FoundFile | null, learned: Learned | null): Promise<string | null> {
  const picture = learned?.pictures.plain;
  return picture && !(await isNewer(places, ownersPicture, picture)) ? picture.file : (ownersPicture?.path ?? null);
}

/**
 * Whether the owner's file is newer than the learned metadata. A copied library may have new times, so a file with the same content is not
 * newer.
 */
export async function isNewer(
  places: Places,
  file: Pick<FoundFile, 'path' | 'modifiedMs'> | null,
  learned: { learnedMs: number; ownerFileHash: OwnerFileHash },
): Promise<boolean> {
  return file !== null && file.modifiedMs > learned.learnedMs && (await hashOfFile(places.absolute(file.path))) !== learned.ownerFileHash;
}

/** Null if the file does not exist or cannot be read. @throws the system's error if it can open no file at the moment */
export async function hashOfFile(file: string): Promise<OwnerFileHash> {
  const content = await readFile(file).catch((error: unknown) => {
    if (isShortage(error)) throw error;
    return null; // The code that needs the file reads it again and reports the error.
  });
  return content && createHash('sha256').update(content).digest('base64url');
}
