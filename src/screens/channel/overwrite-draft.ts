// What was typed into the field of an overwrite, beside what is saved (SPEC §5 "Number settings"): empty is unset. Pure.

export type Saved = number | string | null;

export type Draft =
  | { readonly name: 'saved' }
  /** Update is offered. */
  | { readonly name: 'changed'; readonly value: Saved }
  | { readonly name: 'invalid' };

/** Days and videos are counted in hundreds at most; more digits are a slip. */
export const mostOfNumbers = 99_999;

/** `typed` is null while nothing was typed. */
export function draftOf(kind: 'number' | 'text', typed: string | null, saved: Saved): Draft {
  if (typed === null) return { name: 'saved' };
  const words = typed.trim();
  if (kind === 'number' && words !== '' && !(/^\d{1,9}$/.test(words) && Number(words) <= mostOfNumbers)) return { name: 'invalid' };
  const value = words === '' ? null : kind === 'number' ? Number(words) : words;
  return value === saved ? { name: 'saved' } : { name: 'changed', value };
}
