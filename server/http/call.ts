// A call as a handler gets it, after all checks.
import type { Archive } from '../archive/archive.ts';
import type { Account } from '../accounts/accounts.ts';
import type { CheckPassword } from '../accounts/sign-in.ts';
import type { Backups } from '../backups/backups.ts';
import type { MediaDigests } from '../digests/media-digests.ts';
import type { RunningDownloadStore } from '../downloader/running-download.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import type { Log } from '../log/log.ts';
import type { ExternalServices } from '../external-services/external-services.ts';
import type { Renditions } from '../renditions/renditions.ts';
import type { Removal } from '../removal/removal.ts';
import type { FindChannel } from '../subscriptions/find-channel.ts';
import type { Search } from '../search/search.ts';
import type { SubtitleIndexer } from '../search/subtitle-indexer.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { CheckAddress, NotificationUrls, SendMessage } from '../tasks/notify-urls.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { Answer } from './answer.ts';
import type { Caller, FindCaller } from './caller.ts';
import type { Contract } from './contract.ts';
import type { SignedPaths } from './media/signed-paths.ts';

export interface Call {
  /** The caller's account; null only in operations of role `any`, for an anonymous caller. */
  account: Account | null;
  path: Record<string, string>;
  /** The parameters, checked and converted; those that were not given are absent. */
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The query as it was sent, without `?`. */
  queryString: string;
  address: string;
  userAgent: string;
  /** The header as it was sent; null if there is none. */
  ifNoneMatch: string | null;
  sessionToken: string | null;
  authMethod: Caller['authMethod'];
}

export interface HandlerContext {
  archive: Archive;
  tasks: Tasks;
  notificationUrls: NotificationUrls;
  checkAddress: CheckAddress;
  sendMessage: SendMessage;
  search: Search;
  subtitleIndexer: SubtitleIndexer;
  removal: Removal;
  renditions: Renditions;
  digests: MediaDigests;
  signedPaths: SignedPaths;
  backups: Backups;
  findCaller: FindCaller;
  checkPassword: CheckPassword;
  secrets: Secrets;
  externalServices: ExternalServices;
  ytDlp: YtDlp;
  runningDownload: RunningDownloadStore;
  /** `v` + package version. */
  version: string;
  contract: Pick<Contract, 'document'>;
  findChannel: FindChannel;
  log: Log;
}

/**
 * A synchronous handler runs in the transaction that also stores its answer for the Idempotency-Key. A handler that must wait (for files or
 * a hash) before it writes rows resolves to a function, which writes the rows and runs in that transaction instead.
 */
export type Handler = (call: Call) => Answer | Promise<Answer | (() => Answer)>;
export type HandlerGroup = (context: HandlerContext) => Record<string, Handler>;

/** The caller's account, in operations of users and staff. The router admits only callers with an account to these operations. */
export function accountOf(call: Call): Account {
  if (!call.account) throw new Error('an operation without a login asked for its caller');
  return call.account;
}
