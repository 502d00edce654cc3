import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { people } from '../builders/archive-people.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import { cookieOf, type ApiSession } from '../builders/server-session.ts';

/** Enough time for dozens of password hashes, one after the other. */
const longTimeout = { timeout: 60_000 };

let server: ServerArchive;
beforeAll(async () => {
  server = await startServerArchive();
});
afterAll(() => server.stop());

function login(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/user/login/`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
}

async function detailOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { detail: string }).detail;
}

describe('signing in', () => {
  test('a remembered login lasts 365 days, any other 2 days', async () => {
    const rememberedLogin = await login({ ...people.staff, remember_me: 'on' });
    expect(rememberedLogin.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sessionid=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^csrftoken=[\w-]{43}; Max-Age=31449600; Path=\/; SameSite=Lax$/),
    ]);
    const shortLogin = await login(people.staff);
    expect(shortLogin.headers.getSetCookie()[0]).toContain('Max-Age=172800');
  });

  test('the database contains no token from which a cookie could be made', async () => {
    const answer = await login(people.staff);
    const rows = server.archive.database.prepare('SELECT * FROM session').all();
    expect([answer.status, rows.length > 0]).toEqual([204, true]);
    const storedText = JSON.stringify(
      rows.map((row) => Object.values(row as object).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))),
    );
    expect(storedText).not.toContain(cookieOf(answer, 'sessionid'));
  });

  test('a read sets a new CSRF cookie if the session has lost its own, so that writes and the logout work again', async () => {
    const device = await server.login();
    const cookie = `sessionid=${device.cookies.sessionid}`;
    const logOut = (headers: Record<string, string>) => fetch(`${server.url}/api/user/logout/`, { method: 'POST', headers });
    expect((await logOut({ cookie })).status).toBe(403);
    const readAnswer = await fetch(`${server.url}/api/ping/`, { headers: { cookie } });
    const csrf = cookieOf(readAnswer, 'csrftoken');
    expect(readAnswer.headers.getSetCookie()).toEqual([expect.stringMatching(/^csrftoken=[\w-]{43}; Max-Age=31449600; Path=\/; SameSite=Lax$/)]);
    expect((await logOut({ cookie: `${cookie}; csrftoken=${csrf}`, 'x-csrftoken': csrf })).status).toBe(204);
    expect((await (await server.login()).call('/api/ping/')).headers.getSetCookie()).toEqual([]);
  });

  test('a login that sends a session cookie needs the CSRF header', async () => {
    const device = await server.login();
    const cookie = `sessionid=${device.cookies.sessionid}; csrftoken=${device.cookies.csrftoken}`;
    const answerWithoutHeader = await login(people.staff, { cookie });
    expect([answerWithoutHeader.status, await detailOf(answerWithoutHeader)]).toEqual([403, 'CSRF Failed: CSRF token missing.']);
    expect((await login(people.staff, { cookie, 'x-csrftoken': device.cookies.csrftoken })).status).toBe(204);
    expect((await login(people.staff, { cookie: 'sessionid=not-a-session' })).status).toBe(204);
  });

  test('a login never adopts a session id that somebody else chose, and ends the session that sent the login', async () => {
    const chosenId = 'x'.repeat(43);
    const firstLogin = await login(people.staff, { cookie: `sessionid=${chosenId}` });
    const ownId = cookieOf(firstLogin, 'sessionid');
    expect(ownId).not.toBe(chosenId);
    const csrf = cookieOf(firstLogin, 'csrftoken');
    const secondLogin = await login(people.guest, { cookie: `sessionid=${ownId}; csrftoken=${csrf}`, 'x-csrftoken': csrf });
    expect([secondLogin.status, cookieOf(secondLogin, 'csrftoken') === csrf]).toEqual([204, false]);
    const ping = (token: string) => fetch(`${server.url}/api/ping/`, { headers: { cookie: `sessionid=${token}` } }).then(({ status }) => status);
    expect([await ping(chosenId), await ping(ownId), await ping(cookieOf(secondLogin, 'sessionid'))]).toEqual([403, 403, 200]);
  });

  test('a login waits while another program writes to the database, and is refused if that program changes the password', async () => {
    const otherConnection = openDatabase(path.join(server.folder, 'stowaway.sqlite'));
    onTestFinished(() => {
      if (otherConnection.isTransaction) otherConnection.exec('ROLLBACK');
      otherConnection.close();
    });
    const { database, accounts } = server.archive;
    const passwordHash = accounts.find(people.guest.username)?.passwordHash ?? '';
    const setHash = otherConnection.prepare('UPDATE account SET password_hash = ? WHERE name = ?');
    const execute = database.exec.bind(database);
    const exec = vi.spyOn(database, 'exec');
    onTestFinished(() => exec.mockRestore());
    /** The other program writes from the login’s first transaction until just before the login’s second attempt to start the session. */
    const loginWhileHashBecomes = (hash: string): Promise<Response> => {
      let beginCount = 0;
      exec.mockImplementation((sql) => {
        if (sql === 'BEGIN IMMEDIATE' && ++beginCount === 3) {
          setHash.run(hash, people.guest.username);
          otherConnection.exec('COMMIT');
        }
        execute(sql);
        if (sql === 'COMMIT' && beginCount === 1) otherConnection.exec('BEGIN IMMEDIATE');
      });
      return login(people.guest);
    };
    expect((await loginWhileHashBecomes(passwordHash)).status).toBe(204);
    const refusal = await loginWhileHashBecomes('scrypt$1024$1$1$AAAA$AAAA');
    setHash.run(passwordHash, people.guest.username);
    expect([refusal.status, await refusal.json(), refusal.headers.getSetCookie()]).toEqual([400, { error: 'Invalid credentials' }, []]);
  });

  test('an expired session counts as signed out', async () => {
    const device = await server.login();
    server.archive.database.exec('UPDATE session SET expires_at = 1');
    const answer = await device.call('/api/ping/');
    expect([answer.status, await detailOf(answer)]).toEqual([403, 'Authentication credentials were not provided.']);
  });
});

describe('roles', () => {
  test('a staff call by an ordinary account is refused and leaves it signed in', async () => {
    const guest = await server.login('guest');
    const answer = await guest.call(`/api/video/${ids.dawn}/`, { method: 'DELETE' });
    expect([answer.status, await detailOf(answer)]).toEqual([403, 'You do not have permission to perform this action.']);
    expect((await guest.call(`/api/video/${ids.dawn}/`)).status).toBe(200);
    expect((await guest.call('/api/ping/')).status).toBe(200);
  });

  test('is_superuser without is_staff permits staff calls', async () => {
    const guest = await server.login('guest');
    const setSuperuser = server.archive.database.prepare('UPDATE account SET is_superuser = ? WHERE name = ?');
    setSuperuser.run(1, people.guest.username);
    expect((await guest.call('/api/video/unknown-id1/', { method: 'DELETE' })).status).toBe(404);
    setSuperuser.run(0, people.guest.username);
    expect((await guest.call('/api/video/unknown-id1/', { method: 'DELETE' })).status).toBe(403);
  });
});

describe('cross-site writes', () => {
  const writeRequest = { method: 'POST', body: { id: ids.dawn, is_watched: false } };

  test('a write without the CSRF header, or with a wrong one, is refused', async () => {
    const device = await server.login();
    for (const token of ['', 'x', `${device.cookies.csrftoken}x`, 'x'.repeat(device.cookies.csrftoken.length)]) {
      const answer = await device.call('/api/watched/', { ...writeRequest, headers: { 'x-csrftoken': token } });
      expect([answer.status, await detailOf(answer)]).toEqual([403, expect.stringMatching(/^CSRF Failed: CSRF token (missing|incorrect)\.$/)]);
    }
    const cookielessAnswer = await fetch(`${server.url}/api/watched/`, {
      method: 'POST',
      headers: { cookie: `sessionid=${device.cookies.sessionid}`, 'x-csrftoken': device.cookies.csrftoken, 'content-type': 'application/json' },
      body: JSON.stringify(writeRequest.body),
    });
    expect(await detailOf(cookielessAnswer)).toBe('CSRF Failed: CSRF cookie not set.');
  });

  test('a write from a page of another origin is refused, one from our own is accepted', async () => {
    const device = await server.login();
    const { host } = new URL(server.url);
    const table: [Record<string, string>, number][] = [
      [{ origin: 'https://elsewhere.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: 'not an origin' }, 403],
      [{ origin: 'http://127.0.0.1:1' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ origin: `http://${host}` }, 200],
      // Behind a proxy that terminates TLS, the browser's origin is https.
      [{ origin: `https://${host}` }, 200],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{}, 200],
    ];
    for (const [headers, status] of table)
      expect((await device.call('/api/watched/', { ...writeRequest, headers })).status, JSON.stringify(headers)).toBe(status);
    expect((await login(people.staff, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });
});

