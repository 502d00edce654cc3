// Actions that need the server now, and those that change who is signed in. Constructed by app/client.tsx, passed to the screens by
// CommandsContext.
import type { WireChannelOverwrites } from '../contract/names.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import type { CheckOptions, CheckReport } from '../mirror/check/check-report.ts';
import type { Mirror } from '../mirror/database.ts';
import { recordLogout } from '../mirror/registry.ts';
import type { ArchiveApi } from '../network/archive-api.ts';
import type { PageAt } from '../network/page-at.ts';
import type { CastAddresses } from './cast-video.ts';
import { checkBackend, type BackendStatus } from './check-backend.ts';
import type * as ArchiveCommands from './archive-commands.ts';
import type { ArchiveContext } from './archive-commands.ts';
import type { SessionPorts } from './load-account.ts';
import type { Credentials, LoginFailure } from './login.ts';
import type { LogoutFailure } from './logout.ts';
import type { CommandFailure, ReindexTarget } from './command-failure.ts';
import type { BulkFailure, DownloadsChange } from './download-commands.ts';
import { openCopy } from './open-copy.ts';
import type { TaskWatch } from './task-watch.ts';

/** The open account, with its archive. */
export interface CommandContext {
  mirror: Mirror;
  api: ArchiveApi;
}

export interface Commands {
  /** What the commands of lazily loaded screens need (settings-commands.ts); null on /login/. */
  context(): CommandContext | null;
  checkBackend(): Promise<BackendStatus>;
  login(credentials: Credentials): Promise<Result<void, LoginFailure>>;
  /** Rejects if this device cannot record the logout; the user is then still signed in. */
  logout(choice: { clearDevice: boolean }): Promise<Result<void, LogoutFailure>>;
  openCopy(accountKey: string): Promise<void>;
  /** Whether the server itself has a page at this path, such as the user administration. */
  pageAt(path: string): Promise<PageAt>;
  /** Addresses at which a cast device can play the video. */
  castVideo(videoId: string): Promise<Result<CastAddresses, 'not-found' | 'away'>>;
  /** With `andIgnore`, also ignores the video, so that no scan finds it again. Ignoring may wait for the archive (SPEC §4). */
  deleteVideo(videoId: string, choice: { andIgnore: boolean }): Promise<Result<void, CommandFailure>>;
  deleteChannel(channelId: string): Promise<Result<void, CommandFailure>>;
  /** With `withVideos`, also deletes its archived videos. A playlist that exists only on this device is dropped along with its changes. */
  deletePlaylist(playlistId: string, choice: { withVideos: boolean }): Promise<Result<void, CommandFailure>>;
  /** The watch over tasks on the server; null if its chunk could not be fetched. */
  tasks(): Promise<TaskWatch | null>;
  /** Changes all items that the filters match. */
  changeDownloads(change: DownloadsChange): Promise<Result<void, BulkFailure>>;
  /** With `withVideos`, also reindexes all videos of the channel or playlist. */
  reindex(target: ReindexTarget, choice?: { withVideos: boolean }): Promise<Result<void, CommandFailure>>;
  /**
   * Checks the data stored on this device and repairs inconsistencies. Resolves to null if no account is open.
   *
   * @throws if its chunk could not be fetched, or a database fails
   */
  checkDevice(options: CheckOptions): Promise<CheckReport | null>;
  /** Null removes the overwrite. */
  setChannelOverwrite<Key extends keyof WireChannelOverwrites>(
    channelId: string,
    key: Key,
    value: WireChannelOverwrites[Key] | null,
  ): Promise<Result<void, CommandFailure>>;
}

type ArchiveCommandName = 'deleteVideo' | 'deleteChannel' | 'deletePlaylist' | 'reindex' | 'setChannelOverwrite';

/** A command's arguments after its context. */
type CommandArgs<Command> = Command extends (context: ArchiveContext, ...args: infer Args) => unknown ? Args : never;

