// Loads the texts of the user's language. main.tsx imports this module before all modules with texts, so that those modules are evaluated
// after it.
import { language, type Language } from '../lib/language.ts';
// oxlint-disable-next-line import/default -- Vite replaces the module with its URL
import german from './de/texts-de.ts?worker&url';

/** URLs of files that set the global `stowawayTexts`. Each is built alone: shared chunks would evaluate the client's texts too early. */
export const languageFiles: Record<Exclude<Language, 'en'>, string> = { de: german };

if (language !== 'en') {
  try {
    await import(/* @vite-ignore */ languageFiles[language]);
    document.documentElement.lang = language;
  } catch {
    // There is no network, and the file is not on this device, so English is shown.
  }
}
