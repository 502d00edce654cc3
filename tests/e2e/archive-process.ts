// Runs the embedded server from its bundle, as `npm start` does, as a child process. A test can stop, kill and restart it on the same port
// and data.
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { bundledServer } from '../../scripts/build/stamp.mjs';
import { plantedSessions, type SessionCookies } from './planted-sessions.ts';

export const credentials = { username: 'mara', password: 'a lantern in the hold' };
export const projectRoot = path.resolve(import.meta.dirname, '../..');
export const sampleLibrary = path.join(projectRoot, 'server/sample-library/library');

export interface ArchiveProcess {
  port: number;
  url: string;
  dataFolder: string;
  libraryFolder: string;
  /** The id of the process; null before the first start and after a stop or kill. */
  pid(): number | null;
  /** Starts the archive, for the first time or again, and resolves when ping answers. */
  start(): Promise<void>;
  /** Resolves when the archive has logged the result of its first import. */
  waitForImport(): Promise<void>;
  /** Sends SIGTERM, waits until the process ends, and resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Ends the process with SIGKILL and deletes the data folder. */
  remove(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Creates an archive on `dataFolder` or, by default, on a new folder. Another data folder, `template`, is copied into that folder first.
 */
export async function createArchiveProcess(
  options: {
    template?: string;
    dataFolder?: string;
    library?: string;
    port?: number;
    environment?: Record<string, string>;
  } = {},
): Promise<ArchiveProcess> {
  const port = options.port ?? (await freePort());
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'stowaway-archive-')));
  const library = options.library ?? sampleLibrary;
  if (options.template) await cp(options.template, dataFolder, { recursive: true });
  let child: ChildProcess | null = null;
  let output: string[] = [];

  async function endProcess(signal: NodeJS.Signals): Promise<number | null> {
    const runningProcess = child;
    if (!runningProcess || runningProcess.exitCode !== null || runningProcess.signalCode !== null) return runningProcess?.exitCode ?? null;
    const exitEvent = once(runningProcess, 'exit');
    runningProcess.kill(signal);
    await exitEvent;
    child = null;
    return runningProcess.exitCode;
  }

  /** Checks every 50 ms whether the event has happened. Throws if the process exits first. After 30 s, kills the process and throws. */
  async function waitUntil(event: string, hasHappened: () => boolean | Promise<boolean>): Promise<void> {
    const deadlineMs = Date.now() + 30_000;
    while (!(await hasHappened())) {
      if (child?.exitCode !== null) throw new Error(`the archive ended with ${child?.exitCode}:\n${output.join('')}`);
      if (Date.now() > deadlineMs) {
        await endProcess('SIGKILL');
        throw new Error(`timed out before ${event}:\n${output.join('')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    dataFolder,
    libraryFolder: library,
    pid: () => child?.pid ?? null,
    async start() {
      output = [];
      const startedProcess = spawn(process.execPath, [bundledServer, '--port', String(port), '--data', dataFolder, '--library', library], {
        cwd: projectRoot,
        env: {
          STOWAWAY_YTDLP: '/nowhere/yt-dlp',
          ...process.env,
          STOWAWAY_ADMIN_USER: credentials.username,
          STOWAWAY_ADMIN_PASSWORD: credentials.password,
          ...options.environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = startedProcess;
      startedProcess.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
      startedProcess.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
      await waitUntil('it answers', async () => {
        const status = await fetch(`http://127.0.0.1:${port}/api/ping/`).then(
          (answer) => answer.status,
          () => 0,
        );
        return status === 200 || status === 403;
      });
    },
    waitForImport: () => waitUntil('its library is read', () => output.some((text) => / Library: /.test(text))),
    stop: () => endProcess('SIGTERM'),
    async kill() {
      await endProcess('SIGKILL');
    },
    async remove() {
      await endProcess('SIGKILL');
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Sends a request to the API. */
export type CallApi = (path: string, init?: { method?: string; body?: unknown }) => Promise<Response>;

/** Returns a function that calls the API as a second device would, with the session that the template contains. */
export function apiCaller(url: string): CallApi {
  return callerWith(url, plantedSessions().api);
}

/** Like `apiCaller`, but after a login, for an archive that was not created from the template or whose sessions have ended. */
export async function signInByApi(url: string): Promise<CallApi> {
  return callerWith(url, await newSession(url));
}

/** Logs in. @throws when the archive refuses */
export async function newSession(url: string): Promise<SessionCookies> {
  const login = await fetch(`${url}/api/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, remember_me: 'on' }),
  });
  if (login.status !== 204) throw new Error(`login answered ${login.status}`);
  return login.headers.getSetCookie().map((cookie) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    return { name, value };
  });
}

function callerWith(url: string, session: SessionCookies): CallApi {
  const cookie = session.map(({ name, value }) => `${name}=${value}`).join('; ');
  const csrf = session.find(({ name }) => name === 'csrftoken')?.value ?? '';
  return (callPath, init = {}) =>
    fetch(`${url}${callPath}`, {
      method: init.method ?? 'GET',
      headers: { cookie, 'x-csrftoken': csrf, 'content-type': 'application/json', accept: 'application/json' },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    });
}
