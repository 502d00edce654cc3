import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let device: ApiSession;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});

test('a path without its trailing slash is redirected with its query', async () => {
  for (const [path, target] of [
    ['/api/ping', '/api/ping/'],
    ['/api/video?page=2&sort=views', '/api/video/?page=2&sort=views'],
    ['/api/search?query=why?&page=2', '/api/search/?query=why?&page=2'],
    [`/api/video/${ids.dawn}/nav`, `/api/video/${ids.dawn}/nav/`],
  ] as const) {
    const answer = await device.call(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, target]);
  }
  expect((await device.call('/api/nothing')).status).toBe(404);
});

test('a query may contain question marks, for example in an address', async () => {
  const list = await device.json<{ paginate: unknown }>('/api/video/?from=https://tube.example/?a&page=2');
  expect(list.paginate).toMatchObject({ current_page: 2, params: new URLSearchParams({ from: 'https://tube.example/?a' }).toString() });
});

test('unknown paths and ids with odd characters get a 404 page, not JSON', async () => {
  for (const path of [
    '/api/',
    '/api/nothing/',
    '/api/video/a.b/',
    '/api/video/%2e%2e/',
    '/api/video/a%20b/',
    '/api/video/a%2Fb/',
    '/api/video/%00/',
    '/api/video/%zz/',
    `/api/video/${'x'.repeat(300)}/`,
    '/api/channel/ü/',
    '/api//video/',
  ]) {
    const answer = await device.call(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
  }
});

test('framework errors at known paths are JSON with a detail field', async () => {
  const jsonHeaders = {
    'content-type': 'application/json',
    'x-csrftoken': device.cookies.csrftoken,
    cookie: `sessionid=${device.cookies.sessionid}; csrftoken=${device.cookies.csrftoken}`,
  };
  const table: [number, string, RequestInit][] = [
    [405, '/api/ping/', { method: 'PUT' }],
    [405, '/api/watched/', { method: 'GET' }],
    [406, '/api/ping/', { headers: { accept: 'image/png' } }],
    [415, '/api/watched/', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'id=x' }],
    [400, '/api/watched/', { method: 'POST', body: '{"id": ' }],
    [400, '/api/watched/', { method: 'POST', body: new Uint8Array([0x22, 0xff, 0x22]) }],
    [413, '/api/watched/', { method: 'POST', body: JSON.stringify({ id: 'x'.repeat(300_000), is_watched: true }) }],
  ];
  for (const [status, path, init] of table) {
    const answer = await fetch(`${server.url}${path}`, { ...init, headers: { ...jsonHeaders, ...(init.headers as Record<string, string>) } });
    expect([path, answer.status], await answer.clone().text()).toEqual([path, status]);
    expect(await answer.json()).toEqual({ detail: expect.any(String) as string });
  }
});

test('field errors use the messages that clients know', async () => {
  const table: [string, unknown, unknown][] = [
    ['/api/user/me/', { grid_items: 9 }, { grid_items: ['Ensure this value is less than or equal to 7.'] }],
    ['/api/user/me/', { grid_items: 'x', page_size: 2.5 }, { grid_items: ['A valid integer is required.'], page_size: ['A valid integer is required.'] }],
    ['/api/user/me/', { stylesheet: 'neon.css' }, { stylesheet: ['"neon.css" is not a valid choice.'] }],
    ['/api/user/me/', { page_size: null }, { page_size: ['This field may not be null.'] }],
    ['/api/user/me/', { show_help_text: 'perhaps' }, { show_help_text: ['Must be a valid boolean.'] }],
    ['/api/watched/', {}, { id: ['This field is required.'], is_watched: ['This field is required.'] }],
    ['/api/watched/', { id: ' ', is_watched: null }, { id: ['This field may not be blank.'], is_watched: ['This field may not be null.'] }],
    ['/api/watched/', { id: ['x'], is_watched: 1 }, { id: ['Not a valid string.'] }],
    ['/api/watched/', [], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
    [`/api/video/${ids.dawn}/progress/`, { position: 'far' }, { position: ['A valid number is required.'] }],
  ];
  for (const [path, body, errors] of table) {
    const answer = await device.call(path, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([400, errors]);
  }
});

test('a refused setting leaves the other settings of the request unchanged', async () => {
  const configBefore = await device.json('/api/user/me/');
  expect((await device.call('/api/user/me/', { method: 'POST', body: { page_size: 30, grid_items: 99 } })).status).toBe(400);
  expect(await device.json('/api/user/me/')).toEqual(configBefore);
});

test('settings are merged, returned complete, and belong to one account', async () => {
  const changedSettings = await device.json<Record<string, unknown>>('/api/user/me/', {
    method: 'POST',
    body: { stylesheet: 'midnight.css', page_size: '30', hide_watched: false },
  });
  expect(changedSettings).toMatchObject({ stylesheet: 'midnight.css', page_size: 30, hide_watched: false, grid_items: 3 });
  const guest = await server.login('guest');
  expect(await guest.json('/api/user/me/')).toMatchObject({ stylesheet: 'dark.css', page_size: 12 });
});

test('ping returns an archive id that stays the same after a restart', async () => {
  const firstAnswer = await device.call('/api/ping/');
  expect(firstAnswer.headers.get('x-archive-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  await server.kill();
  await server.start();
  const secondAnswer = await device.call('/api/ping/');
  expect(secondAnswer.headers.get('x-archive-id')).toBe(firstAnswer.headers.get('x-archive-id'));
});

test('the server compresses a long JSON answer, but no short one, no media and no picture', async () => {
  const list = await device.call('/api/video/', { headers: { 'accept-encoding': 'gzip' } });
  expect(list.headers.get('content-encoding')).toBe('gzip');
  expect((await device.call('/api/ping/', { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding')).toBeNull();
  for (const path of [`/youtube/${ids.harbour}/${ids.dawn}.mp4`, `/youtube/${ids.harbour}/${ids.dawn}.en.vtt`, `/cache/videos/d/${ids.dawn}.jpg`]) {
    const answer = await device.call(path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
  }
});
