// The saver's worker: constructs all parts once. The tab that holds the saver's lock starts and terminates the worker (tab-saver.ts).
import { systemClock } from '../../lib/clock.ts';
import { deviceNetwork, networkKind } from '../../lib/metered.ts';
import { workerDecoder } from '../../lib/playability.ts';
import { failed } from '../../lib/result.ts';
import { createWebLocks } from '../../lib/web-locks.ts';
import type { ApiError } from '../../network/api-error.ts';
import { createArchiveClient } from '../../network/archive-client.ts';
import { createByteSource, type SourceFailure } from '../../network/byte-source.ts';
import { createDigestSource } from '../../network/digest-source.ts';
import { createReadApi } from '../../network/read-api.ts';
import { ClaimLost, openLedger } from '../ledger/ledger.ts';
import { itemKeyOf, ledgerName } from '../ledger/rows.ts';
import { savedChannelName, type SavedMessage, type SaverEnded, type StartSaver } from '../messages.ts';
import { readDeviceSpace } from '../quota.ts';
import { videoLockName } from '../store/video-lock.ts';
import { deleteRevision } from '../store/part-files.ts';
import { defaultPartBytes } from '../store/part-writer.ts';
import { reconcileWithRetries } from '../store/reconcile.ts';
import { chooseFiles } from './choose-files.ts';
import { dropUpdate } from './drop-update.ts';
import { createPressPause } from './press-pause.ts';
import { createHlsSource } from './hls-source.ts';
import { saveItem } from './save-item.ts';
import { startSaver } from './saver.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<StartSaver>) => void) | null;
  postMessage(ended: SaverEnded): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;
// Failures during work are in the ledger; a worker that cannot start is ended by its tab.
scope.onmessage = ({ data }) => void start(data).catch(reportError);

async function start({ account, owner, sessionOwner }: StartSaver): Promise<void> {
  const ledger = openLedger(ledgerName, (how) => {
    scope.postMessage(how === 'deleted' ? 'lost' : 'outdated');
    // If the worker stayed open, its current work would create an empty ledger.
    if (how === 'deleted') scope.close();
  });
  const root = await navigator.storage.getDirectory();
  const api = createReadApi(createArchiveClient({ readCookie: () => null, onOutcome: () => {}, owner: sessionOwner }));
  const channel = new BroadcastChannel(savedChannelName);
  const broadcast = (message: SavedMessage): void => channel.postMessage(message);
  const onChange = (videoId: string): void => broadcast({ kind: 'changed', account, videoId });
  const locks = createWebLocks();
  const pressPause = createPressPause(systemClock);
  /** Removed items that are playing and wait for the end of playback. */
  const waitingRemovals = new Set<string>();
  const source = createByteSource((input, init) => fetch(input, init));
  const streamSource = createHlsSource(source, (input, init) => fetch(input, init));
  const digestSource = createDigestSource((input, init) => fetch(input, init));

  // The account may have been left, or another opened, while this worker was loading.
  const claim = await ledger.claim(owner, account).catch((reason: unknown) => {
    if (reason instanceof ClaimLost) return null;
    throw reason;
  });
  if (!claim) return scope.postMessage('lost');
  const saver = startSaver(account, claim, {
    ledger,
    clock: systemClock,
    random: Math.random,
    network: { ...deviceNetwork, kind: networkKind },
    space: readDeviceSpace,
    reconcile: () => reconcileWithRetries(account, claim, { ledger, root, locks, onChange }, systemClock),
    onChange,
    onLost: () => scope.postMessage('lost'),
    async removeItem(item) {
      const name = videoLockName(item);
      const deleteFiles = async (): Promise<true> => {
        for (const revision of await ledger.forget(itemKeyOf(item))) await deleteRevision(root, revision);
        return true;
      };
      if (await locks.run(name, deleteFiles, { ifFree: true })) return true;
      if (waitingRemovals.has(name)) return false;
      waitingRemovals.add(name);
      // Fire and forget: other videos are saved meanwhile.
      void locks.run(name, async () => void waitingRemovals.delete(name)).then(() => saver.wake());
      return false;
    },
    dropUpdate: (item) => dropUpdate(item, claim, { ledger, root }),
    saveItem: (item, currentClaim, signal, reserve) =>
      saveItem(
        item,
        currentClaim,
        {
          ledger,
          root,
          clock: systemClock,
          source,
          streamSource,
          digestSource,
          locks,
          fetch: (input, init) => fetch(input, init),
          reserve,
          partBytes: defaultPartBytes(),
          onChange,
          pause: pressPause.pause,
          async filesOf(videoId, abortSignal) {
            const answer = await api.getVideo(videoId, abortSignal);
            if (!answer.ok) return failed(sourceFailureOf(answer.error));
            return chooseFiles(answer.value, workerDecoder);
          },
        },
        signal,
      ),
  });
  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => {
    if (data.kind === 'wake') saver.wake(data.isNetworkBack);
    if (data.kind === 'pressed') pressPause.onPress();
    if (data.kind === 'use-network-once' && data.account === account) saver.useNetworkOnce();
  };
  addEventListener('online', () => saver.wake(true));
}

function sourceFailureOf(error: ApiError): SourceFailure {
  switch (error.kind) {
    case 'aborted':
    case 'captive':
    case 'forbidden':
    case 'not-found':
    case 'unreachable':
      return { kind: error.kind };
    case 'proxy-login':
      return { kind: 'captive' };
    case 'other-account':
      return { kind: 'forbidden' };
    case 'server-error':
    case 'too-many':
      return { kind: 'server-error', retryAfterMs: error.retryAfterMs };
    case 'refused':
    case 'no-such-call':
    case 'bad-shape':
      return { kind: 'server-error', retryAfterMs: null };
  }
}
