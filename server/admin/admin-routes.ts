// Adds the routes of /admin/. The routes for people and devices are here; each other area adds its own. visits.ts decides who the visitor
// is and whether a form is genuine.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaffAccount, type Account } from '../accounts/accounts.ts';
import type { CheckPassword } from '../accounts/sign-in.ts';
import { whenNotBusy } from '../database/retry-write.ts';
import { inTransaction } from '../database/transaction.ts';
import type { CookieChange } from '../http/answer.ts';
import { requireSameOrigin, type Caller } from '../http/caller.ts';
import { endedSessionCookies, startSession } from '../http/session-cookies.ts';
import { wordingOf } from '../http/visitor-language.ts';
import { createAccountActions, type ActionOutcome, type Actor } from './account-actions.ts';
import { addBackupsArea, type BackupsAreaDeps } from './backups-area.ts';
import { addLibraryArea, type LibraryAreaDeps } from './library-routes.ts';
import type { Notice, Viewer } from './page-parts.ts';
import { ownPage, personPage, signInPage } from './people-pages.ts';
import { addSystemPage, type SystemCard } from './system-page.ts';
import {
  createAdminFrame,
  formOf,
  sendMessage,
  sendPage,
  sendSignIn,
  setCookies,
  text,
  withRefusalPage,
  type PageState,
  type Visit,
  type VisitDeps,
} from './visits.ts';
import { addWriteBesideForm, writeBesideCard } from './write-beside.ts';

export interface AdminDeps extends VisitDeps, Omit<LibraryAreaDeps, 'cards'>, Pick<BackupsAreaDeps, 'backups' | 'tasks'> {
  checkPassword: CheckPassword;
  /** The complete CSS. */
  stylesheet: string;
  /** The cards of /admin/system/, from top to bottom. */
  systemCards: SystemCard[];
  log: (line: string) => void;
}

