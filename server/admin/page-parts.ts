// The parts of every /admin/ page: the frame with its tabs, forms, fields, notices and times. Pure functions of their arguments.
import { isStaffAccount, type Account } from '../accounts/accounts.ts';
import type { Alert, AlertTopic } from '../alerts/alerts.ts';
import { storedMoment } from '../http/documents/durations.ts';
import { html, type Html } from './html.ts';
import type { Texts } from '../texts/english.ts';
import type { Wording } from '../texts/wording.ts';
import type { ReturnedForm } from './returned-form.ts';

export interface Notice {
  level: 'done' | 'problem';
  text: string;
  /** Shown once, separate from the text, so that it can be selected. */
  secret?: string;
}

export interface Viewer {
  account: Account;
  /** The language in which this visitor reads the page. */
  wording: Wording;
  /** Sent with every form; visits.ts checks it. */
  formToken: string;
  theme: string;
  /** Null if the viewer has no session. */
  sessionId: string | null;
  /** Empty for viewers who are not staff. */
  alerts: Alert[];
}

/** The areas of /admin/, in tab order. All but the first are for staff. */
export const areas = { people: '/admin/', library: '/admin/library/', backups: '/admin/backups/', system: '/admin/system/' } as const;
export type Area = keyof typeof areas;

interface Page {
  wording: Wording;
  title: string;
  theme: string;
  viewer: Viewer | null;
  body: Html;
  /** Whether to show a link back to the page of people and devices. */
  hasBackLink?: boolean;
  area?: Area;
}

