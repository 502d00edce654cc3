// Translates a sentence that is stored in English, such as the reason why a file was not imported, into the language of a page. Finds the
// English text and the arguments from which the sentence was made, so rows of earlier versions are translated too. A sentence that was made
// from none of the texts, such as another program's message, stays unchanged.
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
 * The texts whose argument is a reason, which is translated too. Every other argument is a name, a number or the like, and stays unchanged,
 * even if it reads like a reason.
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
  'scanFailed',
]);

/** The character that stands for an argument. No text contains it. */
const argument = '\u0000';

const recognizers: Recognizer[] = allTexts(english.importReasons)
  .map(([path, text]) => {
    const template = typeof text === 'string' ? text : (text as (...values: string[]) => string)(...Array.from({ length: text.length }, () => argument));
    const parts = template.split(argument);
    const pattern = new RegExp(`^${parts.map(escapeRegExp).join('(.*)')}$`, 's');
    return { path, pattern, beginsWithArgument: parts[0] === '' };
  })
  // Texts that begin with an argument are tried first, because this argument may itself be a sentence made from another text. If that text
  // were tried first, it would match the whole sentence and take the rest as its last argument.
  .toSorted((one, other) => Number(other.beginsWithArgument) - Number(one.beginsWithArgument));

/**
 * @param sentence in English, as stored
 * @returns the sentence itself if it was made from none of the texts
 */
export function translateStoredText(sentence: string, { language, texts }: Pick<Wording, 'language' | 'texts'>): string {
  if (language === 'en') return sentence;
  for (const { path, pattern } of recognizers) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const text = textAt(texts.importReasons, path);
    if (typeof text === 'string') return text;
    const values = match.slice(1);
    const isReason = textsWithReason.has(path.join('.'));
    return (text as (...values: string[]) => string)(...(isReason ? values.map((value) => translateStoredText(value, { language, texts })) : values));
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

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
