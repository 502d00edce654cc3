/** The words of a text, in order, in a form for comparison: in lower case, without accents, and only letters and digits. */
export function wordsIn(text: string): string[] {
  const plainText = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plainText.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * The words of a text as the search indexes have them (FTS5's unicode61). Only accents of Latin letters are ignored: `é` is `e`, but `й`,
 * `が` and `한` stay whole. The two small sigmas are the same letter. Vowel signs of other scripts separate words.
 */
export function indexedWordsIn(text: string): string[] {
  const decomposedText = text.toLowerCase().replaceAll('ς', 'σ').normalize('NFD');
  const plainText = decomposedText.replace(/(\p{Script=Latin})\p{M}+/gu, '$1').normalize('NFC');
  // U+0300 to U+0331 are combining accents. Those that remain here do not form a single character with their letter, and are ignored.
  return plainText.replace(/[\u0300-\u0331]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}
