// The chips of the search field, each with the field's text after a press. Pure.
import type { searchTexts } from '../../texts/search.ts';
import { keywordsByKind, parseSearch, type SearchKeyword, type SearchKind } from '../../lib/search-query.ts';

/** The name of a chip: the keyword as it is typed. The chip's label is in the texts. */
export type ChipName = keyof typeof searchTexts.chips;

export interface KeywordChip {
  name: ChipName;
  isOn: boolean;
  /** The field's text after a press. */
  textAfterPress: string;
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
    textAfterPress: withKind(typedText, kind === name ? 'simple' : name),
  }));
  if (typedText.trim() === '') return kindChips;
  return [...kindChips, ...keywordsByKind[kind].flatMap((keyword) => chipsOf[keyword].map((name) => keywordChip(typedText, keyword, name)))];
}

const kindPattern = /^\s*(?:video|channel|playlist|full):\s*/i;

/** The text with `kind` as its prefix; `simple` has none. Keywords that the new kind does not support are removed. */
function withKind(typedText: string, kind: SearchKind): string {
  const allowedKeywords = keywordsByKind[kind];
  const keptText = typedText
    .replace(kindPattern, '')
    .split(/\s+/)
    .filter((word) => !isKeyword(word) || allowedKeywords.some((keyword) => word.toLowerCase().startsWith(`${keyword}:`)))
    .join(' ')
    .trimStart();
  return kind === 'simple' ? keptText : `${kind}:${keptText}`;
}

const isKeyword = (word: string): boolean => /^(?:channel|active|subscribed|lang|source|fuzzy):/i.test(word);

function keywordChip(typedText: string, keyword: SearchKeyword, name: ChipName): KeywordChip {
  const text = name === 'channel:name' ? 'channel:' : name;
  const needsValue = text.endsWith(':');
  // As the first word, `channel:` is the kind, not the filter.
  const [, kindPrefix = '', restOfText = ''] = /^(\s*(?:(?:video|channel|playlist|full):)?)(.*)$/is.exec(typedText) ?? [];
  const words = restOfText.split(/\s+/).filter(Boolean);
  const existingWord = words.find((word) => word.toLowerCase().startsWith(`${keyword}:`));
  const isOn = existingWord !== undefined && (needsValue || existingWord.toLowerCase() === text);
  const otherWords = words.filter((word) => word !== existingWord);
  if (isOn) return { name, isOn, textAfterPress: joinWords(kindPrefix, otherWords) };
  return { name, isOn, textAfterPress: `${joinWords(kindPrefix, [...otherWords, text])}${needsValue ? '' : ' '}` };
}

function joinWords(kindPrefix: string, words: readonly string[]): string {
  return `${kindPrefix.trim()}${kindPrefix !== '' && words[0]?.includes(':') ? ' ' : ''}${words.join(' ')}`;
}
