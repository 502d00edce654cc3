import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { people } from '../builders/archive-people.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import { cookieOf, type ApiSession } from '../builders/server-session.ts';

const dayMs = 86_400_000;

let server: ServerArchive;
let device: ApiSession;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterAll(() => server.stop());

function save(position: number, key: string, caller = device): Promise<Response> {
  return caller.call(`/api/video/${ids.dawn}/progress/`, { method: 'POST', body: { position }, headers: { 'idempotency-key': key } });
}

async function positionOf(caller = device): Promise<number | undefined> {
  return (await caller.json<{ player: { position?: number } }>(`/api/video/${ids.dawn}/`)).player.position;
}

test('a repeated write gets its first answer and has no second effect', async () => {
  const firstAnswer = await save(100, 'one');
  await save(200, 'two');
  const repeatedAnswer = await save(100, 'one');
  expect(await repeatedAnswer.json()).toEqual(await firstAnswer.json());
  expect(await positionOf()).toBe(200);
});

test('a repeated delete answers 204 and keeps a position saved after the first delete', async () => {
  const forget = () => device.call(`/api/video/${ids.dawn}/progress/`, { method: 'DELETE', headers: { 'idempotency-key': 'forget' } });
  expect((await forget()).status).toBe(204);
  await save(300, 'three');
  const repeatedAnswer = await forget();
  expect([repeatedAnswer.status, await repeatedAnswer.text()]).toEqual([204, '']);
  expect(await positionOf()).toBe(300);
});

test('writes wait for a moment while another program writes to the database, and then succeed', async () => {
  const otherConnection = openDatabase(path.join(server.folder, 'stowaway.sqlite'));
  onTestFinished(() => otherConnection.close());
  const { database } = server.archive;
  const exec = vi.spyOn(database, 'exec');
  onTestFinished(() => exec.mockRestore());
  otherConnection.exec('BEGIN IMMEDIATE');
  const answers = Promise.all([save(410, 'busy'), save(410, 'busy'), save(420, 'other')].map(async (answer) => (await answer).status));
  await expect.poll(() => exec.mock.calls.filter(([sql]) => sql === 'BEGIN IMMEDIATE').length).toBeGreaterThan(6);
  otherConnection.exec('ROLLBACK');
  expect(await answers).toEqual([200, 200, 200]);
  const storedKeys = database.prepare("SELECT count(*) AS n FROM first_answer WHERE idempotency_key IN ('busy', 'other')").get();
  expect(storedKeys).toEqual({ n: 2 });
});

test('the same key from another account is a different write', async () => {
  const guest = await server.login('guest');
  await save(100, 'shared');
  expect(await (await save(150, 'shared', guest)).json()).toMatchObject({ position: 150 });
  expect(await positionOf(guest)).toBe(150);
});

test('the first answer survives a restart, and is forgotten after a day', async () => {
  await save(111, 'durable');
  await server.kill();
  await server.start();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + dayMs - 60_000);
  expect((await save(222, 'durable')).status).toBe(422);
  expect(await (await save(111, 'durable')).json()).toMatchObject({ position: 111 });
  vi.setSystemTime(Date.now() + 61_000);
  expect(await (await save(222, 'durable')).json()).toMatchObject({ position: 222 });
});

test('a refused write has no effect, and its answer is not stored', async () => {
  const path = '/api/video/later-video/progress/';
  const send = () => device.call(path, { method: 'POST', body: { position: 50 }, headers: { 'idempotency-key': 'too-early' } });
  expect((await send()).status).toBe(404);
  const { aVideo } = await import('../builders/server-records.ts');
  server.catalogue.putVideos([aVideo({ videoId: 'later-video', channelId: ids.harbour })]);
  expect((await send()).status).toBe(200);
});

