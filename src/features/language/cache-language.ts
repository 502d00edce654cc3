// Stores the chosen language and keeps its texts on this device, because otherwise a start without a network would be in English.
// The texts are fetched when the page is idle, and before the choice of another language is stored.
import { chunkCache } from '../../contract/chunk-cache.ts';
import { languageKey, type Language } from '../../lib/language.ts';
import { languageFiles } from '../../texts/load-language.ts';
import { updateLanguageCookie } from './language-cookie.ts';

/**
 * Caches the texts of a language. The service worker adds the texts of each later version (sw/app-shell.ts).
 * @throws if the file cannot be fetched or stored
 */
export async function cacheLanguage(language: Language): Promise<void> {
  if (language === 'en') return; // the English texts are part of the client
  const address = languageFiles[language];
  // `caches` is absent on plain http, where the app cannot start offline anyway.
  const cache = typeof caches === 'undefined' ? null : await caches.open(chunkCache);
  if (await cache?.match(address)) return;
  // oxlint-disable-next-line no-restricted-globals -- a file of the client, not the archive
  const answer = await fetch(address);
  // A captive portal answers every request with its own page.
  if (!answer.ok || !answer.headers.get('content-type')?.includes('javascript')) throw new Error(`${address} is not a script (${answer.status})`);
  await cache?.put(address, answer);
}

/**
 * Stores the choice, which takes effect in the next document. Null removes it, so that the browser's languages decide.
 * @throws if the browser's storage is blocked or full
 */
export function chooseLanguage(language: Language | null): void {
  if (language) localStorage.setItem(languageKey, language);
  else localStorage.removeItem(languageKey);
  updateLanguageCookie();
}
