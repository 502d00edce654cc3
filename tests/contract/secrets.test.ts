// The cookie, the PO token and the membership key, the sites and services that use them, and the check for a newer release.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noServiceAddresses } from '../../server/external-services/addresses.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startExternalService, type ExternalService } from '../doubles/external-service.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { contractProblems } from './contract-answers.ts';

let platform: ExternalService;
let releasePage: ExternalService;
let ytDlp: FakeYtDlp;
let server: ServerArchive;
let device: ApiSession;
beforeAll(async () => {
  platform = await startExternalService();
  releasePage = await startExternalService('/releases/latest');
  ytDlp = await aFakeYtDlp();
  server = await startServerArchive({ ytDlp: ytDlp.program, serviceAddresses: { ...noServiceAddresses, membership: platform.url, releases: releasePage.url } });
  device = await server.login();
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  await releasePage.stop();
  await ytDlp.remove();
});

interface Downloads {
  downloads: { cookie_import: boolean; potoken: boolean };
}
const downloads = async (): Promise<Downloads['downloads']> => (await device.json<Downloads>('/api/appsettings/config/')).downloads;
const request = (path: string, method: string, body?: unknown) => device.call(`/api/appsettings/${path}/`, { method, ...(body === undefined ? {} : { body }) });

test('a valid cookie is stored and shown as present by the settings; a bad one is refused with a reason and removes the stored cookie', async () => {
  expect(await (await request('cookie', 'GET')).json()).toEqual({ cookie_enabled: false });
  const storeAnswer = await request('cookie', 'PUT', { cookie: '.video.example\tTRUE\t/\tTRUE\t0\tsid\ta-cookie-value' });
  expect(await storeAnswer.json()).toEqual({
    cookie_enabled: true,
    status: true,
    validated: expect.any(Number) as number,
    validated_str: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string,
  });
  expect((await downloads()).cookie_import).toBe(true);
  const refusal = await request('cookie', 'PUT', { cookie: 'sid=a-cookie-value' });
  expect([refusal.status, await refusal.json()]).toEqual([
    400,
    { error: '[cookie]: import failed, not valid: line 1 has 1 of 7 fields; they are separated by tabs' },
  ]);
  expect((await downloads()).cookie_import).toBe(false);
  expect(await (await request('cookie', 'POST')).json()).toMatchObject({ cookie_enabled: false, status: false });
});