export function addAdminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { archive, findCaller, checkPassword, stylesheet, log } = deps;
  const actions = createAccountActions({ archive, checkPassword, log });
  const admin = createAdminFrame(app, deps);
  const { visitOf } = admin;
  addLibraryArea(admin, {
    ...deps,
    cards: (viewer) => (deps.library.isOwnersLibrary ? [writeBesideCard(viewer, archive.librarySettings.get().writesBesideOwner)] : []),
  });
  addWriteBesideForm(admin, archive);
  addBackupsArea(app, admin, deps);
  addSystemPage(admin, deps.systemCards);

  app.get('/admin', (_request, reply) => reply.redirect('/admin/', 301));
  app.get('/admin/style.css', (_request, reply) => reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(stylesheet));
  app.get('/admin/', (request, reply) => withRefusalPage(reply, () => showHome(request, reply)));
  app.get('/admin/people/:id/', (request, reply) => withRefusalPage(reply, () => showPerson(request, reply)));
  app.post('/admin/sign-in/', (request, reply) => withRefusalPage(reply, () => signIn(request, reply)));

  postForm('/admin/sign-out/', ({ caller, reply }) => {
    if (caller.sessionToken !== null) archive.sessions.end(caller.sessionToken);
    setCookies(reply, endedSessionCookies);
    return { kind: 'done', what: 'signed-out' };
  });
  postForm('/admin/password/', ({ form, ...visit }) =>
    actions.changeOwnPassword(actorOf(visit), {
      currentPassword: text(form, 'present'),
      newPassword: text(form, 'new'),
      repeatedPassword: text(form, 'again'),
      keepsToken: text(form, 'keep-token') === 'on',
    }),
  );
  postForm('/admin/sessions/', ({ form, ...visit }) => actions.endSessions(actorOf(visit), visit.caller.account.id, text(form, 'session')));
  postForm('/admin/token/show/', (visit) => actions.showToken(actorOf(visit)));
  postForm('/admin/token/revoke/', (visit) => actions.revokeToken(actorOf(visit)));
  postForm('/admin/people/add/', ({ form, ...visit }) =>
    actions.add(actorOf(visit), { name: text(form, 'name').trim().normalize('NFKC'), password: text(form, 'password'), role: text(form, 'role') }),
  );
  postPersonForm('role', ({ form, ...visit }, id) => actions.changeRole(actorOf(visit), id, text(form, 'role')));
  postPersonForm('password', (visit, id) => actions.resetPassword(actorOf(visit), id));
  postPersonForm('sessions', ({ form, ...visit }, id) => actions.endSessions(actorOf(visit), id, text(form, 'session')));
  postPersonForm('delete', (visit, id) => actions.remove(actorOf(visit), id));

  function postForm(path: string, act: (visit: Visit) => ActionOutcome | Promise<ActionOutcome>): void {
    admin.addForm(path, async (visit) => respond(visit, await act(visit)));
  }

  function postPersonForm(name: string, act: (visit: Visit, id: number) => ActionOutcome | Promise<ActionOutcome>): void {
    postForm(`/admin/people/:id/${name}/`, (visit) => act(visit, personIdOf(visit.request)));
  }

  function respond({ viewer, request, reply, caller, form }: Visit, outcome: ActionOutcome): FastifyReply {
    if (outcome.kind === 'refused') return sendMessage(reply, 403, ({ page }) => [page.notAllowed, outcome.message]);
    if (outcome.kind === 'nobody') return sendMessage(reply, 404, ({ page, people }) => [page.notFound, people.gone]);
    const personId = request.url.startsWith('/admin/people/') && !request.url.startsWith('/admin/people/add/') ? personIdOf(request) : null;
    const isStillPresent = personId !== null && archive.accounts.get(personId) !== null;
    if (outcome.kind === 'done') return reply.redirect(`${isStillPresent ? `/admin/people/${personId}/` : '/admin/'}?done=${outcome.what}`, 303);
    const status = outcome.kind === 'problem' ? (outcome.isRateLimited === true ? 429 : 400) : 200;
    const pageState: PageState =
      outcome.kind === 'problem'
        ? { notice: null, returned: { values: form, problems: outcome.problems } }
        : { notice: { level: 'done', text: outcome.message, secret: outcome.secret }, returned: null };
    const person = isStillPresent ? archive.accounts.get(personId) : null;
    return sendPage(reply, status, person ? drawPerson(viewer, pageState, person) : drawHome(caller, viewer, pageState));
  }

  function showHome(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visit = visitOf(request, reply);
    const notice = noticeOf(request);
    if (visit === null) return sendPage(reply, 403, signInPage({ wording: wordingOf(request), notice }));
    return sendPage(reply, 200, drawHome(visit.caller, visit.viewer, { notice, returned: null }));
  }

  function showPerson(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visit = visitOf(request, reply);
    if (visit === null) return sendSignIn(reply);
    if (!isStaffAccount(visit.caller.account)) return sendMessage(reply, 403, ({ page, people }) => [page.notAllowed, people.staffManages]);
    const person = archive.accounts.get(personIdOf(request));
    if (!person) return sendMessage(reply, 404, ({ page, people }) => [page.notFound, people.gone]);
    if (person.id === visit.caller.account.id) return reply.redirect('/admin/', 303);
    return sendPage(reply, 200, drawPerson(visit.viewer, { notice: noticeOf(request), returned: null }, person));
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    requireSameOrigin(request);
    const form = formOf(request);
    const wording = wordingOf(request);
    const { page } = wording.texts;
    const stateWithProblem = (message: string): PageState => ({ notice: null, returned: { values: form, problems: { password: message } } });
    const result = await checkPassword({ name: text(form, 'name'), password: text(form, 'password'), address: request.ip });
    if (result.kind === 'wait') {
      reply.header('retry-after', String(result.seconds));
      return sendPage(reply, 429, signInPage({ wording, ...stateWithProblem(page.tooManyTries(result.seconds)) }));
    }
    const refuse = (): FastifyReply => sendPage(reply, 400, signInPage({ wording, ...stateWithProblem(page.wrongPassword) }));
    if (result.kind === 'wrong') return refuse();
    const { sessionToken } = findCaller(request);
    const userAgent = request.headers['user-agent'] ?? '';
    const start = (): CookieChange[] | null => startSession(archive, result.account, { sessionToken, userAgent, isRemembered: false });
    const cookies = await whenNotBusy(() => inTransaction(archive.database, start));
    if (cookies === null) return refuse();
    setCookies(reply, cookies);
    return reply.redirect('/admin/', 303);
  }

  function drawHome(caller: Caller & { account: Account }, viewer: Viewer, pageState: PageState): string {
    const { account } = caller;
    const people = isStaffAccount(account)
      ? archive.accounts.list().map((person) => ({ account: person, deviceCount: archive.sessions.list(person.id).length }))
      : null;
    return ownPage({ viewer, ...pageState, people, sessions: archive.sessions.list(account.id), hasToken: archive.apiTokens.has(account.id) });
  }

  function drawPerson(viewer: Viewer, pageState: PageState, person: Account): string {
    return personPage({ viewer, ...pageState, person, sessions: archive.sessions.list(person.id) });
  }
}

function actorOf({ caller: { account, sessionToken }, viewer }: Pick<Visit, 'caller' | 'viewer'>): Actor {
  return { account, sessionToken, texts: viewer.wording.texts };
}

/** The id in the request's path. If it is not a number, returns 0, which no account has. */
function personIdOf(request: FastifyRequest): number {
  const { id = '' } = request.params as { id?: string };
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

function noticeOf(request: FastifyRequest): Notice | null {
  const what = (request.query as Record<string, unknown>)['done'];
  const { done } = wordingOf(request).texts.people;
  const message = typeof what === 'string' && Object.hasOwn(done, what) ? done[what as keyof typeof done] : null;
  return message === null ? null : { level: 'done', text: message };
}
