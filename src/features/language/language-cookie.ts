// Tells the server which language was chosen in this browser, so that the server's own pages (/admin/) use it. Called after a choice, and
// at each start once the service worker is registered, because a browser may delete cookies and storage separately.
import { chosenLanguage } from '../../lib/language.ts';

/** Read by server/texts/choose-language.ts. */
const cookieName = 'stowaway_language';
const yearSeconds = 31_536_000;

/**
 * Sets the cookie to the choice. Without a choice it removes the cookie, so that the server, like the client, uses the browser's languages.
 */
export function updateLanguageCookie(): void {
  const language = chosenLanguage();
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  const sentLanguage = entry?.slice(cookieName.length + 1) ?? null;
  if (sentLanguage === language) return;
  document.cookie = `${cookieName}=${language ?? ''}; Path=/; SameSite=Lax; Max-Age=${language === null ? 0 : yearSeconds}`;
}
