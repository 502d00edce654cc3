/** The entries of a multi-line text (SPEC §5): split by line, without blanks and duplicates. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
