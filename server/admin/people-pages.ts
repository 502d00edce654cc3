// The pages for people and devices, as markup. Pure functions of their arguments.
import type { Account } from '../accounts/accounts.ts';
import { isStaffAccount } from '../accounts/accounts.ts';
import type { Session } from '../accounts/sessions.ts';
import { deviceLabel } from '../accounts/device-label.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import { controlAttributes, field, form, frame, noticeBlock, problemLine, question, time, type Notice, type Viewer } from './page-parts.ts';
import { isTicked, type ReturnedForm } from './returned-form.ts';
import { mayChangeRole, mayAssign, mayManage, roleOf, roles, type Role } from './rules.ts';

export interface SignInPage {
  wording: Wording;
  notice: Notice | null;
  returned?: ReturnedForm | null;
}

export function signInPage({ wording, notice, returned = null }: SignInPage): string {
  const { page } = wording.texts;
  return frame({
    wording,
    title: page.signIn,
    theme: 'dark',
    viewer: null,
    body: html`${noticeBlock(notice)}
      <section class="card">
        <h2>${page.signInTitle}</h2>
        <form method="post" action="/admin/sign-in/" class="fields">
          ${field({ label: page.username, name: 'name', autocomplete: 'username' }, returned)}
          ${field({ label: page.password, name: 'password', type: 'password', autocomplete: 'current-password' }, returned)}
          <div class="buttons"><button class="button primary">${page.signIn}</button></div>
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
  people: { account: Account; deviceCount: number }[] | null;
}

export function ownPage({ viewer, notice, returned, sessions, hasToken, people }: OwnPage): string {
  const { account, wording } = viewer;
  const texts = wording.texts.people;
  return frame({
    wording,
    title: people === null ? texts.ownAccount : texts.title,
    theme: viewer.theme,
    viewer,
    area: 'people',
    body: html`${noticeBlock(notice)}${people !== null && peopleCard(viewer, people)}${people !== null && addCard(viewer, returned)}${passwordCard(viewer, hasToken, returned, people === null)}
    ${sessionsCard({ viewer, sessions, title: texts.yourDevices, action: '/admin/sessions/', noSessionsText: texts.nowhere })}${isStaffAccount(account) && tokenCard(viewer, hasToken)}`,
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
  const { wording } = viewer;
  const { people } = wording.texts;
  return frame({
    wording,
    title: person.name,
    theme: viewer.theme,
    viewer,
    area: 'people',
    hasBackLink: true,
    body: html`${noticeBlock(notice)}${
      !isManaged && html`<p class="notice" role="note">${people.superuserManages}</p>`
    }${mayChangeRole(viewer.account, person) && roleCard(viewer, person, path, returned)}
    ${isManaged && resetCard(viewer, person, path)}${
      isManaged && sessionsCard({ viewer, sessions, title: people.deviceList, action: `${path}/sessions/`, noSessionsText: people.nowhereOf(person.name) })
    }${mayChangeRole(viewer.account, person) && removeCard(viewer, person, path)}`,
  });
}

function peopleCard(viewer: Viewer, people: { account: Account; deviceCount: number }[]): Html {
  const { wording } = viewer;
  const texts = wording.texts.people;
  const row = ({ account, deviceCount }: { account: Account; deviceCount: number }): Html =>
    html`<li class="row">
      <div class="words">
        <h3>
          ${account.name} <span class="tag ${roleOf(account)}">${texts.roles[roleOf(account)]}</span>
          ${account.id === viewer.account.id && html`<span class="tag">${texts.you}</span>`}
        </h3>
        <p class="meta">
          ${account.lastLoginMs === null ? texts.neverSignedIn : texts.signedIn(time(account.lastLoginMs / 1000, wording))} · ${texts.devices(deviceCount)}
        </p>
      </div>
      ${
        account.id !== viewer.account.id &&
        (mayManage(viewer.account, account)
          ? html`<a class="button ghost" href="/admin/people/${account.id}/" aria-label="${texts.manageOf(account.name)}">${texts.manage}</a>`
          : html`<span class="meta">${texts.bySuperusers}</span>`)
      }
    </li>`;
  return html`<section class="card">
    <h2>${texts.list}</h2>
    <ul>
      ${people.map(row)}
    </ul>
  </section>`;
}

function addCard(viewer: Viewer, returned: ReturnedForm | null): Html {
  const { page, people } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${people.add}</h2>
    ${form(
      viewer,
      '/admin/people/add/',
      html`${field({ label: page.username, name: 'name', autocomplete: 'off' }, returned)}
        ${field(
          {
            label: page.password,
            name: 'password',
            type: 'password',
            autocomplete: 'new-password',
            isRequired: false,
            help: people.addedPasswordHelp,
          },
          returned,
        )}
        ${roleChoice(viewer, 'watches', { hasHeading: false, returned })}
        <div class="buttons"><button class="button primary">${people.addButton}</button></div>`,
      'fields',
    )}
  </section>`;
}

function roleChoice(viewer: Viewer, currentRole: Role, { hasHeading, returned }: { hasHeading: boolean; returned: ReturnedForm | null }): Html {
  const { account: actor, wording } = viewer;
  const { people } = wording.texts;
  const chosenRole = returned?.values.get('role') ?? currentRole;
  const choice = (role: Role, index: number): Html =>
    html`<label class="choice">
      <input
        type="radio"
        name="role"
        value="${role}"
        ${role === chosenRole && html`checked`}
        ${index === 0 && controlAttributes('field-role', 'role', returned, false)}
      />
      <span><b>${people.roles[role]}</b><span class="meta">${people.roleHelp[role]}</span></span>
    </label>`;
  return html`<fieldset>
    <legend class="${hasHeading && html`unseen`}">${people.role}</legend>
    ${problemLine('field-role', 'role', returned)} ${roles.filter((role) => mayAssign(actor, role)).map(choice)}
  </fieldset>`;
}

function roleCard(viewer: Viewer, person: Account, path: string, returned: ReturnedForm | null): Html {
  const { people } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${people.role}</h2>
    ${form(
      viewer,
      `${path}/role/`,
      html`${roleChoice(viewer, roleOf(person), { hasHeading: true, returned })}
        <div class="buttons"><button class="button primary">${people.saveRole}</button></div>`,
      'fields',
    )}
  </section>`;
}

function resetCard(viewer: Viewer, person: Account, path: string): Html {
  const { people } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${people.passwordCard}</h2>
    <div class="lead">
      <p>${people.resetHelp(person.name)}</p>
      ${form(viewer, `${path}/password/`, html`<button class="button ghost">${people.reset}</button>`)}
    </div>
  </section>`;
}

function removeCard(viewer: Viewer, person: Account, path: string): Html {
  const { page, people } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${page.delete}</h2>
    <div class="buttons">
      ${question({
        label: people.deleteOf(person.name),
        explanation: people.deleteHelp(person.name),
        answer: form(viewer, `${path}/delete/`, html`<button class="button danger-fill">${page.deleteForGood}</button>`),
      })}
    </div>
  </section>`;
}

/** @param isPrimary whether the card's button is the page's primary button, because no other card has one */
function passwordCard(viewer: Viewer, hasToken: boolean, returned: ReturnedForm | null, isPrimary: boolean): Html {
  const { people } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${people.yourPassword}</h2>
    ${form(
      viewer,
      '/admin/password/',
      html`<input type="text" name="username" value="${viewer.account.name}" autocomplete="username" hidden />
        ${field({ label: people.currentPassword, name: 'present', type: 'password', autocomplete: 'current-password' }, returned)}
        ${field({ label: people.newPassword, name: 'new', type: 'password', autocomplete: 'new-password', help: people.newPasswordHelp }, returned)}
        ${field({ label: people.newPasswordAgain, name: 'again', type: 'password', autocomplete: 'new-password' }, returned)}
        ${
          hasToken &&
          html`<label class="choice">
            <input type="checkbox" name="keep-token" value="on" ${isTicked(returned, 'keep-token', 'username', false) && html`checked`} />
            <span><b>${people.keepToken}</b><span class="meta">${people.keepTokenHelp}</span></span>
          </label>`
        }
        <div class="buttons"><button class="button ${isPrimary ? 'primary' : 'ghost'}">${people.changePassword}</button></div>`,
      'fields',
    )}
  </section>`;
}

interface SessionsCard {
  viewer: Viewer;
  sessions: Session[];
  title: string;
  action: string;
  /** Shown if there are no sessions. */
  noSessionsText: string;
}

function sessionsCard({ viewer, sessions, title, action, noSessionsText }: SessionsCard): Html {
  const { wording } = viewer;
  const { page, people } = wording.texts;
  const timeOf = (unixSeconds: number): Html => time(unixSeconds, wording);
  const row = ({ id, userAgent, startedAt, lastUsedAt, expiresAt }: Session): Html => {
    const device = deviceLabel(userAgent, wording);
    const isHere = id === viewer.sessionId;
    return html`<li class="row">
      <div class="words">
        <h3>${device} ${isHere && html`<span class="tag">${people.thisDevice}</span>`}</h3>
        <p class="meta">${people.seen(timeOf(lastUsedAt), timeOf(startedAt), timeOf(expiresAt))}</p>
      </div>
      ${
        !isHere &&
        form(
          viewer,
          action,
          html`<input type="hidden" name="session" value="${id}" /><button
              class="button ghost"
              aria-label="${people.signOutOf(device, wording.formatTime(lastUsedAt))}"
            >
              ${page.signOut}
            </button>`,
        )
      }
    </li>`;
  };
  const otherSessions = sessions.filter(({ id }) => id !== viewer.sessionId);
  return html`<section class="card">
    <h2>${title}</h2>
    ${sessions.length === 0 && html`<p class="meta">${noSessionsText}</p>`}
    ${
      sessions.length > 0 &&
      html`<ul>
        ${sessions.map(row)}
      </ul>`
    }
    ${
      otherSessions.length > 1 &&
      html`<div class="buttons">
        ${form(
          viewer,
          action,
          html`<input type="hidden" name="session" value="all" />
            <button class="button danger">${otherSessions.length === sessions.length ? people.signOutEverywhere : people.signOutOthers}</button>`,
        )}
      </div>`
    }
  </section>`;
}

function tokenCard(viewer: Viewer, hasToken: boolean): Html {
  const { people } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${people.token}</h2>
    <div class="lead">
      <p>${people.tokenHelp}</p>
      <div class="buttons">
        ${form(viewer, '/admin/token/show/', html`<button class="button ghost">${hasToken ? people.showToken : people.createToken}</button>`)}
        ${hasToken && form(viewer, '/admin/token/revoke/', html`<button class="button danger">${people.revoke}</button>`)}
      </div>
    </div>
  </section>`;
}
