// Notification addresses to which only the program apprise can send, before and after apprise is installed.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let device: ApiSession;
let programFolder: string;
beforeEach(async () => {
  server = await startServerArchive();
  device = await server.login();
  programFolder = path.join(server.folder, 'programs');
  await mkdir(programFolder);
  vi.stubEnv('PATH', programFolder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const add = (url: string): Promise<Response> => device.call('/api/task/notification/', { method: 'POST', body: { task_name: 'update_subscribed', url } });

test('an address for apprise is refused at its field while apprise is missing, and accepted once apprise is installed', async () => {
  const refusal = await add('json://hooks.example/boat');
  expect([refusal.status, await refusal.json()]).toEqual([
    400,
    { url: [expect.stringMatching(/^Sending to json:\/\/ needs the program apprise, which is not installed on the server/) as string] },
  ]);
  expect(await (await device.call('/api/task/notification/')).json()).toEqual({});
  expect((await add('https://hooks.example/boat')).status).toBe(200);

  const apprisePath = path.join(programFolder, 'apprise');
  await writeFile(apprisePath, '');
  await chmod(apprisePath, 0o755);
  expect((await add('json://hooks.example/boat')).status).toBe(200);
  expect(await (await device.call('/api/task/notification/')).json()).toMatchObject({
    update_subscribed: { urls: ['https://hooks.example/boat', 'json://hooks.example/boat'] },
  });
});
