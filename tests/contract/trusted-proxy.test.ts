// An authenticating proxy that names its user: trusted only when enabled, and only from its own address.
import { afterEach, describe, expect, test } from 'vitest';
import { trustedProxyOf } from '../../server/start/trusted-proxy.ts';
import { openAdminBrowser } from '../builders/admin-browser.ts';
import { people } from '../builders/archive-people.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import { cookieOf } from '../builders/server-session.ts';

const header = 'Remote-User';

let server: ServerArchive | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

async function start(addresses: string | null, headerName: string | null = header): Promise<ServerArchive> {
  const trustedProxy = trustedProxyOf({ addresses, header: headerName });
  server = await startServerArchive(trustedProxy === null ? {} : { trustedProxy });
  return server;
}

/** Sends a request as the proxy does. These connections come from 127.0.0.1. */
const asProxy = (path: string, name: string, options: { method?: string; body?: unknown; headers?: Record<string, string> } = {}): Promise<Response> =>
  fetch(`${server?.url}${path}`, {
    method: options.method ?? 'GET',
    headers: { 'remote-user': name, 'content-type': 'application/json', ...options.headers },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });

describe('a name from the proxy', () => {
  test('signs in that account, with its rights and no more', async () => {
    const { archive } = await start('127.0.0.1');
    const ping = await asProxy('/api/ping/', 'tove');
    expect(await ping.json()).toMatchObject({ user: archive.accounts.find('tove')?.id });
    expect((await asProxy('/api/appsettings/cookie/', 'tove')).status).toBe(403);
    expect((await asProxy('/api/appsettings/cookie/', 'mara')).status).toBe(200);
    expect((await asProxy(`/youtube/${ids.harbour}/${ids.dawn}.mp4`, 'tove')).status).toBe(200);
    expect((await asProxy('/api/ping/', 'nobody-here')).status).toBe(403);
    expect((await asProxy('/api/ping/', '')).status).toBe(403);
  });

  test('takes precedence over a session left in the browser', async () => {
    const { archive, login } = await start('127.0.0.1');
    const device = await login();
    const cookie = `sessionid=${device.cookies.sessionid}`;
    expect(await (await asProxy('/api/ping/', 'tove', { headers: { cookie } })).json()).toMatchObject({ user: archive.accounts.find('tove')?.id });
    expect((await asProxy('/api/ping/', 'nobody-here', { headers: { cookie } })).status).toBe(403);
  });

  test('needs the CSRF header for writes, and the first read sets the CSRF cookie', async () => {
    await start('127.0.0.1');
    const csrf = cookieOf(await asProxy('/api/ping/', 'tove'), 'csrftoken');
    expect(csrf).toMatch(/^[\w-]{43}$/);
    const write = (headers: Record<string, string>) =>
      asProxy('/api/watched/', 'tove', { method: 'POST', body: { id: ids.dawn, is_watched: true }, headers }).then(({ status }) => status);
    const csrfHeaders = { cookie: `csrftoken=${csrf}`, 'x-csrftoken': csrf };
    expect(await write({})).toBe(403);
    expect(await write({ cookie: `csrftoken=${csrf}` })).toBe(403);
    expect(await write({ ...csrfHeaders, origin: 'https://elsewhere.example' })).toBe(403);
    expect(await write(csrfHeaders)).toBe(200);
  });

  test('yields to an API token, whose writes need no CSRF header; an unknown token is refused', async () => {
    const { archive, login } = await start('127.0.0.1');
    const accountId = archive.accounts.find('mara')?.id ?? 0;
    const authorization = `Token ${archive.apiTokens.get(accountId)}`;
    const write = (name: string, headers: Record<string, string>) =>
      asProxy('/api/watched/', name, { method: 'POST', body: { id: ids.dawn, is_watched: true }, headers });
    for (const name of ['tove', 'nobody-here', '']) {
      expect(await (await asProxy('/api/ping/', name, { headers: { authorization } })).json()).toMatchObject({ user: accountId });
      expect((await write(name, { authorization })).status).toBe(200);
    }
    const cookie = `sessionid=${(await login('guest')).cookies.sessionid}`;
    expect((await write('tove', { authorization: 'Token made-up', cookie })).status).toBe(403);
    expect(await (await asProxy('/api/ping/', 'mara', { headers: { authorization: 'Token made-up' } })).json()).toEqual({ detail: 'Invalid token.' });
    // Other values of this header are ignored, and the user named by the proxy still needs the CSRF header.
    for (const otherValue of ['Basic dG92ZTp4', 'Bearer x', 'Token', 'Token a b']) {
      expect((await asProxy('/api/ping/', 'tove', { headers: { authorization: otherValue } })).status).toBe(200);
      expect((await write('tove', { authorization: otherValue, cookie })).status).toBe(403);
    }
  });

  test('opens /admin/, whose forms are accepted', async () => {
    const { archive, url } = await start('127.0.0.1');
    const browser = openAdminBrowser(url);
    const token = /name="token" value="([^"]+)"/.exec(await (await asProxy('/admin/', 'mara')).text())?.[1] ?? '';
    expect((await browser.open()).status).toBe(403);
    const add = (name: string) =>
      browser.send('/admin/people/add/', { token, name: 'runa', password: 'a quiet harbour', role: 'watches' }, { 'remote-user': name });
    expect((await add('tove')).status).toBe(403);
    expect((await add('mara')).status).toBe(303);
    expect(archive.accounts.find('runa')).not.toBeNull();
  });
});

describe('the same header is ignored', () => {
  test.each([
    ['from an address that is not the proxy’s', '192.0.2.0/24,2001:db8::/32', header],
    ['while no header is configured', '127.0.0.1', null],
    ['while no proxy is trusted', null, null],
    ['under another name', '127.0.0.1', 'X-Somebody'],
  ])('%s', async (_when, addresses, headerName) => {
    await start(addresses, headerName);
    expect((await asProxy('/api/ping/', 'mara')).status).toBe(403);
    expect((await asProxy('/api/ping/', 'mara', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(403);
    expect((await asProxy('/api/ping/', 'mara', { headers: { forwarded: 'for=192.0.2.1' } })).status).toBe(403);
    expect((await asProxy(`/youtube/${ids.harbour}/${ids.dawn}.mp4`, 'mara')).status).toBe(403);
  });
});

test('an account can also sign in with its password, without the proxy', async () => {
  const { url } = await start('192.0.2.1');
  const answer = await fetch(`${url}/api/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'remote-user': 'tove' },
    body: JSON.stringify(people.staff),
  });
  expect(answer.status).toBe(204);
});

test('settings that trust too many addresses or none, or name an unsuitable header, are refused', () => {
  for (const [addresses, headerName] of [
    [null, header],
    ['proxy.example', null],
    ['0.0.0.0/0', header],
    ['::/0', header],
    ['10.0.0.1/33', null],
    ['10.0.0.1/8/8', null],
    ['', null],
    ['127.0.0.1', 'Cookie'],
    ['127.0.0.1', 'X-Forwarded-For'],
    ['127.0.0.1', 'two words'],
  ] as [string | null, string | null][]) {
    expect(() => trustedProxyOf({ addresses, header: headerName }), `${addresses} ${headerName}`).toThrow(/--(trusted-proxy|proxy-user-header)/);
  }
  expect(trustedProxyOf({ addresses: '10.0.0.7, 2001:db8::/64', header: null })?.ranges).toEqual(['10.0.0.7', '2001:db8::/64']);
});
