// A form that comes back because something in it is wrong: what was typed stays, and each problem is said at its field.

/** In words, by the names of the fields, in the order of the form. */
export type FieldProblems = Record<string, string>;

export interface ReturnedForm {
  /** Never drawn into a field of a password. */
  values: URLSearchParams;
  problems: FieldProblems;
}

/** Without the fields that are right (null). */
export function problemsIn(words: Record<string, string | null>): FieldProblems {
  return Object.fromEntries(Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== null));
}

export function hasProblem(problems: FieldProblems): boolean {
  return Object.keys(problems).length > 0;
}

/** @param beside a field of the same form that is always sent: a box that is not ticked is not */
export function isTicked(returned: ReturnedForm | null, name: string, beside: string, otherwise: boolean): boolean {
  return returned?.values.has(beside) === true ? returned.values.has(name) : otherwise;
}
