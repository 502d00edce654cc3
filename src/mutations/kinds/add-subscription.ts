import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';

/** Of what the archive may not know yet: an id, an address or a handle, as it was typed. */
export const addSubscription: MutationKind<MutationOf<'add-subscription'>> = {
  lane: ({ line }) => `subscription:${line}`,
  wish: () => 'subscription',
};
