// The language and the locale that this document is shown in. Both are fixed when the document loads; a new choice needs a reload.

/** The texts of `en` are part of the client; those of each other language are one file (docs/languages.md). */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Key in localStorage: the choice applies to this browser, whoever is signed in. Without a choice, the browser's languages decide. */
export const languageKey = 'stowaway.language';

const isLanguage = (name: string | null | undefined): name is Language => languages.includes(name as Language);
const browserLocales = globalThis.navigator?.languages ?? [];
const languageOf = (locale: string): string | undefined => locale.split('-')[0];

/** The user's choice for this browser, or null. */
export function chosenLanguage(): Language | null {
  try {
    const storedName = localStorage.getItem(languageKey);
    return isLanguage(storedName) ? storedName : null;
  } catch {
    return null; // storage is blocked, or this code does not run in a page
  }
}

/** The first of the browser's languages for which there are texts. */
export const languageOfBrowser: Language = browserLocales.map(languageOf).find(isLanguage) ?? 'en';

export const language: Language = chosenLanguage() ?? languageOfBrowser;

/** The locale for dates and numbers: the browser's own variety of the language, such as `de-AT`. */
export const locale = browserLocales.find((name) => languageOf(name) === language) ?? language;
