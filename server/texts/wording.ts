// A wording: the texts of one language, and its formats of dates, numbers and sizes. It is passed on explicitly, because two visitors may
// read different languages.
import { formatSize } from '../disk/format-size.ts';
import { english, type Texts } from './english.ts';
import { formatCount } from './format-count.ts';
import { german } from './german.ts';
import { keepFormatters } from './keep-formatters.ts';
import { defaultLocales, type Language, type ReaderLanguage } from './language.ts';

export interface Wording {
  language: Language;
  texts: Texts;
  /** `1,204` */
  formatCount(count: number): string;
  /** `4.9 GB` */
  formatSize(bytes: number): string;
  /** Date and time in the server's time zone. */
  formatTime(unixSeconds: number): string;
  /** A day without a time, independent of the server's time zone. */
  formatDay(atMs: number): string;
}

/**
 * A sentence in every language. The language is chosen when the sentence is shown, perhaps much later, so the function captures its values
 * when it is created, and reads nothing that can change.
 */
export type Sentence = (wording: Wording) => string;

/** A sentence, and its English text for the log and the API. */
export interface Worded {
  message: string;
  sentence: Sentence;
}

const textsByLanguage: Record<Language, Texts> = { en: english, de: german };

export function wordingFor({ language, locale }: ReaderLanguage): Wording {
  return {
    language,
    texts: textsByLanguage[language],
    formatCount: (count) => numbers(locale).format(count),
    formatSize: (bytes) => formatSize(bytes, locale),
    formatTime: (unixSeconds) => times(locale).format(unixSeconds * 1000),
    formatDay: (atMs) => days(locale).format(atMs),
  };
}

/** The English wording for the log and answers of the API, where the format of numbers depends on no locale. */
export const serverWording: Wording = { ...wordingFor({ language: 'en', locale: defaultLocales.en }), formatCount };

export function worded(sentence: Sentence): Worded {
  return { message: sentence(serverWording), sentence };
}

/** An error with a sentence in every language. Its `message` is the English sentence. */
export class WordedError extends Error {
  readonly sentence: Sentence;
  /** @param message a text if it is the same in every language, or comes from another program */
  constructor(message: Sentence | string) {
    super(typeof message === 'string' ? message : message(serverWording));
    this.sentence = typeof message === 'string' ? () => message : message;
  }
}

const numbers = keepFormatters((locale) => new Intl.NumberFormat(locale));
const times = keepFormatters((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
const days = keepFormatters((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
