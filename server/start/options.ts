// Parses the command line and the corresponding variables into one object. Pure; reads no files.
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
  /** `isHttpsOnly`: browsers are told to use https only (HSTS). */
  | { kind: 'files'; certFile: string; keyFile: string; isHttpsOnly: boolean }
  /** This server's own certificate authority in this folder. It certifies these names besides those of the home network. */
  | { kind: 'local'; folder: string; names: string[] };

export interface ServeOptions {
  port: number;
  host: string;
  dataFolder: string;
  /** Null: the sample library in the data folder. */
  libraryFolder: string | null;
  /** Null: the library's own place (LibraryPlaces). */
  downloadsFolder: string | null;
  tls: TlsOptions | null;
  firstAccount: { name: string; password: string | null };
  serviceAddresses: ServiceAddresses;
  trustedProxy: TrustedProxy | null;
  log: LogOptions;
  /** Opens /metrics and full /healthz to other machines; null: this machine only. */
  metricsToken: string | null;
}

/** A server that forwards to another archive stores nothing of it. */
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

export const helpText = `Usage: npm start -- [flags]

  --port PORT            port to listen on (8000)                            STOWAWAY_PORT
  --host HOST            127.0.0.1: this computer only; 0.0.0.0: the network STOWAWAY_HOST
  --data DIR             folder for database and sample library (./data)     STOWAWAY_DATA
  --library DIR          your folder of yt-dlp downloads, used in place      STOWAWAY_LIBRARY
  --downloads DIR        folder for new downloads (one in the library)       STOWAWAY_DOWNLOADS
  --archive URL          use the TubeArchivist server at this address        STOWAWAY_ARCHIVE
  --archive-ca FILE      certificate authority to trust for --archive        STOWAWAY_ARCHIVE_CA
  --tls-cert FILE        certificate for https, with --tls-key               STOWAWAY_TLS_CERT
  --tls-key FILE         its private key                                     STOWAWAY_TLS_KEY
  --hsts                 tell browsers to use https only, with --tls-cert    STOWAWAY_HSTS=1
  --tls-local            https at home, with a certificate made for you      STOWAWAY_TLS_LOCAL=1
  --tls-name LIST        more host names or addresses for --tls-local        STOWAWAY_TLS_NAME
  --trusted-proxy LIST   addresses of a reverse proxy on another machine     STOWAWAY_TRUSTED_PROXY
  --proxy-user-header H  header in which that proxy names the signed-in user STOWAWAY_PROXY_USER_HEADER
  --log-level LEVEL      debug, info, warn or error (info)                   STOWAWAY_LOG_LEVEL
  --log-format FORMAT    text, or json for log collectors (text)             STOWAWAY_LOG_FORMAT
  --reset-password NAME  set a new password for this account, print it and exit
  --import-tubearchivist DIR  import a TubeArchivist server’s records and exit: DIR is its cache folder, --library its media folder
  --version, --help

External services, each off until its address is set: STOWAWAY_SPONSORBLOCK_URL, STOWAWAY_DISLIKES_URL, STOWAWAY_MEMBERSHIP_URL,
STOWAWAY_RELEASES_URL.
Metrics: /metrics answers this computer, and requests with STOWAWAY_METRICS_TOKEN as their bearer token.
First account: STOWAWAY_ADMIN_USER (admin) and STOWAWAY_ADMIN_PASSWORD (generated and printed once).
`;

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
  const given = parseFlags(args);
  // An empty variable counts as unset, because container files often contain empty ones.
  const option = (
    flag: Exclude<keyof typeof flags, 'tls-local' | 'tls-name' | 'hsts' | 'reset-password' | 'import-tubearchivist' | 'version' | 'help'>,
  ): string | null => given[flag] ?? (environment[`STOWAWAY_${flag.toUpperCase().replaceAll('-', '_')}`] || null);

  if (given.help === true) return { kind: 'help' };
  if (given.version === true) return { kind: 'version' };
  const dataFolder = path.resolve(option('data') ?? path.join(projectFolder, 'data'));
  const name = given['reset-password'];
  if (name !== undefined) return { kind: 'reset-password', name, dataFolder };

  const library = option('library');
  const downloads = option('downloads');
  const from = given['import-tubearchivist'];
  if (from !== undefined) {
    if (library === null) throw new StartFailure('--import-tubearchivist needs --library: the folder that TubeArchivist calls /youtube.');
    return { kind: 'import-tubearchivist', from: path.resolve(from), libraryFolder: path.resolve(library), dataFolder };
  }
  const certFile = option('tls-cert');
  const keyFile = option('tls-key');
  if ((certFile === null) !== (keyFile === null)) throw new StartFailure('--tls-cert and --tls-key must be used together.');
  const isLocal = given['tls-local'] ?? environment['STOWAWAY_TLS_LOCAL'] === '1';
  if (isLocal && certFile !== null) throw new StartFailure('--tls-local and --tls-cert cannot be used together: choose one of them.');
  const names = tlsNamesOf(given['tls-name'] ?? [environment['STOWAWAY_TLS_NAME'] ?? '']);
  if (names.length > 0 && !isLocal) throw new StartFailure('--tls-name works only with --tls-local: your own certificate already contains its names.');
  const isHttpsOnly = given.hsts ?? environment['STOWAWAY_HSTS'] === '1';
  if (isHttpsOnly && isLocal) throw new StartFailure(`--hsts cannot be used with --tls-local: ${hstsWarningText}`);
  if (isHttpsOnly && certFile === null) throw new StartFailure('--hsts needs https: add --tls-cert and --tls-key, or let your reverse proxy send the header.');
  const tls: TlsOptions | null = isLocal
    ? { kind: 'local', folder: path.join(dataFolder, 'tls'), names }
    : certFile === null || keyFile === null
      ? null
      : { kind: 'files', certFile, keyFile, isHttpsOnly };
  const listening = {
    port: portOf(option('port') ?? '8000'),
    // https at home implies that other devices will connect.
    host: option('host') ?? (isLocal ? '0.0.0.0' : '127.0.0.1'),
    tls,
    log: logOptionsOf(option('log-level') ?? 'info', option('log-format') ?? 'text'),
    metricsToken: metricsTokenOf(environment['STOWAWAY_METRICS_TOKEN'] || null),
  };
  const trustedProxy = trustedProxyOf({ addresses: option('trusted-proxy'), header: option('proxy-user-header') });
  const archive = option('archive');
  const archiveCaFile = option('archive-ca');
  if (archive === null && archiveCaFile !== null) throw new StartFailure('--archive-ca works only with --archive.');
  if (archive !== null) {
    const remote = remoteArchiveOf(archive);
    if (!remote) throw new StartFailure(`--archive must be the address of a server, such as https://tube.example, not ${archive}.`);
    if (trustedProxy !== null) throw new StartFailure('--trusted-proxy cannot be used with --archive: that server decides who is signed in.');
    if (library !== null) throw new StartFailure('--archive and --library cannot be used together: the videos are on that server.');
    if (downloads !== null) throw new StartFailure('--archive and --downloads cannot be used together: that server does the downloading.');
    return { kind: 'forward', options: { ...listening, remote, archiveCaFile } };
  }
  const serviceAddresses = readServiceAddresses(environment);
  if ('problem' in serviceAddresses) throw new StartFailure(serviceAddresses.problem);
  return {
    kind: 'serve',
    options: {
      ...listening,
      dataFolder,
      libraryFolder: library === null ? null : path.resolve(library),
      downloadsFolder: downloads === null ? null : path.resolve(downloads),
      firstAccount: { name: environment['STOWAWAY_ADMIN_USER'] || 'admin', password: environment['STOWAWAY_ADMIN_PASSWORD'] || null },
      serviceAddresses,
      trustedProxy,
    },
  };
}

