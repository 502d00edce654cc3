// The saver with all of its steps, as its worker constructs it, with its own ledger, disk and archive.
import { expect, onTestFinished } from 'vitest';
import type { MeteredNetwork } from '../../src/lib/metered.ts';
import { failed, ok, type Result } from '../../src/lib/result.ts';
import { createWebLocks } from '../../src/lib/web-locks.ts';
import type { OpenedFile, SourceFailure } from '../../src/network/byte-source.ts';
import type { DigestAnswer } from '../../src/network/digest-source.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import type { Ledger } from '../../src/saved-media/ledger/ledger-port.ts';
import { itemKeyOf, windowBytes, type SavedItem, type SavedPreferences } from '../../src/saved-media/ledger/rows.ts';
import { statusAfter, type SaveEvent, type SaveStatus } from '../../src/saved-media/ledger/save-states.ts';
import type { DeviceSpace } from '../../src/saved-media/quota.ts';
import { dropUpdate } from '../../src/saved-media/saver/drop-update.ts';
import { saveItem } from '../../src/saved-media/saver/save-item.ts';
import { startSaver } from '../../src/saved-media/saver/saver.ts';
import type { Saver } from '../../src/saved-media/saver/saver-ports.ts';
import { undoMs } from '../../src/saved-media/saver/undo-timer.ts';
import { deleteRevision } from '../../src/saved-media/store/part-files.ts';
import { syncPartBytes } from '../../src/saved-media/store/part-writer.ts';
import { reconcile } from '../../src/saved-media/store/reconcile.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemoryDisk } from './memory-disk.ts';

let databaseCount = 0;

/** Bytes that begin like an MP4 file. */
export function aVideoFile(length = 1000): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  // `Uint8Array.from` takes most of a second for two windows.
  for (let index = 0; index < length; index += 1) bytes[index] = index * 7;
  bytes.set(new TextEncoder().encode('ftyp'), 4);
  return bytes;
}

/** The archive's content, and how it answers the next request. */
interface ArchiveState {
  video: Uint8Array<ArrayBuffer>;
  /** Media files of videos other than `video`, by URL. */
  otherFiles: Record<string, Uint8Array<ArrayBuffer>>;
  url: string;
  validator: string | null;
  listedBytes: number;
  isStream: boolean;
  smallUrls: string[];
  /** The status with which the archive answers for small files, by address; default: 200. */
  smallStatus: Record<string, number>;
  smallText: string;
  /** Whether the service worker keeps narrower copies of the pictures. */
  hasNarrower: boolean;
  /** The browser has no space for small files. */
  isLedgerFull: boolean;
  /** Whether the network alters a byte of the answer to this request for the media file; the first request is 1. */
  isAltered(request: number): boolean;
  /** The digests of the media file, as computed by the archive. */
  digests: DigestAnswer;
  /** How the archive answers for the video's details; `hang`: not at all. */
  details: 'there' | 'hang' | SourceFailure['kind'];
  /**
   * How the archive answers for the media file; `hang`: not at all; `hang-body`: without a byte of the body; `hang-later`: with only one
   * window of the body.
   */
  media: 'there' | 'hang' | 'hang-body' | 'hang-later' | SourceFailure['kind'];
}

