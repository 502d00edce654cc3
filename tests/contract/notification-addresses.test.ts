// Notification addresses that only the program apprise can send to, before and after it is installed.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let device: ApiSession;
let programs: string;
beforeEach(async () => {
  server = await startServerArchive();
  device = await server.login();
  programs = path.join(server.folder, 'programs');
  await mkdir(programs);
  vi.stubEnv('PATH', programs);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const add = (url: string): Promise<Response> => device.call('/api/task/notification/', { method: 'POST', body: { task_name: 'update_subscribed', url } });

test('an address for apprise is refused at its field while apprise is missing, and accepted once it is installed', async () => {
  const refusal = await add('json://hooks.example/boat');
  expect([refusal.status, await refusal.json()]).toEqual([
    400,
    { url: [expect.stringMatching(/^Sending to json:\/\/ needs the program apprise, which is not installed on the server/) as string] },
  ]);
  expect(await (await device.call('/api/task/notification/')).json()).toEqual({});
  expect((await add('https://hooks.example/boat')).status).toBe(200);

  const apprise = path.join(programs, 'apprise');
  await writeFile(apprise, '');
  await chmod(apprise, 0o755);
  expect((await add('json://hooks.example/boat')).status).toBe(200);
  expect(await (await device.call('/api/task/notification/')).json()).toMatchObject({
    update_subscribed: { urls: ['https://hooks.example/boat', 'json://hooks.example/boat'] },
  });
});
