// Parses the command line and the corresponding environment variables into one object. Pure; reads no files.
import { isIP } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { remoteArchiveOf, type RemoteArchive } from '../forward/remote-archive.ts';
import { readServiceAddresses, type ServiceAddresses } from '../external-services/addresses.ts';
import type { TrustedProxy } from '../http/caller.ts';
import { logFormats, logLevels, type LogOptions } from '../log/log.ts';
import { StartFailure } from './start-failure.ts';
import { trustedProxyOf } from './trusted-proxy.ts';

export type TlsOptions =
  /** `isHttpsOnly`: whether to tell browsers to use https only (HSTS). */
  | { kind: 'files'; certFile: string; keyFile: string; isHttpsOnly: boolean }
  /** This server's own certificate authority, in `folder`. It certifies `names` in addition to those of the home network. */
  | { kind: 'local'; folder: string; names: string[] };

export interface ServeOptions {
  port: number;
  host: string;
  dataFolder: string;
  /** Null for the sample library in the data folder. */
  libraryFolder: string | null;
  /** Null for the library's own folder for downloads (LibraryPlaces). */
  downloadsFolder: string | null;
  tls: TlsOptions | null;
  firstAccount: { name: string; password: string | null };
  serviceAddresses: ServiceAddresses;
  trustedProxy: TrustedProxy | null;
  log: LogOptions;
  /** Opens /metrics and the full /healthz to other machines; null if they are only for this machine. */
  metricsToken: string | null;
}

/** The options of a server that forwards to another archive, and stores nothing of it. */
export interface ForwardOptions extends Pick<ServeOptions, 'port' | 'host' | 'tls' | 'log' | 'metricsToken'> {
  remote: RemoteArchive;
  archiveCaFile: string | null;
}

export type Command =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'reset-password'; name: string; dataFolder: string }
  /** `from`: TubeArchivist's cache folder, or its ZIP. */
  | { kind: 'import-tubearchivist'; from: string; libraryFolder: string; dataFolder: string }
  | { kind: 'serve'; options: ServeOptions }
  | { kind: 'forward'; options: ForwardOptions };

const maxPort = 65_535;

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  library: { type: 'string' },
  downloads: { type: 'string' },
  archive: { type: 'string' },
  'archive-ca': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  hsts: { type: 'boolean' },
  'tls-local': { type: 'boolean' },
  'tls-name': { type: 'string', multiple: true },
  'trusted-proxy': { type: 'string' },
  'proxy-user-header': { type: 'string' },
  'log-level': { type: 'string' },
  'log-format': { type: 'string' },
  'reset-password': { type: 'string' },
  'import-tubearchivist': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function readCommand(args: string[], environment: NodeJS.ProcessEnv, projectFolder: string): Command {
  const parsedFlags = parseFlags(args);
  // An empty variable counts as unset, because container files often contain empty ones.
  const option = (
    flag: Exclude<keyof typeof flags, 'tls-local' | 'tls-name' | 'hsts' | 'reset-password' | 'import-tubearchivist' | 'version' | 'help'>,
  ): string | null => parsedFlags[flag] ?? (environment[`STOWAWAY_${flag.toUpperCase().replaceAll('-', '_')}`] || null);

  if (parsedFlags.help === true) return { kind: 'help' };
  if (parsedFlags.version === true) return { kind: 'version' };
  const dataFolder = path.resolve(option('data') ?? path.join(projectFolder, 'data'));
  const name = parsedFlags['reset-password'];
  if (name !== undefined) return { kind: 'reset-password', name, dataFolder };

  const library = option('library');
  const downloads = option('downloads');
  const from = parsedFlags['import-tubearchivist'];
  if (from !== undefined) {
    if (library === null) throw new StartFailure((texts) => texts.options.importNeedsLibrary);
    return { kind: 'import-tubearchivist', from: path.resolve(from), libraryFolder: path.resolve(library), dataFolder };
  }
  const certFile = option('tls-cert');
  const keyFile = option('tls-key');
  if ((certFile === null) !== (keyFile === null)) throw new StartFailure((texts) => texts.options.tlsTogether);
  const isLocal = parsedFlags['tls-local'] ?? environment['STOWAWAY_TLS_LOCAL'] === '1';
  if (isLocal && certFile !== null) throw new StartFailure((texts) => texts.options.tlsOneOf);
  const names = tlsNamesOf(parsedFlags['tls-name'] ?? [environment['STOWAWAY_TLS_NAME'] ?? '']);
  if (names.length > 0 && !isLocal) throw new StartFailure((texts) => texts.options.tlsNameLocal);
  const isHttpsOnly = parsedFlags.hsts ?? environment['STOWAWAY_HSTS'] === '1';
  if (isHttpsOnly && isLocal) throw new StartFailure((texts) => texts.options.hstsLocal);
  if (isHttpsOnly && certFile === null) throw new StartFailure((texts) => texts.options.hstsHttps);
  const tls: TlsOptions | null = isLocal
    ? { kind: 'local', folder: path.join(dataFolder, 'tls'), names }
    : certFile === null || keyFile === null
      ? null
      : { kind: 'files', certFile, keyFile, isHttpsOnly };
  const port = portOf(option('port') ?? '8000');
  // The welcome page gets the next port.
  if (isLocal && port === maxPort) throw new StartFailure((texts) => texts.options.portLocal(maxPort - 1));
  const listenOptions = {
    port,
    // https at home implies that other devices will connect.
    host: option('host') ?? (isLocal ? '0.0.0.0' : '127.0.0.1'),
    tls,
    log: logOptionsOf(option('log-level') ?? 'info', option('log-format') ?? 'text'),
    metricsToken: metricsTokenOf(environment['STOWAWAY_METRICS_TOKEN'] || null),
  };
  const trustedProxy = trustedProxyOf({ addresses: option('trusted-proxy'), header: option('proxy-user-header') });
  const archive = option('archive');
  const archiveCaFile = option('archive-ca');
  if (archive === null && archiveCaFile !== null) throw new StartFailure((texts) => texts.options.archiveCa);
  if (archive !== null) {
    const remote = remoteArchiveOf(archive);
    if (!remote) throw new StartFailure((texts) => texts.options.archiveAddress(archive));
    if (trustedProxy !== null) throw new StartFailure((texts) => texts.options.archiveProxy);
    if (library !== null) throw new StartFailure((texts) => texts.options.archiveLibrary);
    if (downloads !== null) throw new StartFailure((texts) => texts.options.archiveDownloads);
    return { kind: 'forward', options: { ...listenOptions, remote, archiveCaFile } };
  }
  const serviceAddresses = readServiceAddresses(environment);
  if ('problem' in serviceAddresses) {
    const { variable, text } = serviceAddresses.problem;
    throw new StartFailure((texts) => texts.options.serviceAddress(variable, text));
  }
  return {
    kind: 'serve',
    options: {
      ...listenOptions,
      dataFolder,
      libraryFolder: library === null ? null : path.resolve(library),
      downloadsFolder: downloads === null ? null : path.resolve(downloads),
      firstAccount: { name: environment['STOWAWAY_ADMIN_USER'] || 'admin', password: environment['STOWAWAY_ADMIN_PASSWORD'] || null },
      serviceAddresses,
      trustedProxy,
    },
  };
}

