// What the mirror has to know of the kinds of changes in its outbox. Each is defined by one file in src/mutations/kinds and passed
// in by app/client.tsx: the mirror itself knows none of them by name. A row of a kind that is not among them was written by another version of the
// app: it shows nothing, replaces nothing, and waits for that version.
import type { Entities, Lane, Mutation, WatchState } from './rows.ts';

/** The videos whose watch state a change is about. `knownIds`: no others show it; undefined: all that are there. */
export type Concern =
  | { of: 'video'; videoId: string }
  | { of: 'channel'; channelId: string; knownIds: string[] | undefined }
  | { of: 'playlist'; playlistId: string; knownIds: string[] | undefined };

/** Changes of watch state. */
export interface WatchRules<M extends Mutation> {
  concern(mutation: M): Concern;
  /** What the archive would make of it, by docs/behaviour.md, Progress and watched. */
  apply(state: WatchState, mutation: M): WatchState;
  /** Whether it takes the place of an earlier unsent change of the same video. Default: never. */
  replaces?(earlier: Mutation): boolean;
  /** What brings a video of it back when it is too late to take the row away. Default: nothing. */
  undo?(video: ToRestore): Mutation[];
  /** Behind a change that was refused because the video is gone, the next one is refused as well. */
  staysGone?: true;
}

/** A video whose watch state is to be as it was. */
export interface ToRestore {
  videoId: string;
  /** Absent where this device does not know it. */
  durationSeconds?: number;
  before: WatchState;
  now: WatchState;
}

export type EntityRules<M extends Mutation> = {
  [Name in keyof Entities]: {
    of: Name;
    /** Its key; empty where there is one alone. */
    id(mutation: M): string;
    /** What the archive would make of it. */
    fold(entity: Entities[Name], mutation: M): Entities[Name];
    /** Whether it says nothing new: it is not sent then. Default: never. */
    isShown?(entity: Entities[Name], mutation: M): boolean;
    /** What brings it back; `isTakenBack`: the row went before its request had left. Default: nothing. */
    undo?(mutation: M, was: { before: Entities[Name]; now: Entities[Name]; isTakenBack: boolean }): Mutation[];
  };
}[keyof Entities];

export interface Typed {
  into: 'channel' | 'playlist' | 'queue';
  lines: string[];
}

export interface MutationKind<M extends Mutation = Mutation> {
  lane(mutation: M): Lane;
  /** Of two unsent changes in one lane with one wish the later one says all that the earlier one did. */
  wish(mutation: M): string;
  /** In its lane it waits for changes of the same wish only, and only those wait for it. */
  isByWish?: true;
  watch?: WatchRules<M>;
  entity?: EntityRules<M>;
  /** All of its lane goes its way: parked, discarded and tried again with it. */
  isCreation?: true;
  /** Changes with one name go one after the other, whatever their lanes: a lost answer could not be told from the other one's. */
  oneAtATime?(mutation: M): string;
  /** Of a playlist that may still have a temporary id. `withId`: the same change under another one. */
  playlist?: { id(mutation: M): string; withId(mutation: M, playlistId: string): M };
  /** What a person typed, a line each, and what it is to be added to. */
  typed?(mutation: M): Typed;
  /** Videos of which another waiting change says something else once this one is there. */
  refolds?(mutation: M): string[];
  /** As the history of what was sent keeps it: without lists that may be long. Default: as it is. */
  brief?(mutation: M): M;
  /** Sent again and again: of those of one lane the history keeps the last. */
  isRepeated?: true;
  /** An archive that forbids it to an account forbids that account all custom playlists. */
  isOfCustomPlaylists?: true;
}

export interface MutationKinds {
  /** Null: of another version of the app. */
  of(mutation: Mutation): MutationKind | null;
}

/** @param table one entry for each kind that this version knows */
export function mutationKindsOf(table: Readonly<Record<string, unknown>>): MutationKinds {
  return { of: ({ kind }) => (Object.hasOwn(table, kind) ? (table[kind] as MutationKind) : null) };
}

/** @throws for a kind that this version does not know: only what it makes itself comes here */
export function kindOf(kinds: MutationKinds, mutation: Mutation): MutationKind {
  const kind = kinds.of(mutation);
  if (kind === null) throw new Error(`No such kind of change: ${mutation.kind}`);
  return kind;
}

export function concernOf(kinds: MutationKinds, mutation: Mutation): Concern | null {
  return kinds.of(mutation)?.watch?.concern(mutation) ?? null;
}

/** The one video whose watch state it changes; null for all else. */
export function videoOf(kinds: MutationKinds, mutation: Mutation): string | null {
  const concern = concernOf(kinds, mutation);
  return concern?.of === 'video' ? concern.videoId : null;
}

/** A mark of many videos: a barrier for the changes of each. */
export function isWideMark(kinds: MutationKinds, mutation: Mutation): boolean {
  const concern = concernOf(kinds, mutation);
  return concern !== null && concern.of !== 'video';
}

/** Whether the later of two unsent changes says all that the earlier one did. */
export function isSameWish(kinds: MutationKinds, left: Mutation, right: Mutation): boolean {
  const [one, other] = [kinds.of(left), kinds.of(right)];
  return one !== null && other !== null && one.lane(left) === other.lane(right) && one.wish(left) === other.wish(right);
}

/** One entity as it is shown: the archive's last word with the pending changes on top. A refused one shows in the sync sheet alone. */
export function foldEntity<Name extends keyof Entities>(
  kinds: MutationKinds,
  name: Name,
  id: string,
  archived: Entities[Name],
  rows: readonly { state: { name: string }; mutation: Mutation }[],
): Entities[Name] {
  return rows.reduce((entity, { state, mutation }) => {
    const rules = kinds.of(mutation)?.entity;
    if (state.name === 'parked' || rules?.of !== name || rules.id(mutation) !== id) return entity;
    return (rules.fold as (entity: Entities[Name], mutation: Mutation) => Entities[Name])(entity, mutation);
  }, archived);
}
