// Checks one value of a request against its schema in the contract and reports problems in the wording that clients of this API know. Converts what
// the contract also accepts as text (numbers and booleans).
import type { Schema } from './contract.ts';

export type FieldErrors = { [field: string]: FieldProblem };
export type FieldProblem = string | string[] | FieldErrors;

export type Checked = { isValid: true; value: unknown } | { isValid: false; problem: FieldProblem };

export type Resolve = (schema: Schema) => Schema;

export const requiredText = 'This field is required.';

const truths = new Set(['true', 't', 'yes', 'y', 'on', '1']);
const untruths = new Set(['false', 'f', 'no', 'n', 'off', '0']);

export function checkValue(schemaOrReference: Schema, value: unknown, resolve: Resolve): Checked {
  const schema = resolve(schemaOrReference);
  if (schema.anyOf) {
    const choices = schema.anyOf.map(resolve);
    if (value === null && choices.some(isNullable)) return valid(null);
    const choice = choices.find((candidate) => !isNullable(candidate) || candidate.type !== 'null');
    return choice ? checkValue(choice, value, resolve) : valid(value);
  }
  if (value === null || value === undefined) return isNullable(schema) ? valid(null) : refused('This field may not be null.');
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'integer':
      return checkNumber(schema, value, /^[+-]?\d{1,15}(\.0*)?$/, 'A valid integer is required.');
    case 'number':
      return checkNumber(schema, value, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'A valid number is required.');
    case 'boolean':
      return checkBoolean(schema, value);
    case 'string':
      return checkText(schema, value);
    case 'array':
      return checkList(schema, value, resolve);
    case 'object':
      return checkObject(schema, value, resolve);
    default:
      return valid(value);
  }
}

export function checkObject(schema: Schema, value: unknown, resolve: Resolve): Checked {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused({ non_field_errors: [`Invalid data. Expected a dictionary, but got ${nameOf(value)}.`] });
  }
  const given = value as Record<string, unknown>;
  const properties = schema.properties ?? {};
  const unknownKeys = Object.keys(given).filter((key) => !Object.hasOwn(properties, key));
  if (schema.additionalProperties === false && unknownKeys.length > 0) return refused({ error: `Unknown fields: ${unknownKeys.join(', ')}` });
  const checked: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [key, property] of Object.entries(properties)) {
    if (!Object.hasOwn(given, key)) {
      if (schema.required?.includes(key)) errors[key] = [requiredText];
      else if (resolve(property).default !== undefined) checked[key] = resolve(property).default;
      continue;
    }
    const result = checkValue(property, given[key], resolve);
    if (result.isValid) checked[key] = result.value;
    else errors[key] = result.problem;
  }
  return Object.keys(errors).length > 0 ? refused(errors) : valid(checked);
}

function checkNumber(schema: Schema, value: unknown, form: RegExp, text: string): Checked {
  const number = typeof value === 'string' && form.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return refused(text);
  if ([schema.type].flat().includes('integer') && !Number.isSafeInteger(number)) return refused(text);
  if (schema.minimum !== undefined && number < schema.minimum) return refused(`Ensure this value is greater than or equal to ${schema.minimum}.`);
  if (schema.maximum !== undefined && number > schema.maximum) return refused(`Ensure this value is less than or equal to ${schema.maximum}.`);
  return valid(number);
}

function checkBoolean(schema: Schema, value: unknown): Checked {
  const word = ['boolean', 'string', 'number'].includes(typeof value) ? String(value).toLowerCase() : '';
  if (!truths.has(word) && !untruths.has(word)) return refused('Must be a valid boolean.');
  const boolean = truths.has(word);
  if (schema.const !== undefined && schema.const !== boolean) return refused(`"${boolean ? 'True' : 'False'}" is not a valid choice.`);
  return valid(boolean);
}

function checkText(schema: Schema, value: unknown): Checked {
  if (schema.enum) {
    const isChoice = typeof value === 'string' && schema.enum.includes(value);
    return isChoice ? valid(value) : refused(`"${typeof value === 'string' ? value : JSON.stringify(value)}" is not a valid choice.`);
  }
  if (typeof value !== 'string' && typeof value !== 'number') return refused('Not a valid string.');
  const text = String(value);
  if (schema.minLength !== undefined && text.trim().length < schema.minLength) return refused('This field may not be blank.');
  if (text.includes('\0')) return refused('Null characters are not allowed.');
  return valid(text);
}

function checkList(schema: Schema, value: unknown, resolve: Resolve): Checked {
  if (!Array.isArray(value)) return refused({ non_field_errors: [`Expected a list of items but got type "${nameOf(value)}".`] });
  const items: unknown[] = [];
  const errors: FieldErrors = {};
  value.forEach((item, position) => {
    const result = schema.items ? checkValue(schema.items, item, resolve) : valid(item);
    if (result.isValid) items.push(result.value);
    else errors[String(position)] = result.problem;
  });
  return Object.keys(errors).length > 0 ? refused(errors) : valid(items);
}

function isNullable(schema: Schema): boolean {
  return [schema.type].flat().includes('null');
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function valid(value: unknown): Checked {
  return { isValid: true, value };
}

function refused(problem: string | FieldErrors): Checked {
  return { isValid: false, problem: typeof problem === 'string' ? [problem] : problem };
}
