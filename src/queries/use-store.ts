import { useRef, useSyncExternalStore } from 'react';
import type { Store } from './live-store.ts';
import type { View } from './views.ts';

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.read);
}

/**
 * Like `useStore`, for a list of which another part may be requested (a page, another order): until the device has answered, a frame or two, the
 * previous part stays. `list`: identifies the list; nothing of another list stays.
 */
export function useListStore<Data>(store: Store<View<Data>>, list = ''): View<Data> {
  const view = useStore(store);
  const last = useRef({ list, view });
  const isUnread = view.state === 'loading' && view.isUnread === true;
  if (!isUnread || last.current.list !== list) last.current = { list, view };
  return last.current.view;
}
