// Constructs the HTTP server of one archive: the routes and everything they share. Called by server/start and by tests; knows nothing of
// command lines. All state that must survive a crash is in the database.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { isStaffAccount } from '../accounts/accounts.ts';
import { createPasswordCheck } from '../accounts/sign-in.ts';
import { addAdminRoutes } from '../admin/admin-routes.ts';
import { diskCard } from '../admin/disk-card.ts';
import { programsCard } from '../admin/programs-card.ts';
import { adminStylesheet } from '../admin/stylesheet.ts';
import { tasksCard } from '../admin/tasks-card.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { createArchiveAlerts } from '../alerts/archive-alerts.ts';
import type { Archive } from '../archive/archive.ts';
import { createBackups } from '../backups/backups.ts';
import { startDailySnapshots } from '../backups/daily-snapshots.ts';
import { fileOf } from '../backups/staging.ts';
import { createMediaDigests } from '../digests/media-digests.ts';
import { createMetadataWriter } from '../source/metadata-writer.ts';
import { createDiskWatch } from '../disk/watch-disks.ts';
import { allTaskKinds } from '../tasks/all-kinds.ts';
import { createDownloader, type DownloaderOptions } from '../downloader/downloader.ts';
import { createSourceClient } from '../downloader/source-client.ts';
import { createQueuePictures } from '../downloader/queue-pictures.ts';
import { createRunningDownloadStore } from '../downloader/running-download.ts';
import { createYtDlp, type YtDlp } from '../downloader/yt-dlp.ts';
import { archiveChecks } from '../health/archive-checks.ts';
import { createHealth } from '../health/health.ts';
import { reasonNotWritten } from '../library/reasons.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import { createSpaceReservations } from '../media-files/space-reservations.ts';
import { createFfmpegLimiter } from '../media-files/ffmpeg-limiter.ts';
import { createLinkFolder } from '../media-server/link-folder.ts';
import { withFailureLog } from '../log/failed-sign-ins.ts';
import type { Log } from '../log/log.ts';
import { noServiceAddresses, type ServiceAddresses } from '../external-services/addresses.ts';
import { createExternalServices } from '../external-services/external-services.ts';
import { createRenditions } from '../renditions/renditions.ts';
import { findProgram } from '../renditions/run-ffmpeg.ts';
import { createResizedPictures } from '../resized-pictures/resized-pictures.ts';
import { createSearch } from '../search/search.ts';
import { createSubtitleIndexer } from '../search/subtitle-indexer.ts';
import { createRemoval } from '../removal/removal.ts';
import { createHousekeeping } from '../trash/housekeeping.ts';
import { createTrash } from '../trash/trash.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createChannelFinder } from '../subscriptions/find-channel.ts';
import { createAddressCheck, createNotificationUrls, createSendMessage } from '../tasks/notify-urls.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createScheduler } from '../schedules/scheduler.ts';
import { createTaskHistory } from '../tasks/history.ts';
import { createTasks, type TaskEnd, type TaskKind, type Tasks } from '../tasks/tasks.ts';
import { addApiRoutes } from './api-routes.ts';
import { Refusal } from './answer.ts';
import { createFindCaller, type FindCaller, type TrustedProxy } from './caller.ts';
import { readClientFiles } from './client-files.ts';
import { addClientRoutes } from './client-routes.ts';
import { readContract } from './contract.ts';
import { allowExtensionOrigins } from './extension-origins.ts';
import { createHttpApp, type ServedTls } from './http-app.ts';
import { allHandlers } from './handlers/all-handlers.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addMediaRoutes } from './media/media-routes.ts';
import { createSignedPaths } from './media/signed-paths.ts';
import { addMetricsRoutes } from './metrics-routes.ts';
import { hasToken, isFromThisComputer } from './trusted-caller.ts';

export interface ServerOptions {
  archive: Archive;
  library: LibraryPlaces;
  libraryLock: LibraryLock;
  /** The folder for files that can be created again. */
  cacheFolder: string;
  /** The folder for credentials to other services; readable only by its owner. */
  secretsFolder: string;
  /** Default: none, so all external services are off. */
  serviceAddresses?: ServiceAddresses;
  /** Default: the installed yt-dlp, or the one that STOWAWAY_YTDLP names. */
  ytDlp?: YtDlp;
  /** Default: normal timing. */
  downloads?: Pick<DownloaderOptions, 'diskRetryMs'>;
  /** Default: only proxies on this machine are trusted, and only for the client's address and host. */
  trustedProxy?: TrustedProxy | null;
  /** Shared with the library watch. Default: the server creates its own. */
  alerts?: Alerts;
  /** Whether to check the free space every minute (watch-disks.ts). Default: false. */
  watchesDisks?: boolean;
  /** Allows other machines to read /metrics and the full /healthz. Default: only this computer may, and staff the full /healthz. */
  metricsToken?: string | null;
  clientFolder: string;
  tls: ServedTls | null;
  log: Log;
  /** Default: Fastify's own warnings are not logged. */
  logger?: FastifyBaseLogger;
}

