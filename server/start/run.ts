// Runs the command that the command line names. A server runs until a signal stops it. Called only by main.ts. A crash at any point
// leaves a data folder that the next start can open, because the lock is released with the process and every write is a transaction.
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer as createProbe, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createArchiveAlerts } from '../alerts/archive-alerts.ts';
import { createArchive } from '../archive/archive.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createYtDlp } from '../downloader/yt-dlp.ts';
import { messageOf } from '../forward/remote-archive.ts';
import { createServer, packageVersion } from '../http/create-server.ts';
import { createLibraryPlaces } from '../library/library-places.ts';
import { createLibraryLock } from '../library/library-lock.ts';
import { createServerLog, type ServerLog } from '../log/log.ts';
import { findProgram } from '../renditions/run-ffmpeg.ts';
import { createNotificationUrls, createSendMessage } from '../tasks/notify-urls.ts';
import { terminalWording } from '../texts/terminal-language.ts';
import { serverWording, type Wording } from '../texts/wording.ts';
import { announcement, type SignInHint } from './announce.ts';
import { openDataFolder, sampleLibraryIn } from './data-folder.ts';
import { requireDownloadsFolder } from './downloads-folder.ts';
import { prepareFirstAccount, resetPassword } from './first-account.ts';
import { readCommand, type Command, type ForwardOptions, type ServeOptions } from './options.ts';
import { shutDownOnSignals } from './shut-down.ts';
import { startImport } from './start-import.ts';
import { failureLine, reasonOf, StartFailure } from './start-failure.ts';
import { prepareTls, readAuthorities, type Tls } from './tls.ts';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const sampleFolder = fileURLToPath(new URL('../sample-library/library', import.meta.url));

/** A small library is imported before the last line announces that the server is ready; the import of a large one continues afterwards. */
const importHeadStartMs = 2_000;

export async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const wording = terminalWording(environment);
  try {
    const command = readCommand(args, environment, projectFolder);
    if (command.kind === 'help') console.log(wording.texts.start.help.trimEnd());
    else if (command.kind === 'version') console.log(packageVersion());
    else if (command.kind === 'reset-password') await resetAndPrint(command.name, command.dataFolder, wording);
    else if (command.kind === 'import-tubearchivist') await importTubeArchivist(command, wording);
    else if (command.kind === 'forward') await forward(command.options, wording);
    else await serve(command.options, wording);
  } catch (error) {
    console.error(failureLine(error, wording));
    process.exit(1);
  }
}

async function resetAndPrint(name: string, dataFolder: string, { texts }: Wording): Promise<void> {
  const openedFolder = openDataFolder(dataFolder, packageVersion());
  try {
    console.log(texts.start.newPassword(name, await resetPassword(createArchive(openedFolder.database), name)));
  } finally {
    openedFolder.close();
  }
}

async function importTubeArchivist({ from, libraryFolder, dataFolder }: Extract<Command, { kind: 'import-tubearchivist' }>, wording: Wording): Promise<void> {
  requireFolder(libraryFolder);
  // Loaded lazily, because it is used only once.
  const { importAndReport } = await import('./import-tubearchivist.ts');
  const openedFolder = openDataFolder(dataFolder, packageVersion());
  try {
    await importAndReport(openedFolder.database, { from, libraryFolder, dataFolder }, wording);
  } finally {
    openedFolder.close();
  }
}

async function serve(options: ServeOptions, wording: Wording): Promise<void> {
  const shutdown = shutDownOnSignals();
  const tls = await prepareTls(options.tls);
  if (options.libraryFolder !== null) requireFolder(options.libraryFolder);
  requireDownloadsFolder(options);
  const openedFolder = openDataFolder(options.dataFolder, packageVersion());
  try {
    await requirePort(options);
  } catch (error) {
    openedFolder.close();
    throw error;
  }
  const archive = createArchive(openedFolder.database);
  const { log, fastifyLogger, announce } = createServerLog(options.log);
  const library = createLibraryPlaces({
    libraryFolder: options.libraryFolder ?? (await sampleLibraryIn(options.dataFolder, sampleFolder)),
    isOwnersLibrary: options.libraryFolder !== null,
    downloadsFolder: options.downloadsFolder,
    dataFolder: options.dataFolder,
  });
  const libraryLock = createLibraryLock();
  const alerts = createArchiveAlerts({
    notificationUrls: createNotificationUrls(openedFolder.database),
    sendMessage: createSendMessage({ findApprise: () => findProgram('apprise') }),
    log,
  });
  const ytDlp = createYtDlp({ cacheFolder: path.join(options.dataFolder, 'cache', 'yt-dlp') });
  const app = await createServer({
    archive,
    library,
    libraryLock,
    cacheFolder: path.join(options.dataFolder, 'cache'),
    secretsFolder: path.join(options.dataFolder, 'secrets'),
    serviceAddresses: options.serviceAddresses,
    trustedProxy: options.trustedProxy,
    metricsToken: options.metricsToken,
    clientFolder: path.join(projectFolder, 'dist'),
    tls,
    ytDlp,
    alerts,
    watchesDisks: true,
    log,
    logger: fastifyLogger('warn'),
  });
  const writeFirstAccount = await prepareFirstAccount(archive, options.firstAccount);
  try {
    await listen(app, options);
  } catch (error) {
    openedFolder.close();
    throw error;
  }
  // An account with a generated password is written later, just before the password is shown. Otherwise a signal during the import would
  // lose the password.
  const earlySignIn = options.firstAccount.password === null ? null : writeFirstAccount();
  const stopImport = new AbortController();
  const runningImport = await startImport({
    root: library,
    catalogue: createSqliteCatalogue(openedFolder.database),
    libraryLock,
    alerts,
    log,
    signal: stopImport.signal,
  });
  shutdown.onSignal(async () => {
    stopImport.abort();
    tls?.stop();
    await Promise.allSettled([runningImport.stop(), app.close()]);
    openedFolder.close();
  });
  await Promise.race([runningImport.firstImport, new Promise((resolve) => setTimeout(resolve, importHeadStartMs).unref())]);
  // A signal is stopping the server, so its database is closed or about to be.
  if (stopImport.signal.aborted) return;
  const signIn = earlySignIn ?? writeFirstAccount();
  await announceReady({ app, options, tls, signIn, announce, wording: announcementWording(options, wording) });
  const state = await ytDlp.state();
  if (state.kind === 'ready') log(`Downloads: using yt-dlp ${state.version}.`);
  else log.warn(`Downloads: ${state.message}`);
}

