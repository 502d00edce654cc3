// Seeded nonsense for every operation of the contract: never a 500, never a hang, and what was refused changed nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { addCustomPlaylist, ids } from '../builders/server-library.ts';
import type { SignedIn } from '../builders/server-session.ts';
import { seeded } from '../builders/seeded.ts';
import { described } from './contract-answers.ts';

const requestsForEach = 20;

let server: ServerArchive;
let device: SignedIn;
beforeAll(async () => {
  server = await startServerArchive();
  addCustomPlaylist(server.archive.database, ids.mine, 'Mine');
  device = await server.login();
});
afterAll(() => server.stop());

const odd: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 60, '', ' ', '0', '-0', '1e999', 'NaN', 'true', '\u0000', '\ud800', '\u202eabc', '💡'.repeat(50)],
  ...['../../etc/passwd', '--help', '"; DROP TABLE video; --', '<script>', 'x'.repeat(5000), ids.dawn, ids.walks, ids.harbour, ids.mine],
  ...[[], {}, [[]], [null], { data: null }, { __proto__: 1, constructor: 2 }, JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)],
];
/** Keys that the contract knows in some body, so that the nonsense reaches beyond the first check. */
const keys = [
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
const parameters = [
  'page',
  'page_size',
  'filter',
  'channel',
  'playlist',
  'type',
  'sort',
  'order',
  'watch',
  'height',
  'query',
  'q',
  'error',
  'delete_videos',
  'cast',
  'order',
];

const operations = described.filter(({ operation }) => !['logoutUser', 'loginUser', 'testTaskNotification'].includes(operation.operationId));

test(`${operations.length} operations × ${requestsForEach} requests: never a 500`, { timeout: 120_000 }, async () => {
  const bad: string[] = [];
  for (const [place, { path, method, operation }] of operations.entries()) {
    const random = seeded(place + 1);
    const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
    const value = (depth: number): unknown =>
      depth > 0 && random() < 0.4 ? anObject(depth - 1) : depth > 0 && random() < 0.2 ? [value(depth - 1)] : pick(odd);
    const anObject = (depth: number): unknown => Object.fromEntries(Array.from({ length: 1 + Math.floor(random() * 4) }, () => [pick(keys), value(depth)]));
    for (let count = 0; count < requestsForEach; count += 1) {
      const where = path.replace(/\{[^}]+\}/g, () =>
        encodeURIComponent(String(pick(['unknown', '-1', '__proto__', 'a'.repeat(300), ids.gone, ids.mine, ids.lonely, '..', 'ä']))),
      );
      const query = Array.from({ length: Math.floor(random() * 3) }, () => `${pick(parameters)}=${encodeURIComponent(safe(pick(odd)))}`).join('&');
      const body = method === 'GET' ? {} : { body: random() < 0.8 ? anObject(3) : value(2) };
      const answer = await device.call(`${where}?${query}`, {
        method,
        ...body,
        headers: random() < 0.3 ? { 'idempotency-key': safe(pick(odd)).replaceAll(/[^\x20-\x7e]/g, '') } : {},
      });
      await answer.arrayBuffer();
      if (answer.status >= 500)
        bad.push(`${operation.operationId}: ${method} ${where.slice(0, 80)}?${query.slice(0, 200)} ${JSON.stringify(body).slice(0, 300)} → ${answer.status}`);
    }
  }
  expect(bad).toEqual([]);
  expect(server.logged.filter((line) => line.includes(' failed: '))).toEqual([]);
  expect((await device.call('/api/ping/')).status).toBe(200);
});

function safe(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\ud800-\udfff]/g, '').slice(0, 500);
}
