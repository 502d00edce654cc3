// Tests the Dockerfile without Docker, with this machine's Node instead of the image's. Runs the Dockerfile's steps unchanged in bare
// Debian roots, then the image's command as a container's first process, and the health check; then stops the process.
import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WireVideo } from '../../src/contract/names.ts';
import { aBareDebian, whyNoBareDebian, type BareRoot, type RunOptions } from '../builders/bare-debian.ts';
import { readDockerfile, type Stage } from '../builders/dockerfile.ts';
import { signIn } from '../builders/server-session.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');
const longTimeoutMs = 1_200_000;
const whyNoRoots = whyNoBareDebian();
if (whyNoRoots !== null) console.log(`Skipped: the container's steps, as ${whyNoRoots}.`);

interface Image {
  root: BareRoot;
  stage: Stage;
  runOptions: Required<RunOptions>;
}

describe.skipIf(whyNoRoots !== null)('the image', () => {
  const roots: BareRoot[] = [];
  let image: Image;
  let server: ChildProcess | null = null;
  beforeAll(async () => {
    const stages = readDockerfile(readFileSync(path.join(projectFolder, 'Dockerfile'), 'utf8'));
    const rootsByStage = new Map<string, BareRoot>();
    for (const stage of stages) {
      const suite = /^node:\d+-(\w+)-slim$/.exec(stage.image)?.[1];
      if (suite === undefined) throw new Error(`FROM ${stage.image}: this test has no replacement for this image`);
      const root = await aBareDebian(suite);
      roots.push(root);
      image = { root, stage, runOptions: await runSteps(stage, root, rootsByStage) };
      if (stage.name !== null) rootsByStage.set(stage.name, root);
    }
  }, longTimeoutMs);
  afterAll(async () => {
    server?.kill('SIGKILL');
    for (const root of roots) await root.remove();
  }, longTimeoutMs);

  test('the container runs as its own user, is healthy, shows the sample library, and stops within 2 s of SIGTERM', { timeout: longTimeoutMs }, async () => {
    const { root, stage, runOptions } = image;
    expect(runOptions.user).not.toBe('root');
    const port = await freePort();
    // An empty variable counts as unset; without a library, the sample library is shown.
    const containerOptions = { ...runOptions, environment: { ...runOptions.environment, STOWAWAY_PORT: String(port), STOWAWAY_LIBRARY: '' } };
    const health = (): Promise<string> => root.run(stage.healthCheck, containerOptions);
    await expect(health()).rejects.toThrow(/ended with 1:/);

    const startMs = performance.now();
    server = root.start(stage.entrypoint, containerOptions);
    let output = '';
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/^Stowaway is ready: .*\(shown only now\)/m);
    console.log(`Ready after ${Math.round(performance.now() - startMs)} ms.`);
    expect(await health()).toBe('');

    const url = `http://127.0.0.1:${port}`;
    const { checks } = (await (await fetch(`${url}/healthz`)).json()) as { checks: Record<string, { status: string; words: string }> };
    expect(checks).toMatchObject({ database: { status: 'ok' }, yt_dlp: { status: 'ok' }, import: { status: 'ok' } });
    const password = /with the password (\S+) \(shown only now\)/.exec(output)?.[1] ?? '';
    const device = await signIn(url, { username: 'admin', password });
    const { data } = await device.json<{ data: WireVideo[] }>('/api/video/?page_size=100');
    expect(data.length).toBeGreaterThan(5);
    const [playlist, page] = await Promise.all([device.call(data[0]?.hls_url ?? ''), fetch(url, { headers: { accept: 'text/html' } })]);
    expect([playlist.status, page.status, await page.text()]).toEqual([200, 200, expect.stringContaining('<div id="root"')]);

    const stopMs = performance.now();
    process.kill(firstProcessOf(server), 'SIGTERM');
    const [code] = (await once(server, 'exit')) as [number | null];
    expect([code, performance.now() - stopMs < 2_000]).toEqual([0, true]);
    expect(existsSync(path.join(root.folder, 'data/stowaway.sqlite'))).toBe(true);
  });
});

/** @param rootsByStage the roots of the earlier stages, by name */
async function runSteps({ steps }: Stage, root: BareRoot, rootsByStage: ReadonlyMap<string, BareRoot>): Promise<Required<RunOptions>> {
  let runOptions: Required<RunOptions> = { cwd: '/', user: 'root', environment: {} };
  for (const step of steps) {
    if (step.kind === 'workdir') {
      mkdirSync(path.join(root.folder, step.folder), { recursive: true });
      runOptions = { ...runOptions, cwd: step.folder };
    } else if (step.kind === 'user') runOptions = { ...runOptions, user: step.name };
    else if (step.kind === 'env') runOptions = { ...runOptions, environment: { ...runOptions.environment, ...step.values } };
    else if (step.kind === 'run') await root.run(['sh', '-c', step.command], runOptions);
    else copy(step, root, runOptions.cwd, step.from === null ? null : (rootsByStage.get(step.from) ?? null));
  }
  return runOptions;
}

/** Copies from `sourceRoot`, or if it is null, from the project every file that neither git nor .dockerignore ignores. */
function copy({ sources, target }: { sources: string[]; target: string }, root: BareRoot, cwd: string, sourceRoot: BareRoot | null): void {
  const targetPath = path.join(root.folder, path.resolve(cwd, target));
  const isFolder = target.endsWith('/') || sources.length > 1 || sources[0] === '.';
  for (const source of sources) {
    if (sourceRoot !== null) {
      const sourcePath = path.join(sourceRoot.folder, source);
      cpSync(sourcePath, isFolder && !statSync(sourcePath).isDirectory() ? path.join(targetPath, path.basename(source)) : targetPath, {
        recursive: true,
        verbatimSymlinks: true,
      });
      continue;
    }
    for (const name of contextFiles().filter((file) => source === '.' || file === source || file.startsWith(`${source}/`))) {
      const file = path.join(source === '.' || isFolder ? targetPath : path.dirname(targetPath), name);
      mkdirSync(path.dirname(file), { recursive: true });
      cpSync(path.join(projectFolder, name), file);
      chownSync(file, 0, 0);
    }
  }
}

function contextFiles(): string[] {
  const ignoredPaths = readFileSync(path.join(projectFolder, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: projectFolder, encoding: 'utf8' });
  const isIgnored = (name: string): boolean => ignoredPaths.some((entry) => name === entry || name.startsWith(`${entry}/`));
  return stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(projectFolder, name)) && !isIgnored(name));
}

/** The process that `unshare` waits for, which is number 1 in its namespace. */
function firstProcessOf(child: ChildProcess): number {
  const [thread = ''] = readdirSync(`/proc/${child.pid}/task`);
  return Number(readFileSync(`/proc/${child.pid}/task/${thread}/children`, 'utf8').trim().split(' ')[0]);
}

async function freePort(): Promise<number> {
  const listener = net.createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
