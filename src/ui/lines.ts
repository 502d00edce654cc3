/** What several lines hold (SPEC §5): split by line, blank ones skipped, none twice. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
