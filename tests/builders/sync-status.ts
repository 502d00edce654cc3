import type { SyncStatus } from '../../src/queries/views.ts';

export const noon = new Date(2026, 4, 12, 12, 0).getTime();

/** All is well: synced two minutes before noon, nothing waits. */
export function aSyncStatus(overrides: Partial<Omit<SyncStatus, 'connection'>> & { connection?: SyncStatus['connection']['name'] } = {}): SyncStatus {
  const { connection = 'online', ...rest } = overrides;
  return {
    connection: { name: connection, sinceMs: noon - 3_600_000, lastAnswerAtMs: noon - 120_000 },
    waitingCount: 0,
    otherVersionCount: 0,
    blockedCount: 0,
    sendingCount: 0,
    parkedCount: 0,
    lastSyncAtMs: noon - 120_000,
    ...rest,
  };
}
