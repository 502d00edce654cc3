// Splits a text into words: lower case, without accents, so that "cafe" finds "Café".

/** Longer words are cut to this length, because nobody types them, and a long title without spaces would add much to the index. */
const maxWordLength = 40;
const spacelessScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words ? words.map((word) => word.slice(0, maxWordLength)) : [];
}

/** Like `wordsOf`, but in scripts without spaces a word may begin at any letter. */
export function indexedWordsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (!spacelessScripts.test(word)) return [word];
    const letters = [...word];
    return letters.map((_letter, index) => letters.slice(index).join(''));
  });
}
