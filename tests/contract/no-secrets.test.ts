// Secrets must not leak. Almost every operation is called, with good and bad input, while the secrets of this run exist. No log, answer or
// page may contain one, except the few calls that exist to show it. A backup contains only the secrets that its restore needs.
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openZip } from '../../server/backups/read-zip.ts';
import { fileOf } from '../../server/backups/staging.ts';
import { noServiceAddresses } from '../../server/external-services/addresses.ts';
import { openAdminBrowser } from '../builders/admin-browser.ts';
import { people } from '../builders/archive-people.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startExternalService, type ExternalService } from '../doubles/external-service.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { allOperations } from './contract-answers.ts';

const longTimeout = { timeout: 60_000 };

const cookieValue = 'a-cookie-value-of-this-run';
const poToken = 'web+cG9Ub2tlbk9mVGhpc1J1bg==';
const membershipKey = 'membership-key-of-this-run';
const webhook = 'https://hooks.example/a-webhook-secret-of-this-run';
const wrongPassword = 'a-wrong-password-of-this-run';

let platform: ExternalService;
let ytDlp: FakeYtDlp;
let server: ServerArchive;
let device: ApiSession;
const secrets = new Map<string, string>();
/** Operations that exist to show a secret, and the secrets that they show. */
const shownSecrets: Record<string, string[]> = {
  getApiToken: ['API token'],
  getMembershipToken: ['membership key'],
  updateMembershipToken: ['membership key'],
  updatePoToken: ['PO token'],
  listTaskNotifications: ['webhook'],
  addTaskNotification: ['webhook'],
};

beforeAll(async () => {
  platform = await startExternalService();
  // The platform repeats what it was sent, as a careless service would.
  platform.answer = { status: 403, body: { message: `Token ${membershipKey} is not known` } };
  ytDlp = await aFakeYtDlp({ 'https://videos.example/broken': { error: '[site] HTTP Error 403: Forbidden' } });
  server = await startServerArchive({ serviceAddresses: { ...noServiceAddresses, membership: platform.url }, ytDlp: ytDlp.program });
  device = await server.login();
  const guest = await server.login('guest');
  for (const [personName, { password }] of Object.entries(people)) secrets.set(`password of ${personName}`, password);
  for (const { name, passwordHash } of server.archive.accounts.list()) secrets.set(`hash of ${name}`, passwordHash);
  secrets.set('session', device.cookies.sessionid);
  secrets.set('session of the guest', guest.cookies.sessionid);
  secrets.set('CSRF token', device.cookies.csrftoken);
  secrets.set('API token', server.archive.apiTokens.get(server.archive.accounts.find('mara')?.id ?? 0));
  secrets.set('cast secret', server.archive.castSecret);
  secrets.set('cookie', cookieValue);
  secrets.set('PO token', poToken);
  secrets.set('membership key', membershipKey);
  secrets.set('webhook', webhook);
  secrets.set('wrong password', wrongPassword);
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  await ytDlp.remove();
});

const secretsIn = (text: string): string[] => [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);

/** Calls that store a secret permanently, so that every later call could leak it. */
const storingCalls: [id: string, body: object][] = [
  ['updateCookie', { cookie: `.videos.example\tTRUE\t/\tTRUE\t0\tsid\t${cookieValue}` }],
  ['updatePoToken', { potoken: poToken }],
  ['updateMembershipToken', { token: membershipKey }],
  ['addTaskNotification', { task_name: 'version_check', url: webhook }],
  ['addTaskNotification', { task_name: 'extract_download', url: webhook }],
];
/** Calls with a secret that fail or are refused. */
const refusedCalls: [id: string, body: object][] = [
  ['loginUser', { username: 'mara', password: wrongPassword }],
  ['loginUser', { username: 'mara', password: [wrongPassword] }],
  ['updatePoToken', { potoken: `${poToken};x=y` }],
  ['updateMembershipToken', { token: `${membershipKey} with more` }],
  ['testTaskNotification', { url: 'https://127.0.0.1:1/a-webhook-secret-of-this-run' }],
  ['testTaskNotification', { url: `nonsense ${webhook}` }],
  ['addTaskNotification', { task_name: 'nap', url: webhook }],
  ['updateAppSettings', { downloads: { cookie: cookieValue, limit_speed: cookieValue } }],
  ['addDownloads', { data: [{ youtube_id: 'https://videos.example/broken', status: 'pending' }] }],
];
/** Operations that are not called, because they remove secrets or data that other operations need. */
const skippedOperations = ['revokeCookie', 'revokePoToken', 'deleteMembershipToken', 'revokeApiToken', 'logoutUser', 'restoreBackup', 'restoreSnapshot'];

