/** The words of a text for comparing it with another text: lower case, without accents, letters and digits only, in order. */
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
  // A character of this block that remains is an accent that does not combine with its letter.
  return plainText.replace(/[\u0300-\u0331]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}