describe('an API token', () => {
  const callWithToken = (token: string, path: string, method = 'GET', body?: unknown) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const tokenOf = async (device: ApiSession): Promise<string> => (await device.json<{ token: string }>('/api/appsettings/token/')).token;

  test('reads, writes without the CSRF header and plays, until it is revoked', async () => {
    const staff = await server.login();
    const token = await tokenOf(staff);
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect(await tokenOf(staff)).toBe(token);
    expect((await callWithToken(token, '/api/watched/', 'POST', { id: ids.dawn, is_watched: true })).status).toBe(200);
    expect((await callWithToken(token, `/youtube/${ids.harbour}/${ids.dawn}.mp4`)).status).toBe(200);
    await staff.call('/api/appsettings/token/', { method: 'DELETE' });
    const refusal = await callWithToken(token, '/api/ping/');
    expect([refusal.status, await detailOf(refusal)]).toEqual([403, 'Invalid token.']);
    expect((await callWithToken(token, `/youtube/${ids.harbour}/${ids.dawn}.mp4`)).status).toBe(403);
    expect(await tokenOf(staff)).not.toBe(token);
  });

  test('is for staff only, and takes precedence over a session', async () => {
    const guest = await server.login('guest');
    expect((await guest.call('/api/appsettings/token/')).status).toBe(403);
    const staff = await server.login();
    const answer = await staff.call('/api/ping/', { headers: { authorization: 'Token made-up' } });
    expect(await detailOf(answer)).toBe('Invalid token.');
    // Basic credentials are for a proxy in front, and are ignored.
    expect((await staff.call('/api/ping/', { headers: { authorization: 'Basic bWFyYTp4' } })).status).toBe(200);
  });
});

