/** Class names that are there, in one string. Takes what CSS modules give (`string | undefined`) and conditions. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
