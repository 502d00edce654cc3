// The chips under the search field, each with the field's text after a press. Pure.
import type { searchTexts } from '../../texts/search.ts';
import { keywordsByKind, parseSearch, type SearchKeyword, type SearchKind } from '../../lib/search-query.ts';

/** The keyword as it is typed; its label is in the texts. */
export type ChipName = keyof typeof searchTexts.chips;

export interface KeywordChip {
  text: ChipName;
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

/** The kinds, and the keywords that apply to the kind in the text; before anything is typed, only the kinds. */
export function keywordChips(typed: string): KeywordChip[] {
  const { kind } = parseSearch(typed);
  const kindChips = kinds.map((name): KeywordChip => ({
    text: `${name}:`,
    isOn: kind === name,
    textAfterPress: withKind(typed, kind === name ? 'simple' : name),
  }));
  if (typed.trim() === '') return kindChips;
  return [...kindChips, ...keywordsByKind[kind].flatMap((keyword) => chipsOf[keyword].map((name) => keywordChip(typed, keyword, name)))];
}

const kindPattern = /^\s*(?:video|channel|playlist|full):\s*/i;

/** Only the first word sets the kind; keywords that the new kind does not know are removed. */
function withKind(typed: string, kind: SearchKind): string {
  const allowedKeywords = keywordsByKind[kind];
  const keptText = typed
    .replace(kindPattern, '')
    .split(/\s+/)
    .filter((word) => !isKeyword(word) || allowedKeywords.some((keyword) => word.toLowerCase().startsWith(`${keyword}:`)))
    .join(' ')
    .trimStart();
  return kind === 'simple' ? keptText : `${kind}:${keptText}`;
}

const isKeyword = (word: string): boolean => /^(?:channel|active|subscribed|lang|source|fuzzy):/i.test(word);

function keywordChip(typed: string, keyword: SearchKeyword, name: ChipName): KeywordChip {
  const text = name === 'channel:name' ? 'channel:' : name;
  const needsValue = text.endsWith(':');
  // As the first word, `channel:` is the kind, not the filter.
  const [, kindPrefix = '', rest = ''] = /^(\s*(?:(?:video|channel|playlist|full):)?)(.*)$/is.exec(typed) ?? [];
  const words = rest.split(/\s+/).filter(Boolean);
  const existing = words.find((word) => word.toLowerCase().startsWith(`${keyword}:`));
  const isOn = existing !== undefined && (needsValue || existing.toLowerCase() === text);
  const others = words.filter((word) => word !== existing);
  if (isOn) return { text: name, isOn, textAfterPress: joinWords(kindPrefix, others) };
  return { text: name, isOn, textAfterPress: `${joinWords(kindPrefix, [...others, text])}${needsValue ? '' : ' '}` };
}

function joinWords(kindPrefix: string, words: readonly string[]): string {
  return `${kindPrefix.trim()}${kindPrefix !== '' && words[0]?.includes(':') ? ' ' : ''}${words.join(' ')}`;
}
