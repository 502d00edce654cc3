// Identifies the call that an Idempotency-Key was used for, by a hash of method, path, query and body. Bodies are compared as canonical
// JSON, so a retry with another serialization is the same call.
import { createHash } from 'node:crypto';
import { queryStringOf } from './request-input.ts';

interface FingerprintedCall {
  method: string;
  /** The path with its query. */
  url: string;
  /** The parsed JSON; request-input.ts limits its nesting. */
  body: unknown;
}

export function callFingerprint({ method, url, body }: FingerprintedCall): string {
  const [path = ''] = url.split('?');
  const parameters = new URLSearchParams(queryStringOf(url));
  parameters.sort();
  return createHash('sha256')
    .update([method, path, parameters.toString(), canonicalJson(body)].join('\n'))
    .digest('base64url');
}

/** JSON with sorted keys, without spaces, and with numbers as ECMAScript writes them (RFC 8785). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
