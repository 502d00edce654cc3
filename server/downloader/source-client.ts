// Queries other sites with the archive's settings and its cookie. All code that queries channels, playlists and videos at their source uses
// this client. It stores nothing.
import type { Archive } from '../archive/archive.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { sourceArgs, type Credentials } from './download-args.ts';
import { pauseBetween } from './pause.ts';
import type { Extraction, YtDlp, YtDlpState } from './yt-dlp.ts';

export interface SourceClient {
  state(): Promise<YtDlpState>;
  /**
   * Looks up an address (see YtDlp.extract).
   * @param options `maxEntries`: at most this many entries of a list. `withComments`: also comments, limited by the settings.
   */
  extract(address: string, options: { maxEntries?: number | null; withComments?: boolean; timeoutMs?: number }, signal: AbortSignal): Promise<Extraction>;
  /**
   * Waits between two calls to a site: the setting `sleep_interval`, randomly varied by up to half in both directions. Resolves immediately
   * when aborted.
   */
  pause(signal: AbortSignal): Promise<void>;
  /** Lends the cookie to `work` until it has ended. */
  withCredentials<Value>(work: (credentials: Credentials) => Promise<Value>): Promise<Value>;
}

export function createSourceClient({ archive, secrets, ytDlp }: { archive: Archive; secrets: Secrets; ytDlp: YtDlp }): SourceClient {
  const settings = () => archive.appSettings.get().downloads;

  async function withCredentials<Value>(work: (credentials: Credentials) => Promise<Value>): Promise<Value> {
    const cookie = secrets.cookie.lend();
    try {
      return await work({ cookieFile: cookie?.file ?? null, poToken: secrets.poToken.get() });
    } finally {
      cookie?.release();
    }
  }

  return {
    state: () => ytDlp.state(),
    withCredentials,
    extract: (address, { maxEntries = null, withComments = false, timeoutMs }, signal) =>
      withCredentials((credentials) =>
        ytDlp.extract(
          address,
          { maxEntries, args: sourceArgs(settings(), credentials, { withComments }), ...(timeoutMs === undefined ? {} : { timeoutMs }) },
          signal,
        ),
      ),
    pause: (signal) => pauseBetween(settings().sleep_interval, signal),
  };
}
