/** The first letter of each of the first two words, or the first two letters of a single word: "Slow Harbour" → "SH", "mara" → "MA". */
export function initialsOf(name: string): string {
  const words = name
    .split(/[\s&_.-]+/u)
    .map((word) => word.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [])
    .filter(([first]) => first);
  const letters = words.length > 1 ? words.slice(0, 2).map(([first]) => first) : (words[0] ?? []).slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

/**
 * A dark background and a light text of one hue, always the same for one id. At these two lightnesses every hue keeps a contrast of at
 * least 7:1, in all themes.
 */
export function tintOf(id: string): { background: string; text: string } {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  // The golden ratio spreads ids that differ in one character over the whole colour circle.
  const hue = Math.floor(((hash * 0.618033988749895) % 1) * 360);
  return { background: `hsl(${hue} 42% 24%)`, text: `hsl(${hue} 85% 88%)` };
}