async function forward(options: ForwardOptions, wording: Wording): Promise<void> {
  const shutdown = shutDownOnSignals();
  const { remote } = options;
  const tls = await prepareTls(options.tls);
  const { log, fastifyLogger, announce } = createServerLog(options.log);
  const archiveCa = options.archiveCaFile === null ? null : readAuthorities(options.archiveCaFile);
  // Loaded only here, so that a server with its own archive starts without an HTTP client.
  const { createForwardingServer } = await import('../forward/forwarding-server.ts');
  const app = await createForwardingServer({
    remote,
    archiveCa,
    clientFolder: path.join(projectFolder, 'dist'),
    tls,
    version: `v${packageVersion()}`,
    metricsToken: options.metricsToken,
    log,
    // Each answer reports an unreachable archive, so the log does not need a warning with a stack trace each time.
    logger: fastifyLogger('error'),
  });
  await listen(app, options);
  shutdown.onSignal(async () => {
    tls?.stop();
    await app.close();
  });
  // Pings the archive through the new server. The server continues even if the archive is unreachable, because it may become reachable later.
  const { statusCode, payload } = await app.inject('/api/ping/');
  if (statusCode >= 500) log.warn(messageOf(payload) ?? `The archive at ${remote.host} answers with an error (${statusCode}).`);
  await announceReady({ app, options, tls, signIn: { kind: 'remote-archive', host: remote.host }, announce, wording: announcementWording(options, wording) });
}

/**
 * Fails if the port cannot be opened. Called before the server is created, because a server resumes tasks before it listens. If the start
 * failed after that, the tasks would be interrupted, and a task is given up after three such starts.
 */
async function requirePort({ port, host }: Pick<ServeOptions, 'port' | 'host'>): Promise<void> {
  const probe = createProbe().listen({ port, host });
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw listenFailure(error, { port, host });
  }
  probe.close();
  await once(probe, 'close');
}

async function listen(app: FastifyInstance, { port, host }: Pick<ServeOptions, 'port' | 'host'>): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw listenFailure(error, { port, host });
  }
}

/** Lines for log collectors are in English, like the rest of the log. */
function announcementWording({ log: { format } }: Pick<ServeOptions, 'log'>, wording: Wording): Wording {
  return format === 'json' ? serverWording : wording;
}

interface Ready {
  app: FastifyInstance;
  options: Pick<ServeOptions, 'host' | 'port'>;
  tls: Tls | null;
  signIn: SignInHint;
  announce: ServerLog['announce'];
  wording: Wording;
}

async function announceReady({ app, options, tls, signIn, announce, wording: { texts } }: Ready): Promise<void> {
  const { host } = options;
  const { port } = app.server.address() as AddressInfo;
  // If the system chose the port, it also chooses the welcome page's port, because the next port may be taken.
  const pagePort = options.port === 0 ? 0 : port + 1;
  for (const line of (await tls?.start(app, { host, port, pagePort, texts })) ?? []) announce(line);
  for (const line of announcement({ host, port, isSecure: tls !== null }, signIn, texts)) announce(line);
}

function requireFolder(folder: string): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) throw new StartFailure((texts) => texts.noLibrary(folder));
}

function listenFailure(error: unknown, { host, port }: Pick<ServeOptions, 'port' | 'host'>): StartFailure {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartFailure((texts) => texts.portTaken(port));
  if (code === 'EACCES') return new StartFailure((texts) => texts.portForbidden(port));
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartFailure((texts) => texts.noHost(host));
  return new StartFailure((texts, wording) => texts.noListening(`${host}:${port}`, reasonOf(error, wording)));
}
