// A form that comes back because something in it is wrong: what was typed stays, and each problem is shown at its field.

/** In words, by field name, in the order of the form. */
export type FieldProblems = Record<string, string>;

export interface ReturnedForm {
  /** Never rendered into a password field. */
  values: URLSearchParams;
  problems: FieldProblems;
}

/** Without the correct fields (null). */
export function fieldProblems(words: Record<string, string | null>): FieldProblems {
  return Object.fromEntries(Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== null));
}

export function hasProblem(problems: FieldProblems): boolean {
  return Object.keys(problems).length > 0;
}

/** @param beside a field of the same form that is always sent: an unticked box is not sent */
export function isTicked(returned: ReturnedForm | null, name: string, beside: string, otherwise: boolean): boolean {
  return returned?.values.has(beside) === true ? returned.values.has(name) : otherwise;
}