test('a login with the correct password renews a hash with older cost parameters, and a wrong password does not', longTimeout, async () => {
  const { scryptSync } = await import('node:crypto');
  const [salt, password] = [Buffer.from('sixteen bytes ok'), 'old'];
  const hash = scryptSync(password, salt, 32, { N: 2 ** 10, r: 8, p: 1 });
  const olderParts = ['scrypt', 2 ** 10, 8, 1, salt.toString('base64url'), hash.toString('base64url')];
  const { accounts } = server.archive;
  accounts.add({ name: 'early', passwordHash: olderParts.join('$'), isStaff: false, isSuperuser: false });
  expect((await login({ username: 'early', password: 'other' })).status).toBe(400);
  expect(accounts.find('early')?.passwordHash).toBe(olderParts.join('$'));
  // A new password must be longer, but this old one is still valid.
  expect((await login({ username: 'early', password })).status).toBe(204);
  const newerHash = accounts.find('early')?.passwordHash;
  expect(newerHash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect((await login({ username: 'early', password })).status).toBe(204);
  expect(accounts.find('early')?.passwordHash).toBe(newerHash);
});

describe('guessing passwords', () => {
  test('after five wrong passwords, further attempts for the name get Retry-After, and other people can still sign in', longTimeout, async () => {
    const wrongLogin = { username: 'nobody-of-that-name', password: 'wrong' };
    const statuses: number[] = [];
    // All attempts are sent together. No more than five may pass the limit while the slow hashes run.
    for (const answer of await Promise.all(Array.from({ length: 12 }, () => login(wrongLogin)))) statuses.push(answer.status);
    expect(statuses.toSorted((status, nextStatus) => status - nextStatus)).toEqual([...Array<number>(5).fill(400), ...Array<number>(7).fill(429)]);
    const refusal = await login(wrongLogin);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusal.json()).toEqual({ error: expect.stringMatching(/^Too many attempts\./) as string });
    expect((await login(people.staff)).status).toBe(204);
  });
});

