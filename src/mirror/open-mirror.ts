// Opens an account's database and reads the documents that the first frame needs. Called by the commands.
import type { Clock } from '../lib/clock.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { openMirrorDatabase, type Mirror, type RegistryDatabase } from './database.ts';
import { setFirstFrame, readFirstFrame } from './first-frame.ts';
import type { MutationKinds } from './mutation-kinds.ts';
import { databaseFailureOf, openDatabase, type DatabaseFailure, type DatabaseLoss } from './open-database.ts';
import type { AccountRow } from './rows.ts';

export interface MirrorPorts {
  registry: RegistryDatabase;
  clock: Clock;
  newKey: () => string;
  kinds: MutationKinds;
  /** Called when another tab is upgrading or has cleared the database, so that the app must reload. */
  onDatabaseLost: (why: DatabaseLoss) => void;
}

export async function openMirror(
  { registry, clock, newKey, kinds, onDatabaseLost }: MirrorPorts,
  account: Pick<AccountRow, 'accountKey' | 'databaseName'>,
): Promise<Result<Mirror, DatabaseFailure>> {
  const db = openMirrorDatabase(account.databaseName, kinds);
  const openResult = await openDatabase(db, onDatabaseLost);
  if (!openResult.ok) return openResult;
  const mirror: Mirror = { db, registry, accountKey: account.accountKey, clock, newKey };
  try {
    setFirstFrame(mirror, await readFirstFrame(mirror));
    return ok(mirror);
  } catch (reason) {
    db.close();
    return failed(databaseFailureOf(reason));
  }
}

/** A UUID. `crypto.randomUUID` is missing on plain http, which a phone on the home network may well use. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4, variant 10 (RFC 9562, 5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