const loadDownloadCommands = () => import('./download-commands.ts').catch(() => null);

export interface CommandPorts extends SessionPorts {
  /** The API client of the open account, which sends nothing under another account's session. */
  accountApi: () => ArchiveApi;
}

/** `mirror` returns the mirror of the account that is open at the moment of the call, or null on /login/. */
export function createCommands(ports: CommandPorts, mirror: () => Mirror | null): Omit<Commands, 'checkDevice'> {
  const { accountApi } = ports;
  let tasks: TaskWatch | null = null;
  return {
    context() {
      const currentMirror = mirror();
      return currentMirror && { mirror: currentMirror, api: accountApi() };
    },
    checkBackend: () => checkBackend(ports.api),
    async login(credentials) {
      const chunk = await import('./login.ts').catch(() => null);
      return chunk ? chunk.login(ports, credentials) : failed({ kind: 'unreachable', message: null });
    },
    logout: logOut,
    openCopy: (accountKey) => openCopy(ports, accountKey),
    async pageAt(path) {
      const chunk = await import('../network/page-at.ts').catch(() => null);
      return chunk?.pageAt(path) ?? 'nothing';
    },
    tasks: loadTaskWatch,
    async changeDownloads(change) {
      const currentMirror = mirror();
      const chunk = await loadDownloadCommands();
      return currentMirror && chunk ? chunk.changeDownloads(currentMirror, accountApi(), change) : failed({ kind: 'away' });
    },
    async castVideo(videoId) {
      const chunk = await import('./cast-video.ts').catch(() => null);
      return chunk ? chunk.castVideo(accountApi(), videoId, ports.origin) : failed('away');
    },
    deleteVideo: (videoId, choice) => runArchiveCommand('deleteVideo', videoId, choice),
    deleteChannel: (channelId) => runArchiveCommand('deleteChannel', channelId),
    deletePlaylist: (playlistId, choice) => runArchiveCommand('deletePlaylist', playlistId, choice),
    async reindex(target, choice) {
      const result = await runArchiveCommand('reindex', target, choice);
      if (result.ok) void loadTaskWatch().then((watch) => watch?.expect()); // the task's card appears with its first message
      return result;
    },
    setChannelOverwrite: (channelId, key, value) => runArchiveCommand('setChannelOverwrite', channelId, { [key]: value }),
  };

  async function logOut({ clearDevice }: { clearDevice: boolean }): Promise<Result<void, LogoutFailure>> {
    const currentMirror = mirror();
    const chunk = await import('./logout.ts').catch(() => null);
    if (chunk) return chunk.logout(ports, currentMirror, { clearDevice });
    // If the chunk cannot be fetched, the logout is recorded, and completed at the next start.
    const account = currentMirror && (await ports.registry.accounts.get(currentMirror.accountKey));
    await recordLogout(ports.registry, account ?? null, clearDevice, ports.clock.now());
    return clearDevice ? failed({ kind: 'not-cleared' }) : ok(undefined);
  }

  async function loadTaskWatch(): Promise<TaskWatch | null> {
    const chunk = await loadDownloadCommands();
    return chunk && (tasks ??= chunk.watchTasks(mirror, accountApi()));
  }

  /** The commands' chunk is loaded when the user first runs one of them. */
  async function runArchiveCommand<Name extends ArchiveCommandName>(
    name: Name,
    ...args: CommandArgs<(typeof ArchiveCommands)[Name]>
  ): Promise<Result<void, CommandFailure>> {
    const currentMirror = mirror();
    // If the chunk could not be fetched, the archive could not have been reached either.
    const commands = await import('./archive-commands.ts').catch(() => null);
    if (!currentMirror || !commands) return failed({ kind: 'away' });
    const run = commands[name] as (context: ArchiveContext, ...args: CommandArgs<(typeof ArchiveCommands)[Name]>) => Promise<Result<void, CommandFailure>>;
    return run(commands.archiveContext(currentMirror, accountApi(), ports.onDeleted), ...args);
  }
}
