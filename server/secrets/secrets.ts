// Provides the credentials for other services. Constructed once per data folder.
import { createCookie, type Cookie } from './cookie.ts';
import { createSecretFile, type SecretFile } from './secret-file.ts';

export interface Secrets {
  cookie: Cookie;
  /** A token for downloads: `web+…`, without characters that separate values in a program's argument. */
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
 * Returns null if the token is usable, otherwise a sentence with the problem. The token is passed to a program inside an argument in which
 * commas and semicolons separate values, so it may contain only characters of real tokens. SPEC §5: it begins with `web+`.
 */
export function poTokenProblem(token: string): string | null {
  if (!token.startsWith('web+')) return 'A PO token begins with “web+”.';
  return /^web\+[A-Za-z0-9_=%+/-]+$/.test(token) ? null : 'A PO token has only letters, digits and the characters - _ = % + / after “web+”.';
}
