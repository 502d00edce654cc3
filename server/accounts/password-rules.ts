// Defines the rules for new passwords. Existing passwords keep working when a rule becomes stricter.

/** NIST SP 800-63B-4 and OWASP require 15 characters where the password is the only factor, as here (docs/decisions/104). */
export const minPasswordLength = 15;
/** Enough for a sentence. Without a limit, a request could contain a password that takes long to hash. */
export const maxPasswordLength = 256;

export type PasswordProblem = 'too-short' | 'too-long' | 'is-name';

/** Returns null for an acceptable password. There is no rule about kinds of characters. The texts are in server/texts (`people`). */
export function passwordProblem(password: string, name: string): PasswordProblem | null {
  const length = [...password.normalize('NFKC')].length;
  if (length < minPasswordLength) return 'too-short';
  if (length > maxPasswordLength) return 'too-long';
  return foldedText(password) === foldedText(name) ? 'is-name' : null;
}

/** The text in lower case, in the normal form in which passwords are hashed and names are looked up. */
function foldedText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