/** Usual bodies have a few hundred bytes. */
const maxBodyBytes = 256 * 1024;
/** How often the link folder is updated. A media server scans its folders at most every few minutes. */
const linkFolderMs = 60_000;

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { archive, library, log } = options;
  const client = readClientFiles(options.clientFolder);
  const dataFolder = path.dirname(fileOf(archive.database));
  // The contract's X-Start-Timestamp: Unix seconds in steps of ten.
  let startTimestamp = Math.floor(Date.now() / 10_000) * 10;

  const app = createHttpApp({
    client,
    tls: options.tls,
    trustedRanges: options.trustedProxy?.ranges ?? [],
    // Time limit for a complete request to arrive; bodies are small. Answers have no limit and may take as long as a video.
    bodyLimits: { bodyLimit: maxBodyBytes, requestTimeout: 60_000 },
    onRequest(request, reply) {
      if (request.url.startsWith('/api/')) reply.header('x-start-timestamp', String(startTimestamp));
    },
    log,
    logger: options.logger,
  });
  allowExtensionOrigins(app);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Quality 4 takes a few milliseconds for a page of 500 videos; Node's default (11) would take seconds.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  const catalogue = createSqliteCatalogue(archive.database);
  const trash = createTrash({ archive, library, libraryLock: options.libraryLock, log });
  const housekeeping = createHousekeeping({ archive, catalogue, trash, library, libraryLock: options.libraryLock, log });
  const notificationUrls = createNotificationUrls(archive.database);
  const findApprise = (): string | null => findProgram('apprise');
  const sendMessage = createSendMessage({ findApprise });
  const notifyUrls = ({ name, title }: TaskKind, { lines, level }: TaskEnd): void => {
    for (const url of notificationUrls.list().get(name) ?? []) {
      // Not awaited, because the task has ended, whether or not the message can be sent.
      void sendMessage(url, { title: `Stowaway: ${title}`, body: lines.join('\n'), level }).then((problem) => {
        if (problem !== null) log.warn(`A notification of “${title}” was not sent: ${problem}`);
      });
    }
  };
  const alerts = options.alerts ?? createArchiveAlerts({ notificationUrls, sendMessage, log });
  const findCaller = createFindCaller(archive, options.trustedProxy ?? null);
  const checkPassword = withFailureLog(createPasswordCheck(archive.accounts), log);
  const secrets = createSecrets(options.secretsFolder);
  const externalServices = createExternalServices(options.serviceAddresses ?? noServiceAddresses, {
    database: archive.database,
    ownVersion: packageVersion(),
    log,
  });
  const backups = createBackups({
    archive,
    library,
    libraryLock: options.libraryLock,
    version: packageVersion(),
    alerts,
    log,
    // The new timestamp makes clients fetch all their data again.
    onRestored: () => void (startTimestamp = Math.max(startTimestamp + 10, Math.floor(Date.now() / 10_000) * 10)),
  });
  const ytDlp = options.ytDlp ?? createYtDlp({ cacheFolder: path.join(options.cacheFolder, 'yt-dlp') });
  const programs = { ffmpeg: findProgram('ffmpeg'), ffprobe: findProgram('ffprobe') };
  const workFolder = path.join(options.cacheFolder, 'work');
  const taskDeps = {
    archive,
    library,
    metadataWriter: createMetadataWriter({ archive, library, fileStore: backups.fileStore }),
    libraryLock: options.libraryLock,
    secrets,
    externalServices,
    backups,
    ytDlp,
    sourceClient: createSourceClient({ archive, secrets, ytDlp }),
    isPending: (name: string): boolean => tasks.isPending(name),
    startTask: (name: string, input: unknown): void => void (tasks.isPending(name) || tasks.start(name, input)),
    workFolder,
    ...programs,
    ffmpegLimiter: createFfmpegLimiter(),
    spaceReservations: createSpaceReservations(),
  };
  const runningDownload = createRunningDownloadStore();
  const queuePictures = createQueuePictures({ archive, cacheFolder: options.cacheFolder });
  const downloader = createDownloader({
    ...taskDeps,
    runningDownload,
    removeVideo: (row, isStillDue) => removal.removeVideo(row, { isAutomatic: true, isStillDue }),
    log,
    ...options.downloads,
  });
  const tasks: Tasks = createTasks(archive.database, [...allTaskKinds(taskDeps), ...downloader.kinds], { log, onEnd: notifyUrls });

  const disks = createDiskWatch({
    folders: [
      { name: 'data', folder: () => dataFolder, mustBeWritable: true },
      { name: 'library', folder: () => library.libraryFolder, hasTrash: true },
      { name: 'downloads', folder: () => library.downloads.folder, hasTrash: true },
      { name: 'secondBackup', folder: () => backups.secondBackupFolder.folder() },
    ],
    onLow: (folder, bytesMissing) => trash.freeSpace(folder, bytesMissing),
    alerts,
    log,
  });
  const renditions = createRenditions({
    folder: path.join(options.cacheFolder, 'hls'),
    library,
    programs,
    ffmpegLimiter: taskDeps.ffmpegLimiter,
    spaceReservations: taskDeps.spaceReservations,
    log,
  });
  // This hook comes first, because only it ends the renditions' ffmpeg, and later hooks may have to wait for a file that is being copied.
  app.addHook('preClose', () => renditions.close());
  const resizedPictures = createResizedPictures({
    folder: path.join(options.cacheFolder, 'pictures'),
    ffmpeg: programs.ffmpeg,
    spaceReservations: taskDeps.spaceReservations,
    log,
  });
  app.addHook('preClose', () => resizedPictures.close());
  const digests = createMediaDigests({ database: archive.database, library, log });
  app.addHook('preClose', () => digests.close());
  const dailySnapshots = startDailySnapshots(archive, backups.snapshots, tasks, log);
  const linkFolder = createLinkFolder({ archive, library, folder: path.join(dataFolder, 'media-server'), log });
  const linkTimer = setInterval(() => void linkFolder.update(), linkFolderMs);
  linkTimer.unref();
  app.addHook('preClose', async () => {
    clearInterval(linkTimer);
    linkFolder.stop();
  });
  const scheduler = createScheduler({ database: archive.database, schedules: archive.schedules, tasks, log });

  app.addHook('onReady', async () => {
    // Housekeeping takes the library lock first and finishes moves of a killed server. That may copy media files between disks while the
    // server already answers.
    housekeeping.start();
    await downloader.prepare().catch((error: unknown) => log.error(`Downloads: partial files were left as they are: ${reasonNotWritten(error)}.`));
    // A killed server may have left files in the work folder, which is created again when needed. A server must start even if one of them
    // cannot be removed.
    await rm(workFolder, { recursive: true, force: true }).catch((error: unknown) =>
      log.error(`The folder ${workFolder} could not be removed: ${reasonNotWritten(error)}.`),
    );
    tasks.resume();
    downloader.start();
    queuePictures.start();
    scheduler.start();
    // Not awaited, so that the server can already answer.
    void linkFolder.update();
    backups.secondBackupFolder.start();
    if (options.watchesDisks === true) disks.start();
  });
  app.addHook('preClose', () => {
    scheduler.stop();
    downloader.stop();
    dailySnapshots.stop();
    disks.stop();
    return Promise.all([backups.secondBackupFolder.stop(), tasks.close()]).then(() => undefined);
  });

  app.addHook('preClose', () => queuePictures.stop());
  app.addHook('preClose', () => housekeeping.stop());
  const removal = createRemoval({
    archive,
    library,
    libraryLock: options.libraryLock,
    trash,
    forgetRendition: (videoId) => renditions.forget(videoId),
    log,
  });
  const subtitleIndexer = createSubtitleIndexer(archive, library, log);
  app.addHook('preClose', () => subtitleIndexer.close());
  const search = createSearch(archive.database);
  const signedPaths = createSignedPaths(Buffer.from(archive.castSecret, 'base64url'), () => archive.appSettings.get().application.enable_cast);
  const channelFinder = createChannelFinder({ archive, sourceClient: taskDeps.sourceClient });
  app.addHook('preClose', async () => channelFinder.stop());
  const contract = readContract();
  const context = {
    archive,
    tasks,
    notificationUrls,
    checkAddress: createAddressCheck({ findApprise }),
    sendMessage,
    search,
    subtitleIndexer,
    removal,
    renditions,
    digests,
    signedPaths,
    findCaller,
    checkPassword,
    backups,
    secrets,
    externalServices,
    ytDlp,
    runningDownload,
    version: `v${packageVersion()}`,
    contract,
    findChannel: channelFinder.find,
    log,
  };
  const api = addApiRoutes(app, contract, allHandlers(context), context);
  addMediaRoutes(app, { archive, queuePictures, findCaller, library, signedPaths, renditions, resizedPictures });
  addAdminRoutes(app, {
    archive,
    findCaller,
    checkPassword,
    alerts,
    catalogue,
    trash,
    library,
    backups,
    tasks,
    systemCards: [tasksCard(createTaskHistory(archive.database)), programsCard({ ytDlp, ffmpeg: programs.ffmpeg }), diskCard(disks)],
    stylesheet: adminStylesheet(client.paths),
    log,
  });
  const folders = { dataFolder, libraryFolder: library.libraryFolder, downloadsFolder: library.downloads.folder };
  const health = createHealth(archiveChecks({ database: archive.database, ...folders, ytDlp, alerts }));
  const metricsToken = options.metricsToken ?? null;
  addHealthRoutes(app, {
    health,
    version: context.version,
    maySeeAll: (request) => isFromThisComputer(request) || hasToken(request, metricsToken) || isStaff(findCaller, request),
  });
  addMetricsRoutes(app, { token: metricsToken, version: context.version, health, archive: { archive, ...folders } });
  addClientRoutes(app, client, api);
  return app;
}

/** A caller with an unknown token is anonymous here, not an error. */
function isStaff(findCaller: FindCaller, request: FastifyRequest): boolean {
  try {
    const { account } = findCaller(request);
    return account !== null && isStaffAccount(account);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
