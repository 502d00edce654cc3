// The archive's API over fetch: every outcome is a Result of the closed union of errors. Called by pull, flush and the
// commands. Holds the calls of the first load; the others come later (read-api.ts, write-api.ts). Keeps nothing. openapi-fetch is not used: it parses a body before one can look at its content type, throws on
// cut-off JSON, and has no place for shape checks; what is left of it would be the joining of addresses.
import type { ApiError } from './api-error.ts';
import type { Answer, ArchiveApi, Call, OutcomeListener, Owner } from './archive-api.ts';
import { classifyAnswer } from './classify-answer.ts';
import { failed, ok } from '../lib/result.ts';
import { anything, type Shape } from './shape.ts';
import { accountShape, appSettingsShape, pingShape, userConfigShape } from './session-shapes.ts';

export interface ArchiveClientOptions {
  fetch?: typeof fetch;
  /** Without a slash at the end; empty for the page's own origin. */
  origin?: string;
  readCookie: (name: string) => string | null;
  onOutcome: OutcomeListener;
  /** `X-Start-Timestamp` of every answer that has one. */
  onStartTimestamp?: (startTimestamp: string) => void;
  /** A request has had no answer for as long as a ping may take, and goes on waiting: whether the archive is there is to be asked. */
  onSlow?: () => void;
  timeoutMs?: number;
  /** Null, before somebody has signed in: of whoever the session is. */
  owner?: Owner | null;
  /** What is known of the server; the same object for all clients of a page. */
  server?: { namesUser: boolean };
}

/** A list page of 100 kB takes 2 s at 400 kbit/s; ten times that is not slow any more, it hangs. */
const requestTimeoutMs = 20_000;

/** docs/architecture.md, The connection: a ping that takes longer decides for "away". */
const pingTimeoutMs = 4_000;

export function createArchiveClient(options: ArchiveClientOptions): ArchiveApi {
  const { origin = '', readCookie, onOutcome, onStartTimestamp, timeoutMs = requestTimeoutMs, owner = null, server = { namesUser: false } } = options;
  const fetchNow = options.fetch ?? ((input, init) => fetch(input, init));

  async function call<Value>(path: string, shape: Shape<Value>, request: Call = {}, as = owner): Answer<Value> {
    const answer = await ask(path, shape, request, as);
    if (answer.ok || answer.error.kind !== 'aborted') onOutcome(answer.ok ? 'answered' : answer.error.kind);
    return answer;
  }

  async function ask<Value>(path: string, shape: Shape<Value>, request: Call, as: Owner | null): Answer<Value> {
    const limitMs = request.timeoutMs ?? timeoutMs;
    const limit = limitedSignal(limitMs, request.signal);
    const slow = limitMs > pingTimeoutMs && options.onSlow ? setTimeout(options.onSlow, pingTimeoutMs) : undefined;
    try {
      const response = await fetchNow(`${origin}${path}`, requestInit(request, limit.signal, as));
      clearTimeout(slow);
      const startTimestamp = response.headers.get('x-start-timestamp');
      if (as && isOfAnother(as, response.headers)) return failed({ kind: 'other-account' });
      const answer = await classifyAnswer(response, shape, Date.now());
      // Only what the archive itself said counts; a portal's headers mean nothing.
      if (answer.ok) server.namesUser = response.headers.has(userHeader);
      if (answer.ok) request.onHeaders?.(response.headers);
      if (answer.ok && startTimestamp !== null) onStartTimestamp?.(startTimestamp);
      return answer;
    } catch {
      return failed(request.signal?.aborted ? { kind: 'aborted' } : { kind: 'unreachable' });
    } finally {
      clearTimeout(slow);
      limit.clear();
    }
  }

  function requestInit({ method = 'GET', body, idempotencyKey, keepalive = false }: Call, signal: AbortSignal, as: Owner | null): RequestInit {
    const headers: Record<string, string> = { Accept: 'application/json', ...(as ? namesOf(as) : {}) };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    const csrf = method === 'GET' ? null : readCookie('csrftoken');
    if (csrf !== null) headers['X-CSRFToken'] = csrf;
    // no-store: the mirror is the cache, a second one beside it would only be older.
    return {
      method,
      headers,
      signal,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
      keepalive,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  const get = <Value>(path: string, shape: Shape<Value>, signal?: AbortSignal): Answer<Value> => call(path, shape, { signal });

  return {
    call: (path, shape, request) => call(path, shape, request),
    callAtOnce: (path, shape, request) => call(path, shape, { ...request, keepalive: true }),
    getUserConfig: (signal) => get('/api/user/me/', userConfigShape, signal),
    getAccount: (signal) => get('/api/user/account/', accountShape, signal),
    getAppSettings: (signal) => get('/api/appsettings/config/', appSettingsShape, signal),

    sessionMark: () => readCookie('csrftoken'),
    namesUser: () => server.namesUser,

    async ping(limitMs = pingTimeoutMs) {
      let archiveId: string | null = null;
      let startTimestamp: string | null = null;
      const request: Call = {
        timeoutMs: limitMs,
        onHeaders: (headers) => {
          archiveId = headers.get(archiveHeader);
          startTimestamp = headers.get('x-start-timestamp');
        },
      };
      // Asks whose the session is, and so for nobody.
      const answer = await ask('/api/ping/', pingShape, request, null);
      // Some portals answer everything with JSON of their own.
      const error: ApiError | null = answer.ok ? null : answer.error.kind === 'bad-shape' ? { kind: 'captive' } : answer.error;
      onOutcome(error ? error.kind : 'answered');
      return answer.ok ? ok({ ...answer.value, archiveId, startTimestamp }) : failed(error ?? answer.error);
    },
    login: ({ username, password, isRemembered }) =>
      call('/api/user/login/', anything, { method: 'POST', body: { username, password, remember_me: isRemembered ? 'on' : 'off' } }, null),
    // Whoever's session it is: it ends.
    logout: () => call('/api/user/logout/', anything, { method: 'POST' }, null),
  };
}

/** Own headers of the embedded server (server/openapi.yaml, x-own), in requests and answers; other servers send neither. */
const userHeader = 'X-Stowaway-User';
const archiveHeader = 'X-Archive-Id';

function namesOf({ userId, archiveId }: Owner): Record<string, string> {
  return { [userHeader]: String(userId), ...(archiveId === null ? {} : { [archiveHeader]: archiveId }) };
}

/** An archive that names nobody is not judged by that: a ping tells. */
function isOfAnother({ userId, archiveId }: Owner, headers: Headers): boolean {
  const user = headers.get(userHeader);
  const archive = headers.get(archiveHeader);
  return (user !== null && user !== String(userId)) || (archive !== null && archiveId !== null && archive !== archiveId);
}

/** A signal that ends after `timeoutMs` or with the caller's. AbortSignal.any is missing in browsers we still run in. */
function limitedSignal(timeoutMs: number, outer: AbortSignal | undefined): { signal: AbortSignal; clear: () => void } {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  const onOuter = (): void => abort.abort();
  if (outer?.aborted) abort.abort();
  outer?.addEventListener('abort', onOuter, { once: true });
  return {
    signal: abort.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}
