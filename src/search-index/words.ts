// A text as words: in lower case, without accents, so that "cafe" finds "Café".

/** Longer than any word that somebody types; a title of one unbroken line stays small. */
const longest = 40;
const unbroken = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words ? words.map((word) => word.slice(0, longest)) : [];
}

/** As `wordsOf`; where a script writes no spaces each place of a run is the beginning of a word, too. */
export function indexedWordsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (!unbroken.test(word)) return [word];
    const letters = [...word];
    return letters.map((_letter, at) => letters.slice(at).join(''));
  });
}
