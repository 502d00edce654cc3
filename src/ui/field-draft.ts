// Compares the text typed into a field with the saved value (SPEC §5 "Number settings"), and parses whole numbers and text. Pure.
import { fieldTexts } from '../texts/fields.ts';

/** The value of a field's text, or the problem with it, which is shown next to the field. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

export type FieldDraft<Value> =
  | { readonly name: 'saved' }
  /** Update is offered. */
  | { readonly name: 'changed'; readonly value: Value }
  | { readonly name: 'invalid'; readonly problem: string };

/** `typed` is null if nothing was typed. Only typed text is checked, not the archive's value. */
export function fieldDraft<Value>(typed: string | null, saved: Value, parse: (text: string) => Parsed<Value>): FieldDraft<Value> {
  if (typed === null) return { name: 'saved' };
  const parsed = parse(typed.trim());
  if ('problem' in parsed) return { name: 'invalid', problem: parsed.problem };
  return parsed.value === saved ? { name: 'saved' } : { name: 'changed', value: parsed.value };
}

/** A whole number within limits. */
export function wholeNumber({ min, max }: { min: number; max: number }): (text: string) => Parsed<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : null;
    return value === null || value < min || value > max ? { problem: fieldTexts.wholeNumber(min, max) } : { value };
  };
}

/** Empty means unset (SPEC §5), and is never sent as text: an archive refuses blanks. */
export function orUnset<Value>(parse: (text: string) => Parsed<Value>): (text: string) => Parsed<Value | null> {
  return (text) => (text === '' ? { value: null } : parse(text));
}

/** Accepts any text. */
export const anyText = (text: string): Parsed<string> => ({ value: text });
