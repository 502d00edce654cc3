// The mirror's interface to the kinds of changes in its outbox. Each kind is defined by one file in src/mutations/kinds and passed in by
// app/client.tsx, so the mirror knows none by name. A row of an unknown kind was written by another version of the app: it changes nothing
// that is shown, replaces no other row, and waits for that version.
import type { Entities, Lane, Mutation, WatchState } from './rows.ts';

/** The videos whose watch state a change is about. `knownIds`: only these are affected; undefined: all of them. */
export type Concern =
  | { of: 'video'; videoId: string }
  | { of: 'channel'; channelId: string; knownIds: string[] | undefined }
  | { of: 'playlist'; playlistId: string; knownIds: string[] | undefined };

/** The rules of a kind that changes watch states. */
export interface WatchRules<M extends Mutation> {
  concern(mutation: M): Concern;
  /** The archive's resulting state (docs/behaviour.md, Progress and watched). */
  apply(state: WatchState, mutation: M): WatchState;
  /** Whether a change of this kind replaces an earlier unsent change of the same video. Default: never. */
  replaces?(earlier: Mutation): boolean;
  /** The changes that restore a video when it is too late to remove the row. Default: none. */
  undo?(video: VideoToRestore): Mutation[];
  /** Whether a change of this kind is parked, not sent, if it replaces a change that was parked because the video is gone. */
  staysGone?: true;
}

/** A video, with the watch state to restore. */
export interface VideoToRestore {
  videoId: string;
  /** Absent if unknown to this device. */
  durationSeconds?: number;
  before: WatchState;
  now: WatchState;
}

export type EntityRules<M extends Mutation> = {
  [Name in keyof Entities]: {
    of: Name;
    /** The entity's key; empty if there is only one. */
    id(mutation: M): string;
    /** The archive's resulting state. */
    fold(entity: Entities[Name], mutation: M): Entities[Name];
    /** Whether the change would alter nothing, so that it is not sent. Default: never. */
    isNoOp?(entity: Entities[Name], mutation: M): boolean;
    /** The changes that undo this one. `isCancelled`: the change's row was removed before any request had left. Default: none. */
    undo?(mutation: M, states: { before: Entities[Name]; now: Entities[Name]; isCancelled: boolean }): Mutation[];
  };
}[keyof Entities];

export interface TypedLines {
  into: 'channel' | 'playlist' | 'queue';
  lines: string[];
}

export interface MutationKind<M extends Mutation = Mutation> {
  lane(mutation: M): Lane;
  /** Of two unsent changes in one lane with the same merge key, the later one supersedes the earlier. */
  mergeKey(mutation: M): string;
  /** Within its lane, a change of this kind waits only for changes with the same merge key, and only those wait for it. */
  isOrderedByMergeKey?: true;
  watch?: WatchRules<M>;
  entity?: EntityRules<M>;
  /** Whether the change creates the entity of its lane, so that the lane's other changes are parked, discarded and retried with it. */
  isCreation?: true;
  /**
   * Across lanes, changes with the same serial key are sent one at a time, because their effects could not be told apart if an answer is
   * lost.
   */
  serialKey?(mutation: M): string;
  /**
   * Whether the change is sent only after this earlier change of another lane. Default: never. `attempts`: how often the earlier one could
   * not be sent.
   */
  waitsFor?(mutation: M, earlier: Mutation, attempts: number): boolean;
  /** The playlist that the change concerns, which may still have a temporary id. `withId`: the same change under another id. */
  playlist?: { id(mutation: M): string; withId(mutation: M, playlistId: string): M };
  /** The lines that the user typed, and the list that they are added to. */
  typed?(mutation: M): TypedLines;
  /** Videos for which this change alters the effect of another waiting change. */
  refolds?(mutation: M): string[];
  /** The form of the change in the history of sent changes, without lists that may be long. Default: unchanged. */
  shorten?(mutation: M): M;
  /** Whether changes of this kind are sent repeatedly, so that the history keeps only the last one of each lane. */
  isRepeated?: true;
  /** If the archive forbids an account this change, it also forbids that account all other changes of custom playlists. */
  isOfCustomPlaylists?: true;
}

export interface MutationKinds {
  /** Null if the kind comes from another version of the app. */
  of(mutation: Mutation): MutationKind | null;
}

/** @param table one entry per kind that this version knows */
export function mutationKindsOf(table: Readonly<Record<string, unknown>>): MutationKinds {
  return { of: ({ kind }) => (Object.hasOwn(table, kind) ? (table[kind] as MutationKind) : null) };
}

/** @throws for a kind that this version does not know; callers pass only changes that this version made */
export function kindOf(kinds: MutationKinds, mutation: Mutation): MutationKind {
  const kind = kinds.of(mutation);
  if (kind === null) throw new Error(`Unknown kind of change: ${mutation.kind}`);
  return kind;
}

export function concernOf(kinds: MutationKinds, mutation: Mutation): Concern | null {
  return kinds.of(mutation)?.watch?.concern(mutation) ?? null;
}

/** The video whose watch state the change affects, if it is a single one; otherwise null. */
export function videoOf(kinds: MutationKinds, mutation: Mutation): string | null {
  const concern = concernOf(kinds, mutation);
  return concern?.of === 'video' ? concern.videoId : null;
}

/**
 * Whether the change marks many videos. Such a mark waits for earlier changes of these videos, and later changes of these videos wait for
 * the mark.
 */
export function isWideMark(kinds: MutationKinds, mutation: Mutation): boolean {
  const concern = concernOf(kinds, mutation);
  return concern !== null && concern.of !== 'video';
}

/** Whether the later of two unsent changes supersedes the earlier. */
export function isSameMergeKey(kinds: MutationKinds, left: Mutation, right: Mutation): boolean {
  const [one, other] = [kinds.of(left), kinds.of(right)];
  return one !== null && other !== null && one.lane(left) === other.lane(right) && one.mergeKey(left) === other.mergeKey(right);
}

/** One entity as shown: the archive's last state with the pending changes applied. Parked changes are left out; only the sync sheet shows them. */
export function foldEntity<Name extends keyof Entities>(
  kinds: MutationKinds,
  name: Name,
  id: string,
  archivedEntity: Entities[Name],
  rows: readonly { state: { name: string }; mutation: Mutation }[],
): Entities[Name] {
  return rows.reduce((entity, { state, mutation }) => {
    const rules = kinds.of(mutation)?.entity;
    if (state.name === 'parked' || rules?.of !== name || rules.id(mutation) !== id) return entity;
    return (rules.fold as (entity: Entities[Name], mutation: Mutation) => Entities[Name])(entity, mutation);
  }, archivedEntity);
}
