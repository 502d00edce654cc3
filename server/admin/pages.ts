// The pages for people and devices, as markup. Pure functions of their arguments.
import type { Account } from '../accounts/accounts.ts';
import { isStaffAccount } from '../accounts/accounts.ts';
import { minPasswordLength } from '../accounts/password-rules.ts';
import type { Session } from '../accounts/sessions.ts';
import { deviceLabel } from '../accounts/device-label.ts';
import { html, type Html } from './html.ts';
import { describedBy, field, form, frame, noticeBlock, problemLine, question, time, formatTime, type Notice, type Viewer } from './page-parts.ts';
import { isTicked, type ReturnedForm } from './returned-form.ts';
import { mayChangeRole, mayAssign, mayManage, roleOf, roles, type Role } from './rules.ts';

const roleNames: Record<Role, string> = { watches: 'Viewer', staff: 'Staff', superuser: 'Superuser' };
const roleHelp: Record<Role, string> = {
  watches: 'Watches, marks and makes playlists.',
  staff: 'Also downloads, deletes, changes settings and manages people.',
  superuser: 'Also manages other superusers.',
};

export function signInPage({ notice, returned = null }: { notice: Notice | null; returned?: ReturnedForm | null }): string {
  return frame({
    title: 'Sign in',
    theme: 'dark',
    signedIn: null,
    body: html`${noticeBlock(notice)}
      <section class="card">
        <h2>Sign in to manage accounts</h2>
        <form method="post" action="/admin/sign-in/" class="fields">
          ${field({ label: 'Username', name: 'name', autocomplete: 'username' }, returned)}
          ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' }, returned)}
          <div class="buttons"><button class="button primary">Sign in</button></div>
        </form>
      </section>`,
  });
}

export interface OwnPage {
  viewer: Viewer;
  notice: Notice | null;
  returned: ReturnedForm | null;
  sessions: Session[];
  hasToken: boolean;
  /** Null if the viewer is not staff. */
  people: { account: Account; devices: number }[] | null;
}

export function ownPage({ viewer, notice, returned, sessions, hasToken, people }: OwnPage): string {
  const { account } = viewer;
  return frame({
    title: people === null ? 'Your account' : 'People and devices',
    theme: viewer.theme,
    signedIn: viewer,
    area: 'people',
    body: html`${noticeBlock(notice)}${people !== null && peopleCard(viewer, people)}${people !== null && addCard(viewer, returned)}${passwordCard(viewer, hasToken, returned, people === null)}
    ${sessionsCard({ viewer, sessions, title: 'Your devices', action: '/admin/sessions/', ownerText: 'you' })}${isStaffAccount(account) && tokenCard(viewer, hasToken)}`,
  });
}

export interface PersonPage {
  viewer: Viewer;
  notice: Notice | null;
  returned: ReturnedForm | null;
  person: Account;
  sessions: Session[];
}

export function personPage({ viewer, notice, returned, person, sessions }: PersonPage): string {
  const path = `/admin/people/${person.id}`;
  const isManaged = mayManage(viewer.account, person);
  return frame({
    title: person.name,
    theme: viewer.theme,
    signedIn: viewer,
    area: 'people',
    back: true,
    body: html`${noticeBlock(notice)}${
      !isManaged && html`<p class="notice" role="note">Only a superuser can manage a superuser.</p>`
    }${mayChangeRole(viewer.account, person) && roleCard(viewer, person, path, returned)}
    ${isManaged && resetCard(viewer, person, path)}${
      isManaged && sessionsCard({ viewer, sessions, title: 'Devices', action: `${path}/sessions/`, ownerText: person.name })
    }${mayChangeRole(viewer.account, person) && removeCard(viewer, person, path)}`,
  });
}

function peopleCard(viewer: Viewer, people: { account: Account; devices: number }[]): Html {
  const row = ({ account, devices }: { account: Account; devices: number }): Html =>
    html`<li class="row">
      <div class="words">
        <h3>
          ${account.name} <span class="tag ${roleOf(account)}">${roleNames[roleOf(account)]}</span>
          ${account.id === viewer.account.id && html`<span class="tag">You</span>`}
        </h3>
        <p class="meta">
          ${account.lastLoginMs === null ? 'Never signed in' : html`Signed in ${time(account.lastLoginMs / 1000)}`} ·
          ${devices === 1 ? '1 device' : `${devices} devices`}
        </p>
      </div>
      ${
        account.id !== viewer.account.id &&
        (mayManage(viewer.account, account)
          ? html`<a class="button ghost" href="/admin/people/${account.id}/" aria-label="Manage ${account.name}">Manage</a>`
          : html`<span class="meta">Managed by superusers</span>`)
      }
    </li>`;
  return html`<section class="card">
    <h2>People</h2>
    <ul>
      ${people.map(row)}
    </ul>
  </section>`;
}

function addCard(viewer: Viewer, returned: ReturnedForm | null): Html {
  return html`<section class="card">
    <h2>Add a person</h2>
    ${form(
      viewer,
      '/admin/people/add/',
      html`${field({ label: 'Username', name: 'name', autocomplete: 'off' }, returned)}
        ${field(
          {
            label: 'Password',
            name: 'password',
            type: 'password',
            autocomplete: 'new-password',
            isRequired: false,
            help: `At least ${minPasswordLength} characters. Leave it empty to have one generated and shown once.`,
          },
          returned,
        )}
        ${roleChoice(viewer.account, 'watches', { hasHeading: false, returned })}
        <div class="buttons"><button class="button primary">Add</button></div>`,
      'fields',
    )}
  </section>`;
}

