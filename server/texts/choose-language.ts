// Determines the language of a request: the choice made in the client (a cookie of this browser), otherwise the first language of
// Accept-Language that is supported, otherwise English. Pure. Both headers may contain anything; only a recognised tag is used.
import { defaultLocales, isLanguage, readTag, type ReaderLanguage } from './language.ts';

/** Set by the client (src/lib/language.ts). */
const cookiePattern = /(?:^|;)\s*stowaway_language=([a-z]{2})\s*(?:;|$)/;
/** A browser with twenty languages sends about 200 characters. A longer header is not worth reading. */
const maxHeaderChars = 1000;

export interface LanguageHeaders {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}

export function chooseLanguage(headers: LanguageHeaders): ReaderLanguage {
  const accepted = acceptedLanguages(headers['accept-language'] ?? '');
  const chosen = cookiePattern.exec(headers.cookie ?? '')?.[1];
  if (!isLanguage(chosen)) return accepted[0] ?? { language: 'en', locale: defaultLocales.en };
  // Dates and numbers are written in the browser's own variety of the chosen language, as in the client.
  return accepted.find(({ language }) => language === chosen) ?? { language: chosen, locale: defaultLocales[chosen] };
}

/** The supported languages of an Accept-Language header, the preferred ones first. `*` names no language, so it is ignored. */
function acceptedLanguages(header: string): ReaderLanguage[] {
  if (header.length > maxHeaderChars) return [];
  return header
    .split(',')
    .flatMap((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const read = readTag(tag);
      const quality = qualityOf(parameters);
      return read === null || quality === 0 ? [] : [{ read, quality }];
    })
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ read }) => read);
}

/** 0 if the quality is invalid: the entry is not used then. */
function qualityOf(parameters: string[]): number {
  const [given] = parameters;
  if (given === undefined) return 1;
  const [, number] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(given) ?? [];
  return number === undefined ? 0 : Number(number);
}
