// What a new password has to be. Passwords from before a rule was raised keep working: only new ones are held against it.

/** NIST SP 800-63B-4 and OWASP ask for 15 characters where nothing but the password is asked for, as here (docs/decisions/104). */
export const shortestPassword = 15;
/** Enough for a sentence; each one costs work. */
const longest = 256;

/** In words; null: it can be one. Length is what counts: no rule about kinds of characters. */
export function problemOfPassword(password: string, name: string): string | null {
  const length = [...password.normalize('NFKC')].length;
  if (length < shortestPassword) return `A password has at least ${shortestPassword} characters; a few words in a row are easy to remember.`;
  if (length > longest) return `A password has at most ${longest} characters.`;
  return password.toLowerCase() === name.toLowerCase() ? 'A password is not the name.' : null;
}