const refusal = { error: expect.stringMatching(/^This Idempotency-Key was used for another call\. Nothing was changed/) as string };
const changes: [difference: string, path: string, method: string, body?: unknown][] = [
  ['another body', `/api/video/${ids.dawn}/progress/`, 'POST', { position: 400 }],
  ['another path', `/api/video/${ids.short}/progress/`, 'POST', { position: 30 }],
  ['another method', `/api/video/${ids.dawn}/progress/`, 'DELETE'],
  ['another operation', '/api/watched/', 'POST', { id: ids.dawn, is_watched: true }],
  ['a query', `/api/video/${ids.dawn}/progress/?more=1`, 'POST', { position: 30 }],
];
test.each(changes)('a key reused with %s is refused and changes nothing', async (difference, path, method, body) => {
  const key = `bound, ${difference}`;
  await save(30, key);
  const state = () => JSON.stringify(['position', 'video'].map((table) => server.archive.database.prepare(`SELECT * FROM ${table}`).all()));
  const stateBefore = state();
  const answer = await device.call(path, { method, body, headers: { 'idempotency-key': key } });
  expect([answer.status, await answer.json()]).toEqual([422, refusal]);
  expect(state()).toBe(stateBefore);
});

test('the same body serialised differently, or the same query in another order, is the same call', async () => {
  const settings = { grid_items: 5, page_size: 20 };
  const send = (body: unknown, query: string) => device.call(`/api/user/me/${query}`, { method: 'POST', body, headers: { 'idempotency-key': 'reordered' } });
  expect((await send(settings, '?a=1&b=2')).status).toBe(200);
  expect((await send(Object.fromEntries(Object.entries(settings).toReversed()), '?b=2&a=1')).status).toBe(200);
  expect((await send({ ...settings, grid_items: 6 }, '?a=1&b=2')).status).toBe(422);
});

test('an answer with a secret is not stored, but its key stays bound to the request', async () => {
  const send = (potoken: string) => device.call('/api/appsettings/potoken/', { method: 'POST', body: { potoken }, headers: { 'idempotency-key': 'secret' } });
  const token = `web+${'A'.repeat(120)}`;
  expect((await send(token)).status).toBe(200);
  expect(await (await send(token)).json()).toEqual({ potoken: token });
  expect((await send(`${token}B`)).status).toBe(422);
  const storedAnswer = server.archive.database.prepare("SELECT * FROM first_answer WHERE idempotency_key = 'secret'").get();
  expect(storedAnswer).toBeDefined();
  expect(JSON.stringify(storedAnswer)).not.toContain(token);
});

test('a login ignores the key, even in a signed-in browser: each login starts a session, and no answer is stored', async () => {
  const logIn = async () => {
    const { call } = await server.login();
    const body = { username: people.staff.username, password: people.staff.password };
    return call('/api/user/login/', { method: 'POST', body, headers: { 'idempotency-key': 'login' } });
  };
  for (const answer of [await logIn(), await logIn()])
    expect([answer.status, cookieOf(answer, 'sessionid')]).toEqual([204, expect.stringMatching(/^[\w-]{43}$/)]);
  expect(server.archive.database.prepare("SELECT * FROM first_answer WHERE idempotency_key = 'login'").all()).toEqual([]);
});

test('an overlong key is refused', async () => {
  expect((await save(10, 'k'.repeat(201))).status).toBe(400);
});

test('a delete that is repeated while it still runs is executed once, and each request gets the same answer', async () => {
  const remove = () => device.call(`/api/video/${ids.gulls}/`, { method: 'DELETE', headers: { 'idempotency-key': 'away with it' } });
  const statuses = (await Promise.all([remove(), remove(), remove()])).map(({ status }) => status);
  expect([...statuses, (await remove()).status]).toEqual([204, 204, 204, 204]);
  const otherDelete = await device.call(`/api/video/${ids.stream}/`, { method: 'DELETE', headers: { 'idempotency-key': 'away with it' } });
  expect([otherDelete.status, (await device.call(`/api/video/${ids.stream}/`)).status]).toEqual([422, 200]);
  expect((await device.call(`/api/video/${ids.gulls}/`, { method: 'DELETE' })).status).toBe(404);
});

test('a snapshot whose answer could not be stored is still made, and the list shows no snapshot as in progress', async () => {
  vi.spyOn(server.archive.idempotencyStore, 'remember').mockImplementationOnce(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  });
  const answer = await device.call('/api/appsettings/snapshot/', { method: 'POST', body: {}, headers: { 'idempotency-key': 'snapshot' } });
  expect(answer.ok).toBe(false);
  const states = async (): Promise<string[]> =>
    (await device.json<{ snapshots: { state: string }[] }>('/api/appsettings/snapshot/')).snapshots.map(({ state }) => state);
  await expect.poll(states).toEqual(['SUCCESS']);
});
