import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface AddSubscription {
  kind: 'add-subscription';
  of: 'channel' | 'playlist';
  line: string;
}

/** A subscription to something that the archive may not know yet: an id, an address or a handle, as typed. */
export const addSubscription: MutationKind<AddSubscription> = {
  lane: ({ line }) => `subscription:${line}`,
  mergeKey: ({ of }) => of,
  typed: ({ of, line }) => ({ into: of, lines: [line] }),
};