export function frame({ wording, title, theme, viewer, body, hasBackLink = false, area }: Page): string {
  const { page } = wording.texts;
  return html`<!doctype html>
    <html lang="${wording.language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title} · Stowaway</title>
        <link rel="stylesheet" href="/admin/style.css" />
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="/">${logo}<span>Stowaway</span></a>
          ${viewer !== null && accountBlock(viewer)}
        </header>
        ${viewer !== null && isStaffAccount(viewer.account) && area !== undefined && tabs(area, page)}
        <main>
          ${viewer !== null && viewer.alerts.length > 0 && alertBlock(viewer.alerts, wording)}
          ${hasBackLink && html`<a class="back" href="/admin/"><span aria-hidden="true">←</span> ${page.back}</a>`}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
}

function tabs(currentArea: Area, page: Texts['page']): Html {
  const tab = (area: Area): Html => html`<a class="tab" href="${areas[area]}" ${area === currentArea && html`aria-current="page"`}>${page.areas[area]}</a>`;
  return html`<nav class="tabs" aria-label="${page.areasLabel}">${(Object.keys(areas) as Area[]).map(tab)}</nav>`;
}

interface AlertLink {
  href: string;
  textKey: keyof Texts['page']['alertLinks'];
}

const diskLink: AlertLink = { href: `${areas.system}#disk`, textKey: 'disk' };

/**
 * Links to the cards where an alert can be dealt with. Each link includes the card's fragment, so it leads to the card even from the card's
 * own page.
 */
const alertLinks: Record<AlertTopic, AlertLink[]> = {
  'missing-videos': [{ href: `${areas.library}#missing`, textKey: 'missing' }],
  'second-backup-folder': [{ href: `${areas.backups}#second-folder`, textKey: 'secondFolder' }],
  disk: [diskLink],
  'library-disk': [diskLink, { href: `${areas.library}#trash`, textKey: 'trash' }],
};

function alertBlock(alerts: Alert[], wording: Wording): Html {
  const linkTexts = wording.texts.page.alertLinks;
  const block = ({ topic, sentence }: Alert): Html =>
    html`<div class="alert">
      <p>${sentence(wording)}</p>
      <p class="links">${alertLinks[topic].map(({ href, textKey }) => html`<a href="${href}">${linkTexts[textKey]}</a>`)}</p>
    </div>`;
  return html`<div class="notice problem" role="alert">${alerts.map(block)}</div>`;
}

/** A boat whose sail is a play symbol. */
const logo = html`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect class="ground" width="32" height="32" rx="9" />
  <path d="M11.5 7.3c0-.9 1-1.45 1.75-.95l11 7.3c.9.6.9 1.8 0 2.4l-3.5 2.35H11.5z" />
  <path d="M6.5 20.6h19v2.2a3.6 3.6 0 0 1-3.6 3.6H10.1a3.6 3.6 0 0 1-3.6-3.6z" />
</svg>`;

function accountBlock(viewer: Viewer): Html {
  return html`<div class="who">
    <span>${viewer.account.name}</span
    >${viewer.sessionId !== null && form(viewer, '/admin/sign-out/', html`<button class="button quiet">${viewer.wording.texts.page.signOut}</button>`)}
  </div>`;
}

export function messagePage(wording: Wording, title: string, text: string): string {
  return frame({ wording, title, theme: 'dark', viewer: null, hasBackLink: true, body: html`<section class="card"><p>${text}</p></section>` });
}

export function noticeBlock(notice: Notice | null): Html | false {
  if (notice === null) return false;
  const role = notice.level === 'done' ? 'status' : 'alert';
  return html`<div class="notice ${notice.level}" role="${role}">
    <p>${notice.text}</p>
    ${notice.secret !== undefined && html`<p><code class="secret">${notice.secret}</code></p>`}
  </div>`;
}

export function form(viewer: Viewer, action: string, inner: Html, className = ''): Html {
  return html`<form method="post" action="${action}" class="${className}"><input type="hidden" name="token" value="${viewer.formToken}" />${inner}</form>`;
}

interface Question {
  /** Label of the button that asks. */
  label: string;
  variant?: 'ghost' | 'danger';
  /** The label that screen readers announce, where several buttons show the same label. */
  ariaLabel?: string;
  /** Says what will happen. */
  explanation: string;
  /** The form whose button confirms. */
  answer: Html;
}

/**
 * A button that asks for confirmation, without a script: it opens an explanation and a second button. It must be placed in `.buttons`.
 * Only one question is open on a page at a time.
 */
export function question({ label, variant = 'danger', ariaLabel, explanation, answer }: Question): Html {
  return html`<details name="question">
    <summary class="button ${variant}" ${ariaLabel !== undefined && html`aria-label="${ariaLabel}"`}>${label}</summary>
    <div class="question">
      <p>${explanation}</p>
      ${answer}
    </div>
  </details>`;
}

export interface Field {
  label: string;
  name: string;
  type?: 'text' | 'password' | 'number';
  value?: string;
  autocomplete: string;
  help?: string;
  isRequired?: boolean;
}

/**
 * @param returned the form as it was sent, if it is shown again. The sent value then replaces `value`, except in a password field, and the
 * field's problem is shown.
 */
export function field({ label, name, type = 'text', value = '', autocomplete, help, isRequired = true }: Field, returned: ReturnedForm | null = null): Html {
  const id = `field-${name}`;
  const shownValue = type === 'password' ? '' : (returned?.values.get(name) ?? value);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      type="${type}"
      name="${name}"
      value="${shownValue}"
      autocomplete="${autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      ${controlAttributes(id, name, returned, help !== undefined)}
      ${isRequired && html`required`}
    />
    ${problemLine(id, name, returned)} ${help !== undefined && html`<span class="meta" id="${id}-help">${help}</span>`}
  </div>`;
}

/** The line with the field's problem. Its id is one of those that `controlAttributes` names. */
export function problemLine(id: string, name: string, returned: ReturnedForm | null): Html | false {
  const message = returned?.problems[name];
  return message !== undefined && html`<span class="wrong" id="${id}-problem" role="alert">${message}</span>`;
}

/** A control's attributes: which texts describe it, and whether its value is wrong. The first wrong control gets the focus. */
export function controlAttributes(id: string, name: string, returned: ReturnedForm | null, hasHelp: boolean): Html {
  const isWrong = returned?.problems[name] !== undefined;
  const ids = [...(isWrong ? [`${id}-problem`] : []), ...(hasHelp ? [`${id}-help`] : [])];
  return html`${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`} ${isWrong && html`aria-invalid="true"`}
  ${isWrong && Object.keys(returned.problems)[0] === name && html`autofocus`}`;
}

/** The attribute of an element whose text is English in every language of the page, such as a stored message. */
export function inEnglish({ language }: Wording): Html | false {
  return language !== 'en' && html`lang="en"`;
}

/** A moment, in the server's time zone. */
export function time(unixSeconds: number, { formatTime }: Wording): Html {
  const moment = storedMoment(unixSeconds * 1000);
  return html`<time datetime="${moment.toISOString()}">${formatTime(moment.getTime() / 1000)}</time>`;
}
