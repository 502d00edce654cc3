import { nothingNext, type UpNext } from '../lib/up-next.ts';
import type { Mirror } from '../mirror/database.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';

/** What plays after this, as it is in every tab. */
export function useUpNext(): UpNext {
  return useStore(upNextStore(useMirror()));
}

export function upNextStore(mirror: Mirror): Store<UpNext> {
  const query = async (): Promise<UpNext> => {
    const row = await mirror.db.documents.get('up-next');
    return row?.key === 'up-next' ? row.value : nothingNext;
  };
  return storeFor(mirror, 'up-next', (onIdle) => createLiveStore({ clock: mirror.clock, query, initial: nothingNext, onIdle }));
}
