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
  beginsWithArgument: boolean;
}

/**
 * The texts whose argument is a reason, which may be one of these texts itself. Every other argument is a name, a number or the like, and
 * stays as it is even if it reads like a reason.
 */
const textsWithReason: ReadonlySet<string> = new Set<keyof Section>([
  'fileUnreadable',
  'fileNotRead',
  'descriptionUnreadable',
  'importedWithout',
  'listUnreadable',
  'ofChannel',
  'ofPlaylist',
  'notStored',
  'folderUnreadableWhy',
  'libraryUnreadable',
]);

/** Stands for an argument. No text contains it. */
const argument = '\u0000';

const recognizers: Recognizer[] = allTexts(english.importReasons)
  .map(([path, text]) => {
    const written = typeof text === 'string' ? text : (text as (...values: string[]) => string)(...Array.from({ length: text.length }, () => argument));
    const parts = written.split(argument);
    const pattern = new RegExp(`^${parts.map(escaped).join('(.*)')}$`, 's');
    return { path, pattern, beginsWithArgument: parts[0] === '' };
  })
  // Its argument may be a whole sentence of another text, which would otherwise be recognised by its beginning, with the rest as a reason.
  .toSorted((one, other) => Number(other.beginsWithArgument) - Number(one.beginsWithArgument));

/**
 * @param sentence in English, as stored
 * @returns the sentence itself if no text says it
 */
export function retell(sentence: string, { language, texts }: Pick<Wording, 'language' | 'texts'>): string {
  if (language === 'en') return sentence;
  for (const { path, pattern } of recognizers) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    const text = textAt(texts.importReasons, path);
    if (typeof text === 'string') return text;
    const values = found.slice(1);
    const isReason = textsWithReason.has(path.join('.'));
    return (text as (...values: string[]) => string)(...(isReason ? values.map((value) => retell(value, { language, texts })) : values));
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
