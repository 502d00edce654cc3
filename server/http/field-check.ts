// Checks one value of a request against its schema in the contract and reports problems in the wording that clients of this API know.
// The contract also accepts numbers and booleans that were sent as text; these are converted.
import type { Schema } from './contract.ts';

export type FieldErrors = { [field: string]: FieldProblem };
export type FieldProblem = string | string[] | FieldErrors;

export type CheckResult = { isValid: true; value: unknown } | { isValid: false; problem: FieldProblem };

export type Resolve = (schema: Schema) => Schema;

export const requiredText = 'This field is required.';

const trueValues = new Set(['true', 't', 'yes', 'y', 'on', '1']);
const falseValues = new Set(['false', 'f', 'no', 'n', 'off', '0']);

export function checkValue(schemaOrReference: Schema, value: unknown, resolve: Resolve): CheckResult {
  const schema = resolve(schemaOrReference);
  if (schema.anyOf) {
    const choices = schema.anyOf.map(resolve);
    if (value === null && choices.some(isNullable)) return valid(null);
    const choice = choices.find((candidate) => !isNullable(candidate) || candidate.type !== 'null');
    return choice ? checkValue(choice, value, resolve) : valid(value);
  }
  if (value === null || value === undefined) return isNullable(schema) ? valid(null) : invalid('This field may not be null.');
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'integer':
      return checkNumber(schema, value, /^[+-]?\d{1,15}(\.0*)?$/, 'A valid integer is required.');
    case 'number':
      return checkNumber(schema, value, /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i, 'A valid number is required.');
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

export function checkObject(schema: Schema, value: unknown, resolve: Resolve): CheckResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid({ non_field_errors: [`Invalid data. Expected a dictionary, but got ${typeNameOf(value)}.`] });
  }
  const fields = value as Record<string, unknown>;
  const properties = schema.properties ?? {};
  const unknownKeys = Object.keys(fields).filter((key) => !Object.hasOwn(properties, key));
  if (schema.additionalProperties === false && unknownKeys.length > 0) return invalid({ error: `Unknown fields: ${unknownKeys.join(', ')}` });
  const checkedFields: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [key, property] of Object.entries(properties)) {
    if (!Object.hasOwn(fields, key)) {
      if (schema.required?.includes(key)) errors[key] = [requiredText];
      else if (resolve(property).default !== undefined) checkedFields[key] = resolve(property).default;
      continue;
    }
    const result = checkValue(property, fields[key], resolve);
    if (result.isValid) checkedFields[key] = result.value;
    else errors[key] = result.problem;
  }
  return Object.keys(errors).length > 0 ? invalid(errors) : valid(checkedFields);
}

function checkNumber(schema: Schema, value: unknown, pattern: RegExp, message: string): CheckResult {
  const number = typeof value === 'string' && pattern.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return invalid(message);
  if ([schema.type].flat().includes('integer') && !Number.isSafeInteger(number)) return invalid(message);
  if (schema.minimum !== undefined && number < schema.minimum) return invalid(`Ensure this value is greater than or equal to ${schema.minimum}.`);
  if (schema.maximum !== undefined && number > schema.maximum) return invalid(`Ensure this value is less than or equal to ${schema.maximum}.`);
  return valid(number);
}

function checkBoolean(schema: Schema, value: unknown): CheckResult {
  const word = ['boolean', 'string', 'number'].includes(typeof value) ? String(value).toLowerCase() : '';
  if (!trueValues.has(word) && !falseValues.has(word)) return invalid('Must be a valid boolean.');
  const boolean = trueValues.has(word);
  if (schema.const !== undefined && schema.const !== boolean) return invalid(`"${boolean ? 'True' : 'False'}" is not a valid choice.`);
  return valid(boolean);
}

function checkText(schema: Schema, value: unknown): CheckResult {
  if (schema.enum) {
    const isChoice = typeof value === 'string' && schema.enum.includes(value);
    return isChoice ? valid(value) : invalid(`"${typeof value === 'string' ? value : JSON.stringify(value)}" is not a valid choice.`);
  }
  if (typeof value !== 'string' && typeof value !== 'number') return invalid('Not a valid string.');
  const text = String(value);
  if (schema.minLength !== undefined && text.trim().length < schema.minLength) return invalid('This field may not be blank.');
  if (text.includes('\0')) return invalid('Null characters are not allowed.');
  return valid(text);
}

function checkList(schema: Schema, value: unknown, resolve: Resolve): CheckResult {
  if (!Array.isArray(value)) return invalid({ non_field_errors: [`Expected a list of items but got type "${typeNameOf(value)}".`] });
  const items: unknown[] = [];
  const errors: FieldErrors = {};
  value.forEach((item, position) => {
    const result = schema.items ? checkValue(schema.items, item, resolve) : valid(item);
    if (result.isValid) items.push(result.value);
    else errors[String(position)] = result.problem;
  });
  return Object.keys(errors).length > 0 ? invalid(errors) : valid(items);
}

function isNullable(schema: Schema): boolean {
  return [schema.type].flat().includes('null');
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function valid(value: unknown): CheckResult {
  return { isValid: true, value };
}

function invalid(problem: string | FieldErrors): CheckResult {
  return { isValid: false, problem: typeof problem === 'string' ? [problem] : problem };
}
