// The page's side of the index: starts the worker with the first query or listener. src/queries ends it when nobody has searched for a
// while. Independent of React; of the mirror it knows only the database's name.
import type { SearchQuery } from '../lib/search-query.ts';
import type { SubtitleHit } from '../mirror/search-answer.ts';
import type { FromIndex, IndexHits, ListedIds, ListQuery, ToIndex } from './messages.ts';

export interface IndexClient {
  /** Resolves to null if this device has no answer, because the worker cannot start in this browser or has ended meanwhile. */
  search(query: SearchQuery): Promise<IndexHits | null>;
  /** Resolves to null for the same reasons as `search`. */
  list(query: ListQuery): Promise<ListedIds | null>;
  /** Searches the subtitles of saved videos. Resolves to null as `search` does, or if a newer search has superseded this one. */
  searchSubtitles(query: SearchQuery): Promise<SubtitleHit[] | null>;
  /** Call when something in the mirror has changed. */
  notifyChange(): void;
  /** Call when a video has been saved completely on this device, or a saved video was removed. */
  notifySaved(): void;
  /** `listener` is called when answers may have changed. Returns the unsubscribe function. */
  onUpdate(listener: () => void): () => void;
  end(): void;
}

/** The account whose mirror and saved videos are searched. */
interface IndexedAccount {
  databaseName: string;
  account: string;
}

export function createIndexClient(account: IndexedAccount, startWorker: () => Worker = startIndexWorker): IndexClient {
  const listeners = new Set<() => void>();
  const pendingRequests = new Map<number, (answer: FromIndex | null) => void>();
  let worker: Worker | null = null;
  let lastRequestId = 0;

  function ensureWorker(): Worker | null {
    if (worker) return worker;
    try {
      worker = startWorker();
    } catch (reason) {
      console.warn('The search index could not be started', reason);
      return null;
    }
    worker.onmessage = ({ data }: MessageEvent<FromIndex>) => receive(data);
    worker.onerror = end;
    post({ kind: 'open', ...account });
    return worker;
  }

  function post(message: ToIndex): void {
    worker?.postMessage(message);
  }

  function receive(message: FromIndex): void {
    if (message.kind === 'gone') return end();
    if (message.kind === 'updated') {
      for (const listener of [...listeners]) listener();
      return;
    }
    pendingRequests.get(message.number)?.(message);
    pendingRequests.delete(message.number);
  }

  function request(messageOf: (requestId: number) => ToIndex): Promise<FromIndex | null> {
    if (!ensureWorker()) return Promise.resolve(null);
    lastRequestId += 1;
    const requestId = lastRequestId;
    return new Promise((resolve) => {
      pendingRequests.set(requestId, resolve);
      post(messageOf(requestId));
    });
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    for (const settle of pendingRequests.values()) settle(null);
    pendingRequests.clear();
  }

  return {
    async search(query) {
      const answer = await request((requestId) => ({ kind: 'search', number: requestId, query }));
      return answer?.kind === 'hits' ? answer.hits : null;
    },
    async list(query) {
      const answer = await request((requestId) => ({ kind: 'list', number: requestId, query }));
      return answer?.kind === 'listed' ? answer.listed : null;
    },
    async searchSubtitles(query) {
      const answer = await request((requestId) => ({ kind: 'search-subtitles', number: requestId, query }));
      return answer?.kind === 'subtitle-hits' ? answer.hits : null;
    },
    notifyChange: () => post({ kind: 'changed' }),
    notifySaved: () => post({ kind: 'saved-changed' }),
    onUpdate(listener) {
      ensureWorker();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end,
  };
}

function startIndexWorker(): Worker {
  return new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module', name: 'search index' });
}
