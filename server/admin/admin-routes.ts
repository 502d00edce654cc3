// /admin/ as routes: people and devices, and the areas that add theirs. visits.ts decides who is looking and whether a form is genuine.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaffAccount, type Account } from '../accounts/accounts.ts';
import type { CheckPassword } from '../accounts/sign-in.ts';
import { demandOwnOrigin, type Caller } from '../http/caller.ts';
import { endedSession, startedSession } from '../http/session-cookies.ts';
import { createAccountActions, doneWords, type Outcome } from './account-actions.ts';
import { addBackupsArea, type BackupsAreaSources } from './backups-area.ts';
import { addLibraryArea, type LibraryAreaSources } from './library-routes.ts';
import { messagePage, type Notice, type Viewer } from './page-parts.ts';
import { ownPage, personPage, signInPage } from './pages.ts';
import { addSystemPage, type SystemCard } from './system-page.ts';
import { createAdminFrame, formOf, guarded, sendPage, setCookies, text, type Told, type Visit, type VisitSources } from './visits.ts';
import { addWriteBesideForm, writeBesideCard } from './write-beside.ts';

export interface AdminSources extends VisitSources, Omit<LibraryAreaSources, 'cards'>, Pick<BackupsAreaSources, 'backups' | 'tasks'> {
  checkPassword: CheckPassword;
  /** The complete CSS. */
  stylesheet: string;
  /** For /admin/system/, from top to bottom. */
  systemCards: SystemCard[];
  log: (line: string) => void;
}

export function addAdminRoutes(app: FastifyInstance, sources: AdminSources): void {
  const { archive, findCaller, checkPassword, stylesheet, log } = sources;
  const actions = createAccountActions({ archive, checkPassword, log });
  const admin = createAdminFrame(app, sources);
  const { visitOf } = admin;
  addLibraryArea(admin, {
    ...sources,
    cards: (viewer) => (sources.library.isOwners ? [writeBesideCard(viewer, archive.keeperSettings.get().writesBesideOwner)] : []),
  });
  addWriteBesideForm(admin, archive);
  addBackupsArea(app, admin, sources);
  addSystemPage(admin, sources.systemCards);

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
  write('/admin/password/', ({ caller, form }) =>
    actions.changeOwnPassword(caller, {
      present: text(form, 'present'),
      next: text(form, 'new'),
      again: text(form, 'again'),
      keepsToken: text(form, 'keep-token') === 'on',
    }),
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
    admin.write(path, async (visit) => answer(visit, await act(visit)));
  }

  function writeOfPerson(name: string, act: (visit: Visit, id: number) => Outcome | Promise<Outcome>): void {
    write(`/admin/people/:id/${name}/`, (visit) => act(visit, personIdOf(visit.request)));
  }

  function answer({ viewer, request, reply, caller, form }: Visit, outcome: Outcome): FastifyReply {
    if (outcome.kind === 'refused') return sendPage(reply, 403, messagePage('Not allowed', outcome.words));
    if (outcome.kind === 'nobody') return sendPage(reply, 404, messagePage('Not found', 'This account no longer exists.'));
    const personId = request.url.startsWith('/admin/people/') && !request.url.startsWith('/admin/people/add/') ? personIdOf(request) : null;
    const isStillThere = personId !== null && archive.accounts.get(personId) !== null;
    if (outcome.kind === 'done') return reply.redirect(`${isStillThere ? `/admin/people/${personId}/` : '/admin/'}?done=${outcome.what}`, 303);
    const status = outcome.kind === 'problem' ? (outcome.isLimit === true ? 429 : 400) : 200;
    const told: Told =
      outcome.kind === 'problem'
        ? { notice: null, returned: { values: form, problems: outcome.problems } }
        : { notice: { level: 'done', text: outcome.words, secret: outcome.secret }, returned: null };
    const person = isStillThere ? archive.accounts.get(personId) : null;
    return sendPage(reply, status, person ? drawPerson(viewer, told, person) : drawHome(caller, viewer, told));
  }

  function showHome(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visit = visitOf(request, reply);
    const notice = noticeOf(request);
    if (visit === null) return sendPage(reply, 403, signInPage({ notice }));
    return sendPage(reply, 200, drawHome(visit.caller, visit.viewer, { notice, returned: null }));
  }

  function showPerson(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visit = visitOf(request, reply);
    if (visit === null) return sendPage(reply, 403, signInPage({ notice: null }));
    if (!isStaffAccount(visit.caller.account)) return sendPage(reply, 403, messagePage('Not allowed', 'Only staff can manage people.'));
    const person = archive.accounts.get(personIdOf(request));
    if (!person) return sendPage(reply, 404, messagePage('Not found', 'This account no longer exists.'));
    if (person.id === visit.caller.account.id) return reply.redirect('/admin/', 303);
    return sendPage(reply, 200, drawPerson(visit.viewer, { notice: noticeOf(request), returned: null }, person));
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    demandOwnOrigin(request);
    const form = formOf(request);
    const returning = (words: string): Told => ({ notice: null, returned: { values: form, problems: { password: words } } });
    const attempt = await checkPassword({ name: text(form, 'name'), password: text(form, 'password'), address: request.ip });
    if (attempt.kind === 'wait') {
      reply.header('retry-after', String(attempt.seconds));
      return sendPage(reply, 429, signInPage(returning(`Too many attempts. Try again in ${attempt.seconds} seconds.`)));
    }
    if (attempt.kind === 'wrong') return sendPage(reply, 400, signInPage(returning('Wrong username or password.')));
    const { sessionToken } = findCaller(request);
    setCookies(reply, startedSession(archive, attempt.account, { sessionToken, userAgent: request.headers['user-agent'] ?? '', isRemembered: false }));
    return reply.redirect('/admin/', 303);
  }

  function drawHome(caller: Caller & { account: Account }, viewer: Viewer, told: Told): string {
    const { account } = caller;
    const people = isStaffAccount(account)
      ? archive.accounts.list().map((person) => ({ account: person, devices: archive.sessions.list(person.id).length }))
      : null;
    return ownPage({ viewer, ...told, people, sessions: archive.sessions.list(account.id), hasToken: archive.apiTokens.has(account.id) });
  }

  function drawPerson(viewer: Viewer, told: Told, person: Account): string {
    return personPage({ viewer, ...told, person, sessions: archive.sessions.list(person.id) });
  }
}

/** 0, which no account has, for an invalid id. */
function personIdOf(request: FastifyRequest): number {
  const { id = '' } = request.params as { id?: string };
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

function noticeOf(request: FastifyRequest): Notice | null {
  const what = (request.query as Record<string, unknown>)['done'];
  const words = typeof what === 'string' && Object.hasOwn(doneWords, what) ? doneWords[what as keyof typeof doneWords] : null;
  return words === null ? null : { level: 'done', text: words };
}