export function createSaverSetup() {
  const steps: Step[] = [];
  const ledger = recordSteps(openLedger(`saving-of-test-${++databaseCount}`), steps);
  const disk = createMemoryDisk();
  const clock = createManualClock();
  const archive: ArchiveState = {
    video: aVideoFile(),
    otherFiles: {},
    url: '/media/fog.mp4',
    validator: '"one"',
    listedBytes: 1000,
    isStream: false,
    smallUrls: [],
    smallStatus: {},
    smallText: 'small',
    hasNarrower: false,
    isLedgerFull: false,
    isAltered: () => false,
    digests: { kind: 'none' },
    details: 'there',
    media: 'there',
  };
  /** The offset at which each request for the media file began. */
  const requestedOffsets: number[] = [];
  /** How often videos' details and small files were requested. */
  const requestCounts = { details: 0, smallFiles: 0 };
  const network = createNetwork();
  /** A test holds a video's lock (store/video-lock.ts) to play the video. */
  const locks = createWebLocks(undefined);
  const device: { space: DeviceSpace | null } = { space: null };
  let saver: Saver | null = null;

  async function source(url: string, { offset }: { offset: number }, signal: AbortSignal): Promise<Result<OpenedFile, SourceFailure>> {
    requestedOffsets.push(offset);
    const { validator, media } = archive;
    const unalteredBytes = archive.otherFiles[url] ?? archive.video;
    const bytes = archive.isAltered(requestedOffsets.length) ? unalteredBytes.map((byte, index) => (index === 100 ? byte ^ 1 : byte)) : unalteredBytes;
    if (media === 'hang') return untilAborted(signal);
    // A range cannot begin at the end of a file (416).
    if (offset >= bytes.length) return failed({ kind: 'changed' });
    if (media !== 'there' && media !== 'hang-body' && media !== 'hang-later') return failed({ kind: media, retryAfterMs: null });
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        if (media === 'hang-body') return;
        if (offset < bytes.length) controller.enqueue(bytes.slice(offset, media === 'there' ? undefined : offset + windowBytes));
        if (media === 'there') controller.close();
      },
    });
    return ok({ totalBytes: bytes.length, validator, contentType: 'video/mp4', body });
  }

  onTestFinished(async () => {
    await saver?.stop();
    await ledger.close();
  });

  /** `isSilent`: the saver is not woken. */
  async function put(overrides: Partial<SavedItem> = {}, { isSilent = false } = {}): Promise<void> {
    const item = aSavedItem(overrides);
    await ledger.change(itemKeyOf(item), () => item);
    if (!isSilent) saver?.wake();
  }

  /** Removes the video as a person does, with the time for an undo already over. */
  async function remove(videoId = 'fog'): Promise<void> {
    await ledger.change(itemKeyOf(aSavedItem({ videoId })), (row) => (row ? { ...row, removedAtMs: clock.now() - undoMs } : null));
    saver?.wake();
  }

  return {
    ledger,
    steps,
    disk,
    clock,
    archive,
    requestedOffsets,
    requestCounts,
    network,
    locks,
    device,
    async start(owner = 'a tab', space = async () => device.space, whenReconciled = Promise.resolve()): Promise<Saver> {
      const claim = await ledger.claim(owner);
      await reconcile('mara', claim, { ledger, root: disk.root, locks, onChange() {} });
      saver = startSaver('mara', claim, {
        ledger,
        clock,
        random: () => 1,
        network,
        space,
        reconcile: () => whenReconciled,
        onChange() {},
        onLost() {},
        async removeItem(item) {
          for (const revision of await ledger.forget(itemKeyOf(item))) await deleteRevision(disk.root, revision);
          return true;
        },
        dropUpdate: (item) => dropUpdate(item, claim, { ledger, root: disk.root }),
        saveItem: (item, present, signal, reserve) =>
          saveItem(
            item,
            present,
            {
              ledger,
              root: disk.root,
              clock,
              source,
              streamSource: source,
              digestSource: async () => archive.digests,
              locks,
              async fetch(url, init) {
                requestCounts.smallFiles += 1;
                if (archive.isLedgerFull) throw new DOMException('of the test', 'QuotaExceededError');
                // The service worker answers with a kept file (sw/saved-videos.ts).
                const keptFile = init?.cache === 'no-store' ? undefined : await ledger.smallFile('mara', url as string);
                const headers = { 'content-type': 'image/webp' };
                const status = archive.smallStatus[url as string] ?? 200;
                // The service worker answers with a narrower picture if the archive sends none (sw/images.ts).
                if (archive.hasNarrower && status !== 200 && init?.cache !== 'no-store') return new Response('narrower', { headers });
                return new Response(keptFile?.body ?? archive.smallText, { status, headers });
              },
              reserve,
              partBytes: syncPartBytes,
              onChange() {},
              pause: () => null,
              async filesOf(videoId, ended) {
                requestCounts.details += 1;
                const { url, listedBytes, isStream, smallUrls, details } = archive;
                if (details === 'hang') return untilAborted(ended);
                return details === 'there'
                  ? ok({ mediaUrl: videoId in archive.otherFiles ? videoId : url, listedBytes, isStream, smallUrls })
                  : failed({ kind: details, retryAfterMs: null });
              },
            },
            signal,
          ),
      });
      return saver;
    },
    put,
    remove,
    /** Applies an event as the user or the page does. */
    async applyEvent(event: SaveEvent, videoId = 'fog'): Promise<void> {
      await ledger.change(itemKeyOf(aSavedItem({ videoId })), (row) => {
        const status = row && statusAfter(row.status, event);
        return row && status ? { ...row, status } : null;
      });
      saver?.wake();
    },
    /** Resolves when the saver has considered all earlier requests. A save that has not begun by then never begins. */
    async settle(): Promise<void> {
      // A pass removes videos before it saves any. Once the second video is gone, the pass that removed the first has ended.
      for (const videoId of ['first', 'second']) {
        await put({ videoId, status: { state: 'ready', reason: null } });
        await remove(videoId);
        await expect.poll(() => ledger.item(itemKeyOf(aSavedItem({ videoId }))), fastPolling).toBeUndefined();
      }
    },
    async prefer(change: Partial<SavedPreferences>): Promise<void> {
      await ledger.changePreferences('mara', change);
      saver?.wake();
    },
    item: (videoId = 'fog'): Promise<SavedItem | undefined> => ledger.item(itemKeyOf(aSavedItem({ videoId }))),
    /** The status as a text, for instance `paused offline`; `none` if the video is not saved. */
    async statusText(videoId = 'fog'): Promise<string> {
      const { state, reason } = (await ledger.item(itemKeyOf(aSavedItem({ videoId }))))?.status ?? { state: 'none', reason: null };
      return reason === null ? state : `${state} ${reason}`;
    },
  };
}

