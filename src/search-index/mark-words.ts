// Splits a passage into matching and other parts. Pure.
import type { LinePart } from '../mirror/search-answer.ts';
import { indexedWordsOf } from './words.ts';

/** @param terms the index terms that match */
export function markWords(text: string, terms: ReadonlySet<string>): LinePart[] {
  const parts: LinePart[] = [];
  const push = (part: string, isMatch: boolean): void => {
    const lastPart = parts.at(-1);
    if (part === '') return;
    if (lastPart?.isMatch === isMatch) lastPart.text += part;
    else parts.push({ text: part, isMatch });
  };
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    push(text.slice(from, index), false);
    push(
      word,
      indexedWordsOf(word).some((term) => terms.has(term)),
    );
    from = index + word.length;
  }
  push(text.slice(from), false);
  return parts;
}