function roleChoice(actor: Account, present: Role, { hasHeading, returned }: { hasHeading: boolean; returned: ReturnedForm | null }): Html {
  const chosen = returned?.values.get('role') ?? present;
  const choice = (role: Role, index: number): Html =>
    html`<label class="choice">
      <input
        type="radio"
        name="role"
        value="${role}"
        ${role === chosen && html`checked`}
        ${index === 0 && describedBy('field-role', 'role', returned, false)}
      />
      <span><b>${roleNames[role]}</b><span class="meta">${roleHelp[role]}</span></span>
    </label>`;
  return html`<fieldset>
    <legend class="${hasHeading && html`unseen`}">Role</legend>
    ${problemLine('field-role', 'role', returned)} ${roles.filter((role) => mayAssign(actor, role)).map(choice)}
  </fieldset>`;
}

function roleCard(viewer: Viewer, person: Account, path: string, returned: ReturnedForm | null): Html {
  return html`<section class="card">
    <h2>Role</h2>
    ${form(
      viewer,
      `${path}/role/`,
      html`${roleChoice(viewer.account, roleOf(person), { hasHeading: true, returned })}
        <div class="buttons"><button class="button primary">Save role</button></div>`,
      'fields',
    )}
  </section>`;
}

function resetCard(viewer: Viewer, person: Account, path: string): Html {
  return html`<section class="card">
    <h2>Password</h2>
    <div class="lead">
      <p>A new password is generated and shown once. ${person.name} is signed out everywhere, and the API token stops working.</p>
      ${form(viewer, `${path}/password/`, html`<button class="button ghost">Reset password</button>`)}
    </div>
  </section>`;
}

function removeCard(viewer: Viewer, person: Account, path: string): Html {
  return html`<section class="card">
    <h2>Delete</h2>
    <div class="buttons">
      ${question({
        label: `Delete ${person.name}`,
        explanation: `Positions, settings and devices of ${person.name} are deleted for good. Watched videos stay watched; no video or playlist is deleted.`,
        answer: form(viewer, `${path}/delete/`, html`<button class="button danger-fill">Delete for good</button>`),
      })}
    </div>
  </section>`;
}

/** @param isOnlyForm no other form on the page needs the primary button */
function passwordCard(viewer: Viewer, hasToken: boolean, returned: ReturnedForm | null, isOnlyForm: boolean): Html {
  return html`<section class="card">
    <h2>Your password</h2>
    ${form(
      viewer,
      '/admin/password/',
      html`<input type="text" name="username" value="${viewer.account.name}" autocomplete="username" hidden />
        ${field({ label: 'Current password', name: 'present', type: 'password', autocomplete: 'current-password' }, returned)}
        ${field({ label: 'New password', name: 'new', type: 'password', autocomplete: 'new-password', help: `At least ${minPasswordLength} characters, such as a few words in a row. Your other devices are signed out.` }, returned)}
        ${field({ label: 'New password again', name: 'again', type: 'password', autocomplete: 'new-password' }, returned)}
        ${
          hasToken &&
          html`<label class="choice">
            <input type="checkbox" name="keep-token" value="on" ${isTicked(returned, 'keep-token', 'username', false) && html`checked`} />
            <span><b>Keep my API token</b><span class="meta">Otherwise it is revoked, and programs that use it lose access.</span></span>
          </label>`
        }
        <div class="buttons"><button class="button ${isOnlyForm ? 'primary' : 'ghost'}">Change password</button></div>`,
      'fields',
    )}
  </section>`;
}

interface SessionsCard {
  viewer: Viewer;
  sessions: Session[];
  title: string;
  action: string;
  ownerText: string;
}

function sessionsCard({ viewer, sessions, title, action, ownerText }: SessionsCard): Html {
  const row = ({ id, userAgent, startedAt, lastUsedAt, expiresAt }: Session): Html => {
    const device = deviceLabel(userAgent);
    const isHere = id === viewer.sessionId;
    return html`<li class="row">
      <div class="words">
        <h3>${device} ${isHere && html`<span class="tag">This device</span>`}</h3>
        <p class="meta">Last seen ${time(lastUsedAt)} · signed in ${time(startedAt)} · until ${time(expiresAt)}</p>
      </div>
      ${
        !isHere &&
        form(
          viewer,
          action,
          html`<input type="hidden" name="session" value="${id}" /><button
              class="button ghost"
              aria-label="Sign out ${device}, last used ${formatTime(lastUsedAt)}"
            >
              Sign out
            </button>`,
        )
      }
    </li>`;
  };
  const others = sessions.filter(({ id }) => id !== viewer.sessionId);
  return html`<section class="card">
    <h2>${title}</h2>
    ${sessions.length === 0 && html`<p class="meta">${ownerText === 'you' ? 'You are' : `${ownerText} is`} not signed in anywhere.</p>`}
    ${
      sessions.length > 0 &&
      html`<ul>
        ${sessions.map(row)}
      </ul>`
    }
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
    <div class="lead">
      <p>Programs that use it can do whatever you can.</p>
      <div class="buttons">
        ${form(viewer, '/admin/token/show/', html`<button class="button ghost">${hasToken ? 'Show token' : 'Create a token'}</button>`)}
        ${hasToken && form(viewer, '/admin/token/revoke/', html`<button class="button danger">Revoke</button>`)}
      </div>
    </div>
  </section>`;
}
