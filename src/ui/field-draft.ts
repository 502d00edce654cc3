// Compares the text typed into a field with the saved value (SPEC §5 "Number settings"), and parses whole numbers and text. Pure.
import { fieldTexts } from '../texts/fields.ts';

/** The value of a field's text, or the problem with it, which is shown next to the field. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

export type FieldDraft<Value> =
  | { readonly name: 'saved' }
  /** Update is offered. */
  | { readonly name: 'changed'; readonly value: Value }
  | { readonly name: 'invalid'; readonly problem: string };

/** `typedText` is null if nothing was typed. Only typed text is checked, not the archive's value. */
export function fieldDraft<Value>(typedText: string | null, savedValue: Value, parse: (text: string) => Parsed<Value>): FieldDraft<Value> {
  if (typedText === null) return { name: 'saved' };
  const result = parse(typedText.trim());
  if ('problem' in result) return { name: 'invalid', problem: result.problem };
  return result.value === savedValue ? { name: 'saved' } : { name: 'changed', value: result.value };
}

/** Returns a parser for whole numbers from `min` to `max`. */
export function wholeNumber({ min, max }: { min: number; max: number }): (text: string) => Parsed<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : null;
    return value === null || value < min || value > max ? { problem: fieldTexts.wholeNumber(min, max) } : { value };
  };
}

/** Returns a parser that reads an empty text as unset (SPEC §5). Blanks are never sent as text, because an archive refuses them. */
export function orUnset<Value>(parse: (text: string) => Parsed<Value>): (text: string) => Parsed<Value | null> {
  return (text) => (text === '' ? { value: null } : parse(text));
}

/** Accepts any text. */
export const anyText = (text: string): Parsed<string> => ({ value: text });
