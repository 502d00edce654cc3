// How the chips under the search field add to its text and remove from it. Pure.
import { keywordsByKind, parseSearch, type SearchKeyword, type SearchKind } from '../../lib/search-query.ts';

export interface KeywordChip {
  text: string;
  isOn: boolean;
  /** The field's text after a press. */
  next: string;
}

const kinds = ['video', 'channel', 'playlist', 'full'] as const;
const valuesOf: Record<SearchKeyword, readonly string[]> = {
  channel: [''],
  active: ['yes', 'no'],
  subscribed: ['yes', 'no'],
  lang: [''],
  source: ['auto', 'user'],
  fuzzy: ['no', '2'],
};

/** The kinds, and the keywords that apply to the kind in the text. */
export function keywordChips(typed: string): KeywordChip[] {
  const { kind } = parseSearch(typed);
  return [
    ...kinds.map((name) => ({ text: `${name}:`, isOn: kind === name, next: withKind(typed, kind === name ? 'simple' : name) })),
    ...keywordsByKind[kind].flatMap((keyword) => valuesOf[keyword].map((value) => keywordChip(typed, keyword, value))),
  ];
}

const opening = /^\s*(?:video|channel|playlist|full):\s*/i;

/** Only the first word sets the kind; keywords that the new kind does not know are removed. */
function withKind(typed: string, kind: SearchKind): string {
  const known = keywordsByKind[kind];
  const words = typed
    .replace(opening, '')
    .split(/\s+/)
    .filter((word) => !isKeyword(word) || known.some((keyword) => word.toLowerCase().startsWith(`${keyword}:`)))
    .join(' ')
    .trimStart();
  return kind === 'simple' ? words : `${kind}:${words}`;
}

const isKeyword = (word: string): boolean => /^(?:channel|active|subscribed|lang|source|fuzzy):/i.test(word);

function keywordChip(typed: string, keyword: SearchKeyword, value: string): KeywordChip {
  const text = `${keyword}:${value}`;
  // The first word is the kind: `channel:` there is no filter, and its chip must differ from that of the kind.
  const [, kind = '', rest = ''] = /^(\s*(?:(?:video|channel|playlist|full):)?)(.*)$/is.exec(typed) ?? [];
  const words = rest.split(/\s+/).filter(Boolean);
  const existing = words.find((word) => word.toLowerCase().startsWith(`${keyword}:`));
  const isOn = existing !== undefined && (value === '' || existing.toLowerCase() === text);
  const others = words.filter((word) => word !== existing);
  const label = keyword === 'channel' ? 'channel:name' : text;
  if (isOn) return { text: label, isOn, next: joined(kind, others) };
  return { text: label, isOn, next: `${joined(kind, [...others, text])}${value === '' ? '' : ' '}` };
}

function joined(kind: string, words: readonly string[]): string {
  return `${kind.trim()}${kind !== '' && words[0]?.includes(':') ? ' ' : ''}${words.join(' ')}`;
}
