/** Identifies the owner of a mirror. Two archives served in turn from the same address never mix, and neither do two people. */
export interface AccountIdentity {
  origin: string;
  /** `X-Archive-Id` of ping; null if the server sends none: then only the origin distinguishes archives. */
  archiveId: string | null;
  userId: number;
}

export function accountKeyOf({ origin, archiveId, userId }: AccountIdentity): string {
  return [origin, archiveId ?? '', String(userId)].map(encodeURIComponent).join('|');
}

export function databaseNameOf(accountKey: string): string {
  return `stowaway-mirror|${accountKey}`;
}
