// Stores learned metadata: facts from sources about an owner's videos, channels and playlists, kept separate from the owner's files.
// server/source writes learned metadata. Imports read it and combine it with the files' metadata. When learned metadata of a video changes,
// the next import reads that video again.
import { inTransaction, type Database } from '../database/transaction.ts';
import type { Info } from '../library/info-values.ts';
import { learnedName } from '../library/library-places.ts';

export type LearnedKind = 'video' | 'channel' | 'playlist';
/** A channel has an avatar and a banner; every other picture is plain. */
export type PictureRole = 'plain' | 'avatar' | 'banner';

/** SHA-256 of the owner's corresponding file when the fact was learned; null if there was no file. */
export type OwnerFileHash = string | null;

export interface LearnedInfo {
  info: Info;
  learnedMs: number;
  ownerFileHash: OwnerFileHash;
}

export interface LearnedPicture {
  /** A stored name, as in records (library-places.ts). */
  file: string;
  learnedMs: number;
  ownerFileHash: OwnerFileHash;
}

export interface Learned {
  /** Null if only a picture was learned. */
  described: LearnedInfo | null;
  pictures: Partial<Record<PictureRole, LearnedPicture>>;
}

/** A channel or playlist about which something was learned. */
export interface LearnedKey {
  kind: 'channel' | 'playlist';
  ref: string;
  /** Changes whenever something new is learned. */
  state: string;
}

export interface LearnedReader {
  /** What was learned about one video, channel or playlist; null if nothing was. */
  of(kind: LearnedKind, ref: string): Learned | null;
  /** Whether a description was learned. The description itself is not read. */
  isDescribed(kind: LearnedKind, ref: string): boolean;
  collections(): LearnedKey[];
}

export interface LearnedRows extends LearnedReader {
  describe(kind: LearnedKind, ref: string, info: Info, ownerFileHash: OwnerFileHash): void;
  /** @param name the file's name in learned/pictures */
  putPicture(kind: LearnedKind, ref: string, role: PictureRole, name: string, ownerFileHash: OwnerFileHash): void;
  forgetDescription(kind: LearnedKind, ref: string): void;
  forgetPicture(kind: LearnedKind, ref: string, role: PictureRole): void;
}

export function createLearnedRows(database: Database, now: () => number = Date.now): LearnedRows {
  const description = database.prepare('SELECT info, beside, learned_ms FROM learned WHERE kind = ? AND ref = ?');
  const hasDescription = database.prepare('SELECT 1 FROM learned WHERE kind = ? AND ref = ?');
  // A fast check for every video that an import reads, because nothing was learned about most videos.
  const hasAny = database.prepare(`
    SELECT 1 FROM learned WHERE kind = ?1 AND ref = ?2 UNION ALL SELECT 1 FROM learned_picture WHERE kind = ?1 AND ref = ?2 LIMIT 1`);
  const pictures = database.prepare('SELECT role, name, beside, learned_ms FROM learned_picture WHERE kind = ? AND ref = ?');
  const keys = database.prepare(`
    SELECT kind, ref, group_concat(part, ' ') AS state FROM (
      SELECT kind, ref, cast(learned_ms AS TEXT) AS part FROM learned WHERE kind IN ('channel', 'playlist')
      UNION ALL SELECT kind, ref, role || ' ' || name FROM learned_picture WHERE kind IN ('channel', 'playlist')
      ORDER BY 1, 2, 3
    ) GROUP BY kind, ref`);
  const putDescription = database.prepare('INSERT OR REPLACE INTO learned (kind, ref, info, beside, learned_ms) VALUES (?, ?, ?, ?, ?)');
  const putPicture = database.prepare('INSERT OR REPLACE INTO learned_picture (kind, ref, role, name, beside, learned_ms) VALUES (?, ?, ?, ?, ?, ?)');
  const dropDescription = database.prepare('DELETE FROM learned WHERE kind = ? AND ref = ?');
  const dropPicture = database.prepare('DELETE FROM learned_picture WHERE kind = ? AND ref = ? AND role = ?');
  const markForReread = database.prepare("UPDATE video SET sidecar_hash = '' WHERE video_id = ?");

  const change = (kind: LearnedKind, ref: string, write: () => void): void =>
    inTransaction(database, () => {
      write();
      if (kind === 'video') markForReread.run(ref);
    });

  return {
    of(kind, ref) {
      if (hasAny.get(kind, ref) === undefined) return null;
      const row = description.get(kind, ref) as { info: string; beside: OwnerFileHash; learned_ms: number } | undefined;
      const pictureRows = pictures.all(kind, ref) as { role: PictureRole; name: string; beside: OwnerFileHash; learned_ms: number }[];
      return {
        described: row ? { info: JSON.parse(row.info) as Info, learnedMs: row.learned_ms, ownerFileHash: row.beside } : null,
        pictures: Object.fromEntries(
          pictureRows.map(({ role, name, beside, learned_ms }) => [
            role,
            { file: `${learnedName}/pictures/${name}`, learnedMs: learned_ms, ownerFileHash: beside },
          ]),
        ),
      };
    },
    isDescribed: (kind, ref) => hasDescription.get(kind, ref) !== undefined,
    collections: () => keys.all() as unknown as LearnedKey[],
    describe: (kind, ref, info, ownerFileHash) => change(kind, ref, () => putDescription.run(kind, ref, JSON.stringify(info), ownerFileHash, now())),
    putPicture: (kind, ref, role, name, ownerFileHash) => change(kind, ref, () => putPicture.run(kind, ref, role, name, ownerFileHash, now())),
    forgetDescription: (kind, ref) => change(kind, ref, () => dropDescription.run(kind, ref)),
    forgetPicture: (kind, ref, role) => change(kind, ref, () => dropPicture.run(kind, ref, role)),
  };
}

/** Called when the rows of videos, channels or playlists are removed, so that no learned metadata outlives them. */
export function forgetLearned(database: Database, kind: LearnedKind, refs: readonly string[]): void {
  for (const table of ['learned', 'learned_picture']) {
    const forget = database.prepare(`DELETE FROM ${table} WHERE kind = ? AND ref = ?`);
    for (const ref of refs) forget.run(kind, ref);
  }
}

export const emptyLearned: LearnedReader = { of: () => null, isDescribed: () => false, collections: () => [] };
