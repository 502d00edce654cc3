// Reads the contract for the router: each operation with its path, its role and the schemas of its input.
import { readApiDescription } from './api-description.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  pattern?: string;
  default?: unknown;
}

/** `any`: no login. `user`: any account. `staff`: is_staff or is_superuser. */
export type Role = 'any' | 'user' | 'staff';

export interface Parameter {
  name: string;
  isRequired?: boolean;
  schema: Schema;
}

export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path as in the contract: `/api/video/{video_id}/`. */
  path: string;
  role: Role;
  pathParameters: Parameter[];
  queryParameters: Parameter[];
  body: Schema | null;
}

export interface Contract {
  operations: Operation[];
  /** The complete description, parsed. */
  document: object;
  /** Follows `$ref`s to the end. */
  resolve(schema: Schema): Schema;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface WireOperation {
  operationId: string;
  'x-roles': Role[];
  parameters?: { $ref?: string; in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

let contract: Contract | null = null;

/** Returns the contract, which is read once per process. */
export function readContract(): Contract {
  return (contract ??= contractOf(readApiDescription() as Description));
}

interface Description {
  paths: Record<string, Partial<Record<(typeof methods)[number], WireOperation>>>;
}

function contractOf(document: Description): Contract {
  function resolve<Node extends { $ref?: string }>(node: Node): Node {
    let currentNode = node;
    while (currentNode.$ref !== undefined) {
      let target: unknown = document;
      for (const key of currentNode.$ref.slice(2).split('/')) target = (target as Record<string, unknown>)[key];
      currentNode = target as Node;
    }
    return currentNode;
  }

  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const parameters = (operation.parameters ?? []).map(resolve);
      operations.push({
        id: operation.operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        role: operation['x-roles'][0] ?? 'staff',
        pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
        queryParameters: parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema, required }) => ({ name, schema, isRequired: required === true })),
        body: operation.requestBody?.content['application/json']?.schema ?? null,
      });
    }
  }
  return { operations, document, resolve };
}
