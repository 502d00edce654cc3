/** Names are listed case-insensitively, in any script. */
export function orderOf(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en');
}
