// Answers requests for saved videos, and for the small files of their pages (docs/saved.md). Called by sw.ts. Serves only the account that
// is open on this device. Answering from a complete video never uses the network.
import { parseSavedAddress } from '../src/contract/saved-address.ts';
import { ageMs, type Clock } from '../src/lib/clock.ts';
import type { Ledger } from '../src/saved-media/ledger/ledger-port.ts';
import type { Rendition, Revision, SmallFile } from '../src/saved-media/ledger/rows.ts';
import { answerVideo, answerHead } from '../src/saved-media/ranges/answer.ts';
import { readBytes } from '../src/saved-media/store/part-files.ts';

export interface SavedVideos {
  answer(request: Request): Promise<Response>;
  /** A subtitle or a picture of a saved video's page; undefined if it is not on this device. */
  smallFile(request: Request): Promise<Response | undefined>;
}

interface Ports {
  ledger: Ledger;
  clock: Clock;
  hasLedger(): Promise<boolean>;
  /** Resolves to the key of the account that this device shows, or null if none is known. */
  findShownAccount(): Promise<string | null>;
  root(): Promise<FileSystemDirectoryHandle>;
  fetch: typeof fetch;
}

/** For this time after a check of the shown account there is no other, because a player that seeks sends many requests. */
const checkedForMs = 1_000;

export function createSavedVideos({ ledger, clock, hasLedger, findShownAccount, root, fetch }: Ports): SavedVideos {
  const readOpenAccount = async (): Promise<string | undefined> => ((await hasLedger()) ? ledger.readOpenAccount() : undefined);
  let lastShown = { account: '', atMs: -Infinity };

  /**
   * Whether this device shows `account`, which is open in the ledger. After another person has signed in, the ledger's open account stays
   * the previous one until the page opens the ledger.
   */
  async function isShown(account: string): Promise<boolean> {
    if (account === lastShown.account && ageMs(clock, lastShown.atMs) < checkedForMs) return true;
    const shownAccount = await findShownAccount().catch(() => null); // the ledger decides if the registry cannot be read
    if (shownAccount !== null) lastShown = { account: shownAccount, atMs: clock.now() };
    return shownAccount === null || shownAccount === account;
  }

  /** Pictures are saved under their own addresses, and shown with a width (src/lib/picture-address.ts). */
  async function findFile(account: string, address: string, path: string): Promise<SmallFile | undefined> {
    return (await ledger.smallFile(account, address)) ?? (address === path ? undefined : ledger.smallFile(account, path));
  }

  async function smallFile(request: Request): Promise<Response | undefined> {
    const { pathname, search } = new URL(request.url);
    // A ledger that does not open must not block a subtitle that the archive has.
    const account = await readOpenAccount().catch(() => undefined);
    if (account === undefined) return undefined;
    const file = await findFile(account, pathname + search, pathname).catch(() => undefined);
    if (!file || !(await isShown(account))) return undefined;
    return new Response(file.body, { headers: { 'content-type': file.contentType } });
  }

  return {
    async answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('.m3u8')) return (await smallFile(request)) ?? new Response(null, { status: 404 });
      const address = parseSavedAddress(pathname);
      const account = await readOpenAccount();
      if (!address || account === undefined) return new Response(null, { status: 404 });
      const key = [account, address.videoId, address.rendition as Rendition, address.revision] as const;
      const [revision, isAccountShown] = await Promise.all([ledger.revision([...key]), isShown(account)]);
      if (!revision || !isAccountShown) return new Response(null, { status: 404 });
      const read = async (row: Revision, first: number, end: number): Promise<Blob> => readBytes(await root(), row, first, end);
      try {
        return await (request.method === 'HEAD' ? answerHead : answerVideo)(request, revision, { read, fetch });
      } catch {
        // The system deleted the video's files, or this worker cannot read them; the page plays another source (video-source.ts).
        return new Response(null, { status: 404 });
      }
    },

    smallFile,
  };
}
