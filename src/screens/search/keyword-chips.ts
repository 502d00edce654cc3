// The chips of the search field, each with the field's text and caret after a press. Pure.
import type { searchTexts } from '../../texts/search.ts';
import { keywordsByKind, parseSearch, type SearchKeyword, type SearchKind } from '../../lib/search-query.ts';

/** The name of a chip: the keyword as it is typed. The chip's label is in the texts. */
export type ChipName = keyof typeof searchTexts.chips;

export interface KeywordChip {
  name: ChipName;
  isOn: boolean;
  /** The field's text after a press. */
  textAfterPress: string;
  /** The position of the caret in that text: behind the words of the search, or where a keyword's value is typed. */
  caretAfterPress: number;
}

const kinds = ['video', 'full', 'channel', 'playlist'] as const;
/** The filter `channel:` is called `channel:name` here, because the kind `channel:` already has that name. */
const chipsOf: Record<SearchKeyword, readonly ChipName[]> = {
  channel: ['channel:name'],
  active: ['active:yes', 'active:no'],
  subscribed: ['subscribed:yes', 'subscribed:no'],
  lang: ['lang:'],
  source: ['source:auto', 'source:user'],
  fuzzy: ['fuzzy:no', 'fuzzy:2'],
};

/** The kinds and, once something is typed, the keywords that apply to the kind in the text. */
export function keywordChips(typedText: string): KeywordChip[] {
  const { kind } = parseSearch(typedText);
  const kindChips = kinds.map((name): KeywordChip => ({
    name: `${name}:`,
    isOn: kind === name,
    ...afterPress(withKind(typedText, kind === name ? 'simple' : name)),
  }));
  if (typedText.trim() === '') return kindChips;
  return [...kindChips, ...keywordsByKind[kind].flatMap((keyword) => chipsOf[keyword].map((name) => keywordChip(typedText, keyword, name)))];
}

/** The parts of a text: `words` come before all keywords, as the grammar requires. */
interface TypedParts {
  /** The kind as typed, with its colon; empty for a simple search. */
  kindPrefix: string;
  words: readonly string[];
  keywords: readonly { keyword: SearchKeyword; values: readonly string[] }[];
}

/**
 * `channel:` takes every word up to the next keyword, as in `parseSearch`. The other keywords use one word, and the archive ignores what
 * follows it; here that counts as words of the search, so that a press searches for them.
 */
function partsOf(typedText: string): TypedParts {
  const { kind } = parseSearch(typedText);
  // As the first word, `channel:` is the kind, not the filter.
  const [, kindPrefix = '', restOfText = ''] = /^\s*((?:(?:video|channel|playlist|full):)?)(.*)$/is.exec(typedText) ?? [];
  const words: string[] = [];
  const keywords: { keyword: SearchKeyword; values: string[] }[] = [];
  for (const word of restOfText.split(/\s+/).filter(Boolean)) {
    const keyword = keywordsByKind[kind].find((name) => word.toLowerCase().startsWith(`${name}:`));
    const last = keywords.at(-1);
    if (keyword) keywords.push({ keyword, values: [word.slice(keyword.length + 1)].filter(Boolean) });
    else if (last && (last.keyword === 'channel' || last.values.length === 0)) last.values.push(word);
    else words.push(word);
  }
  return { kindPrefix, words, keywords };
}

function textOf({ kindPrefix, words, keywords }: TypedParts): string {
  return [kindPrefix + words.join(' '), ...keywords.map(textOfKeyword)].filter(Boolean).join(' ');
}

function textOfKeyword({ keyword, values }: TypedParts['keywords'][number]): string {
  return `${keyword}:${values.join(' ')}`;
}

/** Further words must be typed before the keywords, because a keyword takes every word up to the next one. The text has a gap for them. */
function afterPress({ kindPrefix, words, keywords }: TypedParts): Pick<KeywordChip, 'textAfterPress' | 'caretAfterPress'> {
  const textBefore = kindPrefix + words.join(' ') + (words.length > 0 && keywords.length > 0 ? ' ' : '');
  return { textAfterPress: [textBefore, ...keywords.map(textOfKeyword)].join(' '), caretAfterPress: textBefore.length };
}

/** The text with `kind` as its prefix; `simple` has none. Keywords that the new kind does not support are removed. */
function withKind(typedText: string, kind: SearchKind): TypedParts {
  const { words, keywords } = partsOf(typedText);
  const isSupported = (keyword: string): boolean => keywordsByKind[kind].some((name) => name === keyword);
  const keptText = textOf({
    kindPrefix: kind === 'simple' ? '' : `${kind}: `,
    words: words.filter((word) => !isKeyword(word) || isSupported(word.toLowerCase().split(':')[0] ?? '')),
    keywords: keywords.filter(({ keyword }) => isSupported(keyword)),
  });
  // Words may be keywords of the new kind, and then follow the other words.
  return partsOf(keptText);
}

const isKeyword = (word: string): boolean => /^(?:channel|active|subscribed|lang|source|fuzzy):/i.test(word);

function keywordChip(typedText: string, keyword: SearchKeyword, name: ChipName): KeywordChip {
  const parts = partsOf(typedText);
  const value = name === 'channel:name' ? '' : name.slice(keyword.length + 1);
  const typedKeyword = parts.keywords.findLast((typed) => typed.keyword === keyword);
  const isOn = typedKeyword !== undefined && (value === '' || typedKeyword.values[0]?.toLowerCase() === value);
  const otherKeywords = parts.keywords.filter((typed) => typed.keyword !== keyword);
  if (isOn) return { name, isOn, ...afterPress({ ...parts, keywords: otherKeywords }) };
  const newParts = { ...parts, keywords: [...otherKeywords, { keyword, values: [value] }] };
  if (value !== '') return { name, isOn, ...afterPress(newParts) };
  const text = textOf(newParts);
  return { name, isOn, textAfterPress: text, caretAfterPress: text.length };
}
