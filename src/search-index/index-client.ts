// The page's side of the index: starts the worker with the first question and ends it when nobody has searched for a while. Knows nothing of React,
// and of the mirror only its name.
import type { SearchQuery } from '../lib/search-query.ts';
import type { SpokenHit } from '../mirror/search-answer.ts';
import type { FromIndex, IndexHits, ListedIds, ListQuestion, ToIndex } from './messages.ts';

export interface IndexClient {
  /** Null if this browser has no worker for it, or the worker has ended meanwhile: then the device answers nothing. */
  search(query: SearchQuery): Promise<IndexHits | null>;
  /** Null as above. */
  list(question: ListQuestion): Promise<ListedIds | null>;
  /** What is said in the saved videos. Null as above, or if a newer question has superseded this one. */
  searchSpoken(query: SearchQuery): Promise<SpokenHit[] | null>;
  /** Something in the mirror has changed. */
  noteChange(): void;
  /** Another video has been saved completely on this device, or was removed. */
  noteSaved(): void;
  /** Its answers may differ from now on. Returns the unsubscribe function. */
  onUpdate(listener: () => void): () => void;
  end(): void;
}

/** Whose copy, and whose saved videos. */
interface IndexedAccount {
  databaseName: string;
  account: string;
}

export function createIndexClient(account: IndexedAccount, startWorker: () => Worker = startIndexWorker): IndexClient {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, (answer: FromIndex | null) => void>();
  let worker: Worker | null = null;
  let number = 0;

  function opened(): Worker | null {
    if (worker) return worker;
    try {
      worker = startWorker();
    } catch (reason) {
      console.warn('The search index could not be started', reason);
      return null;
    }
    worker.onmessage = ({ data }: MessageEvent<FromIndex>) => receive(data);
    worker.onerror = end;
    say({ kind: 'open', ...account });
    return worker;
  }

  function say(message: ToIndex): void {
    worker?.postMessage(message);
  }

  function receive(message: FromIndex): void {
    if (message.kind === 'gone') return end();
    if (message.kind === 'updated') {
      for (const listener of [...listeners]) listener();
      return;
    }
    waiting.get(message.number)?.(message);
    waiting.delete(message.number);
  }

  function ask(messageOf: (asked: number) => ToIndex): Promise<FromIndex | null> {
    if (!opened()) return Promise.resolve(null);
    number += 1;
    const asked = number;
    return new Promise((resolve) => {
      waiting.set(asked, resolve);
      say(messageOf(asked));
    });
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  }

  return {
    async search(query) {
      const answer = await ask((asked) => ({ kind: 'search', number: asked, query }));
      return answer?.kind === 'hits' ? answer.hits : null;
    },
    async list(question) {
      const answer = await ask((asked) => ({ kind: 'list', number: asked, question }));
      return answer?.kind === 'listed' ? answer.listed : null;
    },
    async searchSpoken(query) {
      const answer = await ask((asked) => ({ kind: 'search-spoken', number: asked, query }));
      return answer?.kind === 'spoken-hits' ? answer.hits : null;
    },
    noteChange: () => say({ kind: 'changed' }),
    noteSaved: () => say({ kind: 'saved-changed' }),
    onUpdate(listener) {
      opened();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end,
  };
}

function startIndexWorker(): Worker {
  return new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module', name: 'search index' });
}