describe('a request that names its person and archive', () => {
  const progressPath = `/api/video/${ids.gulls}/progress/`;

  test('gets an answer that names the same person and archive', async () => {
    const device = await server.login();
    const account = await device.json<{ id: number }>('/api/user/account/');
    const { archiveId } = server.archive;
    const answer = await device.call('/api/user/me/', { headers: { 'x-stowaway-user': String(account.id), 'x-archive-id': archiveId } });
    expect([answer.status, answer.headers.get('x-stowaway-user'), answer.headers.get('x-archive-id')]).toEqual([200, String(account.id), archiveId]);
  });

  test.each([
    ['another person', { 'x-stowaway-user': '999' }],
    ['another archive', { 'x-archive-id': 'of-a-server-that-was-here-before' }],
  ])('changes nothing and reveals nothing when it names %s', async (_who, headers) => {
    const device = await server.login();
    const writeAnswer = await device.call(progressPath, { method: 'POST', body: { position: 17 }, headers });
    expect([writeAnswer.status, await writeAnswer.json()]).toEqual([409, { error: 'Somebody else is signed in.' }]);
    const readAnswer = await device.call(`/api/video/${ids.gulls}/`, { headers });
    expect([readAnswer.status, await readAnswer.json()]).toEqual([409, { error: 'Somebody else is signed in.' }]);
    const video = await device.json<{ player: { position?: number } }>(`/api/video/${ids.gulls}/`);
    expect(video.player.position).not.toBe(17);
  });

  test('gets 403 as usual when nobody is signed in', async () => {
    const answer = await fetch(`${server.url}/api/user/me/`, { headers: { 'x-stowaway-user': '1' } });
    expect([answer.status, answer.headers.get('x-stowaway-user')]).toEqual([403, null]);
  });
});

describe('the list of a person’s devices', () => {
  interface ListedDevice {
    id: string;
    is_this: boolean;
  }
  const devicesPath = '/api/user/devices/';

  test('lists only the caller’s sessions, and marks the current one', async () => {
    const [firstDevice, secondDevice, staffDevice] = [await server.login('guest'), await server.login('guest'), await server.login('staff')];
    const deviceLists = await Promise.all([firstDevice, secondDevice, staffDevice].map((device) => device.json<ListedDevice[]>(devicesPath)));
    const [firstListIds, secondListIds, staffListIds] = deviceLists.map((devices) => devices.map(({ id }) => id).sort());
    expect(firstListIds).toEqual(secondListIds);
    expect(staffListIds?.filter((id) => firstListIds?.includes(id))).toEqual([]);
    const [markedInFirstList, markedInSecondList] = deviceLists.map((devices) => devices.filter((device) => device.is_this).map(({ id }) => id));
    expect([markedInFirstList, markedInSecondList].map((ids) => ids?.length)).toEqual([1, 1]);
    expect(markedInFirstList).not.toEqual(markedInSecondList);
  });

  test('a person can sign out their own session; the session of another person is not found and stays', async () => {
    const [firstDevice, secondDevice, staffDevice] = [await server.login('guest'), await server.login('guest'), await server.login('staff')];
    const idOf = async (device: ApiSession) => (await device.json<ListedDevice[]>(devicesPath)).find(({ is_this }) => is_this)?.id ?? '';
    const foreignAnswer = await firstDevice.call(`${devicesPath}${await idOf(staffDevice)}/`, { method: 'DELETE' });
    expect([foreignAnswer.status, (await staffDevice.call(devicesPath)).status]).toEqual([404, 200]);
    const signOutAnswer = await firstDevice.call(`${devicesPath}${await idOf(secondDevice)}/`, { method: 'DELETE' });
    expect([signOutAnswer.status, (await secondDevice.call(devicesPath)).status, (await firstDevice.call(devicesPath)).status]).toEqual([204, 403, 200]);
  });
});
