// Retells a sentence that is stored in English, such as why a file was not imported, in the language of a page: finds the English text that
// it was made with, and its arguments. So rows of earlier versions are retold too, and nothing else has to be stored. Other words, such as
// those of another program, stay as they are.
import { english, type Texts } from './english.ts';
import type { Wording } from './wording.ts';

type Section = Texts['importReasons'];
type Text = string | ((...values: never[]) => string);

interface Recognizer {
  path: string[];
  pattern: RegExp;
  /** How many characters of it are always the same. The more, the earlier it is tried. */
  fixedChars: number;
}

/** Stands for an argument. No text contains it. */
const argument = '\u0000';

const recognizers: Recognizer[] = allTexts(english.importReasons)
  .map(([path, text]) => {
    const written = typeof text === 'string' ? text : (text as (...values: string[]) => string)(...Array.from({ length: text.length }, () => argument));
    const parts = written.split(argument);
    const pattern = new RegExp(`^${parts.map(escaped).join('(.*)')}$`, 's');
    return { path, pattern, fixedChars: parts.join('').length };
  })
  .toSorted((one, other) => other.fixedChars - one.fixedChars);

/** @param sentence in English, as stored */
export function retell(sentence: string, { language, texts }: Pick<Wording, 'language' | 'texts'>): string {
  if (language === 'en') return sentence;
  for (const { path, pattern } of recognizers) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    const text = textAt(texts.importReasons, path);
    if (typeof text === 'string') return text;
    // An argument may be such a sentence itself: why a file could not be read.
    return (text as (...values: string[]) => string)(...found.slice(1).map((value) => retell(value, { language, texts })));
  }
  return sentence;
}

function allTexts(texts: object, path: string[] = []): [path: string[], text: Text][] {
  return Object.entries(texts).flatMap(([key, value]: [string, Text | object]): [string[], Text][] =>
    typeof value === 'object' ? allTexts(value, [...path, key]) : [[[...path, key], value as Text]],
  );
}

function textAt(texts: Section, path: string[]): Text {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], texts) as Text;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
