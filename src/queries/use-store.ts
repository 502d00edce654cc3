import { useRef, useSyncExternalStore } from 'react';
import type { Store } from './live-store.ts';
import type { View } from './views.ts';

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.read);
}

/**
 * Like `useStore`, for a list whose page or order may change. Until the device has answered, which takes a frame or two, the previous page
 * stays, unless that page belongs to another list (`listId`).
 */
export function useListStore<Data>(store: Store<View<Data>>, listId = ''): View<Data> {
  const view = useStore(store);
  const lastRef = useRef({ listId, view });
  const isUnread = view.state === 'loading' && view.isUnread === true;
  if (!isUnread || lastRef.current.listId !== listId) lastRef.current = { listId, view };
  return lastRef.current.view;
}
