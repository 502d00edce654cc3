// Handles a visit to /admin/: decides who the visitor is and whether a form is genuine, and sends a page or a redirect. Every area (people,
// library, backups, system) adds its pages and forms through this frame; the frame knows nothing of their content.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WireUserConfig } from '../../src/contract/names.ts';
import { isStaffAccount, type Account } from '../accounts/accounts.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Archive } from '../archive/archive.ts';
import { awaitNotBusy } from '../database/retry-write.ts';
import { Refusal, type CookieChange } from '../http/answer.ts';
import { setCookie } from '../http/api-routes.ts';
import { requireSameOrigin, type Caller, type FindCaller } from '../http/caller.ts';
import type { Texts } from '../texts/english.ts';
import { addLanguageHeaders, wordingOf } from '../http/visitor-language.ts';
import { areas, messagePage, type Area, type Notice, type Viewer } from './page-parts.ts';
import { signInPage } from './people-pages.ts';
import type { FieldProblems, ReturnedForm } from './returned-form.ts';

export interface VisitDeps {
  archive: Archive;
  findCaller: FindCaller;
  alerts: Alerts;
}

export interface Visit {
  caller: Caller & { account: Account };
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
  form: URLSearchParams;
}

/** The result of an area's form. The next page shows its message. */
export type AreaOutcome =
  | { kind: 'done'; message: string }
  | { kind: 'problem'; message: string }
  /** Nothing was done, and the form is shown again. */
  | { kind: 'wrong-fields'; problems: FieldProblems };

/** The last form's result, which the next page shows. */
export interface PageState {
  notice: Notice | null;
  returned: ReturnedForm | null;
}

const emptyPageState: PageState = { notice: null, returned: null };

export type AdminFrame = ReturnType<typeof createAdminFrame>;

/** The maximum number of stored results that no page has shown yet. Each person has at most one. Results are lost when the server stops. */
const maxPendingResults = 1000;

export function createAdminFrame(app: FastifyInstance, { archive, findCaller, alerts }: VisitDeps) {
  // The secret is random for each run of the server, so a form rendered by an earlier run is not valid.
  const formSecret = randomBytes(32);
  const pendingResults = new Map<number, PageState>();

  /** The visit, or null if nobody is signed in. A program's token opens no page. */
  function visitOf(request: FastifyRequest, reply: FastifyReply): Visit | null {
    const caller = findCaller(request);
    if (caller.account === null || caller.authMethod === 'token') return null;
    const { account, sessionToken } = caller;
    const viewer: Viewer = {
      account,
      wording: wordingOf(request),
      formToken: createHmac('sha256', formSecret)
        .update(`${account.id} ${sessionToken ?? caller.authMethod}`)
        .digest('base64url'),
      theme: themeOf(archive.userSettings.get(account.id).stylesheet),
      sessionId: sessionToken === null ? null : archive.sessions.idOf(sessionToken),
      alerts: isStaffAccount(account) ? alerts.list() : [],
    };
    return { caller: { ...caller, account }, viewer, request, reply, form: formOf(request) };
  }

  /** Adds a form. It is accepted only from a signed-in person, and only if our own page rendered it for that person's session. */
  function addForm(path: string, act: (visit: Visit) => Promise<FastifyReply> | FastifyReply): void {
    app.post(path, (request, reply) =>
      withRefusalPage(reply, async () => {
        const genuineVisit = (): Visit | null => {
          const visit = visitOf(request, reply);
          if (visit !== null) requireGenuineForm(visit);
          return visit;
        };
        if (genuineVisit() !== null) await awaitNotBusy(archive.database);
        // Determined again: during the wait, the session may have ended, or the person's role may have changed.
        const visit = genuineVisit();
        return visit === null ? sendSignIn(reply, wordingOf(request).texts.page.signInFirst) : act(visit);
      }),
    );
  }

  /** Redirects to the area's page, which shows the outcome. */
  function redirectWithOutcome({ caller, reply, form }: Visit, area: Area, outcome: AreaOutcome): FastifyReply {
    if (pendingResults.size >= maxPendingResults) pendingResults.clear();
    pendingResults.set(
      caller.account.id,
      outcome.kind === 'wrong-fields'
        ? { notice: null, returned: { values: form, problems: outcome.problems } }
        : { notice: { level: outcome.kind, text: outcome.message }, returned: null },
    );
    return reply.redirect(areas[area], 303);
  }

  return {
    visitOf,
    addForm,
    redirectWithOutcome,
    requireFormToken,

    /** Adds an area's page, for staff. `draw` returns the complete page. */
    addAreaPage(area: Exclude<Area, 'people'>, draw: (visit: Visit, pageState: PageState) => string | Promise<string>): void {
      app.get(areas[area], (request, reply) =>
        withRefusalPage(reply, async () => {
          const visit = visitOf(request, reply);
          if (visit === null) return sendSignIn(reply);
          const { account } = visit.caller;
          if (!isStaffAccount(account)) return sendMessage(reply, 403, ({ page }) => [page.notAllowed, page.staffPage]);
          const pageState = pendingResults.get(account.id) ?? emptyPageState;
          pendingResults.delete(account.id);
          return sendPage(reply, 200, await draw(visit, pageState));
        }),
      );
    },

    /** Adds an area's form, for staff. `path` is relative to the area's path. The area's page shows the outcome. */
    addAreaForm(area: Exclude<Area, 'people'>, path: string, act: (visit: Visit) => AreaOutcome | Promise<AreaOutcome>): void {
      addForm(`${areas[area]}${path}/`, async (visit) => {
        const { account } = visit.caller;
        if (!isStaffAccount(account)) return sendMessage(visit.reply, 403, ({ page }) => [page.notAllowed, page.staffAction]);
        return redirectWithOutcome(visit, area, await act(visit));
      });
    },
  };
}

