// Seeded nonsense for every operation of the contract: never a 500, never a hang, and a refused request changes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { addCustomPlaylist, ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { seeded } from '../builders/seeded.ts';
import { isLong } from '../long-test.ts';
import { allOperations } from './contract-answers.ts';

/** How many requests each operation gets. */
const requestCount = isLong ? 20 : 3;
/** The share of raw requests, which no client of this contract would send. */
const rawShare = 1 / 5;
const largeBytes = 10 * 1024 * 1024;

let server: ServerArchive;
let device: ApiSession;
let guest: ApiSession;
beforeAll(async () => {
  server = await startServerArchive();
  addCustomPlaylist(server.archive.database, ids.mine, 'Mine');
  device = await server.login();
  guest = await server.login('guest');
});
afterAll(() => server.stop());

const oddValues: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 60, '', ' ', '0', '-0', '1e999', 'NaN', 'true', '\u0000', '\ud800', '\u202eabc', '💡'.repeat(50)],
  ...['../../etc/passwd', '--help', '"; DROP TABLE video; --', '<script>', 'x'.repeat(5000), ids.dawn, ids.walks, ids.harbour, ids.mine],
  ...[[], {}, [[]], [null], { data: null }, { __proto__: 1, constructor: 2 }, JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)],
];
/** Keys of the contract’s request bodies, so that the nonsense gets past the first check, and names that every object inherits. */
const bodyKeys = [
  ...[
    'id',
    'is_watched',
    'position',
    'data',
    'channel_id',
    'channel_subscribed',
    'channel_overwrites',
    'autodelete_days',
    'playlist_name',
    'action',
    'video_id',
  ],
  ...[
    'status',
    'video',
    'channel',
    'playlist',
    'command',
    'task_name',
    'url',
    'downloads',
    'application',
    'format',
    'grid_items',
    'page_size',
    'username',
    'password',
  ],
  ...['playlist_id', 'playlist_subscribed', 'playlist_sort_order', '__proto__', 'toString'],
];
const queryParameters = [
  'page',
  'page_size',
  'filter',
  'channel',
  'playlist',
  'type',
  'sort',
  'watch',
  'height',
  'query',
  'q',
  'error',
  'delete_videos',
  'cast',
  'order',
];

const operations = allOperations;
/**
 * Whether an operation gets only raw requests, because a logout would end the session, logins would soon be limited, and a notification
 * test would call the given address.
 */
const getsOnlyRawRequests = (operationId: string): boolean => ['logoutUser', 'loginUser', 'testTaskNotification'].includes(operationId);

