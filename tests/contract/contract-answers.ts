// Checks an answer of the server against server/openapi.yaml: status, content type and body as the operation lists them.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

export interface ContractOperation {
  operationId: string;
  'x-roles': ('any' | 'user' | 'staff')[];
  security: Record<string, unknown>[];
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

const text = readFileSync(new URL('../../server/openapi.yaml', import.meta.url), 'utf8');
const document = parse(text) as { paths: Record<string, Record<string, ContractOperation>>; components: { responses: ContractOperation['responses'] } };

const ajv = new Ajv2020({ strict: false, allErrors: true });
// The package is CommonJS; under bundler resolution its default export is typed as the module.
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'contract');

export interface DescribedOperation {
  path: string;
  method: string;
  operation: ContractOperation;
}

export const allOperations: DescribedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

export function operationById(operationId: string): DescribedOperation {
  const describedOperation = allOperations.find(({ operation }) => operation.operationId === operationId);
  if (!describedOperation) throw new Error(`the contract has no operation ${operationId}`);
  return describedOperation;
}

/** Resolves to the problems of the answer, as messages; the list is empty if the answer matches the contract. */
export async function contractProblems(operationId: string, answer: Response): Promise<string[]> {
  const { path, method, operation } = operationById(operationId);
  const problems: string[] = [];
  const response = operation.responses[String(answer.status)];
  if (!response) return [`${operationId} may not answer ${answer.status}: ${(await answer.text()).slice(0, 200)}`];
  if (!/^\d+$/.test(answer.headers.get('x-start-timestamp') ?? '')) problems.push(`${operationId}: no X-Start-Timestamp`);

  const sharedName = response.$ref?.split('/').at(-1);
  const content = sharedName === undefined ? response.content : document.components.responses[sharedName]?.content;
  const body = await answer.text();
  if (!content) return body === '' ? problems : [...problems, `${operationId}: ${answer.status} has a body`];

  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (!(type in content)) return [...problems, `${operationId}: ${answer.status} has the content type ${type}`];
  if (type !== 'application/json') return problems;
  const place =
    sharedName === undefined ? `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${answer.status}` : `/components/responses/${sharedName}`;
  const validate = ajv.compile({ $ref: `contract#${place}/content/application~1json/schema` });
  if (!validate(JSON.parse(body))) problems.push(`${operationId} ${answer.status}: ${ajv.errorsText(validate.errors)}: ${body.slice(0, 300)}`);
  return problems;
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