async function call(id: string, body: object | null): Promise<string> {
  const describedOperation = allOperations.find(({ operation }) => operation.operationId === id);
  if (!describedOperation) throw new Error(`there is no operation ${id}`);
  const answer = await device.call(describedOperation.path.replace(/\{[^}]+\}/g, 'unknown-id1'), {
    method: describedOperation.method,
    ...(body === null ? {} : { body }),
  });
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie').map(([name, value]) => `${name}: ${value}`);
  return `${headers.join('\n')}\n${await answer.text()}`;
}

// The first test stores the secrets, and the others look for them.
describe('a secret that was stored or refused', { shuffle: false }, () => {
  test('is in no answer except those of operations made to show it', longTimeout, async () => {
    const leaks: string[] = [];
    const checkCall = async (id: string, body: object | null): Promise<void> => {
      for (const name of secretsIn(await call(id, body))) if (shownSecrets[id]?.includes(name) !== true) leaks.push(`${id} shows the ${name}`);
    };
    for (const [id, body] of storingCalls) await checkCall(id, body);
    for (const [id, body] of refusedCalls) await checkCall(id, body);
    for (const { method, operation } of allOperations) {
      if (!skippedOperations.includes(operation.operationId) && operation.operationId !== 'updateCookie')
        await checkCall(operation.operationId, method === 'GET' ? null : {});
    }
    // The bad cookie is sent last, because it removes the previous cookie.
    await checkCall('updateCookie', { cookie: `sid=${cookieValue}` });
    expect(leaks).toEqual([]);
    // The calls that show a secret did show it; otherwise this test would check nothing.
    expect(secretsIn(await call('getApiToken', null))).toEqual(['API token']);
    expect(secretsIn(await call('listTaskNotifications', null))).toEqual(['webhook']);
  });

  test('is on no page of /admin/, except where it is shown once', async () => {
    const browser = openAdminBrowser(server.url);
    browser.cookies.set('sessionid', device.cookies.sessionid);
    expect(secretsIn((await browser.open()).text)).toEqual([]);
    expect(secretsIn((await browser.open(`/admin/people/${server.archive.accounts.find('tove')?.id}/`)).text)).toEqual([]);
    expect(secretsIn((await browser.send('/admin/password/', { present: wrongPassword, new: wrongPassword, again: wrongPassword })).text)).toEqual([]);
    await browser.open();
    expect(secretsIn((await browser.send('/admin/token/show/')).text)).toEqual(['API token']);
  });

  test('is in a backup only if people need it to sign in or to be notified', longTimeout, async () => {
    const backupFolder = path.join(path.dirname(fileOf(server.archive.database)), 'backups');
    const listZips = async (): Promise<string[]> => (await readdir(backupFolder).catch((): string[] => [])).filter((name) => name.endsWith('.zip'));
    await call('startBackup', null);
    await expect.poll(listZips, { timeout: 30_000 }).not.toEqual([]);
    const zip = await openZip(path.join(backupFolder, (await listZips())[0] ?? ''), backupFolder);
    const containedSecrets = new Set<string>();
    for (const name of zip.names)
      for await (const { line } of zip.lines(name)) for (const secret of secretsIn(line)) containedSecrets.add(`${name}: ${secret}`);
    zip.close();
    // Without these secrets nobody could sign in or be notified after a restore (docs/decisions/111).
    expect([...containedSecrets].toSorted()).toEqual(['account.ndjson: hash of mara', 'account.ndjson: hash of tove', 'task_notification.ndjson: webhook']);
  });

  test('is not in the database if it is a session, a password or a key to another service', longTimeout, async () => {
    server.archive.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const file = fileOf(server.archive.database);
    const containedSecrets = secretsIn((await readFile(file)).toString('latin1'));
    // These secrets are shown again on request, or needed in plain form.
    expect(containedSecrets.toSorted()).toEqual(['API token', 'cast secret', 'hash of mara', 'hash of tove', 'webhook']);
    const folder = path.join(path.dirname(file), 'secrets');
    // A task that still runs has its own copy of the cookie there.
    await expect.poll(async () => (await readdir(folder)).toSorted(), { timeout: 30_000 }).toEqual(['membership-key', 'po-token']);
    for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  });

  test('is in no line of the log', async () => {
    // Waits until the started tasks have finished.
    await expect
      .poll(async () => (await device.json<{ progress?: number }[]>('/api/notification/')).filter(({ progress }) => progress !== undefined), {
        timeout: 30_000,
      })
      .toEqual([]);
    expect(server.logLines.length).toBeGreaterThan(0);
    expect(server.logLines.flatMap((line) => secretsIn(line).map((secret) => `${secret}: ${line}`))).toEqual([]);
  });
});
