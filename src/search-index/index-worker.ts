// The worker of the device's search: one for each page that searches. Called by index-client.ts, in the messages of messages.ts.
// What it knows is kept beside the mirror; killed, it starts again where it was.
import { createIndexKeeper, type IndexKeeper } from './index-keeper.ts';
import { createListKeeper, type ListKeeper } from './list-keeper.ts';
import type { FromIndex, ToIndex } from './messages.ts';
import { openMirrorRows, type MirrorRows } from './mirror-rows.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToIndex>) => void) | null;
  postMessage(message: FromIndex): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;
let rows: Promise<MirrorRows | null> = Promise.resolve(null);
let keeper: Promise<IndexKeeper | null> = Promise.resolve(null);
let lists: ListKeeper | null = null;

scope.onmessage = ({ data }) => {
  void answer(data).catch((reason: unknown) => console.warn('The search index failed', reason));
};

async function answer(message: ToIndex): Promise<void> {
  switch (message.kind) {
    case 'open':
      rows = openMirrorRows(message.databaseName, () => scope.close());
      keeper = rows.then((opened) => opened && createIndexKeeper({ rows: opened, onUpdate: () => scope.postMessage({ kind: 'updated' }), breathe }));
      await (await keeper)?.look();
      return;
    case 'changed':
      await (await keeper)?.look();
      return;
    case 'search': {
      const hits = (await keeper)?.find(message.query) ?? { videos: [], channels: [], playlists: [] };
      scope.postMessage({ kind: 'hits', number: message.number, hits });
      return;
    }
    case 'list': {
      const opened = await rows.catch(() => null);
      if (opened) lists ??= createListKeeper({ rows: opened, now: () => performance.now() });
      const listed = opened && lists ? await lists.list(message.question).catch(() => null) : null;
      scope.postMessage({ kind: 'listed', number: message.number, listed });
    }
  }
}

/** A message of the page that has come in meanwhile is taken up before this resolves. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
