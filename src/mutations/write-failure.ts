// Classifies why this device could not store a change, by error names, including those of browser errors that Dexie wraps.
import { errorNames } from '../mirror/open-database.ts';

/**
 * - `full`: no space left on the device
 * - `closed`: the database was closed for good, deleted, or cannot be opened; a reload opens it or says why not
 * - `other`: anything else
 */
export type WriteFailure = 'full' | 'closed' | 'other';

const closedNames = [
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'NoSuchDatabaseError',
  'OpenFailedError',
  'UnknownError',
  'VersionChangeError',
  'VersionError',
];

export function writeFailureOf(reason: unknown): WriteFailure {
  const names = errorNames(reason);
  if (names.includes('QuotaExceededError')) return 'full';
  return names.some((name) => closedNames.includes(name)) ? 'closed' : 'other';
}
