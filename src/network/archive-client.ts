// The archive's API over fetch: every outcome is a Result of the closed union of errors. Constructed by app/client.tsx and the saver's
// worker. Contains the calls of the first load; the others are loaded later (read-api.ts, write-api.ts). Stores nothing.
import type { ApiError } from './api-error.ts';
import type { Answer, ArchiveApi, CallOptions, OutcomeListener, Owner } from './archive-api.ts';
import { classifyAnswer } from './classify-answer.ts';
import { csrfCookie } from './csrf-cookie.ts';
import { fetchEarly } from './early-answers.ts';
import { failed, ok } from '../lib/result.ts';
import { ignored, type Shape } from './shape.ts';
import { accountShape, appSettingsShape, pingShape, userConfigShape } from './session-shapes.ts';

export interface ArchiveClientOptions {
  /** Defaults to the browser's, and to the early answers of a first visit (early-answers.ts). */
  fetch?: typeof fetch;
  /** Without a trailing slash; empty for the page's own origin. */
  origin?: string;
  readCookie: (name: string) => string | null;
  onOutcome: OutcomeListener;
  /** `X-Start-Timestamp` of every successful answer that has one. */
  onStartTimestamp?: (startTimestamp: string) => void;
  /** Called when a request has had no answer for as long as a ping may take. The request continues; reachability should be checked. */
  onSlow?: () => void;
  timeoutMs?: number;
  /** Null before anyone has signed in; requests are then sent for the session's owner, whoever that is. */
  owner?: Owner | null;
  /** Facts about the server; the same object for all clients of a page. */
  server?: { namesUser: boolean };
}

/** A list page of 100 kB takes 2 s at 400 kbit/s. A request that takes ten times as long is not slow but stuck. */
const requestTimeoutMs = 20_000;

/** docs/architecture.md, The connection: a ping that takes longer counts as "away". */
const pingTimeoutMs = 4_000;

export function createArchiveClient(options: ArchiveClientOptions): ArchiveApi {
  const { origin = '', readCookie, onOutcome, onStartTimestamp, timeoutMs = requestTimeoutMs, owner = null, server = { namesUser: false } } = options;
  const fetchNow = options.fetch ?? fetchEarly;

  async function call<Value>(path: string, shape: Shape<Value>, request: CallOptions = {}, requestOwner = owner): Answer<Value> {
    const answer = await send(path, shape, request, requestOwner);
    if (answer.ok || answer.error.kind !== 'aborted') onOutcome(answer.ok ? 'answered' : answer.error.kind);
    return answer;
  }

  async function send<Value>(path: string, shape: Shape<Value>, request: CallOptions, requestOwner: Owner | null): Answer<Value> {
    const limitMs = request.timeoutMs ?? timeoutMs;
    const timeout = signalWithTimeout(limitMs, request.signal);
    const slowTimer = limitMs > pingTimeoutMs && options.onSlow ? setTimeout(options.onSlow, pingTimeoutMs) : undefined;
    try {
      const response = await fetchNow(`${origin}${path}`, requestInit(request, timeout.signal, requestOwner));
      clearTimeout(slowTimer);
      const startTimestamp = response.headers.get('x-start-timestamp');
      if (requestOwner && isForOtherOwner(requestOwner, response.headers)) return failed({ kind: 'other-account' });
      const answer = await classifyAnswer(response, shape, Date.now());
      // Only the archive's own answers are considered; a portal's headers mean nothing.
      if (answer.ok) server.namesUser = response.headers.has(userHeader);
      if (answer.ok) request.onHeaders?.(response.headers);
      if (answer.ok && startTimestamp !== null) onStartTimestamp?.(startTimestamp);
      return answer;
    } catch {
      return failed(request.signal?.aborted ? { kind: 'aborted' } : { kind: 'unreachable' });
    } finally {
      clearTimeout(slowTimer);
      timeout.clear();
    }
  }

  function requestInit({ method = 'GET', body, idempotencyKey, keepalive = false }: CallOptions, signal: AbortSignal, requestOwner: Owner | null): RequestInit {
    const headers: Record<string, string> = { Accept: 'application/json', ...(requestOwner ? ownerHeaders(requestOwner) : {}) };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    const csrf = method === 'GET' ? null : readCookie(csrfCookie);
    if (csrf !== null) headers['X-CSRFToken'] = csrf;
    // The cache is bypassed, because the mirror is the cache, and a second cache could only be older.
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

    sessionMark: () => readCookie(csrfCookie),
    namesUser: () => server.namesUser,

    async ping(limitMs = pingTimeoutMs) {
      let archiveId: string | null = null;
      let startTimestamp: string | null = null;
      const request: CallOptions = {
        timeoutMs: limitMs,
        onHeaders: (headers) => {
          archiveId = headers.get(archiveHeader);
          startTimestamp = headers.get('x-start-timestamp');
        },
      };
      // A ping asks whose session it is, so it is sent without an owner.
      const answer = await send('/api/ping/', pingShape, request, null);
      // Some portals answer everything with their own JSON.
      const error: ApiError | null = answer.ok ? null : answer.error.kind === 'bad-shape' ? { kind: 'captive' } : answer.error;
      onOutcome(error ? error.kind : 'answered');
      return answer.ok ? ok({ ...answer.value, archiveId, startTimestamp }) : failed(error ?? answer.error);
    },
    // Ends the session, whoever owns it.
    logout: () => call('/api/user/logout/', ignored, { method: 'POST' }, null),
  };
}

/** The embedded server's own headers (server/openapi.yaml, x-own), in requests and answers; other servers send neither. */
const userHeader = 'X-Stowaway-User';
const archiveHeader = 'X-Archive-Id';

function ownerHeaders({ userId, archiveId }: Owner): Record<string, string> {
  return { [userHeader]: String(userId), ...(archiveId === null ? {} : { [archiveHeader]: archiveId }) };
}

/** False for an answer without these headers; a ping then determines whose session it is. */
function isForOtherOwner({ userId, archiveId }: Owner, headers: Headers): boolean {
  const user = headers.get(userHeader);
  const archive = headers.get(archiveHeader);
  return (user !== null && user !== String(userId)) || (archive !== null && archiveId !== null && archive !== archiveId);
}

/** A signal that aborts after `timeoutMs` or with `callerSignal`. AbortSignal.any is missing in browsers we still support. */
function signalWithTimeout(timeoutMs: number, callerSignal: AbortSignal | undefined): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  if (callerSignal?.aborted) abort();
  callerSignal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', abort);
    },
  };
}