/** Host names and addresses, from comma-separated lists. */
function tlsNamesOf(lists: readonly string[]): string[] {
  const typedNames = lists.flatMap((list) => list.split(',')).map((name) => name.trim().toLowerCase());
  // Certificates contain IPv6 addresses without their zone (`%eth0`).
  const names = typedNames.map((name) => (isIP(name) === 6 ? name.replace(/%.*/, '') : name));
  const isName = (name: string): boolean => name.length <= 253 && /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*$/.test(name);
  const distinctNames = [...new Set(names.filter((name) => name !== ''))];
  const invalidName = distinctNames.find((name) => isIP(name) === 0 && !isName(name));
  if (invalidName !== undefined) throw new StartFailure((texts) => texts.options.tlsNames(invalidName));
  return distinctNames;
}

function logOptionsOf(level: string, format: string): LogOptions {
  const knownLevel = logLevels.find((known) => known === level);
  if (!knownLevel) throw new StartFailure((texts) => texts.options.logLevel(logLevels.join(', '), level));
  const knownFormat = logFormats.find((known) => known === format);
  if (!knownFormat) throw new StartFailure((texts) => texts.options.logFormat(...logFormats, format));
  return { level: knownLevel, format: knownFormat };
}

/** There is no flag for the token, because everybody on the machine can read a program's arguments. */
function metricsTokenOf(token: string | null): string | null {
  // The token must be long, because /metrics and /healthz have no rate limit that would stop guessing.
  if (token !== null && !/^[\w.~+/=-]{16,}$/.test(token)) {
    throw new StartFailure((texts) => texts.options.metricsToken);
  }
  return token;
}

function parseFlags(args: string[]) {
  let values: ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];
  try {
    ({ values } = parseArgs({ args, options: flags, allowPositionals: false }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const flag = /'([^']+)'/.exec(message)?.[1] ?? '';
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw new StartFailure((texts) => texts.options.needsValue(flag.split(' ')[0] ?? ''));
    throw new StartFailure((texts) => texts.options.unknownFlag(flag));
  }
  // An unset shell variable leaves an empty value. An empty folder would mean the current one, and an empty host every address.
  const emptyFlag = Object.entries(values).find(([, value]) => value === '')?.[0];
  if (emptyFlag !== undefined) throw new StartFailure((texts) => texts.options.needsValue(`--${emptyFlag}`));
  return values;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > maxPort) throw new StartFailure((texts) => texts.options.port(text));
  return port;
}
