// Queries other sites with the archive's settings and its cookie. Called by everything that queries channels, playlists and videos at their source.
// Keeps nothing.
import type { Archive } from '../archive/archive.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { sourceArgs, type Credentials } from './download-args.ts';
import { pauseBetween } from './pause.ts';
import type { Extraction, YtDlp, YtDlpState } from './yt-dlp.ts';

export interface SourceClient {
  state(): Promise<YtDlpState>;
  /**
   * What is at an address (see YtDlp.extract).
   * @param options maxEntries: the first so many entries of a list. withComments: as the settings limit them; none when they are off.
   */
  extract(address: string, options: { maxEntries?: number | null; withComments?: boolean; timeoutMs?: number }, signal: AbortSignal): Promise<Extraction>;
  /** Between two calls to a site: the setting `sleep_interval`, randomised by half either way. Resolves at once when aborted. */
  pause(signal: AbortSignal): Promise<void>;
  /** Lends the cookie for as long as `work` takes. */
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
