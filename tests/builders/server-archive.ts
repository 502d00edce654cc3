// A real server on a free port, in this process: its own temporary folder, a small generated library written straight into the catalogue
// (see server-library.ts), one staff account and one other account.
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import type { Catalogue } from '../../server/catalogue/records.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createLibraryLock, type LibraryLock } from '../../server/library/library-lock.ts';
import { createYtDlp } from '../../server/downloader/yt-dlp.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { TrustedProxy } from '../../server/http/caller.ts';
import { createServer } from '../../server/http/create-server.ts';
import type { ServiceAddresses } from '../../server/external-services/addresses.ts';
import { logInto } from '../doubles/log.ts';
import { makeLibrary } from './server-library.ts';
import { passwordHashes, people, plantSession } from './archive-people.ts';
import { signedIn, type ApiSession } from './server-session.ts';

export interface ServerArchive {
  url: string;
  port: number;
  archive: Archive;
  catalogue: Catalogue;
  libraryFolder: string;
  library: LibraryPlaces;
  /** The data folder. */
  folder: string;
  /** Null without `hasDownloadsFolder`. */
  downloadsFolder: string | null;
  /** The lines of the server’s log; a test that provokes no fault expects none. */
  logLines: string[];
  /** A device with a planted session, which avoids the slow hash of a login. */
  login(personName?: keyof typeof people): Promise<ApiSession>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
  /** Drops every connection and stops answering; `start` restarts it with the same port and data. */
  kill(): Promise<void>;
  /** @param libraryLock default: a new one */
  start(libraryLock?: LibraryLock): Promise<void>;
}

export interface ServerArchiveOptions {
  /** Fills the library; default: the small generated one. */
  fill?: (libraryFolder: string, catalogue: Catalogue) => void | Promise<void>;
  /** A built client; default: none. */
  clientFolder?: string;
  port?: number;
  /** Data folder and library are each behind a symbolic link, as with systemd's DynamicUser. */
  isBehindLinks?: true;
  /** The library is the owner's, passed with `--library`; default: Stowaway's own. */
  isOwnersLibrary?: true;
  /** Passes `--downloads`: a folder next to the library. */
  hasDownloadsFolder?: true;
  /** Addresses of doubles; default: all external services are off. */
  serviceAddresses?: ServiceAddresses;
  trustedProxy?: TrustedProxy | undefined;
  /** See ServerOptions. */
  metricsToken?: string | null;
  /** The program to run as yt-dlp; default: it is not installed. */
  ytDlp?: string;
  /** See DownloaderOptions. */
  diskRetryMs?: number;
}

export async function startServerArchive(options: ServerArchiveOptions = {}): Promise<ServerArchive> {
  const base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-server-'));
  const [folder, libraryFolder] = options.isBehindLinks === true ? await linkedFolders(base) : [base, path.join(base, 'library')];
  await mkdir(libraryFolder, { recursive: true });
  const downloadsFolder = options.hasDownloadsFolder === true ? path.join(base, 'downloads') : null;
  if (downloadsFolder !== null) await mkdir(downloadsFolder);
  const library = createLibraryPlaces({ libraryFolder, isOwnersLibrary: options.isOwnersLibrary === true, downloadsFolder, dataFolder: folder });
  const database = openDatabase(path.join(folder, 'stowaway.sqlite'));
  const archive = createArchive(database);
  const catalogue = createSqliteCatalogue(database);
  const hashes = await passwordHashes();
  for (const personName of ['staff', 'guest'] as const)
    archive.accounts.add({ name: people[personName].username, passwordHash: hashes[personName], isStaff: personName === 'staff', isSuperuser: false });
  await (options.fill ?? makeLibrary)(libraryFolder, catalogue);

  const logLines: string[] = [];
  const log = logInto(logLines);
  let port = options.port ?? 0;
  let close = await listen();

  async function listen(libraryLock = createLibraryLock()): Promise<() => Promise<void>> {
    const app = await createServer({
      archive,
      library,
      libraryLock,
      cacheFolder: path.join(folder, 'cache'),
      secretsFolder: path.join(folder, 'secrets'),
      ...(options.serviceAddresses === undefined ? {} : { serviceAddresses: options.serviceAddresses }),
      trustedProxy: options.trustedProxy ?? null,
      metricsToken: options.metricsToken ?? null,
      ytDlp: createYtDlp({
        environment: { ...process.env, STOWAWAY_YTDLP: options.ytDlp ?? path.join(folder, 'no-yt-dlp') },
        cacheFolder: path.join(folder, 'cache', 'yt-dlp'),
        log,
      }),
      ...(options.diskRetryMs === undefined ? {} : { downloads: { diskRetryMs: options.diskRetryMs } }),
      clientFolder: options.clientFolder ?? path.join(folder, 'no-client'),
      tls: null,
      log,
    });
    await app.listen({ port, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
    return () => app.close();
  }

  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    archive,
    catalogue,
    libraryFolder,
    library,
    folder,
    downloadsFolder,
    logLines,
    login: async (personName = 'staff') => signedIn(url, plantSession(archive, people[personName].username)),
    async stop() {
      await close();
      database.close();
      await rm(base, { recursive: true, force: true });
    },
    async kill() {
      await close();
      // Callers in this process notice only in a later turn of the event loop that their connections are closed.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    },
    async start(libraryLock) {
      close = await listen(libraryLock);
    },
  };
}

async function linkedFolders(base: string): Promise<[data: string, library: string]> {
  const [data, library] = [path.join(base, 'data'), path.join(base, 'library')];
  for (const [link, target] of [
    [data, 'private/data'],
    [library, 'mounted/library'],
  ] as const) {
    await mkdir(path.join(base, target), { recursive: true });
    await symlink(target, link);
  }
  return [data, library];
}
