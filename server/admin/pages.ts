// What /admin/ shows, as markup. Pure: everything comes in as arguments.
import type { Account } from '../accounts/accounts.ts';
import { isStaffAccount } from '../accounts/accounts.ts';
import type { Session } from '../accounts/sessions.ts';
import { deviceWords } from './device-words.ts';
import { html, type Html } from './html.ts';
import { mayChangeRole, mayGive, mayManage, roleOf, roles, type Role } from './rules.ts';

export interface Notice {
  level: 'done' | 'problem';
  text: string;
  /** Shown once, apart from the words, so that it can be selected. */
  secret?: string;
}

export interface Viewer {
  account: Account;
  /** Of the forms. */
  formToken: string;
  theme: string;
  /** Null: the viewer came without a session. */
  sessionId: string | null;
}

const roleNames: Record<Role, string> = { watches: 'Watches', staff: 'Staff', superuser: 'Superuser' };
const roleHelp: Record<Role, string> = {
  watches: 'Watches, marks and makes playlists.',
  staff: 'Also downloads, deletes, changes settings and manages people.',
  superuser: 'Also manages other superusers.',
};

export function signInPage({ notice, name }: { notice: Notice | null; name: string }): string {
  return frame({
    title: 'Sign in',
    theme: 'dark',
    signedIn: null,
    body: html`${noticeBlock(notice)}
      <section class="card">
        <h2>Sign in to manage accounts</h2>
        <form method="post" action="/admin/sign-in/" class="fields">
          ${field({ label: 'Username', name: 'name', value: name, autocomplete: 'username' })}
          ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' })}
          <div class="buttons"><button class="button primary">Sign in</button></div>
        </form>
      </section>`,
  });
}

export interface OwnPage {
  viewer: Viewer;
  notice: Notice | null;
  sessions: Session[];
  hasToken: boolean;
  /** Null: the viewer is no staff. */
  people: { account: Account; devices: number }[] | null;
}

export function ownPage({ viewer, notice, sessions, hasToken, people }: OwnPage): string {
  const { account } = viewer;
  return frame({
    title: people === null ? 'Your account' : 'People and devices',
    theme: viewer.theme,
    signedIn: viewer,
    body: html`${noticeBlock(notice)}${people !== null && peopleCard(viewer, people)}${people !== null && addCard(viewer)}${passwordCard(viewer)}
    ${sessionsCard({ viewer, sessions, title: 'Your devices', action: '/admin/sessions/', whose: 'you' })}${isStaffAccount(account) && tokenCard(viewer, hasToken)}`,
  });
}

export function personPage({ viewer, notice, person, sessions }: { viewer: Viewer; notice: Notice | null; person: Account; sessions: Session[] }): string {
  const path = `/admin/people/${person.id}`;
  const isManaged = mayManage(viewer.account, person);
  return frame({
    title: person.name,
    theme: viewer.theme,
    signedIn: viewer,
    back: true,
    body: html`${noticeBlock(notice)}${
      !isManaged && html`<p class="notice" role="note">Only a superuser manages a superuser.</p>`
    }${mayChangeRole(viewer.account, person) && roleCard(viewer, person, path)}
    ${isManaged && resetCard(viewer, person, path)}${
      isManaged && sessionsCard({ viewer, sessions, title: 'Devices', action: `${path}/sessions/`, whose: person.name })
    }${mayChangeRole(viewer.account, person) && removeCard(viewer, person, path)}`,
  });
}

export function messagePage(title: string, text: string): string {
  return frame({ title, theme: 'dark', signedIn: null, back: true, body: html`<section class="card"><p>${text}</p></section>` });
}

