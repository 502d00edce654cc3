// The forms of /admin/: who may do what to whom, that the archive accepts only its own forms, and what is shown only once.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stylesheetOfTheme, themeNames } from '../../src/theme/themes.ts';
import { openAdminBrowser, invalidFields, type AdminBrowser, type AdminPage } from '../builders/admin-browser.ts';
import { people } from '../builders/archive-people.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { signIn } from '../builders/server-session.ts';
import { longTest } from '../long-test.ts';

/** Enough time for dozens of password hashes, one after the other. */
const longTimeout = { timeout: 60_000 };

let server: ServerArchive;
beforeAll(async () => {
  server = await startServerArchive();
});
afterAll(() => server.stop());

const idOf = (name: string): number => server.archive.accounts.find(name)?.id ?? 0;
const hashOf = (name: string): string | undefined => server.archive.accounts.find(name)?.passwordHash;
const secretOf = (text: string): string => /<code\b[^>]*>([^<]+)</.exec(text)?.[1] ?? '';
/** The message at the top of a page after a form was sent. */
const noticeIn = (text: string): string | null => /role="(?:status|alert)">\s*<p>([^<]*)</.exec(text)?.[1] ?? null;

/** A browser signed in by a planted session, without hashing a password. */
async function browserOf(name: string): Promise<AdminBrowser> {
  const browser = openAdminBrowser(server.url);
  browser.cookies.set('sessionid', server.archive.sessions.start(idOf(name), false, 'a test').token);
  await browser.open();
  return browser;
}

let personCount = 0;
/** A new person for one test, with a password that nobody knows. */
function aPerson(role: { isStaff?: boolean; isSuperuser?: boolean } = {}): { name: string; id: number } {
  const name = `person-${(personCount += 1)}`;
  const id = server.archive.accounts.add({
    name,
    passwordHash: 'scrypt$1024$1$1$AAAA$AAAA',
    isStaff: role.isStaff ?? false,
    isSuperuser: role.isSuperuser ?? false,
  });
  return { name, id };
}

