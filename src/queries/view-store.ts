// A view of something in the archive: read from the device, refreshed by a request when stale. Called by the hooks of this folder; knows
// nothing of React or of the network.
import type { Mirror } from '../mirror/database.ts';
import { addLiveKey } from '../mirror/live-keys.ts';
import type { Connection, RefreshRequest } from '../mirror/rows.ts';
import { isFresh, requestInBackground } from '../mirror/refresh-requests.ts';
import { keepIdentity } from '../lib/keep-identity.ts';
import { connectionStore, failureOfConnection } from './connection-store.ts';
import { createLiveStore, storeFor, type LiveStore } from './live-store.ts';
import type { View } from './views.ts';

/** A resource as the device has it. */
export interface ResourceState<Data> {
  /** The resource to request. */
  key: string;
  data: Data | null;
  /** When the archive last answered for this resource; null if never (`data` may then be built from other answers). */
  fetchedAtMs: number | null;
  /** When data built from other answers was last brought up to date. */
  copiedAtMs?: number;
  /** The resource exists on this device only, so the archive is not asked. Without data, the resource no longer exists. */
  isOnlyHere?: boolean;
  request: RefreshRequest | null;
}

interface ViewQuery<Data> {
  /** Unique among the views of the mirror. */
  id: string;
  rank: RefreshRequest['rank'];
  /** Reads the resource from the device. */
  find: () => Promise<ResourceState<Data>>;
}

export function viewStore<Data>(mirror: Mirror, { id, rank, find }: ViewQuery<Data>): LiveStore<View<Data>> {
  return storeFor(mirror, id, (onIdle) => createViewStore(mirror, rank, find, onIdle));
}

function createViewStore<Data>(
  mirror: Mirror,
  rank: RefreshRequest['rank'],
  find: () => Promise<ResourceState<Data>>,
  onIdle: () => void,
): LiveStore<View<Data>> {
  const resource = createLiveStore<ResourceState<Data> | null>({ clock: mirror.clock, query: find, initial: null, onIdle });
  const connection = connectionStore(mirror);
  const listeners = new Set<() => void>();
  let view: View<Data> = unreadView;
  let requestedKey: string | null = null;
  let stop: (() => void) | null = null;

  function read(): View<Data> {
    view = keepIdentity(view, deriveView(resource.read(), connection.read()));
    return view;
  }

  function requestIfStale(): void {
    const state = resource.read();
    if (!state || requestedKey === state.key) return;
    requestedKey = state.key;
    if (state.isOnlyHere) return;
    if (!isFresh(mirror, state.fetchedAtMs)) requestInBackground(mirror, state.key, rank);
  }

  function onChange(): void {
    requestIfStale();
    const previousView = view;
    if (read() !== previousView) for (const listener of [...listeners]) listener();
  }

  function start(): void {
    const stopResource = resource.subscribe(onChange);
    const stopConnection = connection.subscribe(onChange);
    const removeLiveKey = addLiveKey(mirror.db, {
      rank,
      key: () => resource.read()?.key ?? '',
      // A resource that is not read yet, or on this device only, has nothing to refresh.
      fetchedAtMs: () => {
        const state = resource.read();
        return !state || state.isOnlyHere ? Infinity : state.fetchedAtMs;
      },
      isCopyShown: () => read().state === 'ready',
    });
    requestedKey = null;
    requestIfStale();
    stop = () => {
      stopResource();
      stopConnection();
      removeLiveKey();
    };
  }

  return {
    whenRead: resource.whenRead,
    read,
    subscribe(listener) {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

const unreadView = { state: 'loading', isUnread: true } as const;

/** `resource` is null until the database has answered. */
export function deriveView<Data>(resource: ResourceState<Data> | null, connection: Connection | null): View<Data> {
  if (!resource) return unreadView;
  const connectionFailure = failureOfConnection(connection);
  const failure = resource.request?.state === 'failed' ? (resource.request.failure ?? null) : null;
  if (resource.data !== null) {
    const isRefreshing = resource.request !== null && resource.request.state !== 'failed' && connectionFailure === null;
    return { state: 'ready', data: resource.data, fetchedAtMs: resource.fetchedAtMs ?? resource.copiedAtMs ?? 0, isRefreshing, failure };
  }
  if (resource.isOnlyHere || failure === 'not-found' || (!failure && resource.request?.wasNotFound)) return { state: 'not-found' };
  if (failure) return { state: 'missing', failure, message: resource.request?.message ?? null };
  return connectionFailure ? { state: 'missing', failure: connectionFailure, message: null } : { state: 'loading' };
}
