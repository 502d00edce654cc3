// nginx with the example configuration of docs/deploy. A test can start, kill and restart it on one port.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../..');

/** A request that nginx answered or passed on. */
export interface LoggedCall {
  method: string;
  path: string;
  status: number;
  /** Empty: none was sent. */
  idempotencyKey: string;
}

export interface Nginx {
  url: string;
  start(): Promise<void>;
  /** SIGKILL: requests in progress are cut off. */
  kill(): Promise<void>;
  calls(): Promise<LoggedCall[]>;
}

/** Resolves to the command that runs nginx in the foreground, with `example` as the content of its http block. */
export async function prepareNginx(folder: string, example: string): Promise<string[]> {
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  const log = `log_format calls '$request_method $uri $status $http_idempotency_key'; access_log ${folder}/calls calls;`;
  const mainConfiguration = `pid ${folder}/pid; error_log stderr; master_process off; events {} http { ${log} ${temporaryPaths} include ${folder}/example.conf; }`;
  await writeFile(path.join(folder, 'example.conf'), example);
  await writeFile(path.join(folder, 'main.conf'), mainConfiguration);
  return ['nginx', '-p', folder, '-c', path.join(folder, 'main.conf'), '-g', `daemon off; user ${os.userInfo().username};`];
}

/** An nginx that serves the built client's files and forwards the rest to the archive. Its configuration and logs are in `folder`. */
export async function createNginx(folder: string, { port, archivePort }: { port: number; archivePort: number }): Promise<Nginx> {
  const example = readFileSync(path.join(project, 'docs/deploy/nginx.conf'), 'utf8')
    .replaceAll('/srv/stowaway', path.join(project, 'dist'))
    .replaceAll('127.0.0.1:8001', `127.0.0.1:${archivePort}`)
    .replace(/\b8080\b/, String(port));
  const [command = '', ...args] = await prepareNginx(folder, example);
  let child: ChildProcess | null = null;
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      let output = '';
      child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await waitUntilListening(port, child, () => output);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    async calls() {
      const lines = (await readFile(path.join(folder, 'calls'), 'utf8')).trim().split('\n');
      return lines.map((line) => {
        const [method = '', address = '', status = '', key = ''] = line.split(' ');
        return { method, path: address, status: Number(status), idempotencyKey: key === '-' ? '' : key };
      });
    },
  };
}

/** @throws with its `output`, if `child` ends or does not answer within 15 s */
export async function waitUntilListening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const deadlineMs = Date.now() + 15_000;
  for (;;) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isOpen) return;
    if (child.exitCode !== null || Date.now() > deadlineMs) throw new Error(`nothing listens on port ${port}:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