describe('signing in', () => {
  test('works with forms alone, sets the same cookies as the client, and lasts until the person signs out', async () => {
    const browser = openAdminBrowser(server.url);
    const signedOutPage = await browser.open();
    expect([signedOutPage.status, signedOutPage.text]).toEqual([403, expect.stringContaining('Sign in to manage accounts')]);
    const refusal = await browser.send('/admin/sign-in/', { name: 'mara', password: 'wrong' });
    expect([refusal.status, invalidFields(refusal.text).problems]).toEqual([400, { password: 'Wrong username or password.' }]);
    expect(refusal.text).toContain('value="mara"');
    const signInAnswer = await browser.send('/admin/sign-in/', { name: people.staff.username, password: people.staff.password });
    expect([signInAnswer.status, signInAnswer.location, [...browser.cookies.keys()]]).toEqual([303, '/admin/', ['sessionid', 'csrftoken']]);
    const page = await browser.open();
    expect(page.text).toContain('People and devices');
    expect(page.text).toContain('Firefox on Linux');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(page.text).not.toMatch(/<script|style=|\son\w+=/);
    expect((await browser.send('/admin/sign-out/')).location).toBe('/admin/?done=signed-out');
    expect((await browser.open()).status).toBe(403);
  });

  test('from the page of another origin is refused, and starts no session', async () => {
    const browser = openAdminBrowser(server.url);
    const answer = await browser.send('/admin/sign-in/', { name: 'mara', password: people.staff.password }, { origin: 'https://elsewhere.example' });
    expect([answer.status, browser.cookies.size]).toEqual([403, 0]);
  });

  test('replaces a session id that somebody else chose', async () => {
    const browser = openAdminBrowser(server.url);
    browser.cookies.set('sessionid', 'chosen-by-somebody-else');
    await browser.send('/admin/sign-in/', { name: people.staff.username, password: people.staff.password });
    const firstSessionId = browser.cookies.get('sessionid') ?? '';
    expect(firstSessionId).not.toBe('chosen-by-somebody-else');
    expect(server.archive.sessions.accountOf('chosen-by-somebody-else')).toBeNull();
    expect(server.archive.sessions.accountOf(firstSessionId)).not.toBeNull();
    await browser.open();
    await browser.send('/admin/sign-in/', { name: people.staff.username, password: people.staff.password });
    expect(server.archive.sessions.accountOf(firstSessionId)).toBeNull();
  });

  test('waits while another program writes to the database, and is refused if that program changes the password', async () => {
    const { database } = server.archive;
    const exec = vi.spyOn(database, 'exec');
    onTestFinished(() => exec.mockRestore());
    const passwordHash = hashOf('tove') ?? '';
    const setHash = database.prepare("UPDATE account SET password_hash = ? WHERE name = 'tove'");
    const signInWhileHashBecomes = (hash: string): Promise<AdminPage> => {
      exec.mockImplementationOnce(() => {
        setHash.run(hash);
        throw Object.assign(new Error('database is locked'), { errcode: 5 });
      });
      return openAdminBrowser(server.url).send('/admin/sign-in/', { name: people.guest.username, password: people.guest.password });
    };
    expect((await signInWhileHashBecomes(passwordHash)).status).toBe(303);
    const refusal = await signInWhileHashBecomes('scrypt$1024$1$1$AAAA$AAAA');
    setHash.run(passwordHash);
    expect([refusal.status, invalidFields(refusal.text).problems]).toEqual([400, { password: 'Wrong username or password.' }]);
    expect(refusal.headers.getSetCookie()).toEqual([]);
  });

  test('with an API token opens no page', async () => {
    const token = server.archive.apiTokens.get(idOf('mara'));
    const answer = await fetch(`${server.url}/admin/`, { headers: { authorization: `Token ${token}` } });
    expect(answer.status).toBe(403);
  });
});

describe('a form is accepted', () => {
  let browser: AdminBrowser;
  beforeEach(async () => {
    browser = await browserOf('mara');
  });

  test('only with the token issued for this session, and only from our own origin', async () => {
    const person = aPerson();
    const otherBrowser = await browserOf('mara');
    const otherToken = /name="token" value="([^"]+)"/.exec((await otherBrowser.open()).text)?.[1] ?? '';
    const attempts: [fields: Record<string, string>, headers: Record<string, string>][] = [
      [{ token: '' }, {}],
      [{ token: 'made-up' }, {}],
      [{ token: otherToken }, {}],
      [{}, { origin: 'https://elsewhere.example' }],
      [{}, { origin: 'null' }],
    ];
    for (const [fields, headers] of attempts) {
      const answer = await browser.send(`/admin/people/${person.id}/delete/`, fields, headers);
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Nothing was changed')]);
    }
    expect(idOf(person.name)).toBe(person.id);
    expect((await browser.send(`/admin/people/${person.id}/delete/`)).status).toBe(303);
    expect(idOf(person.name)).toBe(0);
  });

  test('only until its session ends', async () => {
    const person = aPerson();
    server.archive.sessions.endAll(idOf('mara'));
    expect((await browser.send(`/admin/people/${person.id}/delete/`)).status).toBe(403);
    expect(idOf(person.name)).toBe(person.id);
  });
});

