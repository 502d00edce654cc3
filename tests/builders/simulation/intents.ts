// Records what people wanted, without the code under test. Each intent is recorded with what its device showed before, and with the length
// of the archive's log at that time.
import type { CommandFailure } from '../../../src/commands/command-failure.ts';
import type { WatchState } from '../../../src/mirror/rows.ts';
import type { SimulatedDevice, SimulatedTab } from './device.ts';
import type { World } from './world.ts';

export type Target =
  | { of: 'mark'; isWatched: boolean }
  /** 0: start over. */
  | { of: 'position'; seconds: number }
  /** A mark of a channel or playlist, for one of its videos. */
  | { of: 'mark-all'; id: string; isWatched: boolean }
  /** Subscriptions, orders, settings, members: the last value counts. */
  | { of: 'field'; value: unknown }
  /** A creation or a typed line: it is meant to happen once. */
  | { of: 'once' };

export interface Intent {
  device: number;
  userId: number;
  /** `video:v1`, `channel:cA`, `member:p/v1` and so on. */
  subject: string;
  target: Target;
  /** Possible bases for the conflict rule: what was shown before this intent, or before the first of the intents that it continues. */
  bases: unknown[];
  /**
   * Set if the earlier changes that this intent would continue were already being sent: their keys, and the bases that apply if none of
   * them arrives.
   */
  ifLost?: { keys: readonly string[]; bases: unknown[] };
  /** How many effects the archive's log contained before this intent. */
  effectsBefore: number;
  /** How many writes all devices together had sent before this intent. */
  writesBefore: number;
  atMs: number;
  /** Set for an intent that an undo adds to reverse a mark: how many effects the archive's log contained before that mark. */
  restoresFrom?: number;
  /** Set for a mark of a channel or playlist if the device did not know that this video is in it. */
  isUnseen?: boolean;
}

/** A person's request to delete a video: it is sent immediately or not at all. */
export interface Deletion {
  device: number;
  userId: number;
  videoId: string;
  /** "Delete and Ignore". */
  isIgnored: boolean;
  tab: SimulatedTab;
  effectsBefore: number;
  writesBefore: number;
  /** What the person was told: `failed` when the device could not store the deletion. Null: nothing yet. */
  outcome: 'done' | CommandFailure['kind'] | 'failed' | null;
  /** The copy, with its unsent changes, was cleared after the request. */
  isCopyGone: boolean;
}

/** A person's request to delete a "set": a channel or a playlist. */
export interface SetDeletion {
  device: number;
  userId: number;
  of: 'channel' | 'playlist';
  /** Temporary for a playlist that only this device knows. */
  id: string;
  /** The name of a playlist that was made in this run; null for others. */
  name: string | null;
  /** The videos of the set, as far as the device knew them, if they are deleted as well. */
  videoIds: readonly string[];
  tab: SimulatedTab;
  effectsBefore: number;
  writesBefore: number;
  outcome: Deletion['outcome'];
  isCopyGone: boolean;
  /** How many writes all devices together had sent when the playlist's creation was withdrawn. Null: the creation was not withdrawn. */
  writesBeforeWithdrawal: number | null;
}

export type IntentBook = ReturnType<typeof createIntentBook>;

export function createIntentBook(world: World) {
  const intents: Intent[] = [];
  const deletions: Deletion[] = [];
  const setDeletions: SetDeletion[] = [];
  /** Subjects of which only the final state is compared: a tab died during a tap, something was undone, or the copy was cleared. */
  const undecidedSubjects = new Set<string>();
  /**
   * Videos of a marked channel or playlist, if the marking device did not know that they belong to it. The device shows the mark on them
   * once it has read them.
   */
  const unseenVideos = new Set<string>();
  const subjectKey = (device: number, userId: number, subject: string): string => `${device}/${userId}/${subject}`;

  return {
    intents,
    deletions,
    setDeletions,
    isUndecided: (intent: Intent): boolean => undecidedSubjects.has(subjectKey(intent.device, intent.userId, intent.subject)),
    isSubjectUndecided: (device: number, userId: number, subject: string): boolean => undecidedSubjects.has(subjectKey(device, userId, subject)),
    markUndecided: (device: number, userId: number, subject: string): void => void undecidedSubjects.add(subjectKey(device, userId, subject)),
    isUnseen: (device: number, userId: number, videoId: string): boolean => unseenVideos.has(subjectKey(device, userId, videoId)),
    markUnseen(intent: Intent, videoId: string): void {
      intent.isUnseen = true;
      unseenVideos.add(subjectKey(intent.device, intent.userId, videoId));
    },
    /** Called when the whole copy is cleared. */
    markAllUndecided(device: number, userId: number): void {
      for (const intent of intents) if (intent.device === device && intent.userId === userId) undecidedSubjects.add(subjectKey(device, userId, intent.subject));
      for (const deletion of [...deletions, ...setDeletions]) if (deletion.device === device && deletion.userId === userId) deletion.isCopyGone = true;
    },
    note(device: SimulatedDevice, userId: number, subject: string, target: Target, bases: unknown[], restoresFrom?: number): Intent {
      const [effectsBefore, writesBefore] = [device.archive.effects.length, world.writes.length];
      const intent = {
        device: device.index,
        userId,
        subject,
        target,
        bases,
        effectsBefore,
        writesBefore,
        atMs: world.loop.nowMs(),
        ...(restoresFrom === undefined ? {} : { restoresFrom }),
      };
      intents.push(intent);
      return intent;
    },
    noteDeletion(tab: SimulatedTab, device: SimulatedDevice, userId: number, { videoId, isIgnored }: { videoId: string; isIgnored: boolean }): Deletion {
      const [effectsBefore, writesBefore] = [device.archive.effects.length, world.writes.length];
      const deletion: Deletion = { device: device.index, userId, videoId, isIgnored, tab, effectsBefore, writesBefore, outcome: null, isCopyGone: false };
      deletions.push(deletion);
      return deletion;
    },
    noteSetDeletion(tab: SimulatedTab, device: SimulatedDevice, userId: number, target: Pick<SetDeletion, 'of' | 'id' | 'name' | 'videoIds'>): SetDeletion {
      const [effectsBefore, writesBefore] = [device.archive.effects.length, world.writes.length];
      const deletion = {
        ...target,
        device: device.index,
        userId,
        tab,
        effectsBefore,
        writesBefore,
        outcome: null,
        isCopyGone: false,
        writesBeforeWithdrawal: null,
      };
      setDeletions.push(deletion);
      return deletion;
    },
    /** Removes intents that were undone before anything was sent, as if they had never existed. */
    withdraw(undoneIntents: readonly Intent[]): void {
      for (const intent of undoneIntents) intents.splice(intents.indexOf(intent), 1);
    },
    /** The last intent for each subject, by device and person. */
    last(): Intent[] {
      const lastBySubject = new Map<string, Intent>();
      for (const intent of intents) lastBySubject.set(subjectKey(intent.device, intent.userId, intent.subject), intent);
      return [...lastBySubject.values()];
    },
    of: (device: number, userId: number, subject: string): Intent[] =>
      intents.filter((intent) => intent.device === device && intent.userId === userId && intent.subject === subject),
  };
}

export const untouched: WatchState = { isWatched: false, positionSeconds: null };