export type SaverSetup = ReturnType<typeof createSaverSetup>;

export const fastPolling = { interval: 5 };

export const waitForStatus = (setup: SaverSetup, status: string, videoId?: string): Promise<void> =>
  expect.poll(() => setup.statusText(videoId), fastPolling).toBe(status);

/** A saver that has already saved the video `fog`. */
export async function createSavedSetup(): Promise<SaverSetup> {
  const setup = createSaverSetup();
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'ready');
  return setup;
}

export interface Step {
  from: SaveStatus;
  to: SaveStatus;
}

/** Returns a ledger over `ledger` that also adds each change of a status to `steps`. */
function recordSteps(ledger: Ledger, steps: Step[]): Ledger {
  function recording(change: (row: SavedItem) => SavedItem | null): (row: SavedItem) => SavedItem | null {
    return (row) => {
      const changedRow = change(row);
      if (changedRow && changedRow.status !== row.status) steps.push({ from: row.status, to: changedRow.status });
      return changedRow;
    };
  }
  return {
    ...ledger,
    change: (key, change) => ledger.change(key, (row) => (row ? recording(change)(row) : change(row))),
    dropCopy: (key, change) => ledger.dropCopy(key, recording(change)),
    commit: (claim, rows) => ledger.commit(claim, rows.item ? { ...rows, item: recording(rows.item) as (row: SavedItem) => SavedItem } : rows),
  };
}

/** A network whose kind a test changes. */
function createNetwork(): MeteredNetwork & { kind(): string; change(isMetered: boolean): void; changeSpeed(): void } {
  const listeners = new Set<() => void>();
  let isMetered = false;
  let changeCount = 0;
  const notify = (): void => listeners.forEach((listener) => listener());
  return {
    isMetered: () => isMetered,
    kind: () => String(changeCount),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(isNowMetered) {
      isMetered = isNowMetered;
      changeCount += 1;
      notify();
    },
    /** The browser has a new estimate of the speed of the same network. */
    changeSpeed: notify,
  };
}

function untilAborted(signal: AbortSignal): Promise<Result<never, SourceFailure>> {
  const abortedResult = failed({ kind: 'aborted' as const });
  return new Promise((resolve) => {
    if (signal.aborted) resolve(abortedResult);
    signal.addEventListener('abort', () => resolve(abortedResult));
  });
}
