// Calls every operation as every kind of caller in the table of roles, and sends every write as a foreign page would.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../builders/archive-people.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { addCustomPlaylist, ids } from '../builders/server-library.ts';
import { allOperations, contractProblems, type DescribedOperation } from './contract-answers.ts';
import { callers, callersByOperation, type RoleCaller } from './role-table.ts';
import { casesToRun } from '../long-test.ts';

let server: ServerArchive;
beforeAll(async () => {
  server = await startServerArchive();
  server.archive.accounts.add({ name: 'olav', passwordHash: '', isStaff: false, isSuperuser: true });
});
afterAll(() => server.stop());
// A task that a permitted caller started could write while the next test checks that refused calls write nothing.
beforeEach(async () => {
  await expect.poll(() => server.archive.database.prepare('SELECT name FROM task').all()).toEqual([]);
});

const usernames = { user: people.guest.username, staff: people.staff.username, superuser: 'olav' };
const csrfToken = 'c'.repeat(43);

/** New credentials for each call, because some calls end the session they came with. */
function credentials(caller: RoleCaller): Record<string, string> {
  const idOf = (name: string): number => server.archive.accounts.find(name)?.id ?? 0;
  if (caller === 'nobody') return {};
  if (caller === 'token') return { authorization: `Token ${server.archive.apiTokens.get(idOf(usernames.staff))}` };
  const { token } = server.archive.sessions.start(idOf(usernames[caller]), false, 'roles');
  return { cookie: `sessionid=${token}; csrftoken=${csrfToken}`, 'x-csrftoken': csrfToken };
}

/** Calls an operation with unknown ids and an empty body. A permitted caller gets at most an error about these; any other is refused first. */
function send({ path, method }: DescribedOperation, headers: Record<string, string>): Promise<Response> {
  const isWrite = method !== 'GET';
  return fetch(`${server.url}${path.replace(/\{[^}]+\}/g, 'unknown-id1')}`, {
    method,
    headers: { ...headers, ...(isWrite ? { 'content-type': 'application/json' } : {}) },
    ...(isWrite ? { body: '{}' } : {}),
  });
}

const detailOf = async (answer: Response): Promise<string> => ((await answer.json()) as { detail: string }).detail;
const countWrites = (): number => (server.archive.database.prepare('SELECT total_changes() AS n').get() as { n: number }).n;

test('the table lists every operation of the contract once, and agrees with the roles in the contract', () => {
  expect([...callersByOperation.keys()].toSorted()).toEqual(allOperations.map(({ operation }) => operation.operationId).toSorted());
  const leastCallers = { any: 'nobody', user: 'user', staff: 'staff' } as const;
  for (const { operation } of allOperations) {
    expect([operation.operationId, callersByOperation.get(operation.operationId)?.[0]]).toEqual([
      operation.operationId,
      leastCallers[operation['x-roles'][0] ?? 'staff'],
    ]);
  }
  console.log(`${allOperations.length} operations × ${callers.length} callers = ${allOperations.length * callers.length} rows of the table of roles`);
});

