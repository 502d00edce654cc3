// The worker of the search on the device: one per page that searches. Called by index-client.ts, with the messages of messages.ts. Its
// indexes are stored beside the mirror. If the worker is killed, the next worker continues from them.
import type { SubtitleHit } from '../mirror/search-answer.ts';
import { createIndexKeeper, type IndexKeeper } from './index-keeper.ts';
import { createListCache, type ListCache } from './list-cache.ts';
import type { FromIndex, ToIndex } from './messages.ts';
import { openMirrorRows, type MirrorRows } from './mirror-rows.ts';
import { readSaved } from './saved-subtitles.ts';
import { createSubtitleIndexKeeper, type SubtitleIndexKeeper } from './subtitle-index-keeper.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToIndex>) => void) | null;
  postMessage(message: FromIndex): void;
  close(): void;
}

interface Keepers {
  titles: IndexKeeper;
  subtitles: SubtitleIndexKeeper;
}

const scope = globalThis as unknown as WorkerScope;
let rows: Promise<MirrorRows | null> = Promise.resolve(null);
let keepers: Promise<Keepers | null> = Promise.resolve(null);
let lists: ListCache | null = null;
let latestSubtitleSearch = 0;

scope.onmessage = ({ data }) => {
  void handleMessage(data).catch((reason: unknown) => {
    console.warn('The search index failed', reason);
    // The caller waits for an answer, so it is notified of the failure.
    if ('number' in data) scope.postMessage({ kind: 'failed', number: data.number });
  });
};

/**
 * Called when the database cannot be opened, or was closed by the system, a deletion or an upgrade. The page is notified first, so that its
 * next query starts a new worker.
 */
function closeWorker(): void {
  scope.postMessage({ kind: 'gone' });
  scope.close();
}

async function handleMessage(message: ToIndex): Promise<void> {
  switch (message.kind) {
    case 'open': {
      rows = openMirrorRows(message.databaseName, closeWorker);
      rows.catch(closeWorker);
      keepers = rows.then((openedRows) => openedRows && openKeepers(openedRows, message.account));
      const openedKeepers = await keepers;
      await Promise.all([openedKeepers?.titles.rescan(), openedKeepers?.subtitles.rescan()]);
      return;
    }
    case 'changed':
      await (await keepers)?.titles.rescan();
      return;
    case 'saved-changed':
      await (await keepers)?.subtitles.rescan();
      return;
    case 'search': {
      const hits = (await keepers)?.titles.find(message.query) ?? { videos: [], channels: [], playlists: [] };
      scope.postMessage({ kind: 'hits', number: message.number, hits });
      return;
    }
    case 'list': {
      const openedRows = await rows.catch(() => null);
      if (openedRows) lists ??= createListCache({ rows: openedRows, now: () => performance.now() });
      const listed = openedRows && lists ? await lists.list(message.query).catch(() => null) : null;
      scope.postMessage({ kind: 'listed', number: message.number, listed });
      return;
    }
    case 'search-subtitles':
      latestSubtitleSearch = message.number;
      scope.postMessage({ kind: 'subtitle-hits', number: message.number, hits: await findSubtitles(message) });
  }
}

async function findSubtitles({ number, query }: Extract<ToIndex, { kind: 'search-subtitles' }>): Promise<SubtitleHit[] | null> {
  const openedKeepers = await keepers;
  if (!openedKeepers) return [];
  const isOfChannel = query.channel && query.channel.length > 0 ? openedKeepers.titles.channelTest(query.channel) : () => true;
  // If the ledger does not open, the other results are still returned.
  return openedKeepers.subtitles.find(query, { isOfChannel, isOutdated: () => number !== latestSubtitleSearch }).catch((reason: unknown) => {
    console.warn('The subtitles of saved videos could not be read', reason);
    return [];
  });
}

async function openKeepers(rows: MirrorRows, account: string): Promise<Keepers> {
  const onUpdate = (): void => scope.postMessage({ kind: 'updated' });
  const [titles, subtitles] = await Promise.all([
    createIndexKeeper({ rows, onUpdate, yieldNow }),
    createSubtitleIndexKeeper({ rows, readSaved: (work) => readSaved(account, work), onUpdate, yieldNow }),
  ]);
  return { titles, subtitles };
}

/** Messages that have arrived meanwhile are handled before this resolves. */
function yieldNow(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
