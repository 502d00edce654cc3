// Defines the rules for new passwords. Existing passwords keep working when a rule becomes stricter.

/** NIST SP 800-63B-4 and OWASP require 15 characters where the password is the only factor, as here (docs/decisions/104). */
export const minPasswordLength = 15;
/** Enough for a sentence; each character costs computing time. */
const maxLength = 256;

/** The problem in words, or null if the password is acceptable. There is no rule about kinds of characters. */
export function passwordProblem(password: string, name: string): string | null {
  const length = [...password.normalize('NFKC')].length;
  if (length < minPasswordLength) return `A password needs at least ${minPasswordLength} characters; a few words in a row are easy to remember.`;
  if (length > maxLength) return `A password can have at most ${maxLength} characters.`;
  return password.toLowerCase() === name.toLowerCase() ? 'The password must not be the name.' : null;
}
