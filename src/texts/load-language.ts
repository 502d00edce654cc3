// Loads the texts of the user's language. main.tsx imports this module before all that have texts: they are evaluated when it has finished.
import { language, type Language } from '../lib/language.ts';
// oxlint-disable-next-line import/default -- Vite answers with the address
import german from './de/texts-de.ts?worker&url';

/** Addresses. Each file is a build of its own, since texts of the client's chunks must not be evaluated before, and sets `stowawayTexts`. */
export const languageFiles: Record<Exclude<Language, 'en'>, string> = { de: german };

if (language !== 'en') {
  try {
    await import(/* @vite-ignore */ languageFiles[language]);
    document.documentElement.lang = language;
  } catch {
    // No network, and not kept on this device: English is shown.
  }
}