describe('a write with the cookies of a permitted person', () => {
  const writeOperations = allOperations.filter(({ method, operation }) => method !== 'GET' && operation.operationId !== 'loginUser');
  const withoutHeader = (headers: Record<string, string>, name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
  const attempts: [description: string, change: (headers: Record<string, string>) => Record<string, string>][] = [
    ['without the CSRF header', (headers) => withoutHeader(headers, 'x-csrftoken')],
    ['with the CSRF header of somebody else', (headers) => ({ ...headers, 'x-csrftoken': 'd'.repeat(43) })],
    ['without the CSRF cookie', (headers) => ({ ...headers, cookie: headers['cookie']?.split('; ')[0] ?? '' })],
    ['from the page of another origin', (headers) => ({ ...headers, origin: 'https://elsewhere.example' })],
    ['from a page without an origin', (headers) => ({ ...headers, origin: 'null' })],
  ];
  test.each(attempts)(`%s is refused for all ${writeOperations.length} operations, and writes nothing`, async (_description, change) => {
    const problems: string[] = [];
    for (const describedOperation of writeOperations) {
      const headers = change(credentials('superuser'));
      const writesBefore = countWrites();
      const answer = await send(describedOperation, headers);
      const outcome = answer.status === 403 ? await detailOf(answer) : String(answer.status);
      if (!outcome.startsWith('CSRF Failed: ')) problems.push(`${describedOperation.operation.operationId}: ${outcome}`);
      if (countWrites() !== writesBefore) problems.push(`${describedOperation.operation.operationId} wrote`);
    }
    expect(problems).toEqual([]);
  });

  test('sent as a form, as a page of another site could, is refused because of its media type', async () => {
    const problems: string[] = [];
    for (const { path, method, operation } of writeOperations.filter(readsBody)) {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
        const answer = await fetch(`${server.url}${path.replace(/\{[^}]+\}/g, 'unknown-id1')}`, {
          method,
          headers: { ...credentials('superuser'), 'content-type': type },
          body: '{"a":1}',
        });
        // One operation has a required parameter, which is checked first.
        const expectedStatus = operation.operationId === 'updateDownloadsByFilter' ? 400 : 415;
        if (answer.status !== expectedStatus) problems.push(`${operation.operationId} ${type}: ${answer.status}`);
      }
    }
    expect(problems).toEqual([]);
  });
});

describe.each(casesToRun(callers, 3))('the caller “%s”', (caller) => {
  const refusal = caller === 'nobody' ? 'Authentication credentials were not provided.' : 'You do not have permission to perform this action.';

  test('may call what the table allows; anything else is refused with the right message, and writes nothing', async () => {
    const problems: string[] = [];
    for (const describedOperation of allOperations) {
      const id = describedOperation.operation.operationId;
      const headers = credentials(caller);
      const writesBefore = countWrites();
      const answer = await send(describedOperation, headers);
      const isRefused = answer.status === 403;
      if (isRefused === callersByOperation.get(id)?.includes(caller)) problems.push(`${id}: ${answer.status} ${await answer.text()}`);
      else if (isRefused) {
        const detail = await detailOf(answer);
        if (detail !== refusal) problems.push(`${id}: ${detail}`);
        if (countWrites() !== writesBefore) problems.push(`${id} was refused and wrote`);
      } else problems.push(...(await contractProblems(id, answer)));
    }
    expect(problems).toEqual([]);
  });
});

describe('rights that depend on more than the operation', () => {
  test('an ordinary person may delete a custom playlist, and a superuser also a regular one', async () => {
    const remove = (id: string, caller: RoleCaller) =>
      fetch(`${server.url}/api/playlist/${id}/`, { method: 'DELETE', headers: credentials(caller) }).then(({ status }) => status);
    addCustomPlaylist(server.archive.database, ids.mine, 'Mine');
    expect(await remove(ids.walks, 'user')).toBe(403);
    expect(await remove(ids.walks, 'nobody')).toBe(403);
    expect(await remove(ids.mine, 'user')).toBe(204);
    expect(await remove(ids.walks, 'superuser')).toBe(204);
  });

  test('an ordinary person may not delete the videos of a custom playlist', async () => {
    const playlistId = 'TA_playlist_00000000-0000-4000-8000-00000000kept';
    addCustomPlaylist(server.archive.database, playlistId, 'Kept');
    const answer = await fetch(`${server.url}/api/playlist/${playlistId}/?delete_videos=true`, { method: 'DELETE', headers: credentials('user') });
    expect(answer.status).toBe(403);
  });

  test('the token of an account that is no longer staff grants no more than the account', async () => {
    const accountId = server.archive.accounts.find(usernames.staff)?.id ?? 0;
    const headers = credentials('token');
    const status = (path: string) => fetch(`${server.url}${path}`, { headers }).then((answer) => answer.status);
    server.archive.accounts.setRole(accountId, { isStaff: false, isSuperuser: false });
    expect([await status('/api/ping/'), await status('/api/download/')]).toEqual([200, 403]);
    server.archive.accounts.setRole(accountId, { isStaff: true, isSuperuser: false });
    expect(await status('/api/download/')).toBe(200);
  });
});

function readsBody({ operation }: DescribedOperation): boolean {
  return (operation as { requestBody?: unknown }).requestBody !== undefined;
}
