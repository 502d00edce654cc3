// Adds a route for each of the contract's operations. All checks before a handler are made here, in the same order for every call: address,
// login, intended archive and user, origin and CSRF, role, media types, input. Then a repeated write gets its first answer, and any other
// call gets the handler's.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whenNotBusy } from '../database/retry-write.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Account } from '../accounts/accounts.ts';
import type { KeyedCall } from '../accounts/idempotency.ts';
import { detailRefusal, otherCallAnswer, Refusal, type Answer, type CookieChange } from './answer.ts';
import { requireCsrfHeader, requireIntendedTarget, requireSameOrigin, requireRole } from './caller.ts';
import type { Call, Handler, HandlerContext } from './call.ts';
import { callFingerprint } from './call-fingerprint.ts';
import type { Contract, Operation } from './contract.ts';
import { sendErrorPage } from './error-pages.ts';
import { newCsrfCookie } from './session-cookies.ts';
import { checkBody, checkQuery, requireJsonAccepted, queryParametersOf, queryStringOf, readJson } from './request-input.ts';

/** The contract's path parameters consist of letters, digits, `-` and `_`. A path with anything else is not an address of this API. */
const slugPattern = '[A-Za-z0-9_-]+';
/** A backup's file name; the handler compares it with the existing ones. */
const fileNamePattern = '[A-Za-z0-9_.-]+';
const patternOf = (parameter: string): string => (parameter === 'filename' ? fileNamePattern : slugPattern);
const maxKeyLength = 200;
const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export interface ApiRoutes {
  /** True for the path of a served call, with its trailing slash. */
  isKnown(path: string): boolean;
}