describe('the people of the archive', () => {
  test('staff can add a person in any role that they may assign, with a password that is shown once', async () => {
    const browser = await browserOf('mara');
    const addition = await browser.send('/admin/people/add/', { name: ' runa ', password: '', role: 'watches' });
    const password = secretOf(addition.text);
    expect([addition.status, password]).toEqual([200, expect.stringMatching(/^[\w-]{23}$/)]);
    expect(noticeIn(addition.text)).toContain('runa');
    expect((await browser.open()).text).not.toContain(password);
    await signIn(server.url, { username: 'runa', password });
    const additionWithPassword = await browser.send('/admin/people/add/', { name: 'iver', password: 'a quiet harbour', role: 'staff' });
    expect(additionWithPassword.location).toBe('/admin/?done=person-added');
    expect(server.archive.accounts.find('iver')).toMatchObject({ isStaff: true, isSuperuser: false });
    expect(server.logLines.filter((line) => line.includes(' added '))).toEqual(['mara added the account runa.', 'mara added the account iver.']);
  });

  test('a new person whose name, password or role is not allowed is refused with a message', async () => {
    const browser = await browserOf('mara');
    const namesBefore = server.archive.accounts.names();
    const attempts: [fields: Record<string, string>, field: string, message: string][] = [
      [{ name: '', role: 'watches' }, 'name', 'Enter a name.'],
      [{ name: 'two words', role: 'watches' }, 'name', 'no spaces'],
      [{ name: '<b>', role: 'watches' }, 'name', 'no spaces'],
      [{ name: 'n'.repeat(151), role: 'watches' }, 'name', 'at most 150'],
      [{ name: 'MARA', role: 'watches' }, 'name', 'There is already an account MARA.'],
      [{ name: 'short', password: 'seven77', role: 'watches' }, 'password', 'at least 15'],
      [{ name: 'long', password: 'x'.repeat(257), role: 'watches' }, 'password', 'at most 256'],
      [{ name: 'same-same-same-same', password: 'Same-Same-Same-Same', role: 'watches' }, 'password', 'must not be the name'],
      [{ name: 'roleless', role: 'captain' }, 'role', 'Choose a role.'],
    ];
    for (const [fields, field, message] of attempts) {
      const answer = await browser.send('/admin/people/add/', fields);
      expect([fields, answer.status, invalidFields(answer.text)]).toEqual([
        fields,
        400,
        { problems: { [field]: expect.stringContaining(message) as string }, focused: [field] },
      ]);
    }
    expect(server.archive.accounts.names()).toEqual(namesBefore);
  });

  test('a form with invalid fields is shown again with all problems and the entered values, but never with a password', async () => {
    const browser = await browserOf('mara');
    const password = 'a quiet harbour';
    const { text } = await browser.send('/admin/people/add/', { name: 'two <words>', password, role: 'staff' });
    expect(invalidFields(text)).toEqual({
      problems: { name: expect.stringContaining('no spaces') as string, password: 'Enter the password again.' },
      focused: ['name'],
    });
    expect(text).toContain('value="two &lt;words&gt;"');
    expect(text).toMatch(/value="staff"\s+checked/);
    expect(text).not.toContain(password);
    // The problems are shown only at their fields, and not on the next visit.
    expect(noticeIn(text)).toBeNull();
    expect(invalidFields((await browser.open()).text).problems).toEqual({});
  });

  test('staff can change a person’s role, set a password that ends all sessions, sign out a device, and delete the person with all data', async () => {
    const browser = await browserOf('mara');
    const person = aPerson();
    const page = `/admin/people/${person.id}/`;
    expect((await browser.send(`${page}role/`, { role: 'staff' })).location).toBe(`${page}?done=role-changed`);
    expect(server.archive.accounts.get(person.id)).toMatchObject({ isStaff: true });
    const token = server.archive.apiTokens.get(person.id);
    const device = server.archive.sessions.start(person.id, true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1');
    expect((await browser.open(page)).text).toContain('Safari on iPhone');
    await browser.send(`${page}sessions/`, { session: server.archive.sessions.idOf(device.token) });
    expect(server.archive.sessions.accountOf(device.token)).toBeNull();

    const secondDevice = server.archive.sessions.start(person.id, true, '');
    const resetAnswer = await browser.send(`${page}password/`);
    await signIn(server.url, { username: person.name, password: secretOf(resetAnswer.text) });
    expect([server.archive.sessions.accountOf(secondDevice.token), server.archive.apiTokens.accountOf(token)]).toEqual([null, null]);
    expect(server.logLines.join('\n')).not.toContain(secretOf(resetAnswer.text));

    expect((await browser.send(`${page}delete/`)).location).toBe('/admin/?done=person-deleted');
    expect([idOf(person.name), server.archive.sessions.list(person.id)]).toEqual([0, []]);
    expect((await browser.open(page)).status).toBe(404);
    expect((await browser.send(`${page}role/`, { role: 'staff' })).status).toBe(404);
  });

  test('staff can change neither a superuser nor themselves, and cannot make anyone a superuser; a superuser can', async () => {
    const superuser = aPerson({ isSuperuser: true });
    const person = aPerson();
    const staff = await browserOf('mara');
    const hash = hashOf(superuser.name);
    for (const [name, fields] of [
      ['role', { role: 'watches' }],
      ['password', {}],
      ['sessions', { session: 'all' }],
      ['delete', {}],
    ] as [string, Record<string, string>][]) {
      expect([name, (await staff.send(`/admin/people/${superuser.id}/${name}/`, fields)).status]).toEqual([name, 403]);
    }
    expect((await staff.send(`/admin/people/${person.id}/role/`, { role: 'superuser' })).status).toBe(403);
    expect((await staff.send('/admin/people/add/', { name: 'upstart', role: 'superuser' })).status).toBe(403);
    for (const [name, fields] of [
      ['role', { role: 'superuser' }],
      ['password', {}],
      ['delete', {}],
    ] as [string, Record<string, string>][]) {
      expect([name, (await staff.send(`/admin/people/${idOf('mara')}/${name}/`, fields)).status]).toEqual([name, 403]);
    }
    expect([hashOf(superuser.name), idOf('upstart'), server.archive.accounts.get(superuser.id)?.isSuperuser]).toEqual([hash, 0, true]);
    expect(server.archive.accounts.get(person.id)?.isSuperuser).toBe(false);

    const superuserBrowser = await browserOf(superuser.name);
    expect((await superuserBrowser.send(`/admin/people/${person.id}/role/`, { role: 'superuser' })).status).toBe(303);
    expect(server.archive.accounts.get(person.id)?.isSuperuser).toBe(true);
  });

  test('an ordinary person can neither see, add nor change other people, nor get an API token', async () => {
    const guest = await browserOf('tove');
    const page = (await guest.open()).text;
    expect(page).toContain('Your account');
    expect(page).not.toMatch(/mara|Add a person|API token/);
    const person = aPerson();
    for (const name of ['role', 'password', 'sessions', 'delete']) {
      expect([name, (await guest.send(`/admin/people/${person.id}/${name}/`, { role: 'watches', session: 'all' })).status]).toEqual([name, 403]);
    }
    expect((await guest.send('/admin/people/add/', { name: 'friend', role: 'watches' })).status).toBe(403);
    expect((await guest.send('/admin/token/show/')).status).toBe(403);
    expect((await guest.open(`/admin/people/${person.id}/`)).status).toBe(403);
    expect([idOf('friend'), idOf(person.name)]).toEqual([0, person.id]);
  });

  test('people lose their rights as soon as their role is taken away', async () => {
    const person = aPerson({ isStaff: true });
    const browser = await browserOf(person.name);
    server.archive.accounts.setRole(person.id, { isStaff: false, isSuperuser: false });
    expect((await browser.send(`/admin/people/${idOf('tove')}/password/`)).status).toBe(403);
  });
});

describe('every person', () => {
  test('changes their own password by entering the current one, and stays signed in only on this device', async () => {
    const browser = openAdminBrowser(server.url);
    const { username, password } = people.guest;
    await browser.send('/admin/sign-in/', { name: username, password });
    await browser.open();
    const otherDevice = await server.login('guest');
    const newPassword = 'a tide that turned';
    for (const [fields, problems] of [
      [{ present: 'wrong', new: newPassword, again: newPassword }, { present: 'The current password is wrong.' }],
      [{ present: password, new: newPassword, again: `${newPassword}!` }, { again: expect.stringContaining('differ') }],
      [{ present: password, new: 'fourteen signs', again: 'fourteen signs' }, { new: expect.stringContaining('at least 15') }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const answer = await browser.send('/admin/password/', fields);
      expect([answer.status, invalidFields(answer.text).problems]).toEqual([400, problems]);
      for (const typedPassword of [password, newPassword]) expect(answer.text).not.toContain(`value="${typedPassword}"`);
    }
    expect((await otherDevice.call('/api/ping/')).status).toBe(200);
    expect((await browser.send('/admin/password/', { present: password, new: newPassword, again: newPassword })).location).toBe(
      '/admin/?done=password-changed',
    );
    expect((await otherDevice.call('/api/ping/')).status).toBe(403);
    expect((await browser.open()).status).toBe(200);
    await signIn(server.url, { username, password: newPassword });
    await browser.send('/admin/password/', { present: newPassword, new: password, again: password });
  });

  test('ends their API token by changing their password, unless they choose to keep it', longTimeout, async () => {
    const { username, password } = people.staff;
    const browser = await browserOf(username);
    const token = secretOf((await browser.send('/admin/token/show/')).text);
    const ping = async () => (await fetch(`${server.url}/api/ping/`, { headers: { authorization: `Token ${token}` } })).status;
    expect((await browser.open()).text).toContain('Keep my API token');
    const newPassword = 'a tide that turned';
    const change = (from: string, to: string, extraFields = {}) => browser.send('/admin/password/', { present: from, new: to, again: to, ...extraFields });
    expect((await change(password, newPassword, { 'keep-token': 'on' })).location).toBe('/admin/?done=password-changed');
    expect(await ping()).toBe(200);
    expect((await change(newPassword, password)).location).toBe('/admin/?done=password-changed-token-ended');
    expect(await ping()).toBe(403);
    expect((await browser.open()).text).not.toContain('Keep my API token');
  });

  test('can change their password on a signed-in device even while sign-ins from the same address are limited', longTimeout, async () => {
    const { username, password } = people.guest;
    const browser = await browserOf(username);
    const guess = () => openAdminBrowser(server.url).send('/admin/sign-in/', { name: username, password: 'wrong' });
    // The delay doubles with each guess, so it exceeds the time of a guess on a busy machine too.
    await expect.poll(async () => (await guess()).status, { interval: 1 }).toBe(429);
    expect((await browser.send('/admin/password/', { present: password, new: password, again: password })).status).toBe(303);
  });

  test('signs out their own devices, but not somebody else’s', async () => {
    const guest = await browserOf('tove');
    const device = server.archive.sessions.start(idOf('tove'), true, 'one');
    const otherDevice = server.archive.sessions.start(idOf('tove'), true, 'two');
    const staffDevice = server.archive.sessions.start(idOf('mara'), true, 'three');
    await guest.send('/admin/sessions/', { session: server.archive.sessions.idOf(staffDevice.token) });
    await guest.send('/admin/sessions/', { session: server.archive.sessions.idOf(device.token) });
    expect([staffDevice, device, otherDevice].map(({ token }) => server.archive.sessions.accountOf(token) !== null)).toEqual([true, false, true]);
    await guest.send('/admin/sessions/', { session: 'all' });
    expect(server.archive.sessions.accountOf(otherDevice.token)).toBeNull();
    expect((await guest.open()).status).toBe(200);
  });

  test('on the staff gets an API token that works until it is revoked', async () => {
    const browser = await browserOf('mara');
    const token = secretOf((await browser.send('/admin/token/show/')).text);
    const ping = () => fetch(`${server.url}/api/ping/`, { headers: { authorization: `Token ${token}` } });
    expect((await ping()).status).toBe(200);
    expect((await browser.open()).text).not.toContain(token);
    await browser.send('/admin/token/revoke/');
    expect((await ping()).status).toBe(403);
  });
});

test('a name that looks like HTML is shown as text', async () => {
  server.archive.accounts.add({ name: '<img src=x onerror=alert(1)>"\'&', passwordHash: '', isStaff: false, isSuperuser: false });
  const { text } = await (await browserOf('mara')).open();
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(text).not.toContain('<img');
});

test('guesses of the current password are limited like sign-ins', longTimeout, async () => {
  const person = aPerson();
  const browser = await browserOf(person.name);
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) {
    statuses.push((await browser.send('/admin/password/', { present: 'wrong', new: 'a new password here', again: 'a new password here' })).status);
  }
  expect(statuses).toEqual([...Array<number>(5).fill(400), 429]);
});

test('the stylesheet contains the tokens of all themes and loads nothing from elsewhere', async () => {
  const answer = await fetch(`${server.url}/admin/style.css`);
  const css = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
  for (const theme of themeNames) expect(css).toContain(`[data-theme='${theme}']`);
  expect(css).not.toMatch(/@import|https?:/);
});

test('pages have the theme of the account, and are dark for a custom palette and an unknown stylesheet', async () => {
  const browser = await browserOf('mara');
  const pageThemes: (string | undefined)[] = [];
  for (const stylesheet of [...themeNames.map(stylesheetOfTheme), 'neon.css']) {
    server.archive.userSettings.change(idOf('mara'), { stylesheet: stylesheet as ReturnType<typeof stylesheetOfTheme> });
    pageThemes.push(/<html [^>]*data-theme="(\w+)"/.exec((await browser.open()).text)?.[1]);
  }
  server.archive.userSettings.change(idOf('mara'), { stylesheet: 'dark.css' });
  expect(pageThemes).toEqual([...themeNames.map((name) => (name === 'custom' ? 'dark' : name)), 'dark']);
});

longTest('invalid input in any form, signed in or not, never causes a server error', longTimeout, async () => {
  const paths = ['sign-in', 'sign-out', 'password', 'sessions', 'token/show', 'token/revoke', 'people/add']
    .concat(['role', 'password', 'sessions', 'delete'].flatMap((name) => ['0', '-1', '1e3', '999999999999999999999', 'x'].map((id) => `people/${id}/${name}`)))
    .map((path) => `/admin/${path}/`);
  const oddValues = [
    '\0',
    '\uFFFD',
    '💡'.repeat(2000),
    '../../etc/passwd',
    "'; DROP TABLE account; --",
    '[object Object]',
    '<script>',
    '%',
    'x'.repeat(20_000),
  ];
  for (const [index, path] of paths.entries()) {
    for (const browser of [await browserOf('mara'), openAdminBrowser(server.url)]) {
      const value = oddValues[index % oddValues.length] ?? '';
      const fields = Object.fromEntries(['name', 'password', 'present', 'new', 'again', 'role', 'session', 'done'].map((name) => [name, value]));
      const answer = await browser.send(path, fields);
      expect([path, answer.status < 500], answer.text.slice(0, 200)).toEqual([path, true]);
    }
  }
  const sendRaw = (body: BodyInit, type: string) =>
    fetch(`${server.url}/admin/sign-in/`, { method: 'POST', body, headers: { origin: server.url, 'content-type': type } });
  expect((await sendRaw(new Uint8Array([0xff, 0xfe, 0x00]), 'application/x-www-form-urlencoded')).status).toBe(400);
  expect((await sendRaw('{"name":"mara"}', 'application/json')).status).toBe(400);
  expect((await sendRaw('x'.repeat(400_000), 'text/plain')).status).toBe(413);
  expect((await fetch(`${server.url}/admin/?done=__proto__`)).status).toBe(403);
  expect((await fetch(`${server.url}/admin/people/1/`, { method: 'PUT' })).status).toBe(404);
  expect(server.logLines.filter((line) => line.includes(' failed: '))).toEqual([]);
});
