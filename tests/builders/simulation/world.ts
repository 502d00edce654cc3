// Devices, archives and the network between them, under one scheduler. All randomness comes from one seed, so the same steps with the same
// seed repeat a run event by event.
import { seeded } from '../seeded.ts';
import type { ModelLibrary } from '../../doubles/model-archive.ts';
import { createSimulatedArchive, people, type ServerKind, type SimulatedArchive } from './archive.ts';
import { createDevice, type SimulatedDevice, type SimulatedTab } from './device.ts';
import { makeRoomOnDisks } from './storage.ts';
import { createEventLoop, type EventLoop } from './event-loop.ts';
import { mustWait, type NewerChange } from './newer-rows.ts';
import { createNetwork, fates, isDeletion, type Fate, type Network } from './network.ts';

interface Write {
  device: number;
  userId: number | null;
  /** How many effects the archive's log had when the write was sent. */
  effectsBefore: number;
  call: string;
  key: string;
}

export interface WorldPlan {
  /** For each device, which server its address leads to. */
  devices: readonly ServerKind[];
  hasNoLocks: boolean;
  seed: number;
}

export interface World {
  loop: EventLoop;
  network: Network;
  devices: SimulatedDevice[];
  archives: SimulatedArchive[];
  /** Descriptions of what went wrong; empty after a correct run. */
  violations: string[];
  /** Sent writes, in order. */
  writes: Write[];
  /** Changes that a tab of a newer version has made and not sent. */
  newerChanges: NewerChange[];
  /** Every message and its fate, in order: two runs of one seed have the same trace. */
  trace: string[];
  random: () => number;
  /** 0 to 1: how often a message meets a fault. */
  faultRate: number;
  /**
   * Runs storage events until the promise settles; nothing else moves. Resolves to null if no storage event is left before that, for
   * example because the promise's tab was killed.
   */
  during<Value>(work: Promise<Value>): Promise<Value | null>;
  /** Single steps of storage and network, chosen at random. */
  makeMoves(count: number): Promise<void>;
  /** Lets time pass, with messages in flight. */
  advance(ms: number): Promise<void>;
  login(device: SimulatedDevice, tab: SimulatedTab, personIndex: number): Promise<boolean>;
  end(): Promise<void>;
}

const fatesAfterEffect = fates.filter((fate) => fate.endsWith('-after'));

export function createWorld(library: ModelLibrary, { devices: kinds, hasNoLocks, seed }: WorldPlan): World {
  const loop = createEventLoop();
  const random = seeded(seed);
  const violations: string[] = [];
  const trace: string[] = [];
  const writes: Write[] = [];
  const archives = (['embedded', 'tubearchivist'] as const).map((kind) => createSimulatedArchive(library, { kind, name: kind, nowMs: loop.nowMs }));
  const network = createNetwork(
    (request, sender) => {
      trace.push(`${loop.nowMs()} ${sender.device} ${request.method} ${request.path}`);
      const device = devices[sender.device] as SimulatedDevice;
      const sendingTab = device.tabs().find((tab) => tab.sender === sender);
      const isWrite = request.headers.has('Idempotency-Key');
      const owner = sendingTab?.tab.owner();
      const sessionUserId = device.archive.userOf(request.cookie);
      const key = request.headers.get('Idempotency-Key');
      if (key !== null) {
        const call = `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)}`;
        writes.push({ device: device.index, userId: owner?.userId ?? null, effectsBefore: device.archive.effects.length, call, key });
        if (mustWait(device, key)) violations.push(`device ${device.index}: ${call} was sent before a newer version's change`);
      }
      // A deletion affects the whole archive, whoever is signed in.
      if (isWrite && !isDeletion(request) && device.archive.kind === 'tubearchivist' && sessionUserId !== null && sessionUserId !== owner?.userId)
        violations.push(`${request.method} ${request.path} was sent for person ${owner?.userId} under the session of person ${sessionUserId}`);
    },
    (reason) => violations.push(`The archive failed: ${String(reason)}`),
    ({ method, path }, move) => trace.push(`${loop.nowMs()} ${move} ${method} ${path}`),
  );
  const devices = kinds.map((kind, index) =>
    createDevice({
      loop,
      network,
      index,
      random,
      hasLocks: !hasNoLocks || index < 2,
      onFailure: (failure) => violations.push(failure),
      archive: archives.find((archive) => archive.kind === kind) as SimulatedArchive,
    }),
  );

  /** Chooses what happens to a message. Most faults of a write let it take effect and lose its answer. */
  function someFate(isWrite: boolean): Fate {
    if (random() >= world.faultRate) return 'none';
    if (isWrite && random() < 0.5) return fatesAfterEffect[Math.floor(random() * fatesAfterEffect.length)] as Fate;
    return fates[Math.floor(random() * fates.length)] as Fate;
  }

  async function settleMessages(): Promise<void> {
    await loop.drain();
    for (let moveCount = 0; network.waitingCount() > 0; moveCount += 1) {
      if (moveCount > 2_000) throw new Error('Requests without end: a loop in which no time passes');
      network.move(Math.floor(random() * 1_000), someFate);
      network.move(Math.floor(random() * 1_000), someFate);
      await loop.drain();
    }
  }

  const world: World = {
    loop,
    network,
    devices,
    archives,
    violations,
    writes,
    newerChanges: [],
    trace,
    random,
    faultRate: 0,
    async during(work) {
      let outcome: { value: unknown } | { reason: unknown } | null = null;
      work.then(
        (value) => (outcome = { value }),
        (reason: unknown) => (outcome = { reason }),
      );
      while (!outcome && (await loop.step()));
      const finalOutcome = outcome as { value: unknown } | { reason: unknown } | null;
      if (finalOutcome && 'reason' in finalOutcome) throw finalOutcome.reason;
      return finalOutcome ? (finalOutcome.value as never) : null;
    },
    async makeMoves(count) {
      for (let move = 0; move < count; move += 1) {
        if (random() < 0.25 && network.waitingCount() > 0) network.move(Math.floor(random() * 1_000), someFate);
        else await loop.step();
      }
    },
    async advance(ms) {
      const endMs = loop.nowMs() + ms;
      while (loop.nowMs() < endMs) {
        const isHeldUp = random() < world.faultRate / 2;
        if (!isHeldUp) await settleMessages();
        // In a run with faults, messages sometimes stay in flight for up to 22 s, which is longer than a request waits for its answer.
        const hopMs = isHeldUp ? Math.floor(random() ** 2 * 22_000) : Math.max(1, loop.msUntilNextTimer());
        await loop.pass(Math.min(endMs - loop.nowMs(), hopMs));
      }
      await settleMessages();
    },
    async login(_device, tab, personIndex) {
      const person = people[personIndex % people.length] as (typeof people)[number];
      let isSignedIn: boolean | null = null;
      tab.tab.commands.login({ username: person.name, password: 'x', isRemembered: true }).then(
        (result) => (isSignedIn = result.ok),
        () => (isSignedIn = false),
      );
      for (let round = 0; isSignedIn === null && round < 60; round += 1) await world.advance(500);
      return isSignedIn === true;
    },
    async end() {
      makeRoomOnDisks();
      for (const device of devices) for (const tab of device.tabs()) tab.kill();
      // Dexie's deferred work has to run before the globals are restored: later it would never run.
      await loop.pass(60_000);
      loop.end();
    },
  };
  return world;
}
