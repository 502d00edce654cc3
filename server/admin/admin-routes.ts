// /admin/ as routes: who looks, whether a form was meant, what it does, and the page or the redirect that answers it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaffAccount, type Account } from '../accounts/accounts.ts';
import type { CheckPassword } from '../accounts/sign-in.ts';
import type { Archive } from '../archive/archive.ts';
import { Refusal, type CookieChange } from '../http/answer.ts';
import { setCookie } from '../http/api-routes.ts';
import { demandOwnOrigin, type Caller, type FindCaller } from '../http/caller.ts';
import { endedSession, startedSession } from '../http/session-cookies.ts';
import { createAccountActions, doneWords, type Outcome } from './account-actions.ts';
import { messagePage, ownPage, personPage, signInPage, type Notice, type Viewer } from './pages.ts';

export interface AdminSources {
  archive: Archive;
  findCaller: FindCaller;
  checkPassword: CheckPassword;
  /** The whole of it, as CSS. */
  stylesheet: string;
  log: (line: string) => void;
}

interface Visit {
  caller: Caller & { account: Account };
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
  form: URLSearchParams;
}

export function addAdminRoutes(app: FastifyInstance, { archive, findCaller, checkPassword, stylesheet, log }: AdminSources): void {
  const actions = createAccountActions({ archive, checkPassword, log });
  // A form that an earlier run drew is not meant for this one.
  const formSecret = randomBytes(32);

  app.get('/admin', (_request, reply) => reply.redirect('/admin/', 301));
  app.get('/admin/style.css', (_request, reply) => reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(stylesheet));
  app.get('/admin/', (request, reply) => guarded(reply, () => showHome(request, reply)));
  app.get('/admin/people/:id/', (request, reply) => guarded(reply, () => showPerson(request, reply)));
  app.post('/admin/sign-in/', (request, reply) => guarded(reply, () => signIn(request, reply)));

  write('/admin/sign-out/', ({ caller, reply }) => {
    if (caller.sessionToken !== null) archive.sessions.end(caller.sessionToken);
    setCookies(reply, endedSession);
    return { kind: 'done', what: 'signed-out' };
  });
  write('/admin/password/', ({ caller, form, request }) =>
    actions.changeOwnPassword(caller, { present: text(form, 'present'), next: text(form, 'new'), again: text(form, 'again'), address: request.ip }),
  );
  write('/admin/sessions/', ({ caller, form }) => actions.endSessions(caller, caller.account.id, text(form, 'session')));
  write('/admin/token/show/', ({ caller }) => actions.showToken(caller));
  write('/admin/token/revoke/', ({ caller }) => actions.revokeToken(caller));
  write('/admin/people/add/', ({ caller, form }) =>
    actions.add(caller, { name: text(form, 'name').trim().normalize('NFKC'), password: text(form, 'password'), role: text(form, 'role') }),
  );
  writeOfPerson('role', ({ caller, form }, id) => actions.changeRole(caller, id, text(form, 'role')));
  writeOfPerson('password', ({ caller }, id) => actions.resetPassword(caller, id));
  writeOfPerson('sessions', ({ caller, form }, id) => actions.endSessions(caller, id, text(form, 'session')));
  writeOfPerson('delete', ({ caller }, id) => actions.remove(caller, id));

  function write(path: string, act: (visit: Visit) => Outcome | Promise<Outcome>): void {
    app.post(path, (request, reply) =>
      guarded(reply, async () => {
        const visit = visitOf(request, reply);
        if (visit === null) return sendPage(reply, 403, signInPage({ notice: notSignedIn, name: '' }));
        demandMeant(visit);
        return answer(visit, await act(visit));
      }),
    );
  }

  function writeOfPerson(name: string, act: (visit: Visit, id: number) => Outcome | Promise<Outcome>): void {
    write(`/admin/people/:id/${name}/`, (visit) => act(visit, personIdOf(visit.request)));
  }

  function answer({ viewer, request, reply, caller }: Visit, outcome: Outcome): FastifyReply {
    if (outcome.kind === 'refused') return sendPage(reply, 403, messagePage('Not allowed', outcome.words));
    if (outcome.kind === 'nobody') return sendPage(reply, 404, messagePage('Not found', 'This person has no account here any more.'));
    const personId = request.url.startsWith('/admin/people/') && !request.url.startsWith('/admin/people/add/') ? personIdOf(request) : null;
    const isStillThere = personId !== null && archive.accounts.get(personId) !== null;
    if (outcome.kind === 'done') return reply.redirect(`${isStillThere ? `/admin/people/${personId}/` : '/admin/'}?done=${outcome.what}`, 303);
    const status = outcome.kind === 'problem' ? (outcome.isLimit === true ? 429 : 400) : 200;
    const notice: Notice =
      outcome.kind === 'problem' ? { level: 'problem', text: outcome.words } : { level: 'done', text: outcome.words, secret: outcome.secret };
    const person = isStillThere ? archive.accounts.get(personId) : null;
    return sendPage(reply, status, person ? drawPerson(viewer, notice, person) : drawHome(caller, viewer, notice));
  }

  function showHome(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visit = visitOf(request, reply);
    const notice = noticeOf(request);
    if (visit === null) return sendPage(reply, 403, signInPage({ notice, name: '' }));
    return sendPage(reply, 200, drawHome(visit.caller, visit.viewer, notice));
  }

  function showPerson(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visit = visitOf(request, reply);
    if (visit === null) return sendPage(reply, 403, signInPage({ notice: null, name: '' }));
    if (!isStaffAccount(visit.caller.account)) return sendPage(reply, 403, messagePage('Not allowed', 'Managing people is for staff.'));
    const person = archive.accounts.get(personIdOf(request));
    if (!person) return sendPage(reply, 404, messagePage('Not found', 'This person has no account here any more.'));
    if (person.id === visit.caller.account.id) return reply.redirect('/admin/', 303);
    return sendPage(reply, 200, drawPerson(visit.viewer, noticeOf(request), person));
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    demandOwnOrigin(request);
    const form = formOf(request);
    const name = text(form, 'name');
    const attempt = await checkPassword({ name, password: text(form, 'password'), address: request.ip });
    if (attempt.kind === 'wait') {
      reply.header('retry-after', String(attempt.seconds));
      return sendPage(reply, 429, signInPage({ notice: problem(`Too many attempts. Try again in ${attempt.seconds} seconds.`), name }));
    }
    if (attempt.kind === 'wrong') return sendPage(reply, 400, signInPage({ notice: problem('Wrong username or password.'), name }));
    const { sessionToken } = findCaller(request);
    setCookies(reply, startedSession(archive, attempt.account, { sessionToken, userAgent: request.headers['user-agent'] ?? '', isRemembered: false }));
    return reply.redirect('/admin/', 303);
  }

  function drawHome(caller: Caller & { account: Account }, viewer: Viewer, notice: Notice | null): string {
    const { account } = caller;
    const people = isStaffAccount(account)
      ? archive.accounts.list().map((person) => ({ account: person, devices: archive.sessions.list(person.id).length }))
      : null;
    return ownPage({ viewer, notice, people, sessions: archive.sessions.list(account.id), hasToken: archive.apiTokens.has(account.id) });
  }

  function drawPerson(viewer: Viewer, notice: Notice | null, person: Account): string {
    return personPage({ viewer, notice, person, sessions: archive.sessions.list(person.id) });
  }

  /** Null: nobody is signed in. A token of a program opens no page. */
  function visitOf(request: FastifyRequest, reply: FastifyReply): Visit | null {
    const caller = findCaller(request);
    if (caller.account === null || caller.means === 'token') return null;
    const { account, sessionToken } = caller;
    const viewer: Viewer = {
      account,
      formToken: createHmac('sha256', formSecret)
        .update(`${account.id} ${sessionToken ?? caller.means}`)
        .digest('base64url'),
      theme: themeOf(archive.userSettings.get(account.id).stylesheet),
      sessionId: sessionToken === null ? null : archive.sessions.idOf(sessionToken),
    };
    return { caller: { ...caller, account }, viewer, request, reply, form: formOf(request) };
  }
}

