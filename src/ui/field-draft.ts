// What is typed into a field compared with what is saved (SPEC §5 "Number settings"), and the rules for whole numbers and words. Pure.
import { fieldTexts } from '../texts/fields.ts';

/** The value that a field's text stands for, or what is wrong with it, shown next to the field. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

export type FieldDraft<Value> =
  | { readonly name: 'saved' }
  /** Update is offered. */
  | { readonly name: 'changed'; readonly value: Value }
  | { readonly name: 'invalid'; readonly problem: string };

/** `typed` is null while nothing was typed. Rules apply to what is typed, not to what the archive has. */
export function fieldDraft<Value>(typed: string | null, saved: Value, parse: (words: string) => Parsed<Value>): FieldDraft<Value> {
  if (typed === null) return { name: 'saved' };
  const parsed = parse(typed.trim());
  if ('problem' in parsed) return { name: 'invalid', problem: parsed.problem };
  return parsed.value === saved ? { name: 'saved' } : { name: 'changed', value: parsed.value };
}

/** A whole number within limits. */
export function wholeNumber({ min, max }: { min: number; max: number }): (words: string) => Parsed<number> {
  return (words) => {
    const value = /^\d{1,9}$/.test(words) ? Number(words) : null;
    return value === null || value < min || value > max ? { problem: fieldTexts.wholeNumber(min, max) } : { value };
  };
}

/** Empty means unset (SPEC §5), and is never sent as text: an archive refuses blanks. */
export function orUnset<Value>(parse: (words: string) => Parsed<Value>): (words: string) => Parsed<Value | null> {
  return (words) => (words === '' ? { value: null } : parse(words));
}

/** Any words. */
export const anyText = (text: string): Parsed<string> => ({ value: text });
