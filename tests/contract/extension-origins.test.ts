// A browser extension that has no permission for the archive's host: its preflight requests, and which calls the archive allows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let device: ApiSession;
let token: string;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
  token = server.archive.apiTokens.get(server.archive.accounts.find('mara')?.id ?? 0);
});
afterAll(() => server.stop());

const extensions = [
  'moz-extension://6f3a2c1e-8d4b-4c70-9a5e-2b1f0d9c8e7a',
  'chrome-extension://jjnkmicfnfojkkgobdfeieblocadmcie',
  'safari-web-extension://6F3A2C1E-8D4B-4C70-9A5E-2B1F0D9C8E7A',
];
const [firefox = ''] = extensions;
const otherOrigins = [
  'https://elsewhere.example',
  'null',
  'moz-extension://',
  'https://moz-extension://a',
  'chrome-extension://a/b',
  'xmoz-extension://a',
  'moz-extension://a.b',
];

const preflight = (path: string, origin: string, method = 'POST') =>
  fetch(`${server.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type,mode' },
  });

test.each(extensions)('an extension at %s may read and write with a token', async (origin) => {
  const preflightAnswer = await preflight('/api/download/?autostart=true', origin);
  expect([preflightAnswer.status, preflightAnswer.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  const allowedHeaders = preflightAnswer.headers.get('access-control-allow-headers')?.split(', ') ?? [];
  expect(allowedHeaders).toEqual(expect.arrayContaining(['accept', 'authorization', 'content-type', 'mode']));
  for (const method of ['GET', 'POST', 'PUT']) expect(preflightAnswer.headers.get('access-control-allow-methods')).toContain(method);

  const headers = { origin, authorization: `Token ${token}`, 'content-type': 'application/json', mode: 'no-cors' };
  const answer = await fetch(`${server.url}/api/ping/`, { headers });
  expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
    200,
    origin,
    expect.stringMatching(/origin/i),
  ]);
  const body = JSON.stringify({ id: ids.dawn, is_watched: true });
  expect((await fetch(`${server.url}/api/watched/`, { method: 'POST', headers, body })).status).toBe(200);
});

test('a refused extension can read the reason', async () => {
  const answer = await fetch(`${server.url}/api/ping/`, { headers: { origin: firefox, authorization: 'Token wrong' } });
  expect([answer.status, answer.headers.get('access-control-allow-origin'), await answer.json()]).toEqual([403, firefox, { detail: 'Invalid token.' }]);
});

test('the session of the browser lets an extension neither read nor write', async () => {
  const wasWatched = server.archive.videos.find(ids.gulls)?.isWatched;
  const body = { id: ids.gulls, is_watched: true };
  expect((await device.call('/api/watched/', { method: 'POST', body, headers: { origin: firefox } })).status).toBe(403);
  expect(server.archive.videos.find(ids.gulls)?.isWatched).toBe(wasWatched);
  const readAnswer = await device.call('/api/appsettings/token/', { headers: { origin: firefox } });
  expect([readAnswer.status, readAnswer.headers.get('access-control-allow-credentials')]).toEqual([403, null]);
  expect((await device.call('/api/user/login/', { method: 'POST', body: { username: 'mara', password: 'x' }, headers: { origin: firefox } })).status).toBe(403);
});

test.each(otherOrigins)('a page of the origin %s gets no CORS headers', async (origin) => {
  const answer = await fetch(`${server.url}/api/ping/`, { headers: { origin, authorization: `Token ${token}` } });
  expect(answer.status).toBe(200);
  for (const { headers } of [await preflight('/api/ping/', origin), answer])
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});
