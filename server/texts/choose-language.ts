// Determines the language of a request: the choice made in the client (a cookie of this browser), otherwise the first language of
// Accept-Language that is supported, otherwise English. Pure. Both headers may contain anything; only a recognized tag is used.
import { defaultLocales, isLanguage, readTag, type ReaderLanguage } from './language.ts';

/** Set by the client (src/features/language/language-cookie.ts). */
const cookiePattern = /(?:^|;)\s*stowaway_language=([a-z]{2})\s*(?:;|$)/;
/** A browser with twenty languages sends about 200 characters. A longer header is not worth reading. */
const maxHeaderChars = 1000;

export interface LanguageHeaders {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}

export function chooseLanguage(headers: LanguageHeaders): ReaderLanguage {
  const browserLanguages = acceptedLanguages(headers['accept-language'] ?? '');
  const choice = cookiePattern.exec(headers.cookie ?? '')?.[1];
  if (!isLanguage(choice)) return browserLanguages[0] ?? { language: 'en', locale: defaultLocales.en };
  // Dates and numbers are written in the browser's own variety of the chosen language, as in the client.
  return browserLanguages.find(({ language }) => language === choice) ?? { language: choice, locale: defaultLocales[choice] };
}

/** The supported languages of an Accept-Language header, the preferred ones first. `*` names no language, so it is ignored. */
function acceptedLanguages(header: string): ReaderLanguage[] {
  if (header.length > maxHeaderChars) return [];
  return header
    .split(',')
    .flatMap((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const readerLanguage = readTag(tag);
      const quality = qualityOf(parameters);
      return readerLanguage === null || quality === 0 ? [] : [{ readerLanguage, quality }];
    })
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ readerLanguage }) => readerLanguage);
}

/** The quality of an entry. Returns 0 if it is invalid, so that the entry is not used. */
function qualityOf(parameters: string[]): number {
  const [parameter] = parameters;
  if (parameter === undefined) return 1;
  const [, number] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameter) ?? [];
  return number === undefined ? 0 : Number(number);
}