const tooLargeName = '10 MB of JSON';
/** Requests that are refused whatever they ask for, or whose content differs from their headers. */
const rawKinds: { name: string; init: (method: string) => RequestInit & { method: string } }[] = [
  { name: 'an unknown method', init: () => ({ method: 'PROPFIND' }) },
  { name: 'another method', init: (method) => ({ method: method === 'PUT' ? 'PATCH' : 'PUT', body: '{}' }) },
  { name: tooLargeName, init: (method) => ({ method: writingMethod(method), body: JSON.stringify({ data: 'x'.repeat(largeBytes) }) }) },
  {
    name: 'bytes that are not UTF-8',
    init: (method) => ({ method: writingMethod(method), body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }),
  },
  { name: 'UTF-16', init: (method) => ({ method: writingMethod(method), body: Buffer.from('\ufeff{"id": 1}', 'utf16le') }) },
  {
    name: 'JSON that only claims to be compressed',
    init: (method) => ({ method: writingMethod(method), body: '{}', headers: { 'content-encoding': 'gzip' } }),
  },
  {
    name: 'a form',
    init: (method) => ({ method: writingMethod(method), body: 'id=1&is_watched=true', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  },
  {
    name: 'JSON of another charset',
    init: (method) => ({ method: writingMethod(method), body: '{}', headers: { 'content-type': 'application/json; charset=utf-7' } }),
  },
  { name: 'half an object', init: (method) => ({ method: writingMethod(method), body: '{"id": ' }) },
  { name: 'brackets that are never closed', init: (method) => ({ method: writingMethod(method), body: '['.repeat(100_000) }) },
];
const writingMethod = (method: string): string => (method === 'GET' ? 'POST' : method);

/** The tables of people and settings. No task of an earlier call changes them, so any difference comes from the call itself. */
function stateOfPeople(): string {
  const tables = ['account', 'position', 'playlist', 'playlist_entry', 'archive', 'schedule', 'task_notification', 'removed_video', 'api_token'];
  return JSON.stringify(tables.map((table) => server.archive.database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()));
}

test(
  `${operations.length} operations × ${requestCount} requests: no answer is a 500, and a refused request changes nothing`,
  { timeout: 300_000 },
  async () => {
    const problems: string[] = [];
    for (const [index, { path, method, operation }] of operations.entries()) {
      const random = seeded(index + 1);
      const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
      const value = (depth: number): unknown =>
        depth > 0 && random() < 0.4 ? anObject(depth - 1) : depth > 0 && random() < 0.2 ? [value(depth - 1)] : pick(oddValues);
      const anObject = (depth: number): unknown =>
        Object.fromEntries(Array.from({ length: 1 + Math.floor(random() * 4) }, () => [pick(bodyKeys), value(depth)]));
      for (let count = 0; count < requestCount; count += 1) {
        const address = path.replace(/\{[^}]+\}/g, () =>
          encodeURIComponent(String(pick(['unknown', '-1', '__proto__', 'a'.repeat(300), ids.gone, ids.mine, ids.lonely, '..', 'ä']))),
        );
        const query = Array.from({ length: Math.floor(random() * 3) }, () => `${pick(queryParameters)}=${encodeURIComponent(safeText(pick(oddValues)))}`).join(
          '&',
        );
        if (getsOnlyRawRequests(operation.operationId) || random() < rawShare) {
          const { name, init } = pick(rawKinds);
          const stateBefore = stateOfPeople();
          const request = init(method);
          // A logout ends a session whatever is sent with it.
          const { sessionid, csrftoken } = (operation.operationId === 'logoutUser' ? guest : device).cookies;
          const cookies = { cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`, 'x-csrftoken': csrftoken };
          const answer = await fetch(`${server.url}${address}?${query}`, {
            ...request,
            redirect: 'manual',
            headers: { 'content-type': 'application/json', ...cookies, ...(request.headers as Record<string, string>) },
          }).catch((error: Error) => error);
          // The server may close the connection on a body that is too large.
          const status = answer instanceof Error ? (name === tooLargeName ? 413 : 599) : answer.status;
          if (!(answer instanceof Error)) await answer.arrayBuffer();
          if (status >= 500 || (status >= 400 && stateOfPeople() !== stateBefore)) problems.push(`${operation.operationId}: ${name} → ${status}`);
          continue;
        }
        const stateBefore = stateOfPeople();
        const body = method === 'GET' ? {} : { body: random() < 0.8 ? anObject(3) : value(2) };
        const answer = await device.call(`${address}?${query}`, {
          method,
          ...body,
          headers: random() < 0.3 ? { 'idempotency-key': safeText(pick(oddValues)).replaceAll(/[^\x20-\x7e]/g, '') } : {},
        });
        await answer.arrayBuffer();
        if (answer.status >= 400 && stateOfPeople() !== stateBefore)
          problems.push(`${operation.operationId}: refused with ${answer.status}, and something was changed`);
        if (answer.status >= 500)
          problems.push(
            `${operation.operationId}: ${method} ${address.slice(0, 80)}?${query.slice(0, 200)} ${JSON.stringify(body).slice(0, 300)} → ${answer.status}`,
          );
      }
    }
    expect(problems).toEqual([]);
    expect(server.logLines.filter((line) => line.includes(' failed: '))).toEqual([]);
    expect((await device.call('/api/ping/')).status).toBe(200);
  },
);

function safeText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\ud800-\udfff]/g, '').slice(0, 500);
}
