// The calls about the account's own devices, of the embedded server alone (server/openapi.yaml, x-own). A part that comes late.
import type { WireDevice } from '../contract/names.ts';
import type { Answer, CallApi } from './archive-api.ts';
import { anything, fields, flag, identifier, listOf, text } from './shape.ts';

const devicesShape = listOf(fields<WireDevice>({ id: identifier, name: text, is_this: flag, last_used: text, signed_in: text }));

export function listDevices({ call }: CallApi, signal?: AbortSignal): Answer<WireDevice[]> {
  return call('/api/user/devices/', devicesShape, { signal });
}

/** Its session ends. 404: it had ended already. */
export function endDevice({ call }: CallApi, id: string, idempotencyKey: string): Answer<void> {
  return call(`/api/user/devices/${encodeURIComponent(id)}/`, anything, { method: 'DELETE', idempotencyKey });
}
