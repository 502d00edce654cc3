/** The words of a text as the search indexes see them: lower case, without accents, letters and digits only, in order. */
export function wordsIn(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