const notSignedIn: Notice = { level: 'problem', text: 'Sign in first. Nothing was changed.' };

function problem(words: string): Notice {
  return { level: 'problem', text: words };
}

/** A write has to come from our own page, and from a form that was drawn for this session. */
function demandMeant({ request, form, viewer }: Visit): void {
  demandOwnOrigin(request);
  const expected = Buffer.from(viewer.formToken);
  const given = Buffer.from(text(form, 'token'));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new Refusal({ status: 403 });
}

async function guarded(reply: FastifyReply, serve: () => FastifyReply | Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await serve();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendPage(
      reply,
      403,
      messagePage('Not done', 'This form was not drawn for this visit, or came from another page. Nothing was changed: open the page anew.'),
    );
  }
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}

function setCookies(reply: FastifyReply, cookies: CookieChange[]): void {
  for (const cookie of cookies) setCookie(reply, cookie);
}

function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams((request.body as Buffer | undefined)?.toString('utf8') ?? '');
}

function text(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}

/** 0, which nobody has, for what is no id. */
function personIdOf(request: FastifyRequest): number {
  const { id = '' } = request.params as { id?: string };
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

function noticeOf(request: FastifyRequest): Notice | null {
  const what = (request.query as Record<string, unknown>)['done'];
  const words = typeof what === 'string' && Object.hasOwn(doneWords, what) ? doneWords[what as keyof typeof doneWords] : null;
  return words === null ? null : { level: 'done', text: words };
}

/** A palette of one's own stays on the device that it was made on. */
function themeOf(stylesheet: string): string {
  const name = stylesheet.replace(/\.css$/, '');
  return ['dark', 'light', 'matrix', 'midnight'].includes(name) ? name : 'dark';
}
