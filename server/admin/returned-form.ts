// A form that is shown again because something in it is wrong. The sent values stay, except passwords, and each problem is shown at its
// field.

/** Messages by field name, in the order of the form. */
export type FieldProblems = Record<string, string>;

export interface ReturnedForm {
  /** The sent values, which are never rendered into a password field. */
  values: URLSearchParams;
  problems: FieldProblems;
}

/** Removes the fields without a problem (null). */
export function fieldProblems(messages: Record<string, string | null>): FieldProblems {
  return Object.fromEntries(Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null));
}

export function hasProblem(problems: FieldProblems): boolean {
  return Object.keys(problems).length > 0;
}

/** @param alwaysSentField a field that the form always sends. Its presence shows that this form was returned, even if no box was ticked. */
export function isTicked(returned: ReturnedForm | null, name: string, alwaysSentField: string, defaultValue: boolean): boolean {
  return returned?.values.has(alwaysSentField) === true ? returned.values.has(name) : defaultValue;
}