const hstsWarningText = 'a device that does not trust this server yet could not get past the warning of its browser.';

/** Host names and addresses, from comma-separated lists. */
function tlsNamesOf(lists: readonly string[]): string[] {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().toLowerCase());
  const isName = (name: string): boolean => name.length <= 253 && /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*$/.test(name);
  const given = [...new Set(names.filter((name) => name !== ''))];
  const bad = given.find((name) => isIP(name) === 0 && !isName(name));
  if (bad !== undefined) throw new StartFailure(`--tls-name must be host names or addresses, such as nas.example or 100.64.0.7, not ${bad}.`);
  return given;
}

function logOptionsOf(level: string, format: string): LogOptions {
  const knownLevel = logLevels.find((known) => known === level);
  if (!knownLevel) throw new StartFailure(`--log-level must be one of ${logLevels.join(', ')}, not ${level}.`);
  const knownFormat = logFormats.find((known) => known === format);
  if (!knownFormat) throw new StartFailure(`--log-format must be ${logFormats.join(' or ')}, not ${format}.`);
  return { level: knownLevel, format: knownFormat };
}

/** There is no flag for the token, because every account of the machine can read a process's flags. */
function metricsTokenOf(token: string | null): string | null {
  // /metrics and /healthz have no rate limit that would stop guessing.
  if (token !== null && !/^[\w.~+/=-]{16,}$/.test(token)) {
    throw new StartFailure('STOWAWAY_METRICS_TOKEN must have at least 16 characters, only letters, digits and . _ ~ + / = -');
  }
  return token;
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({ args, options: flags, allowPositionals: false }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const flag = /'([^']+)'/.exec(message)?.[1] ?? '';
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw new StartFailure(`${flag.split(' ')[0]} needs a value. See --help.`);
    throw new StartFailure(`Unknown flag ${flag}. See --help.`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new StartFailure(`The port must be a number from 0 to 65535, not ${text}.`);
  return port;
}
