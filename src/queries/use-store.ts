import { useRef, useSyncExternalStore } from 'react';
import type { Store } from './live-store.ts';
import type { View } from './views.ts';

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.read);
}

/**
 * As `useStore`, for a list of which another part may be asked for (a page, another order): until the device has answered, a
 * frame or two, the part before stays. `list`: what makes it another list, of which nothing stays.
 */
export function useListStore<Data>(store: Store<View<Data>>, list = ''): View<Data> {
  const view = useStore(store);
  const last = useRef({ list, view });
  const isUnread = view.state === 'loading' && view.isUnread === true;
  if (!isUnread || last.current.list !== list) last.current = { list, view };
  return last.current.view;
}
