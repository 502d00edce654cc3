// The driver of the property tests: two devices of one person share a model archive. Their changes interleave with failures of their
// network and tabs in any order; at the end the network works. Each property defines its own steps and expectations.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutboxRow } from '../../src/mirror/rows.ts';
import type { KindName } from '../../src/mutations/kinds/table.ts';
import { steppedClock, type SteppedClock } from '../builders/mirror-copy.ts';
import { aDevice, type Device } from '../builders/outbox-device.ts';
import { createModelArchive, faultNames, type Fault, type ModelArchive, type ModelLibrary } from '../doubles/model-archive.ts';
import { longTest } from '../long-test.ts';

/** A step without a change by a person. */
export type PassiveStep =
  | { do: 'pull' }
  | { do: 'flush'; faults: Fault[] }
  | { do: 'crash' }
  | { do: 'wait'; ms: number }
  | { do: 'sign-out' }
  | { do: 'sign-in' };

/** The kinds of changes that sync.test.ts tests. lists.test.ts tests all others. */
export type WatchKind = 'mark-video-watched' | 'mark-channel-watched' | 'mark-playlist-watched' | 'save-progress';
export type ListKind = Exclude<KindName, WatchKind>;

/** A passive device makes no changes: it takes this step instead of an active one. */
const passiveReplacement: PassiveStep = { do: 'pull' };
const passiveStepNames: ReadonlySet<string> = new Set<PassiveStep['do']>(['pull', 'flush', 'crash', 'wait', 'sign-out', 'sign-in']);

function isPassive(step: { do: string }): step is PassiveStep {
  return passiveStepNames.has(step.do);
}

export function someFaultsOf(names: readonly Fault[]): fc.Arbitrary<Fault[]> {
  const someFault = fc.constantFrom(...names);
  return fc.oneof(
    fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant<Fault>('none') }, { weight: 3, arbitrary: someFault }), { maxLength: 8 }),
    // The ping and the read before a write get through, and the write meets the fault.
    fc.tuple(someFault, someFault).map(([firstFault, secondFault]): Fault[] => ['none', 'none', firstFault, 'none', 'none', secondFault]),
  );
}

export const someFaults: fc.Arbitrary<Fault[]> = fc.oneof(
  { weight: 2, arbitrary: someFaultsOf(faultNames) },
  { weight: 1, arbitrary: fc.constant<Fault[]>(['none', 'none', 'twice', 'twice', 'twice', 'twice']) },
);

/** Passive steps, which a property can add to its own. */
export const somePassiveSteps: fc.WeightedArbitrary<PassiveStep>[] = [
  { weight: 3, arbitrary: fc.constant<PassiveStep>({ do: 'pull' }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('flush' as const), faults: someFaults }) },
  { weight: 1, arbitrary: fc.constant<PassiveStep>({ do: 'crash' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(9_000, 40_000, 3_600_000) }) },
  { weight: 1, arbitrary: fc.constant<PassiveStep>({ do: 'sign-out' }) },
  { weight: 1, arbitrary: fc.constant<PassiveStep>({ do: 'sign-in' }) },
];

export interface Run<Step> {
  honoursKeys: boolean;
  /** Whether only the first device makes changes, so that the expected end is known exactly. */
  isSecondPassive: boolean;
  steps: { device: number; step: Step }[];
}

function someRunOf<Step>(someStep: fc.Arbitrary<Step>): fc.Arbitrary<Run<Step>> {
  // One device takes most steps, so that faults often come between two changes of the same thing.
  const device = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
  return fc.record({
    honoursKeys: fc.boolean(),
    isSecondPassive: fc.boolean(),
    steps: fc.array(fc.record({ device, step: someStep }), { minLength: 4, maxLength: 24 }),
  });
}

export interface TwoDevices {
  clock: SteppedClock;
  model: ModelArchive;
  devices: readonly [Device, Device];
  /** The kinds of all rows that `takeAll` found in an outbox after a step. */
  madeKinds: Set<string>;
  /** Resolves to whether the tab died during the step. */
  takePassiveStep(device: Device, step: PassiveStep): Promise<'died' | 'lives'>;
  /** Flushes, and makes a change `turns` turns of the event loop after the flush began. Resolves like `takePassiveStep`. */
  whileFlushing(device: Device, flush: { faults: Fault[]; turns: number }, change: () => Promise<unknown>): Promise<'died' | 'lives'>;
  /** Takes one step after another. After each step, compares the stored shown state with a newly folded state. */
  takeAll<Step extends { do: string }>(run: Run<Step>, takeStep: (index: number, device: Device, step: Step) => Promise<unknown>): Promise<void>;
  /** Signs everybody in and lets time pass, with a working network, until nothing waits. Parked changes are reported and discarded. */
  settle(onParked: (row: OutboxRow) => void): Promise<void>;
}