describe('a YouTube cookie is checked with YouTube', () => {
  const ownList = 'https://www.youtube.com/playlist?list=LL';
  const cookie = '.youtube.com\tTRUE\t/\tTRUE\t0\tsid\ta-cookie-value';
  const isStored = async (): Promise<boolean> => (await downloads()).cookie_import;
  const validateCookie = async (): Promise<unknown> => (await (await request('cookie', 'POST')).json()) as unknown;

  test('an accepted cookie is stored, and checked at most once an hour', async () => {
    await ytDlp.serve({ [ownList]: { info: { _type: 'playlist', id: 'LL', entries: [] } } });
    expect((await request('cookie', 'PUT', { cookie })).status).toBe(200);
    const countBefore = (await ytDlp.calls()).length;
    await ytDlp.serve({ [ownList]: { error: '[youtube:tab] YouTube said: The playlist does not exist.' } });
    expect(await validateCookie()).toMatchObject({ cookie_enabled: true, status: true });
    expect((await ytDlp.calls()).length).toBe(countBefore);
    expect((await ytDlp.calls()).at(-1)).toContainEqual(expect.stringMatching(/^--cookies=.*lent-[\w-]+\.txt$/));
    // Reading the whole list could take longer than the person waits.
    expect((await ytDlp.calls()).at(-1)).toContain('--playlist-end=1');
  });

  /** @returns a function that sends a cookie as a program does, and returns the status of the answer */
  async function createProgram(): Promise<(text: string) => Promise<number>> {
    const { token } = (await (await request('token', 'GET')).json()) as { token: string };
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    return async (text) => (await fetch(`${server.url}/api/appsettings/cookie/`, { method: 'PUT', headers, body: JSON.stringify({ cookie: text }) })).status;
  }

  test('cookies sent by a program are checked at most once an hour, and cookies sent by a person are checked each time', async () => {
    await request('cookie', 'DELETE');
    await ytDlp.serve({ [ownList]: { info: { _type: 'playlist', id: 'LL', entries: [] } } });
    const sendCookie = await createProgram();
    const countBefore = (await ytDlp.calls()).length;
    for (const value of ['1', '2', '3']) expect(await sendCookie(`${cookie}${value}`)).toBe(200);
    expect((await ytDlp.calls()).length).toBe(countBefore + 1);
    // An invalid cookie removes the stored one, so the next cookie is checked again.
    expect(await sendCookie(`${cookie}\n/`)).toBe(400);
    expect(await sendCookie(cookie)).toBe(200);
    expect((await ytDlp.calls()).length).toBe(countBefore + 2);
    expect((await request('cookie', 'PUT', { cookie })).status).toBe(200);
    expect((await ytDlp.calls()).length).toBe(countBefore + 3);
    expect(await sendCookie(cookie)).toBe(200);
    expect((await ytDlp.calls()).length).toBe(countBefore + 3);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await sendCookie(cookie)).toBe(200);
    expect((await ytDlp.calls()).length).toBe(countBefore + 4);
  });

  test('a refused cookie is not stored, and the earlier one stays', async () => {
    const storedText = (): Promise<string> => readFile(path.join(server.folder, 'secrets', 'cookies.txt'), 'utf8');
    const error = '[cookie]: import failed, not valid: the site does not accept it; export it again while you are signed in there';
    const refusedSite = { [ownList]: { error: '[youtube:tab] YouTube said: The playlist does not exist.' } };
    await ytDlp.serve({ [ownList]: { info: { _type: 'playlist', id: 'LL', entries: [] } } });
    expect((await request('cookie', 'PUT', { cookie: `${cookie}-accepted` })).status).toBe(200);
    const textBefore = await storedText();
    await ytDlp.serve(refusedSite);
    const refusal = await request('cookie', 'PUT', { cookie });
    expect([refusal.status, await refusal.json()]).toEqual([400, { error: `${error}; the stored cookie stays` }]);
    expect([await storedText(), textBefore]).toEqual([textBefore, expect.stringContaining('-accepted') as string]);
    await request('cookie', 'DELETE');
    const refusalWithoutStored = await request('cookie', 'PUT', { cookie });
    expect([await refusalWithoutStored.json(), await isStored()]).toEqual([{ error }, false]);
  });

  test('a cookie that is removed while it is checked is not stored, and the next cookie that a program sends is checked', async () => {
    await ytDlp.serve({ [ownList]: { info: { _type: 'playlist', id: 'LL', entries: [] }, isHeld: true } });
    const countBefore = (await ytDlp.calls()).length;
    const storing = request('cookie', 'PUT', { cookie });
    await expect.poll(async () => (await ytDlp.calls()).length).toBe(countBefore + 1);
    await request('cookie', 'DELETE');
    await ytDlp.release();
    await storing;
    expect(await isStored()).toBe(false);
    const sendCookie = await createProgram();
    expect(await sendCookie(cookie)).toBe(200);
    expect((await ytDlp.calls()).length).toBe(countBefore + 2);
    await request('cookie', 'DELETE');
  });

  test('the refusal of a cookie does not remove another cookie that was stored meanwhile', async () => {
    await ytDlp.serve({ [ownList]: { error: '[youtube:tab] YouTube said: The playlist does not exist.', isHeld: true } });
    const countBefore = (await ytDlp.calls()).length;
    const refusal = request('cookie', 'PUT', { cookie });
    await expect.poll(async () => (await ytDlp.calls()).length).toBe(countBefore + 1);
    await ytDlp.serve({ [ownList]: { info: { _type: 'playlist', id: 'LL', entries: [] } } });
    expect((await request('cookie', 'PUT', { cookie: `${cookie}-renewed` })).status).toBe(200);
    await ytDlp.release();
    expect([(await refusal).status, await isStored()]).toEqual([400, true]);
  });

  test('a cookie is accepted while the site is unreachable', async () => {
    await ytDlp.serve({ [ownList]: { error: 'Unable to download webpage: <urlopen error [Errno -3] Temporary failure in name resolution>' } });
    expect((await request('cookie', 'PUT', { cookie })).status).toBe(200);
    expect(await isStored()).toBe(true);
    await request('cookie', 'DELETE');
  });
});

test('staff can store and remove a PO token, and the settings show only whether one is stored', async () => {
  await request('potoken', 'POST', { potoken: ' web+dG9rZW4= ' });
  expect((await downloads()).potoken).toBe(true);
  await request('config', 'POST', { downloads: { potoken: false, cookie_import: true } });
  expect(await downloads()).toMatchObject({ potoken: true, cookie_import: false });
  await request('potoken', 'DELETE');
  expect((await downloads()).potoken).toBe(false);
});

test('the address of a token provider is an ordinary setting', async () => {
  const answer = await request('config', 'POST', { downloads: { pot_provider_url: 'http://127.0.0.1:4416' } });
  expect(await answer.json()).toMatchObject({ downloads: { pot_provider_url: 'http://127.0.0.1:4416' } });
});