function requireGenuineForm({ request, form, viewer }: Visit): void {
  requireSameOrigin(request);
  requireFormToken(viewer, form);
}

/** @throws Refusal: the form was not rendered for this session */
function requireFormToken(viewer: Viewer, form: URLSearchParams): void {
  const expectedToken = Buffer.from(viewer.formToken);
  const receivedToken = Buffer.from(text(form, 'token'));
  if (expectedToken.length !== receivedToken.length || !timingSafeEqual(expectedToken, receivedToken)) throw new Refusal({ status: 403 });
}

/** Runs `serve`. If it throws a Refusal, answers with a page that says that nothing was done. */
export async function withRefusalPage(reply: FastifyReply, serve: () => FastifyReply | Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await serve();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendMessage(reply, 403, ({ page }) => [page.notDone, page.expiredForm]);
  }
}

/** @param page in the language of the request (`wordingOf`) */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return addLanguageHeaders(reply, wordingOf(reply.request)).code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}

/** Sends a page that consists of a title and a sentence. */
export function sendMessage(reply: FastifyReply, status: number, textsOf: (texts: Texts) => [title: string, text: string]): FastifyReply {
  const wording = wordingOf(reply.request);
  return sendPage(reply, status, messagePage(wording, ...textsOf(wording.texts)));
}

/** @param problem why the visitor has to sign in */
export function sendSignIn(reply: FastifyReply, problem?: string): FastifyReply {
  const notice: Notice | null = problem === undefined ? null : { level: 'problem', text: problem };
  return sendPage(reply, 403, signInPage({ wording: wordingOf(reply.request), notice }));
}

export function setCookies(reply: FastifyReply, cookies: CookieChange[]): void {
  for (const cookie of cookies) setCookie(reply, cookie);
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams((request.body as Buffer | undefined)?.toString('utf8') ?? '');
}

export function text(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}

/** The theme of the pages for each stylesheet. `dark` for a custom palette, because its colors are stored only on the device where it was made. */
const pageThemes: Record<WireUserConfig['stylesheet'], string> = {
  'dark.css': 'dark',
  'light.css': 'light',
  'matrix.css': 'matrix',
  'midnight.css': 'midnight',
  'custom.css': 'dark',
};

/** `dark` for an unknown stylesheet, which the settings of a restored backup may contain. */
function themeOf(stylesheet: string): string {
  return (pageThemes as Readonly<Record<string, string>>)[stylesheet] ?? 'dark';
}
