// Checks a call's query and body against the contract.
import type { FastifyRequest } from 'fastify';
import { badFields, detailRefusal } from './answer.ts';
import type { Contract, Operation, Parameter } from './contract.ts';
import { checkObject, checkValue, requiredText, type FieldErrors, type FieldProblem } from './field-check.ts';
import { maxPageSize } from './pages.ts';

/** Everything after the first `?`, as it was sent; empty without one. A query may itself contain `?`, for example in an address. */
export function queryStringOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/** An addition to the contract (x-own): every list with a `page` also accepts a `page_size`. */
const pageSizeParameter: Parameter = { name: 'page_size', schema: { type: 'integer', minimum: 1, maximum: maxPageSize } };

export function queryParametersOf(operation: Operation): Parameter[] {
  const isPaged = operation.queryParameters.some((parameter) => parameter.name === 'page');
  return isPaged ? [...operation.queryParameters, pageSizeParameter] : operation.queryParameters;
}

/** Unknown parameters are ignored. An empty value counts as absent. If a parameter is repeated, the last value is used. */
export function checkQuery(parameters: Parameter[], queryString: string, contract: Contract): Record<string, unknown> {
  const searchParams = new URLSearchParams(queryString);
  const query: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const { name, schema, isRequired } of parameters) {
    const value = searchParams.getAll(name).at(-1);
    if (isRequired === true && value === '' && isAnyText(contract.resolve(schema))) query[name] = '';
    else if (isRequired === true && (value === undefined || value === '')) errors[name] = [requiredText];
    if (value === undefined || value === '' || isNullWord(schema, value, contract)) continue;
    const result = checkValue(schema, value, contract.resolve);
    if (result.isValid) query[name] = result.value;
    else errors[name] = result.problem;
  }
  if (Object.keys(errors).length > 0) throw badFields(errors);
  return query;
}

/** Whether the schema allows an empty text. If a required parameter has such a schema, an empty value is valid. */
function isAnyText(schema: Parameter['schema']): boolean {
  return schema.type === 'string' && schema.enum === undefined && schema.minLength === undefined;
}

/** Some parameters also allow the word `null`, which means "not given" (`subscribed=null`). */
function isNullWord(schema: Parameter['schema'], value: string, contract: Contract): boolean {
  return (schema.anyOf ?? []).some((choice) => contract.resolve(choice).enum?.includes(value) === true && value === 'null');
}

export function checkBody(operation: Operation, request: FastifyRequest, contract: Contract): Record<string, unknown> {
  if (!operation.body) return {};
  const result = checkObject(contract.resolve(operation.body), readJson(request), contract.resolve);
  if (!result.isValid) throw badFields(asFields(result.problem));
  return result.value as Record<string, unknown>;
}

function asFields(problem: FieldProblem): FieldErrors {
  return typeof problem === 'object' && !Array.isArray(problem) ? problem : { non_field_errors: problem };
}

/** No body in the contract is nested nearly this deep. Code that recurses over a body, here or in SQLite, can rely on this limit. */
const maxDepth = 50;

/** The parsed body; `{}` for an empty one. */
export function readJson(request: FastifyRequest): unknown {
  const bytes = request.body as Buffer | undefined;
  if (!bytes || bytes.length === 0) return {};
  const contentType = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw detailRefusal(415, `Unsupported media type "${contentType}" in request.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notJson;
  }
  if (exceedsDepth(text, maxDepth)) throw detailRefusal(400, `JSON parse error: the body is nested more than ${maxDepth} levels deep.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notJson;
  }
}

const notJson = detailRefusal(400, 'JSON parse error: the body is not valid JSON in UTF-8.');

/** Whether JSON text is nested deeper than `maxLevels`; brackets in strings do not count. */
function exceedsDepth(text: string, maxLevels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString && character === '\\') index += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && (character === '[' || character === '{')) depth += 1;
    else if (!isInString && (character === ']' || character === '}')) depth -= 1;
    if (depth > maxLevels) return true;
  }
  return false;
}

/** The API answers only with JSON. `text/html` is also accepted, because a browser's address bar asks for it. */
export function requireJsonAccepted(accept: string | undefined): void {
  if (accept === undefined || accept === '') return;
  const isAccepted = accept.split(',').some((entry) => /^\s*(application\/json|application\/\*|\*\/\*|text\/html)\s*(;|$)/i.test(entry));
  if (!isAccepted) throw detailRefusal(406, 'Could not satisfy the request Accept header.');
}
