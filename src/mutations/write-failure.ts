// Why this device did not keep a change. Told by the names of errors, those of the browser inside of Dexie's included.
import { errorNames } from '../mirror/open-database.ts';

/**
 * - `full`: no space left on the device
 * - `closed`: the database was closed for good, is gone or cannot be opened; a page loaded anew opens it, or says why not
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
