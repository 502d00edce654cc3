// The grammar of searches (docs/behaviour.md, Search). The grammar is the archive's: the device answers a query as the archive would, and
// sends no query that makes present servers fail. Pure. No input is an error: anything that is not a keyword is a word.

export type SearchKind = 'simple' | 'video' | 'channel' | 'playlist' | 'full';
export type SearchKeyword = 'channel' | 'active' | 'subscribed' | 'lang' | 'source' | 'fuzzy';

export interface SearchQuery {
  kind: SearchKind;
  words: string[];
  /** Words of a channel's name; null: not given. */
  channel: string[] | null;
  isActive: boolean | null;
  isSubscribed: boolean | null;
  /** Language of subtitles; null: any. */
  lang: string | null;
  /** Source of subtitles: `auto`, or any other value for subtitles that were not generated automatically; null: not given. */
  source: string | null;
  /** How many typing errors a word may have; `auto`: it depends on the word's length. */
  fuzzy: 0 | 1 | 2 | 'auto';
}

/** The keywords that each kind of search supports. In other kinds they are ordinary words. */
export const keywordsByKind: Record<SearchKind, readonly SearchKeyword[]> = {
  simple: ['fuzzy'],
  video: ['channel', 'active', 'fuzzy'],
  channel: ['active', 'subscribed', 'fuzzy'],
  playlist: ['active', 'subscribed', 'fuzzy'],
  full: ['lang', 'source', 'channel', 'fuzzy'],
};

const kindPattern = /^(video|channel|playlist|full):([^:]*)$/;
const keywordPattern = /^(?:video|channel|playlist|full|active|subscribed|lang|source|fuzzy):/;

export function parseSearch(typedText: string): SearchQuery {
  const [firstWord = '', ...rest] = sanitizeColons(typedText).toLowerCase().split(/\s+/).filter(Boolean);
  const kindMatch = kindPattern.exec(firstWord);
  const kind = (kindMatch?.[1] ?? 'simple') as SearchKind;
  const parts = (kindMatch ? [kindMatch[2] ?? '', ...rest] : [firstWord, ...rest]).filter(Boolean);
  const words: string[] = [];
  const keywordValues = new Map<SearchKeyword, string[]>();
  // A keyword takes every word up to the next keyword.
  let currentWords = words;
  for (const part of parts) {
    const colonIndex = part.indexOf(':');
    const name = part.slice(0, Math.max(colonIndex, 0)) as SearchKeyword;
    if (colonIndex > 0 && keywordsByKind[kind].includes(name)) {
      currentWords = [];
      keywordValues.set(name, currentWords);
      if (colonIndex < part.length - 1) currentWords.push(part.slice(colonIndex + 1));
    } else currentWords.push(part);
  }
  const booleanOf = (keyword: SearchKeyword): boolean | null => (keywordValues.has(keyword) ? keywordValues.get(keyword)?.[0] === 'yes' : null);
  return {
    kind,
    words,
    channel: keywordValues.get('channel') ?? null,
    isActive: booleanOf('active'),
    isSubscribed: booleanOf('subscribed'),
    lang: keywordValues.get('lang')?.[0] ?? null,
    source: keywordValues.get('source')?.[0] ?? null,
    fuzzy: fuzzyOf(keywordValues.get('fuzzy')?.[0]),
  };
}

function fuzzyOf(word: string | undefined): SearchQuery['fuzzy'] {
  if (word === 'no' || word === '0') return 0;
  return word === '1' ? 1 : word === '2' ? 2 : 'auto';
}

/**
 * The query to send; null if there is nothing to search for: an empty query, or keywords without words in a simple or full search. Present
 * servers answer 500 to an empty query and to two colons in a word (a pasted address, 1:02:03).
 */
export function queryToSend(typedText: string): string | null {
  const query = parseSearch(typedText);
  const canOmitWords = query.kind !== 'simple' && query.kind !== 'full';
  return query.words.length > 0 || canOmitWords ? sanitizeColons(typedText) : null;
}

/** A subtitle search for the words of a simple query, which itself finds only titles and names. Null for queries of other kinds. */
export function subtitleQueryOf(typedText: string): string | null {
  const query = parseSearch(typedText);
  return query.kind === 'simple' && query.words.length > 0 ? `full:${sanitizeColons(typedText)}` : null;
}

function sanitizeColons(typedText: string): string {
  return typedText
    .split(/\s+/)
    .map((word) => {
      if (word.split(':').length <= 2) return word;
      const keyword = keywordPattern.exec(word)?.[0] ?? '';
      return keyword + word.slice(keyword.length).replaceAll(':', ' ').trim();
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