export async function twoDevices(library: ModelLibrary, { honoursKeys }: { honoursKeys: boolean }): Promise<TwoDevices> {
  const clock = steppedClock();
  const model = createModelArchive(library, { honoursKeys });
  const devices = [await aDevice({ model, clock }), await aDevice({ model, clock })] as const;

  const pair: TwoDevices = {
    clock,
    model,
    devices,
    madeKinds: new Set(),
    async takePassiveStep(device, step) {
      switch (step.do) {
        case 'pull':
          clock.advance(2_000);
          await device.pull();
          return 'lives';
        case 'flush':
          // More than a minute, so that this device reads the other's position before it sends.
          clock.advance(61_000);
          return (await device.flush(step.faults)) === 'died' ? 'died' : 'lives';
        case 'crash':
          device.crash();
          return 'died';
        case 'wait':
          clock.advance(step.ms);
          return 'lives';
        case 'sign-out':
        case 'sign-in':
          device.session.isSignedIn = step.do === 'sign-in';
          return 'lives';
      }
    },
    async whileFlushing(device, { faults, turns }, change) {
      clock.advance(61_000);
      const flushResult = device.flush(faults);
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const isWritten = await change().then(
        () => true,
        () => false,
      );
      const tabFate = (await flushResult) === 'died' ? 'died' : 'lives';
      // The tab died before the tap's row was written, so the person did not see it take effect, and taps again.
      if (!isWritten) await change();
      return tabFate;
    },
    async takeAll({ isSecondPassive, steps }, takeStep) {
      for (const { device, step } of steps) {
        const isReplaced = isSecondPassive && device === 1 && !isPassive(step);
        const actor = devices[device === 0 ? 0 : 1];
        await takeStep(device, actor, isReplaced ? (passiveReplacement as typeof step) : step);
        for (const { mutation } of await actor.rows()) pair.madeKinds.add(mutation.kind);
        const { storedRows, refoldedRows } = await actor.shownRows();
        expect(storedRows, `after ${step.do} the stored shown state is the archive’s last answer with the pending changes folded in`).toEqual(refoldedRows);
      }
    },
    async settle(onParked) {
      for (let round = 0; round < 4; round += 1) {
        for (const device of devices) {
          device.session.isSignedIn = true;
          clock.advance(10 * 60_000);
          expect(await device.flush(), 'an archive without faults accepts everything').toMatchObject({ end: 'drained' });
          clock.advance(2_000);
          await device.pull();
        }
      }
      for (const device of devices) {
        for (const row of await device.rows()) {
          expect(row.state.name, 'only parked changes are left').toBe('parked');
          onParked(row);
        }
        await device.discardAll();
        clock.advance(2_000);
        await device.pull();
      }
    },
  };
  return pair;
}

/** STOWAWAY_SEEDS=500 makes a long run; STOWAWAY_SEED and STOWAWAY_PATH (printed by a failure) run one case again. */
const runCount = Number(process.env['STOWAWAY_SEEDS'] ?? 5);
const seed = Number(process.env['STOWAWAY_SEED'] ?? 20_261_121);
const path = process.env['STOWAWAY_PATH'];

/** @param file the name of the test file, for the command that repeats a failure */
export function testRuns<Step>(title: string, file: string, someStep: fc.Arbitrary<Step>, property: (run: Run<Step>) => Promise<unknown>): void {
  test(
    title,
    async () => {
      const checkRun = async (run: Run<Step>): Promise<void> => void (await property(run));
      const outcome = await fc.check(fc.asyncProperty(someRunOf(someStep), checkRun), {
        numRuns: runCount,
        seed,
        ...(path === undefined ? {} : { path }),
        endOnFailure: path !== undefined,
      });
      if (!outcome.failed) return;
      const command = `STOWAWAY_SEED=${outcome.seed} STOWAWAY_PATH='${outcome.counterexamplePath}' npx vitest run tests/property/${file}`;
      throw new Error(`${JSON.stringify(outcome.counterexample, null, 1)}\n${String(outcome.errorInstance)}\nRun it again: ${command}`);
    },
    // There is no limit in practice, because the time of 500 runs depends on the machine.
    24 * 3_600_000,
  );
}

/**
 * Tests that each of these steps makes its kind of change, and that random runs contain such steps.
 *
 * @param runSteps resolves to `madeKinds`
 */
export function testKinds<Step extends { do: string }>(
  stepsByKind: Readonly<Record<string, Step>>,
  someStep: fc.Arbitrary<Step>,
  runSteps: (run: Run<Step>) => Promise<ReadonlySet<string>>,
): void {
  longTest('every kind of change is made by a step that random runs contain', async () => {
    const steps = Object.values(stepsByKind);
    const madeKinds = await runSteps({ honoursKeys: true, isSecondPassive: true, steps: steps.map((step) => ({ device: 0, step })) });
    expect([...madeKinds].toSorted()).toEqual(Object.keys(stepsByKind).toSorted());
    const drawnNames = new Set(fc.sample(someStep, { numRuns: 1000, seed: 1 }).map((step) => step.do));
    expect([...drawnNames]).toEqual(expect.arrayContaining(steps.map((step) => step.do)));
  });
}
