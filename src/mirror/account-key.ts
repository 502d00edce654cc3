/**
 * Identifies the owner of a mirror, so that the rows of two people never mix. The rows of two archives at one address mix only if neither
 * archive sends an id.
 */
export interface AccountIdentity {
  origin: string;
  /** `X-Archive-Id` of ping; null if the server sends none, so that only the origin distinguishes archives. */
  archiveId: string | null;
  userId: number;
}

export function accountKeyOf({ origin, archiveId, userId }: AccountIdentity): string {
  return [origin, archiveId ?? '', String(userId)].map(encodeURIComponent).join('|');
}

export function databaseNameOf(accountKey: string): string {
  return `stowaway-mirror|${accountKey}`;
}
