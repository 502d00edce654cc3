// Parses a person's search query. Pure. Every query is valid, because anything that is not a keyword is a word.
export type SearchKind = 'simple' | 'video' | 'channel' | 'playlist' | 'full';

export interface SearchQuery {
  kind: SearchKind;
  words: string[];
  /** The words after `channel:`. This field and the next four are null if the query has no such keyword. */
  channel: string[] | null;
  isActive: boolean | null;
  isSubscribed: boolean | null;
  lang: string | null;
  source: string | null;
  /** How many letters of a word may differ. With `auto`, this depends on the word's length. */
  fuzzy: 0 | 1 | 2 | 'auto';
}

type Keyword = 'channel' | 'active' | 'subscribed' | 'lang' | 'source' | 'fuzzy';

const keywordsOf: Record<SearchKind, Keyword[]> = {
  simple: ['fuzzy'],
  video: ['channel', 'active', 'fuzzy'],
  channel: ['active', 'subscribed', 'fuzzy'],
  playlist: ['active', 'subscribed', 'fuzzy'],
  full: ['lang', 'source', 'channel', 'fuzzy'],
};

export function queryWords(query: string): SearchQuery {
  const [firstWord = '', ...otherWords] = query.toLowerCase().split(/\s+/).filter(Boolean);
  const prefix = /^(video|channel|playlist|full):([^:]*)$/.exec(firstWord);
  const kind = (prefix?.[1] ?? 'simple') as SearchKind;
  const parts = prefix ? [prefix[2] ?? '', ...otherWords].filter(Boolean) : [firstWord, ...otherWords].filter(Boolean);

  const words: string[] = [];
  const wordsByKeyword = new Map<Keyword, string[]>();
  // A keyword takes all words up to the next keyword.
  let currentWords = words;
  for (const part of parts) {
    const [name, value, thirdPart] = part.split(':');
    if (thirdPart === undefined && value !== undefined && keywordsOf[kind].includes(name as Keyword)) {
      currentWords = [];
      wordsByKeyword.set(name as Keyword, currentWords);
      if (value !== '') currentWords.push(value);
    } else currentWords.push(part);
  }
  const booleanOf = (keyword: Keyword): boolean | null => (wordsByKeyword.has(keyword) ? wordsByKeyword.get(keyword)?.[0] === 'yes' : null);
  return {
    kind,
    words,
    channel: wordsByKeyword.get('channel') ?? null,
    isActive: booleanOf('active'),
    isSubscribed: booleanOf('subscribed'),
    lang: wordsByKeyword.get('lang')?.[0] ?? null,
    source: wordsByKeyword.get('source')?.[0] ?? null,
    fuzzy: fuzzyOf(wordsByKeyword.get('fuzzy')?.[0]),
  };
}

function fuzzyOf(word: string | undefined): SearchQuery['fuzzy'] {
  if (word === 'no' || word === '0') return 0;
  return word === '1' ? 1 : word === '2' ? 2 : 'auto';
}
