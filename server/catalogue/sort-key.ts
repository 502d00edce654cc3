/** The text by which a name is sorted, so that the order ignores upper and lower case, in any script. */
export function sortKeyOf(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en');
}
