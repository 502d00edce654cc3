import { useInsertionEffect, useRef, useSyncExternalStore } from 'react';
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
  const isUnread = view.state === 'loading' && view.isUnread === true;
  const kept = useKept({ listId, view }, !isUnread);
  return kept.listId === listId ? kept.view : view;
}

/** The value; while it is not read yet (`isRead`), the last one that was read and drawn. */
export function useKept<Value>(value: Value, isRead: boolean): Value {
  const lastRef = useRef(value);
  useInsertionEffect(() => {
    if (isRead) lastRef.current = value;
  });
  return isRead ? value : lastRef.current;
}
