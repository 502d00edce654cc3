/** Makes the order of names case-insensitive, in any script. */
export function sortKeyOf(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en');
}
