// What opens doors elsewhere, constructed once for a data folder.
import { createCookie, type Cookie } from './cookie.ts';
import { createSecretFile, type SecretFile } from './secret-file.ts';

export interface Secrets {
  cookie: Cookie;
  /** For downloads: `web+…`, without anything that would end the argument of a program. */
  poToken: SecretFile;
  membershipKey: SecretFile;
}

export function createSecrets(folder: string): Secrets {
  return {
    cookie: createCookie(folder),
    poToken: createSecretFile(folder, 'po-token'),
    membershipKey: createSecretFile(folder, 'membership-key'),
  };
}

/**
 * Null: it can be used. The token reaches a program inside of an argument where commas and semicolons set values apart, so it
 * may hold nothing else than what tokens are made of. SPEC §5: it begins with `web+`.
 */
export function problemOfPoToken(token: string): string | null {
  if (!token.startsWith('web+')) return 'A PO token begins with “web+”.';
  return /^web\+[A-Za-z0-9_=%+/-]+$/.test(token) ? null : 'A PO token has only letters, digits and the characters - _ = % after “web+”.';
}
