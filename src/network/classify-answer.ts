// Classifies an answer by status, content type and shape, never by its text. Pure except for reading the body.
import { failed, ok, type Result } from '../lib/result.ts';
import type { ApiError } from './api-error.ts';
import { errorMessageOf, retryAfterMsOf } from './error-message.ts';
import { fields, readShape, text, type Shape } from './shape.ts';

export async function classifyAnswer<Value>(response: Response, shape: Shape<Value>, nowMs: number): Promise<Result<Value, ApiError>> {
  // The archive's API never redirects.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) return failed(interceptionOf(response));
  const { status } = response;
  const retryAfterMs = retryAfterMsOf(response.headers.get('retry-after'), nowMs);
  if (status === 429) return failed({ kind: 'too-many', retryAfterMs });
  // 511: "network authentication required", a portal that identifies itself.
  if (status === 511) return failed({ kind: 'captive' });
  if (status >= 500 || status === 408 || status === 425) return failed({ kind: 'server-error', status, retryAfterMs });
  if (status === 204 || status === 205) return checkShape(shape, undefined);
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type')?.trim() ?? '');
  if (status >= 200 && status < 300) {
    if (!isJson) return failed(interceptionOf(response));
    const body = await readJson(response);
    return body.ok ? checkShape(shape, body.value) : failed({ kind: 'server-error', status, retryAfterMs: null });
  }
  if (status === 404) return isJson ? failed({ kind: 'not-found', message: await messageOf(response) }) : failed({ kind: 'no-such-call' });
  if (status === 401 || status === 403) {
    const body = isJson ? await readJson(response) : null;
    const detail = body?.ok ? readShape(forbiddenShape, body.value) : null;
    return detail?.ok ? failed({ kind: 'forbidden', message: detail.value.detail }) : failed(interceptionOf(response));
  }
  return failed({ kind: 'refused', status, message: isJson ? await messageOf(response) : null });
}

/** The archive's 401 and 403 (server/openapi.yaml, DetailBody). Pages, and JSON of another shape, come from a proxy in front of it. */
const forbiddenShape = fields<{ detail: string }>({ detail: text });

/**
 * Which kind of server answered instead of the archive. An https answer or a 401 comes from a proxy whose own session has ended: a portal
 * has no certificate for the address, and sends no 401.
 */
function interceptionOf({ status, url }: Response): ApiError {
  return { kind: status === 401 || url.startsWith('https:') ? 'proxy-login' : 'captive' };
}

function checkShape<Value>(shape: Shape<Value>, body: unknown): Result<Value, ApiError> {
  const shapedBody = readShape(shape, body);
  return shapedBody.ok ? shapedBody : failed({ kind: 'bad-shape' });
}

async function messageOf(response: Response): Promise<string | null> {
  const body = await readJson(response);
  return body.ok ? errorMessageOf(body.value) : null;
}

async function readJson(response: Response): Promise<Result<unknown, 'cut off'>> {
  try {
    return ok(JSON.parse(await response.text()) as unknown);
  } catch (reason) {
    if (reason instanceof DOMException && (reason.name === 'AbortError' || reason.name === 'TimeoutError')) throw reason;
    return failed('cut off');
  }
}
