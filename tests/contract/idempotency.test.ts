import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import type { SignedIn } from '../builders/server-session.ts';

let server: ServerArchive;
let device: SignedIn;
beforeAll(async () => {
  server = await startServerArchive();
  device = await server.login();
});
afterAll(() => server.stop());

function save(position: number, key: string, who = device): Promise<Response> {
  return who.call(`/api/video/${ids.dawn}/progress/`, { method: 'POST', body: { position }, headers: { 'idempotency-key': key } });
}

async function positionOf(who = device): Promise<number | undefined> {
  return (await who.json<{ player: { position?: number } }>(`/api/video/${ids.dawn}/`)).player.position;
}

test('a write that is sent again gets its first answer and has no second effect', async () => {
  const first = await save(100, 'one');
  await save(200, 'two');
  const again = await save(100, 'one');
  expect(await again.json()).toEqual(await first.json());
  expect(await positionOf()).toBe(200);
});

test('a repeated delete answers 204 and leaves what came after it', async () => {
  const forget = () => device.call(`/api/video/${ids.dawn}/progress/`, { method: 'DELETE', headers: { 'idempotency-key': 'forget' } });
  expect((await forget()).status).toBe(204);
  await save(300, 'three');
  const again = await forget();
  expect([again.status, await again.text()]).toEqual([204, '']);
  expect(await positionOf()).toBe(300);
});

test('the same key of another account is another write', async () => {
  const guest = await server.login('guest');
  await save(100, 'shared');
  expect(await (await save(150, 'shared', guest)).json()).toMatchObject({ position: 150 });
  expect(await positionOf(guest)).toBe(150);
});

test('the first answer survives a restart, and is forgotten after a day', async () => {
  await save(111, 'durable');
  await server.kill();
  await server.start();
  expect(await (await save(222, 'durable')).json()).toMatchObject({ position: 111 });
  server.archive.database.exec('UPDATE first_answer SET answered_at = answered_at - 86401');
  expect(await (await save(222, 'durable')).json()).toMatchObject({ position: 222 });
});

test('a refusal had no effect and is not kept', async () => {
  const path = '/api/video/later-video/progress/';
  const send = () => device.call(path, { method: 'POST', body: { position: 50 }, headers: { 'idempotency-key': 'too-early' } });
  expect((await send()).status).toBe(404);
  const { aVideo } = await import('../builders/server-records.ts');
  server.catalogue.putVideos([aVideo({ videoId: 'later-video', channelId: ids.harbour })]);
  expect((await send()).status).toBe(200);
});

test('a key without an end is refused', async () => {
  expect((await save(10, 'k'.repeat(201))).status).toBe(400);
});

test('a delete that is sent again while the first one still runs happens once, and both are told so', async () => {
  const remove = () => device.call(`/api/video/${ids.gulls}/`, { method: 'DELETE', headers: { 'idempotency-key': 'away with it' } });
  const statuses = (await Promise.all([remove(), remove(), remove()])).map(({ status }) => status);
  expect([...statuses, (await remove()).status]).toEqual([204, 204, 204, 204]);
  expect((await device.call(`/api/video/${ids.gulls}/`, { method: 'DELETE' })).status).toBe(404);
});