function frame({ title, theme, signedIn, body, back = false }: { title: string; theme: string; signedIn: Viewer | null; body: Html; back?: boolean }): string {
  return html`<!doctype html>
    <html lang="en" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title} · Stowaway</title>
        <link rel="stylesheet" href="/admin/style.css" />
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="/">${mark}<span>Stowaway</span></a>
          ${signedIn !== null && whoBlock(signedIn)}
        </header>
        <main>
          ${back && html`<a class="back" href="/admin/"><span aria-hidden="true">←</span> People and devices</a>`}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
}

/** The boat whose sail is a play sign. */
const mark = html`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect class="ground" width="32" height="32" rx="9" />
  <path d="M11.5 7.3c0-.9 1-1.45 1.75-.95l11 7.3c.9.6.9 1.8 0 2.4l-3.5 2.35H11.5z" />
  <path d="M6.5 20.6h19v2.2a3.6 3.6 0 0 1-3.6 3.6H10.1a3.6 3.6 0 0 1-3.6-3.6z" />
</svg>`;

function whoBlock(viewer: Viewer): Html {
  return html`<div class="who">
    <span>${viewer.account.name}</span>${viewer.sessionId !== null && form(viewer, '/admin/sign-out/', html`<button class="button quiet">Sign out</button>`)}
  </div>`;
}

function noticeBlock(notice: Notice | null): Html | false {
  if (notice === null) return false;
  const role = notice.level === 'done' ? 'status' : 'alert';
  return html`<div class="notice ${notice.level}" role="${role}">
    <p>${notice.text}</p>
    ${notice.secret !== undefined && html`<p><code class="secret">${notice.secret}</code></p>`}
  </div>`;
}

function peopleCard(viewer: Viewer, people: { account: Account; devices: number }[]): Html {
  const row = ({ account, devices }: { account: Account; devices: number }): Html =>
    html`<li class="row">
      <div class="words">
        <h3>${account.name} <span class="tag ${roleOf(account)}">${roleNames[roleOf(account)]}</span></h3>
        <p class="meta">
          ${account.lastLoginMs === null ? 'Never signed in' : html`Signed in ${time(account.lastLoginMs / 1000)}`} ·
          ${devices === 1 ? '1 device' : `${devices} devices`}
        </p>
      </div>
      ${
        account.id === viewer.account.id
          ? html`<span class="meta">This is you</span>`
          : mayManage(viewer.account, account)
            ? html`<a class="button ghost" href="/admin/people/${account.id}/" aria-label="Manage ${account.name}">Manage</a>`
            : html`<span class="meta">Managed by superusers</span>`
      }
    </li>`;
  return html`<section class="card">
    <h2>People</h2>
    <ul>
      ${people.map(row)}
    </ul>
  </section>`;
}

function addCard(viewer: Viewer): Html {
  return html`<section class="card">
    <h2>Add a person</h2>
    ${form(
      viewer,
      '/admin/people/add/',
      html`${field({ label: 'Username', name: 'name', autocomplete: 'off' })}
        ${field({
          label: 'Password',
          name: 'password',
          type: 'password',
          autocomplete: 'new-password',
          isRequired: false,
          help: 'Left empty, one is made and shown to you once.',
        })}
        ${roleChoice(viewer.account, 'watches', { isNamed: false })}
        <div class="buttons"><button class="button primary">Add</button></div>`,
      'fields',
    )}
  </section>`;
}

function roleChoice(actor: Account, chosen: Role, { isNamed }: { isNamed: boolean }): Html {
  const choice = (role: Role): Html =>
    html`<label class="choice">
      <input type="radio" name="role" value="${role}" ${role === chosen && html`checked`} />
      <span><b>${roleNames[role]}</b><span class="meta">${roleHelp[role]}</span></span>
    </label>`;
  return html`<fieldset>
    <legend class="${isNamed && html`unseen`}">Role</legend>
    ${roles.filter((role) => mayGive(actor, role)).map(choice)}
  </fieldset>`;
}

function roleCard(viewer: Viewer, person: Account, path: string): Html {
  return html`<section class="card">
    <h2>Role</h2>
    ${form(
      viewer,
      `${path}/role/`,
      html`${roleChoice(viewer.account, roleOf(person), { isNamed: true })}
        <div class="buttons"><button class="button primary">Save role</button></div>`,
      'fields',
    )}
  </section>`;
}

function resetCard(viewer: Viewer, person: Account, path: string): Html {
  return html`<section class="card">
    <h2>Password</h2>
    <div class="row">
      <p class="words">A new password is made and shown to you once. ${person.name} is signed out everywhere, and the API token ends.</p>
      ${form(viewer, `${path}/password/`, html`<button class="button ghost">Reset password</button>`)}
    </div>
  </section>`;
}

function removeCard(viewer: Viewer, person: Account, path: string): Html {
  return html`<section class="card">
    <h2>Delete</h2>
    <details>
      <summary class="button danger">Delete ${person.name}</summary>
      <div class="row">
        <p class="words">
          Positions, settings and devices of ${person.name} go for good. What is watched stays watched, and no video and no playlist is deleted.
        </p>
        ${form(viewer, `${path}/delete/`, html`<button class="button danger-fill">Delete for good</button>`)}
      </div>
    </details>
  </section>`;
}

function passwordCard(viewer: Viewer): Html {
  return html`<section class="card">
    <h2>Your password</h2>
    ${form(
      viewer,
      '/admin/password/',
      html`<input type="text" name="username" value="${viewer.account.name}" autocomplete="username" hidden />
        ${field({ label: 'Present password', name: 'present', type: 'password', autocomplete: 'current-password' })}
        ${field({ label: 'New password', name: 'new', type: 'password', autocomplete: 'new-password', help: 'At least 8 characters. Your other devices are signed out.' })}
        ${field({ label: 'New password again', name: 'again', type: 'password', autocomplete: 'new-password' })}
        <div class="buttons"><button class="button primary">Change password</button></div>`,
      'fields',
    )}
  </section>`;
}

interface SessionsCard {
  viewer: Viewer;
  sessions: Session[];
  title: string;
  action: string;
  whose: string;
}

function sessionsCard({ viewer, sessions, title, action, whose }: SessionsCard): Html {
  const row = ({ id, userAgent, startedAt, lastUsedAt, expiresAt }: Session): Html => {
    const device = deviceWords(userAgent);
    const isHere = id === viewer.sessionId;
    return html`<li class="row">
      <div class="words">
        <h3>${device} ${isHere && html`<span class="tag">This device</span>`}</h3>
        <p class="meta">Last used ${time(lastUsedAt)} · signed in ${time(startedAt)} · until ${time(expiresAt)}</p>
      </div>
      ${
        !isHere &&
        form(
          viewer,
          action,
          html`<input type="hidden" name="session" value="${id}" /><button class="button ghost" aria-label="Sign out ${device}, last used ${words(lastUsedAt)}">
              Sign out
            </button>`,
        )
      }
    </li>`;
  };
  const others = sessions.filter(({ id }) => id !== viewer.sessionId);
  return html`<section class="card">
    <h2>${title}</h2>
    ${sessions.length === 0 && html`<p class="meta">${whose === 'you' ? 'You are' : `${whose} is`} signed in nowhere.</p>`}
    <ul>
      ${sessions.map(row)}
    </ul>
    ${
      others.length > 1 &&
      html`<div class="buttons">
        ${form(
          viewer,
          action,
          html`<input type="hidden" name="session" value="all" />
            <button class="button danger">${others.length === sessions.length ? 'Sign out everywhere' : 'Sign out all other devices'}</button>`,
        )}
      </div>`
    }
  </section>`;
}

function tokenCard(viewer: Viewer, hasToken: boolean): Html {
  return html`<section class="card">
    <h2>API token</h2>
    <div class="row">
      <p class="words">Programs that call the API with it may do what you may.</p>
      <div class="buttons">
        ${form(viewer, '/admin/token/show/', html`<button class="button ghost">${hasToken ? 'Show token' : 'Make a token'}</button>`)}
        ${hasToken && form(viewer, '/admin/token/revoke/', html`<button class="button danger">Revoke</button>`)}
      </div>
    </div>
  </section>`;
}

function form(viewer: Viewer, action: string, inner: Html, look = ''): Html {
  return html`<form method="post" action="${action}" class="${look}"><input type="hidden" name="token" value="${viewer.formToken}" />${inner}</form>`;
}

interface Field {
  label: string;
  name: string;
  type?: 'text' | 'password';
  value?: string;
  autocomplete: string;
  help?: string;
  isRequired?: boolean;
}

function field({ label, name, type = 'text', value = '', autocomplete, help, isRequired = true }: Field): Html {
  const id = `field-${name}`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      type="${type}"
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      ${help !== undefined && html`aria-describedby="${id}-help"`}
      ${isRequired && html`required`}
    />
    ${help !== undefined && html`<span class="meta" id="${id}-help">${help}</span>`}
  </div>`;
}

/** Of the server's clock. */
const minutes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function words(unixSeconds: number): string {
  return minutes.format(unixSeconds * 1000);
}

function time(unixSeconds: number): Html {
  return html`<time datetime="${new Date(unixSeconds * 1000).toISOString()}">${words(unixSeconds)}</time>`;
}
