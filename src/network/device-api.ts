// The calls about the account's devices, which only the embedded server has (server/openapi.yaml, x-own). A lazily loaded chunk.
import type { WireDevice } from '../contract/names.ts';
import type { Answer, CallApi } from './archive-api.ts';
import { ignored, fields, flag, identifier, listOf, text } from './shape.ts';

const devicesShape = listOf(fields<WireDevice>({ id: identifier, name: text, is_this: flag, last_used: text, signed_in: text }));

export function listDevices({ call }: CallApi, signal?: AbortSignal): Answer<WireDevice[]> {
  return call('/api/user/devices/', devicesShape, { signal });
}

/** Ends the device's session. A 404 means that it had already ended. */
export function endDevice({ call }: CallApi, id: string, idempotencyKey: string): Answer<void> {
  return call(`/api/user/devices/${encodeURIComponent(id)}/`, ignored, { method: 'DELETE', idempotencyKey });
}
