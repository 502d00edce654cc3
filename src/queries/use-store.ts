import { useRef, useSyncExternalStore } from 'react';
import type { Store } from './live-store.ts';
import type { View } from './views.ts';

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.read);
}

/**
 * Like `useStore`, for a list whose page or order may change. The previous page stays until the device has answered, which takes a frame
 * or two. `list`: identifies the list; a page of another list does not stay.
 */
export function useListStore<Data>(store: Store<View<Data>>, list = ''): View<Data> {
  const view = useStore(store);
  const last = useRef({ list, view });
  const isUnread = view.state === 'loading' && view.isUnread === true;
  if (!isUnread || last.current.list !== list) last.current = { list, view };
  return last.current.view;
}