export function addApiRoutes(app: FastifyInstance, contract: Contract, handlers: Map<string, Handler>, context: HandlerContext): ApiRoutes {
  const runningCalls = new Map<string, { fingerprint: string; answer: Promise<Answer> }>();
  const operations = contract.operations.filter((operation) => handlers.has(operation.id));
  const paths = [...new Set(operations.map((operation) => operation.path))];

  for (const operation of operations) {
    const handler = handlers.get(operation.id);
    if (handler) app.route({ method: operation.method, url: routePath(operation.path), handler: serve(operation, handler) });
  }
  for (const path of paths) {
    const describedMethods = new Set(contract.operations.filter((operation) => operation.path === path).map((operation) => operation.method));
    const method = allMethods.filter((candidate) => !describedMethods.has(candidate));
    app.route({ method: [...method, 'OPTIONS'], url: routePath(path), exposeHeadRoute: false, handler: rejectMethod });
  }

  function serve(operation: Operation, handler: Handler) {
    const parameters = queryParametersOf(operation);
    const isWrite = operation.method !== 'GET';
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const path = request.params as Record<string, string>;
      if (!Object.entries(path).every(([name, value]) => new RegExp(`^${patternOf(name)}$`).test(value))) return sendErrorPage(reply, 'notFound');
      const caller = context.findCaller(request);
      addIdentityHeaders(reply, context.archive.archiveId, caller.account);
      requireIntendedTarget(request, context.archive.archiveId, caller.account);
      if (isWrite) {
        // A page of another origin can send this browser's cookies, but not a token that it does not know.
        if (caller.authMethod !== 'token') requireSameOrigin(request);
        if (caller.authMethod === 'session' || caller.authMethod === 'proxy') requireCsrfHeader(request);
      }
      requireRole(operation.role, caller.account);
      // Writes need the CSRF cookie. The login call sets it, but reads must set it too, because users of a proxy's sign-in never make the
      // login call, and a session outlives the cookie by a day.
      const isBrowser = caller.authMethod === 'proxy' || caller.authMethod === 'session';
      if (isBrowser && !isWrite && !request.cookies['csrftoken']) setCookie(reply, newCsrfCookie());
      requireJsonAccepted(request.headers.accept);
      const queryString = queryStringOf(request.url);
      const call: Call = {
        ...caller,
        path,
        query: checkQuery(parameters, queryString, contract),
        body: isWrite ? checkBody(operation, request, contract) : {},
        queryString,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        ifNoneMatch: request.headers['if-none-match'] ?? null,
      };
      if (!isWrite) return send(reply, resolveAnswer(await handler(call)));
      // Login takes no key, even in a signed-in browser. The stored fingerprint would be a fast hash of the password, and the repeated
      // answer would have no session.
      const key = operation.role === 'any' ? null : idempotencyKey(request);
      if (key === null || !call.account) return send(reply, await runOnce(() => handler(call), null));
      const fingerprint = callFingerprint({ method: request.method, url: request.url, body: operation.body ? readJson(request) : null });
      return send(reply, await runOnce(() => handler(call), { accountId: call.account.id, key, fingerprint }));
    };
  }

  /**
   * Runs a write once. If an account sends a key again, it gets the first answer, even while the first call is still running. The same key
   * on another call is refused. While another program writes to the database, the transaction cannot begin, and is tried again.
   */
  async function runOnce(handle: () => ReturnType<Handler>, idempotency: KeyedCall | null): Promise<Answer> {
    // Only the beginning is retried. The promise of a handler that has begun is wrapped in an object, so that `whenNotBusy` neither awaits
    // it nor repeats the handler if it fails.
    const { answer } = await whenNotBusy(() => ({ answer: begin(handle, idempotency) }));
    return answer;
  }

  function begin(handle: () => ReturnType<Handler>, idempotency: KeyedCall | null): Answer | Promise<Answer> {
    const { archive } = context;
    const settle = (answer: Answer | (() => Answer)): Answer =>
      inTransaction(archive.database, () => {
        const { status, body, ...rest } = resolveAnswer(answer);
        if (idempotency)
          archive.idempotencyStore.remember(idempotency, { status, body: body === undefined ? null : JSON.stringify(body) }, rest.isSecret === true);
        return { status, body, ...rest };
      });
    const callKey = idempotency && `${idempotency.accountId} ${idempotency.key}`;
    const runningCall = callKey === null ? undefined : runningCalls.get(callKey);
    if (runningCall) return runningCall.fingerprint === idempotency?.fingerprint ? runningCall.answer : otherCallAnswer;
    return inTransaction(archive.database, () => {
      const firstAnswer = idempotency && archive.idempotencyStore.find(idempotency);
      if (firstAnswer?.kind === 'other-call') return otherCallAnswer;
      if (firstAnswer?.kind === 'answer') {
        const { status, body } = firstAnswer.answer;
        return { status, ...(body === null ? {} : { body: JSON.parse(body) as unknown }) };
      }
      const answer = handle();
      if (!(answer instanceof Promise)) return settle(answer);
      const pendingAnswer = answer.then((settled) => whenNotBusy(() => settle(settled)));
      if (callKey === null) return pendingAnswer;
      runningCalls.set(callKey, { fingerprint: idempotency?.fingerprint ?? '', answer: pendingAnswer });
      return pendingAnswer.finally(() => runningCalls.delete(callKey));
    });
  }

  async function rejectMethod(request: FastifyRequest): Promise<never> {
    const { account } = context.findCaller(request);
    requireRole('user', account);
    throw detailRefusal(405, `Method "${request.method}" not allowed.`);
  }

  const patterns = paths.map((path) => new RegExp(`^${path.replace(/\{(\w+)\}/g, (_whole, name: string) => patternOf(name))}$`));
  return { isKnown: (path) => patterns.some((pattern) => pattern.test(path)) };
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  for (const cookie of answer.cookies ?? []) setCookie(reply, cookie);
  reply.code(answer.status).headers({ 'cache-control': 'no-store', ...answer.headers });
  return answer.body === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

/** Names the archive and the account. A client that mirrors one person's archive rejects answers given to another person. */
function addIdentityHeaders(reply: FastifyReply, archiveId: string, account: Account | null): void {
  reply.header('x-archive-id', archiveId);
  if (account) reply.header('x-stowaway-user', String(account.id));
}

export function setCookie(reply: FastifyReply, cookie: CookieChange): void {
  reply.setCookie(cookie.name, cookie.value, {
    path: '/',
    sameSite: 'lax',
    httpOnly: !cookie.isReadableByScripts,
    secure: reply.request.protocol === 'https',
    maxAge: cookie.maxAgeSeconds,
  });
}

function resolveAnswer(answer: Answer | (() => Answer)): Answer {
  return typeof answer === 'function' ? answer() : answer;
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length > maxKeyLength) throw new Refusal({ status: 400, body: { error: `An Idempotency-Key has at most ${maxKeyLength} characters.` } });
  return key;
}

function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
