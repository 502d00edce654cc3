/** Names are listed case-insensitively, in any script. */
export function sortKeyOf(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en');
}
