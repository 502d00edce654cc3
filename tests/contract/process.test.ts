import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newSnapshotId, snapshotFileName } from '../../server/backups/snapshot-names.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { readCommand } from '../../server/start/options.ts';
import { testCertificate, testKey } from '../builders/server-certificate.ts';
import { plantOwner } from '../builders/archive-people.ts';
import { anMp4 } from '../builders/library-media.ts';
import { runInProcess } from '../builders/run-in-process.ts';
import { startServerProcess, type ServerProcess } from '../builders/server-process.ts';
import { signedIn, signIn } from '../builders/server-session.ts';
import { casesToRun, longTest } from '../long-test.ts';

/** Each test starts one or two processes, each of which needs a second or two on two busy cores. */
const longTimeout = { timeout: 60_000 };

const sampleFolder = path.resolve(import.meta.dirname, '../../server/sample-library/library');

let folder: string;
let libraryFolder: string;
const runningServers: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-process-'));
  libraryFolder = path.join(folder, 'library');
  await mkdir(libraryFolder);
});
afterEach(async () => {
  await Promise.all(runningServers.splice(0).map((server) => server.waitForExit('SIGKILL')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(flags: string[], environment: Record<string, string> = {}): ServerProcess {
  const server = startServerProcess(flags, environment);
  runningServers.push(server);
  return server;
}

function serveArguments(data: string, port = '0'): string[] {
  return ['--port', port, '--data', path.join(folder, data), '--library', libraryFolder];
}

const addressOf = (line: string): string => /https?:\/\/[^/ ]+/.exec(line)?.[0] ?? '';

describe('starting', () => {
  test(
    'ends with one line that says where to open the client and how to sign in; a server open to the network says why a phone needs https',
    longTimeout,
    async () => {
      const server = start(serveArguments('first'));
      const line = await server.ready();
      const [, password = ''] = /sign in as admin with the password (\S+) \(shown only now\)\.$/.exec(line) ?? [];
      expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
      expect(server.stdout()).toContain('--host 0.0.0.0');
      const admin = await signIn(addressOf(line), { username: 'admin', password });
      expect(await admin.json('/api/user/account/')).toMatchObject({ name: 'admin', is_staff: true, is_superuser: true });
      expect((await server.waitForExit('SIGTERM')).code).toBe(0);
      // A copy of the database file alone is now complete.
      expect((await stat(path.join(folder, 'first', 'stowaway.sqlite-wal'))).size).toBe(0);

      const secondServer = start([...serveArguments('first'), '--host', '0.0.0.0']);
      const secondLine = await secondServer.ready();
      expect(secondLine).toContain('open http://127.0.0.1:');
      expect(secondLine).toMatch(/sign in as admin \(forgot the password\? npm start -- --reset-password admin\)\.$/);
      expect(secondServer.stdout()).not.toContain(password);
      expect(secondServer.stdout()).toMatch(/--tls-cert and --tls-key/);
      // The database contains password hashes.
      for (const name of ['stowaway.sqlite', 'stowaway.sqlite-wal']) expect((await stat(path.join(folder, 'first', name))).mode & 0o777).toBe(0o600);
    },
  );

  longTest('creates the first account from variables, and reads flags from variables', longTimeout, async () => {
    const server = start([], {
      STOWAWAY_PORT: '0',
      STOWAWAY_DATA: path.join(folder, 'variables'),
      STOWAWAY_LIBRARY: libraryFolder,
      STOWAWAY_ADMIN_USER: 'mara',
      STOWAWAY_ADMIN_PASSWORD: 'a lantern in the hold',
      STOWAWAY_HOST: '',
    });
    const line = await server.ready();
    expect(line).toMatch(/sign in as mara with the password you chose\.$/);
    await signIn(addressOf(line), { username: 'mara', password: 'a lantern in the hold' });
  });

  longTest('serves https with a certificate, and marks its cookies as Secure', longTimeout, async () => {
    const [certificate, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    await writeFile(certificate, testCertificate);
    await writeFile(key, testKey);
    const server = start([...serveArguments('tls'), '--tls-cert', certificate, '--tls-key', key, '--hsts'], {
      STOWAWAY_ADMIN_USER: 'mara',
      STOWAWAY_ADMIN_PASSWORD: 'a lantern in the hold',
    });
    const line = await server.ready();
    expect(line).toContain('https://');
    expect(healthCheck({ STOWAWAY_PORT: new URL(addressOf(line)).port, STOWAWAY_TLS_CERT: certificate })).toEqual({ code: 0, output: '' });
    const request = https.request(`${addressOf(line)}/api/user/login/`, {
      method: 'POST',
      ca: testCertificate,
      headers: { 'content-type': 'application/json' },
    });
    request.end(JSON.stringify({ username: 'mara', password: 'a lantern in the hold' }));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['set-cookie']?.every((cookie) => /; Secure/i.test(cookie))).toBe(true);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  longTest('--reset-password prints a new working password, and ends the account’s sessions', longTimeout, async () => {
    const firstServer = start(serveArguments('reset'));
    const line = await firstServer.ready();
    const oldPassword = /password (\S+) \(shown/.exec(line)?.[1] ?? '';
    const device = await signIn(addressOf(line), { username: 'admin', password: oldPassword });
    await firstServer.waitForExit('SIGTERM');

    const resetProcess = start(['--data', path.join(folder, 'reset'), '--reset-password', 'admin']);
    expect((await resetProcess.waitForExit()).code).toBe(0);
    const password = /The new password of admin is (\S+)$/m.exec(resetProcess.stdout())?.[1] ?? '';

    const secondServer = start([...serveArguments('reset'), '--port', new URL(addressOf(line)).port]);
    await secondServer.ready();
    expect((await device.call('/api/ping/')).status).toBe(403);
    await expect(signIn(addressOf(line), { username: 'admin', password: oldPassword })).rejects.toThrow('400');
    await signIn(addressOf(line), { username: 'admin', password });
  });

  test('--help and --version need no data folder', longTimeout, async () => {
    expect(await runInProcess(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--library DIR') as string });
    const versionProcess = start(['--version', '--data', path.join(folder, 'never-made')]);
    expect([(await versionProcess.waitForExit()).code, versionProcess.stdout()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    expect(existsSync(path.join(folder, 'never-made'))).toBe(false);
  });
});

describe('a server that cannot start says why in one line and exits with 1', () => {
  const cases: [string, () => string[] | Promise<string[]>, RegExp][] = [
    ['an argument that is not a flag', () => ['serve'], /^stowaway: Unknown flag serve\. See --help\.$/],
    ['a flag without its value', () => ['--port'], /^stowaway: --port needs a value\. See --help\.$/],
    ['an invalid port', () => ['--port', '99999'], /^stowaway: The port must be a number from 0 to 65535, not 99999\.$/],
    [
      'a missing library',
      () => ['--data', path.join(folder, 'd1'), '--library', path.join(folder, 'nowhere')],
      /^stowaway: The library folder .*nowhere does not exist\. Check --library, and that its disk is mounted\.$/,
    ],
    [
      'a data folder that cannot be written',
      async () => {
        await writeFile(path.join(folder, 'a-file'), '');
        return ['--data', path.join(folder, 'a-file/data'), '--library', libraryFolder];
      },
      /^stowaway: The data folder .* is not writable: a part of the path is not a folder\. Choose another with --data\.$/,
    ],
    // On a system without /proc, the named folder is at the root, where only root can create it.
    [
      'a data folder that cannot be created',
      () => ['--data', '/proc/stowaway/data', '--library', libraryFolder],
      /^stowaway: The data folder \/proc\/stowaway\/data is not writable: .*\.$/,
    ],
    [
      'a file that is not a database',
      async () => {
        await mkdir(path.join(folder, 'broken'));
        await writeFile(path.join(folder, 'broken/stowaway.sqlite'), 'this is no database at all, only words'.repeat(50));
        return ['--data', path.join(folder, 'broken'), '--library', libraryFolder];
      },
      /^stowaway: The database in .*broken cannot be opened: .*\.$/,
    ],
    [
      'a database that was emptied beside a snapshot of it',
      async () => {
        await mkdir(path.join(folder, 'emptied/snapshots'), { recursive: true });
        await writeFile(path.join(folder, 'emptied/stowaway.sqlite'), '');
        const snapshotName = snapshotFileName({ id: newSnapshotId(), reason: { kind: 'daily' }, startedAt: 1_770_000_000, endedAt: 1_770_000_001 });
        await writeFile(path.join(folder, 'emptied/snapshots', snapshotName), 'x');
        return ['--data', path.join(folder, 'emptied'), '--library', libraryFolder];
      },
      /^stowaway: The database .*emptied\/stowaway\.sqlite is empty \(0 bytes\), although it contained an archive, as .*\/snapshots\/ta_daily_-.* shows\. Put /,
    ],
    [
      'a data folder that is a file',
      async () => {
        await writeFile(path.join(folder, 'data-file'), '');
        return ['--data', path.join(folder, 'data-file'), '--library', libraryFolder];
      },
      /^stowaway: The data folder .*data-file is a file\. Choose a folder with --data\.$/,
    ],
    [
      'a damaged lock file',
      async () => {
        await mkdir(path.join(folder, 'damaged-lock'));
        await writeFile(path.join(folder, 'damaged-lock/lock.sqlite'), 'this is no database at all, only words'.repeat(50));
        return ['--data', path.join(folder, 'damaged-lock'), '--library', libraryFolder];
      },
      /^stowaway: The lock file .*damaged-lock\/lock\.sqlite is damaged\. It contains no data: .*\.$/,
    ],
    [
      'a missing certificate',
      () => [...serveArguments('d2'), '--tls-cert', path.join(folder, 'no.pem'), '--tls-key', path.join(folder, 'no.key')],
      /^stowaway: The certificate .*no\.pem cannot be read: it does not exist\.$/,
    ],
    [
      'an invalid certificate',
      async () => {
        await writeFile(path.join(folder, 'bad.pem'), 'not a certificate');
        return [...serveArguments('d3'), '--tls-cert', path.join(folder, 'bad.pem'), '--tls-key', path.join(folder, 'bad.pem')];
      },
      /^stowaway: The certificate .*bad\.pem and the key .*bad\.pem cannot be used: .*\.$/,
    ],
    ['a certificate without its key', () => [...serveArguments('d4'), '--tls-cert', 'x'], /^stowaway: --tls-cert and --tls-key must be used together\.$/],
    [
      'an unknown account',
      () => ['--data', path.join(folder, 'd5'), '--reset-password', 'nobody'],
      /^stowaway: There is no account nobody\. Existing accounts: none yet\.$/,
    ],
  ];
  for (const [name, flags, line] of cases) {
    test(name, async () => {
      const { code, stdout, stderr } = await runInProcess(await flags());
      expect([code, stdout, stderr.trimEnd().split('\n')]).toEqual([1, '', [expect.stringMatching(line)]]);
    });
  }

  const flagsToRefuse: [what: string, flags: () => string[], line: RegExp][] = [
    ['an unknown flag', () => ['--colour', 'red'], /^stowaway: Unknown flag '?--colour'?\. See --help\.\n$/],
    // The server notices an address of another computer only when it starts to listen.
    [
      'an address that this computer does not have',
      () => [...serveArguments('d6'), '--host', '203.0.113.7'],
      /^stowaway: This computer has no address 203\.0\.113\.7\. Choose another with --host\.\n$/,
    ],
  ];
  test.each(casesToRun(flagsToRefuse, 1))('%s, as a process', longTimeout, async (_name, flags, line) => {
    const server = start(flags());
    expect([(await server.waitForExit()).code, server.stdout(), server.stderr()]).toEqual([1, '', expect.stringMatching(line)]);
  });

  test('a first password with too few characters', async () => {
    const { code, stderr } = await runInProcess(serveArguments('short'), { STOWAWAY_ADMIN_PASSWORD: 'fourteen signs' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^stowaway: STOWAWAY_ADMIN_PASSWORD cannot be the first account’s password\. A password needs at least 15 characters/);
  });

  longTest('a port in use; the next start on a free port still prints the generated password', longTimeout, async () => {
    // Looking up the name `localhost` takes time, in which tasks could begin.
    const blocker = net.createServer().listen(0, 'localhost');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as net.AddressInfo;
    const dataFile = path.join(folder, 'taken', 'stowaway.sqlite');
    await mkdir(path.dirname(dataFile));
    const database = openDatabase(dataFile);
    database.exec("INSERT INTO task (id, name, input, added_at) VALUES ('resumed', 'check_reindex', '{}', 0)");
    database.close();
    const blockedServer = start([...serveArguments('taken', String(port)), '--host', 'localhost']);
    expect((await blockedServer.waitForExit()).code).toBe(1);
    expect(blockedServer.stderr()).toBe(`stowaway: Port ${port} is already in use. Stop the program that uses it, or choose another port with --port.\n`);
    blocker.close();
    // A start that cannot listen must not begin tasks, because the server gives up a task that three starts have left incomplete.
    const reopenedDatabase = openDatabase(dataFile);
    expect(reopenedDatabase.prepare('SELECT starts, begun_at FROM task').all()).toEqual([{ starts: 0, begun_at: null }]);
    reopenedDatabase.close();
    expect(await start(serveArguments('taken')).ready()).toContain('(shown only now)');
  });
});

describe('the lock', () => {
  test('refuses a second server, or a password reset, on the data folder of a running server', longTimeout, async () => {
    plantOwner(path.join(folder, 'locked'));
    await start(serveArguments('locked')).ready();
    for (const flags of [serveArguments('locked'), ['--data', path.join(folder, 'locked'), '--reset-password', 'admin']]) {
      const { code, stderr } = await runInProcess(flags);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^stowaway: Another Stowaway is using the data folder .*locked\. Stop it first, or choose another with --data\.\n$/);
    }
  });

  longTest('is released when its process is killed', longTimeout, async () => {
    plantOwner(path.join(folder, 'killed'));
    const firstServer = start(serveArguments('killed'));
    await firstServer.ready();
    expect((await firstServer.waitForExit('SIGKILL')).signal).toBe('SIGKILL');
    await start(serveArguments('killed')).ready();
  });
});

describe('monitoring', () => {
  longTest('every log line is an event in JSON format, and the container’s health check reports the state', longTimeout, async () => {
    const library = path.join(folder, 'watched-library');
    await mkdir(library);
    plantOwner(path.join(folder, 'watched'));
    const server = start([...serveArguments('watched'), '--library', library], { STOWAWAY_LOG_FORMAT: 'json' });
    await expect.poll(() => server.stdout(), { timeout: 50_000 }).toMatch(/Stowaway is ready: [^\n]*\n/);
    const events = server
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; time: string; msg: string });
    expect(events.every(({ level, time, msg }) => level !== '' && !Number.isNaN(Date.parse(time)) && msg !== '')).toBe(true);
    const environment = { STOWAWAY_PORT: new URL(addressOf(events.find(({ msg }) => msg.startsWith('Stowaway is ready'))?.msg ?? '')).port };
    expect(healthCheck(environment)).toEqual({ code: 0, output: '' });
    await rm(library, { recursive: true });
    expect(healthCheck(environment)).toEqual({ code: 1, output: 'import: The library folder was not found.\n' });
    await server.waitForExit('SIGTERM');
    expect(healthCheck(environment)).toMatchObject({ code: 1, output: expect.stringContaining('ECONNREFUSED') as string });
  });

  longTest('a server whose log output is closed keeps running', longTimeout, async () => {
    plantOwner(path.join(folder, 'unheard'));
    const server = start(serveArguments('unheard'), { STOWAWAY_LOG_LEVEL: 'debug' });
    const url = addressOf(await server.ready());
    server.child.stdout?.destroy();
    // Each request writes a line.
    for (let requests = 0; requests < 5; requests += 1) expect((await fetch(`${url}/api/health/`)).status).toBe(200);
  });

  test.each([
    [{ STOWAWAY_LOG_LEVEL: 'loud' }, '--log-level must be one of debug, info, warn, error, not loud.'],
    [{ STOWAWAY_LOG_FORMAT: 'xml' }, '--log-format must be text or json, not xml.'],
    [{ STOWAWAY_METRICS_TOKEN: 'short' }, 'STOWAWAY_METRICS_TOKEN must have at least 16 characters'],
  ])('refuses %j', (environment, message) => {
    expect(() => readCommand([], environment, folder)).toThrow(message);
  });
});

test.each(['--library', '--data', '--host'])('an empty value of %s, as from an unset shell variable, is refused', (flag) => {
  expect(() => readCommand([flag, ''], {}, folder)).toThrow(`${flag} needs a value.`);
  expect(() => readCommand([`${flag}=`], {}, folder)).toThrow(`${flag} needs a value.`);
});

describe('ending', () => {
  longTest('SIGTERM ends the server cleanly even before the server is ready', longTimeout, async () => {
    const server = start(serveArguments('early'));
    await expect.poll(() => existsSync(path.join(folder, 'early', 'lock.sqlite')), { timeout: 50_000, interval: 5 }).toBe(true);
    expect(await server.waitForExit('SIGTERM')).toMatchObject({ code: 0, signal: null });
  });

  longTest('SIGTERM during the first import ends the server cleanly, and the next start shows the password that was not shown', longTimeout, async () => {
    const library = path.join(folder, 'many-videos');
    await mkdir(library);
    await Promise.all(Array.from({ length: 3000 }, (_, index) => writeFile(path.join(library, `${index}.mp4`), anMp4({}))));
    const probe = net.createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as net.AddressInfo;
    probe.close();
    await once(probe, 'close');
    const flags = ['--port', String(port), '--data', path.join(folder, 'importing'), '--library', library];
    const server = start(flags);
    const isListening = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/api/health/`).then(
        () => true,
        () => false,
      );
    await expect.poll(isListening, { timeout: 50_000, interval: 5 }).toBe(true);
    expect(await server.waitForExit('SIGTERM')).toMatchObject({ code: 0, signal: null });
    expect([server.stdout(), server.stderr()]).toEqual([expect.not.stringContaining('ready') as string, '']);
    expect(await start(flags).ready()).toContain('(shown only now)');
  });

  // npm test sends only SIGINT here, because the first test of this file ends a server with SIGTERM.
  for (const signal of casesToRun(['SIGINT', 'SIGTERM'] as const, 1)) {
    test(`${signal} ends the server soon and with exit code 0, even while a video is being sent`, longTimeout, async () => {
      await makeLargeVideo(path.join(libraryFolder, 'Someone - A film [big-film-1].mp4'));
      const cookies = plantOwner(path.join(folder, `ending-${signal}`));
      const server = start(serveArguments(`ending-${signal}`));
      const url = addressOf(await server.ready());
      const device = signedIn(url, cookies);
      // One client sends half a request, and another keeps an idle connection open.
      const halfRequest = net.connect(Number(new URL(url).port), '127.0.0.1');
      halfRequest.on('error', () => undefined);
      halfRequest.write('GET /api/ping/ HTTP/1.1\r\nHost: x\r\n');
      const agent = new http.Agent({ keepAlive: true });
      await new Promise((resolve) => http.get(`${url}/`, { agent }, (answer) => answer.resume().on('end', resolve)));
      const videos = await device.json<{ data: { media_url: string }[] }>('/api/video/');
      const mediaPath = videos.data[0]?.media_url ?? 'nothing was imported';
      await new Promise<void>((resolve, reject) => {
        const request = http.get(`${url}${mediaPath}`, { headers: { cookie: `sessionid=${device.cookies.sessionid}` } }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${mediaPath} answered ${answer.statusCode}`));
          answer.once('data', () => {
            answer.pause();
            resolve();
          });
          answer.on('error', () => undefined);
        });
        request.on('error', () => undefined);
      });
      const exit = await server.waitForExit(signal);
      agent.destroy();
      halfRequest.destroy();
      expect([exit.code, exit.signal]).toEqual([0, null]);
      // tests/unit/server-shut-down.test.ts checks the limit of 1.5 s. A busy machine takes longer; sending the whole video never ends.
      expect(exit.afterMs).toBeLessThan(10_000);
      expect(server.stderr()).toBe('');
    });
  }
});

function healthCheck(environment: Record<string, string>): { code: number | null; output: string } {
  const script = path.resolve(import.meta.dirname, '../../server/start/health-check.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script], { env: environment, encoding: 'utf8' });
  return { code: status, output: stdout };
}

/** Copies a video of the sample library to `file`, and adds a box that players skip and that exceeds all buffers on the way. */
async function makeLargeVideo(file: string): Promise<void> {
  const names = await readdir(sampleFolder, { recursive: true });
  const name = names.find((file) => file.endsWith('.mp4')) ?? 'the sample library has no video';
  await cp(path.join(sampleFolder, name), file);
  const freeBytes = 256 * 1024 * 1024;
  const header = Buffer.alloc(8);
  header.writeUInt32BE(freeBytes);
  header.write('free', 4, 'latin1');
  await appendFile(file, header);
  await truncate(file, (await stat(file)).size - header.length + freeBytes);
}
