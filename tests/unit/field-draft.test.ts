// A field compares the typed text with the saved value (SPEC §5 "Number settings").
import { describe, expect, test } from 'vitest';
import { anyText, fieldDraft, orUnset, wholeNumber } from '../../src/ui/field-draft.ts';

const problem = expect.any(String);

describe('a field with a number', () => {
  const readNumber = wholeNumber({ min: 1, max: 500 });

  test.each([
    [null, { name: 'saved' }],
    ['12', { name: 'saved' }],
    [' 12 ', { name: 'saved' }],
    ['13', { name: 'changed', value: 13 }],
    ['1', { name: 'changed', value: 1 }],
    ['500', { name: 'changed', value: 500 }],
    ['501', { name: 'invalid', problem }],
    ['0', { name: 'invalid', problem }],
    ['', { name: 'invalid', problem }],
    ['-3', { name: 'invalid', problem }],
    ['2.5', { name: 'invalid', problem }],
    ['1e2', { name: 'invalid', problem }],
    ['99999999999999999999', { name: 'invalid', problem }],
  ])('reads %j beside a saved 12', (typedText, expected) => {
    expect(fieldDraft(typedText, 12, readNumber)).toEqual(expected);
  });

  test('leaves a saved value beyond its limits alone until something is typed', () => {
    expect(fieldDraft(null, 2000, readNumber)).toEqual({ name: 'saved' });
  });
});

describe('a field that may be unset', () => {
  const numberOrUnset = orUnset(wholeNumber({ min: 0, max: 99 }));
  const textOrUnset = orUnset(anyText);

  test('reads an empty field as unset, and zero as a number', () => {
    expect(fieldDraft('', 5, numberOrUnset)).toEqual({ name: 'changed', value: null });
    expect(fieldDraft('  ', null, numberOrUnset)).toEqual({ name: 'saved' });
    expect(fieldDraft('0', null, numberOrUnset)).toEqual({ name: 'changed', value: 0 });
    expect(fieldDraft('0', 0, numberOrUnset)).toEqual({ name: 'saved' });
  });

  test('reads blank text as unset, and trims other text', () => {
    expect(fieldDraft(' ', 'best', textOrUnset)).toEqual({ name: 'changed', value: null });
    expect(fieldDraft(' best ', 'best', textOrUnset)).toEqual({ name: 'saved' });
    expect(fieldDraft('worst', 'best', textOrUnset)).toEqual({ name: 'changed', value: 'worst' });
  });
});
