/** Whose mirror it is. Two archives served from the same address in turn never mix, nor do two people. */
export interface AccountIdentity {
  origin: string;
  /** `X-Archive-Id` of ping; null where the server sends none: then only the origin tells archives apart. */
  archiveId: string | null;
  userId: number;
}

export function accountKeyOf({ origin, archiveId, userId }: AccountIdentity): string {
  return [origin, archiveId ?? '', String(userId)].map(encodeURIComponent).join('|');
}

export function databaseNameOf(accountKey: string): string {
  return `stowaway-mirror|${accountKey}`;
}
