// One browser: its databases, its cookies, its clock, its locks and its tabs. Each device reaches the archive at a different address, so
// that the databases of all devices have different names.
import type { Clock } from '../../../src/lib/clock.ts';
import type { Mirror } from '../../../src/mirror/database.ts';
import type { Page } from '../../../src/sync/triggers.ts';
import type { HttpRequest, SimulatedArchive } from './archive.ts';
import type { Locks } from '../../../src/lib/locks.ts';
import { createBrowserLocks } from './browser-locks.ts';
import type { EventLoop } from './event-loop.ts';
import type { Network, Sender } from './network.ts';
import { keysRecordedAsSent } from './storage.ts';
import { openTab, type Tab } from './tab.ts';

export interface SimulatedTab {
  tab: Tab;
  sender: Sender;
  isAlive: boolean;
  isFrozen: boolean;
  kill(): void;
  freeze(): void;
  thaw(): void;
  /** The tab becomes visible. */
  show(): void;
}

interface DevicePorts {
  loop: EventLoop;
  network: Network;
  archive: SimulatedArchive;
  index: number;
  random: () => number;
  /** False: the tabs share no locks, as over plain http. */
  hasLocks: boolean;
  /** Called when a tab fails to start, unless it was killed meanwhile. */
  onFailure: (failure: string) => void;
}

export type SimulatedDevice = ReturnType<typeof createDevice>;

let deviceCount = 0;

export function createDevice({ loop, network, archive, index, random, hasLocks, onFailure }: DevicePorts) {
  deviceCount += 1;
  const origin = `http://device-${deviceCount}.test`;
  const registryName = `registry-${deviceCount}`;
  const databasePrefix = `stowaway-mirror|${encodeURIComponent(origin)}`;
  let cookie: string | null = null;
  let skewMs = Date.UTC(2026, 5, 1);
  let wasClockMoved = false;
  let lastKillMs = -Infinity;
  const keysSentAtKills = new Set<string>();
  let wasFrozen = false;
  let keyCount = 0;
  const tabs = new Set<SimulatedTab>();
  const locks = createBrowserLocks((owner, callback) => loop.soon(() => (owner as SimulatedTab).sender.whenAwake(callback)));

  function open(): SimulatedTab {
    const heldCallbacks: (() => void)[] = [];
    const visibleListeners = new Set<() => void>();
    const whenAwake = (callback: () => void): void => {
      if (simulated.isFrozen) heldCallbacks.push(callback);
      else if (simulated.isAlive) callback();
    };
    const clock: Clock = {
      now: () => loop.nowMs() + skewMs,
      after: (ms, callback) => loop.after(ms, () => whenAwake(callback)),
    };
    const page: Page = {
      isVisible: () => true,
      hasNetwork: () => true,
      onVisible: (callback) => {
        visibleListeners.add(callback);
        return () => visibleListeners.delete(callback);
      },
      onNetworkHint: () => () => {},
    };
    const sender: Sender = {
      device: index,
      isAlive: () => simulated.isAlive,
      isFrozen: () => simulated.isFrozen,
      whenAwake,
      cookie: () => cookie,
      setCookie: (next) => void (cookie = next),
      handle: (request: HttpRequest, device, isDeliveredTwice) => archive.handle(request, device, isDeliveredTwice),
    };
    const simulated = {
      sender,
      isAlive: true,
      isFrozen: false,
      kill() {
        if (!simulated.isAlive) return;
        simulated.isAlive = false;
        simulated.isFrozen = false;
        lastKillMs = clock.now();
        simulated.tab.end();
        for (const key of keysRecordedAsSent(databasePrefix)) keysSentAtKills.add(key);
        network.close(sender);
        locks.free(simulated);
        tabs.delete(simulated);
      },
      freeze: () => void (simulated.isFrozen = wasFrozen = true),
      thaw() {
        simulated.isFrozen = false;
        for (const callback of heldCallbacks.splice(0)) whenAwake(callback);
      },
      show: () => whenAwake(() => [...visibleListeners].forEach((callback) => callback())),
    } as SimulatedTab;
    simulated.tab = openTab({
      registryName,
      origin,
      clock,
      locks: hasLocks ? locks.forTab(simulated) : locksOfOneTab(),
      page,
      fetch: network.fetchOf(sender),
      readCookie: (name) => (name === 'csrftoken' && cookie !== null ? `csrf-${cookie}` : null),
      newKey: () => `key-${deviceCount}-${index}-${(keyCount += 1)}`,
      random,
      isAlive: () => simulated.isAlive,
      onReload: () => {
        simulated.kill();
        open();
      },
    });
    tabs.add(simulated);
    simulated.tab.session.start().catch((reason: unknown) => simulated.isAlive && onFailure(`a start failed: ${String(reason)}`));
    return simulated;
  }

  /** Over plain http each tab has its own locks. */
  function locksOfOneTab(): Locks {
    const tab = {};
    return { ...createBrowserLocks((_, callback) => loop.soon(callback)).forTab(tab), isCrossTab: false };
  }

  return {
    index,
    archive,
    hasLocks,
    /** The prefix of the names of the accounts' databases. The registry's name has another prefix, so `fillDisk` leaves the registry writable. */
    databasePrefix,
    open,
    tabs: () => [...tabs],
    tab: (which: number): SimulatedTab | null => [...tabs][which % Math.max(1, tabs.size)] ?? null,
    cookie: () => cookie,
    /** Signs a person in without the help of a tab, as another page of the same origin can. */
    switchSession: (username: string): void => void (cookie = archive.signIn(username)),
    /** Moves the device's clock by `byMs`; its timers continue. */
    moveClock(byMs: number): void {
      skewMs += byMs;
      wasClockMoved = true;
    },
    wasClockMoved: () => wasClockMoved,
    /** Whether any of its tabs was ever frozen. */
    wasFrozen: () => wasFrozen,
    /** When a tab was last killed, by the device's clock. */
    lastKillMs: () => lastKillMs,
    /** Whether the change with this Idempotency-Key was recorded as sent when some tab was killed. */
    wasSentAtKill: (key: string): boolean => keysSentAtKills.has(key),
    mirror: (): Mirror | null => [...tabs].map(({ tab }) => tab.mirror()).find((mirror) => mirror !== null) ?? null,
  };
}
