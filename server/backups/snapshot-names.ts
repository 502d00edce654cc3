// A snapshot's file name contains all its facts: its id, when it was made, and why. Pure.
import { randomBytes } from 'node:crypto';
import { serverWording, type Wording } from '../texts/wording.ts';

/** Why a snapshot was made. */
export type SnapshotReason =
  | { kind: 'daily' }
  /** Includes snapshots of earlier versions, whose names contain no reason. */
  | { kind: 'by-hand' }
  /** `of`: the restored backup or snapshot, as named by `nameForFile`. */
  | { kind: 'before-restore'; of: string }
  /** `to`: the version that changed the database. */
  | { kind: 'before-update'; to: string }
  | { kind: 'brought-in' };

/** Times are in Unix seconds. */
export interface SnapshotFile {
  id: string;
  reason: SnapshotReason;
  startedAt: number;
  endedAt: number;
}

const idPattern = /^ta_daily_-[a-z0-9]{22}$/;
const namePattern = /^(ta_daily_-[a-z0-9]{22})\.(\d{1,12})-(\d{1,12})(?:\.(daily|brought-in|(?:before-restore-of|before-update-to)_[\w.-]{1,80}))?\.sqlite$/;

export function isSnapshotId(text: string): boolean {
  return idPattern.test(text);
}

/** `ta_daily_-`, by which clients recognize snapshot ids, and 22 lower-case letters and digits. Snapshots of every kind have this prefix. */
export function newSnapshotId(): string {
  const suffix = BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
    .slice(-22);
  return `ta_daily_-${suffix}`;
}

export function snapshotFileName({ id, reason, startedAt, endedAt }: SnapshotFile): string {
  return [id, `${startedAt}-${endedAt}`, ...labelOf(reason), 'sqlite'].join('.');
}

/** Null if the file is not a snapshot. */
export function readSnapshotFileName(fileName: string): SnapshotFile | null {
  const [, id, startedAt, endedAt, label] = namePattern.exec(fileName) ?? [];
  return id === undefined ? null : { id, reason: reasonOf(label), startedAt: Number(startedAt), endedAt: Number(endedAt) };
}

/** Makes a name safe for use in a file name. */
export function nameForFile(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80) || 'x';
}

/** The name that restore.ts gives to a restored snapshot. */
const snapshotOf = /^snapshot-of-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)$/;

/** @param wording the visitor's language on pages, English in the API */
export function describeReason(reason: SnapshotReason, { texts }: Pick<Wording, 'texts'> = serverWording): string {
  const reasonTexts = texts.backups.reasons;
  switch (reason.kind) {
    case 'daily':
      return reasonTexts.daily;
    case 'by-hand':
      return reasonTexts.byHand;
    case 'before-restore':
      return reasonTexts.beforeRestoring(
        reason.of.replace(snapshotOf, (_whole, day: string, hours: string, minutes: string) => reasonTexts.snapshotOf(day, `${hours}:${minutes}`)),
      );
    case 'before-update':
      return reasonTexts.beforeUpdate(reason.to);
    case 'brought-in':
      return reasonTexts.uploaded;
  }
}

function labelOf(reason: SnapshotReason): string[] {
  switch (reason.kind) {
    case 'by-hand':
      return [];
    case 'before-restore':
      return [`before-restore-of_${nameForFile(reason.of)}`];
    case 'before-update':
      return [`before-update-to_${nameForFile(reason.to)}`];
    default:
      return [reason.kind];
  }
}

function reasonOf(label: string | undefined): SnapshotReason {
  if (label === undefined) return { kind: 'by-hand' };
  if (label === 'daily' || label === 'brought-in') return { kind: label };
  const separator = label.indexOf('_');
  const name = label.slice(separator + 1);
  return label.startsWith('before-restore') ? { kind: 'before-restore', of: name } : { kind: 'before-update', to: name };
}
