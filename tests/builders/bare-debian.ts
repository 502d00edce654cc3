// Root file systems of a bare Debian with this machine's Node and npm. A command runs in one as in a container: with its own mounts and
// process ids, as the first process. It shares the machine's network. Needs root and debootstrap.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Why no root file system can be created on this machine; null if one can. */
export function whyNoBareDebian(): string | null {
  if (process.getuid?.() !== 0) return 'this needs root';
  for (const program of ['debootstrap', 'unshare', 'chroot', 'tar']) if (spawnSync(program, ['--version']).error) return `${program} is not installed`;
  return spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0 ? null : 'the system does not allow namespaces';
}

export interface RunOptions {
  cwd?: string;
  user?: string;
  environment?: Record<string, string>;
}

export interface BareRoot {
  folder: string;
  /** Resolves when the command has ended. @throws on failure, with the end of its output */
  run(command: string[], options?: RunOptions): Promise<string>;
  /** Starts the command as the first process of its own namespace. */
  start(command: string[], options?: RunOptions): ChildProcess;
  remove(): Promise<void>;
}

/** @param suite of Debian, such as `trixie` */
export async function aBareDebian(suite: string): Promise<BareRoot> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-root-'));
  await runProgram('tar', ['-C', folder, '-xpf', await baseTar(suite)]);
  // A temporary folder is private to its owner, but a root file system must be readable by everybody.
  chmodSync(folder, 0o755);
  const unshareArguments = (command: string[], { cwd = '/', user = 'root', environment = {} }: RunOptions = {}): string[] => {
    const variables = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: user === 'root' ? '/root' : `/home/${user}`, ...hostEnvironment(), ...environment };
    const commandScript = 'cd "$1" && shift && exec "$@"';
    const mountScript = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot --userspec="$1" "$0" /usr/bin/env -i "\${@:2}"`;
    const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    return [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--',
      'bash',
      '-c',
      mountScript,
      folder,
      user,
      ...pairs,
      'sh',
      '-c',
      commandScript,
      'sh',
      cwd,
      ...command,
    ];
  };
  return {
    folder,
    run: (command, options) => runProgram('unshare', unshareArguments(command, options), command.join(' ')),
    start: (command, options) => spawn('unshare', unshareArguments(command, options), { stdio: ['ignore', 'pipe', 'pipe'] }),
    // The mounts ended with the last process of their namespace.
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Resolves to a tar file of the base system, which is created once and kept for later runs. */
async function baseTar(suite: string): Promise<string> {
  const file = path.join(os.tmpdir(), `stowaway-debian-${suite}-${process.version}.tar`);
  if (existsSync(file)) return file;
  const baseFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-base-'));
  try {
    await runProgram('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, baseFolder]);
    await addNode(baseFolder);
    await runProgram('chroot', [baseFolder, 'useradd', '--create-home', '--uid', '1000', '--user-group', 'node']);
    await addNetwork(baseFolder);
    await runProgram('tar', ['-C', baseFolder, '-cf', `${file}.unfinished`, '.']);
    renameSync(`${file}.unfinished`, file);
  } finally {
    await rm(baseFolder, { recursive: true, force: true });
  }
  return file;
}

async function addNode(root: string): Promise<void> {
  cpSync(realpathSync(process.execPath), path.join(root, 'usr/bin/node'));
  const npm = path.dirname(path.dirname(realpathSync((await runProgram('sh', ['-c', 'command -v npm'])).trim())));
  cpSync(npm, path.join(root, 'usr/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(root, 'usr/bin', name));
}

/** Gives the root this machine's access to the packages of Debian and npm. */
async function addNetwork(root: string): Promise<void> {
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) writeFileSync(path.join(root, file), readFileSync(file));
  await runProgram('sh', ['-c', 'rm -rf "$1/etc/ssl/certs" && cp -rL /etc/ssl/certs "$1/etc/ssl/certs"', 'sh', root]);
  if (existsSync('/etc/apt/apt.conf.d')) await runProgram('sh', ['-c', 'cp -a /etc/apt/apt.conf.d/. "$1/etc/apt/apt.conf.d/"', 'sh', root]);
  mkdirSync(path.join(root, 'root'), { recursive: true });
  appendFileSync(path.join(root, 'root/.npmrc'), `registry=${(await runProgram('npm', ['config', 'get', 'registry'])).trim()}\n`);
}

const passedVariables = /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|CURL_CA_BUNDLE)$/i;

function hostEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name, value]) => passedVariables.test(name) && value !== undefined) as [string, string][];
  return { DEBIAN_FRONTEND: 'noninteractive', ...Object.fromEntries(entries) };
}

/** Resolves to the program's output. Asynchronous, because the test runner gives up on a worker that is silent for a minute. */
function runProgram(program: string, args: string[], name = program): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', combined: '' };
    child.stdout.on('data', (chunk: Buffer) => void (output.stdout += chunk.toString()));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (output.combined += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0 ? resolve(output.stdout) : reject(new Error(`${name} ended with ${code ?? signal}:\n${output.combined.slice(-3_000)}`)),
    );
  });
}
