// The sentences of a catalogue of texts (server/texts), for tests that look for them in a page.
import { Html } from '../../server/admin/html.ts';

/** The argument with which texts are called, so that they can be split at their arguments. No text contains this character. */
const placeholder = '\u0000';

/**
 * The pieces between the arguments of every text in the catalogue, if they contain two words in a row. A text that depends on a number is
 * read in the singular and in the plural.
 */
export function sentencesOf(texts: unknown): string[] {
  const renderedTexts = [...textsOf(texts, placeholder), ...textsOf(texts, 1)];
  return [...new Set(renderedTexts.flatMap((text) => text.split(placeholder)).map(plainText))].filter((piece) => /\p{L}{2,} \p{L}{2,}/u.test(piece));
}

function textsOf(value: unknown, argument: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Html) return [value.text];
  if (typeof value === 'function')
    return textsOf((value as (...values: unknown[]) => unknown)(...Array.from({ length: value.length }, () => argument)), argument);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((inner) => textsOf(inner, argument)) : [];
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The markup with decoded entities and single spaces. The tags stay, so that words in attributes are found as well. */
export function plainText(markup: string): string {
  return markup
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
