/** Joins the class names that are set. Takes the values of CSS modules (`string | undefined`) and conditions. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