describe('a membership', () => {
  const key = 'membership-key-0001';
  const profile = {
    id: 4,
    user: { id: 9, username: 'fern', email: 'not passed on' },
    sponsor_tier: { tier_id: 1, name: 'Bronze', description: 'Up to 25 channels', max_subs: 25 },
    subscription_count: 12,
    subscription_is_max: false,
  };
  beforeEach(async () => {
    platform.requests.length = 0;
    await request('membership/token', 'POST', { token: key });
  });

  test('shows whose key it is, and passes on nothing else', async () => {
    platform.answer = { status: 200, body: { ...profile, is_connected: true } };
    const answer = await request('membership/profile', 'GET');
    expect(await contractProblems('getMembershipProfile', answer.clone() as Response)).toEqual([]);
    expect(await answer.text()).not.toContain('email');
    expect(platform.requests).toEqual([{ method: 'GET', path: '/api/profile/me/', authorization: `Token ${key}`, body: '' }]);
  });

  test('sends the platform the subscribed channels, each with the kinds of video to report', async () => {
    await request('config', 'POST', { subscriptions: { live_channel_size: 0 } });
    await device.call(`/api/channel/${ids.harbour}/`, {
      method: 'POST',
      body: { channel_subscribed: true, channel_overwrites: { subscriptions_shorts_channel_size: 0 } },
    });
    platform.answer = { status: 200, body: {} };
    expect((await request('membership/sync', 'POST')).status).toBe(204);
    expect(platform.requests[0]).toMatchObject({ method: 'POST', path: '/api/profile/subscription/?delete=true' });
    expect(JSON.parse(platform.requests[0]?.body ?? '')).toContainEqual({
      channel_id: ids.harbour,
      notify_videos: true,
      notify_streams: false,
      notify_shorts: false,
    });
  });

  test('reports a refusal with the platform’s message or with ours, and never with the key', async () => {
    const table: [answer: ExternalService['answer'], message: RegExp][] = [
      [{ status: 403, body: { message: 'Invalid token.' } }, /^Invalid token\.$/],
      [{ status: 403, body: { detail: `no member has the key ${key}` } }, /^Connection to the membership platform failed: 403$/],
      [{ status: 502, body: '<html>' }, /^Connection to the membership platform failed: 502$/],
      [{ status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }, /failed: 302$/],
      [{ status: 200, body: { ...profile, sponsor_tier: null } }, /did not answer with a profile/],
    ];
    for (const [answer, message] of table) {
      platform.answer = answer;
      const refusal = await request('membership/profile', 'GET');
      const body = (await refusal.json()) as { message: string };
      expect([refusal.status, body.message]).toEqual([400, expect.stringMatching(message)]);
      expect(JSON.stringify(body)).not.toContain(key);
    }
  });

  test('without a key contacts no platform', async () => {
    await request('membership/token', 'DELETE');
    expect(await (await request('membership/token', 'GET')).json()).toEqual({ token: null });
    expect(await (await request('membership/sync', 'POST')).json()).toEqual({ message: 'No membership key is stored.' });
    expect(platform.requests).toEqual([]);
  });
});

test('ping reports a newer release once the check has run', async () => {
  const readUpdate = async () => (await device.json<{ ta_update: unknown }>('/api/ping/')).ta_update;
  expect(await readUpdate()).toBeNull();
  releasePage.answer = { status: 200, body: { tag_name: 'v99.0.0' } };
  // Starts the check as its schedule does.
  server.archive.database.prepare("INSERT INTO task (id, name, input, added_at) VALUES ('a-check', 'version_check', '{}', 0)").run();
  await server.kill();
  await server.start();
  await expect.poll(readUpdate).toEqual({ status: true, version: 'v99.0.0', is_breaking: true });
  expect(releasePage.requests.map(({ path }) => path)).toEqual(['/releases/latest']);
});

test('an answer that contains a secret is not stored for repeated writes', async () => {
  const key = 'a-key-of-the-platform';
  for (let count = 0; count < 2; count += 1) {
    const answer = await device.call('/api/appsettings/membership/token/', { method: 'POST', body: { token: key }, headers: { 'idempotency-key': 'once' } });
    expect(await answer.json()).toEqual({ token: key });
  }
  expect(JSON.stringify(server.archive.database.prepare('SELECT * FROM first_answer').all())).not.toContain(key);
});

test('the secrets folder is readable by its owner only', async () => {
  expect((await stat(path.join(server.libraryFolder, '../secrets'))).mode & 0o777).toBe(0o700);
});
