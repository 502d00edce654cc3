// The languages of this server's own pages and terminal lines.

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** A language together with the reader's own variety of it, such as `de-AT`, which decides how dates and numbers are written. */
export interface ReaderLanguage {
  language: Language;
  locale: string;
}

export const isLanguage = (name: string | undefined): name is Language => (languages as readonly (string | undefined)[]).includes(name);

/** The locale used for each language if the reader's browser lists none in that language. */
export const defaultLocales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

/**
 * Reads a tag such as `de`, `de-AT` or `zh-Hant-TW`. Returns null if there are no texts in the tag's language. Only the language and the
 * region are kept, because extensions could change digits and calendars, and private-use subtags may contain anything.
 */
export function readTag(tag: string): ReaderLanguage | null {
  const match = /^([a-z]{2})(-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?(?:-[a-z\d]{1,8})*$/i.exec(tag);
  const language = match?.[1]?.toLowerCase();
  if (!isLanguage(language)) return null;
  return { language, locale: `${language}${match?.[3]?.toUpperCase() ?? ''}` };
}
