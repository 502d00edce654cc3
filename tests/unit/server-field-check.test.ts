// Values of a request are checked in a time that grows no faster than their length.
import { expect, test } from 'vitest';
import { checkValue } from '../../server/http/field-check.ts';
import { processorMsSince } from '../builders/processor-time.ts';

const isNumber = (value: unknown): boolean => checkValue({ type: 'number' }, value, (schema) => schema).isValid;

test.each(['12', '+12.', '-12.50', '.5', '1e3', '1.e-3', ' 7 '])('%j is a number', (text) => {
  expect(isNumber(text)).toBe(true);
});

test.each(['', '.', '1.2.3', '1e', '12x', '0x10', '--1', 'Infinity', '1e400'])('%j is not a number', (text) => {
  expect(isNumber(text)).toBe(false);
});

test('a very long run of digits that ends with a letter is refused as a number in a short time', () => {
  const cpuBefore = process.cpuUsage();
  expect(isNumber(`${'1'.repeat(256 * 1024)}x`)).toBe(false);
  // Trying every split of the digits would take minutes.
  expect(processorMsSince(cpuBefore)).toBeLessThan(1_000);
});
