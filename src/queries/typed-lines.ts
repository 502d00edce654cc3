import type { MutationKinds, TypedLines } from '../mirror/mutation-kinds.ts';
import type { Mutation } from '../mirror/rows.ts';

/** The lines that pending changes, except parked ones, add to the list `into`. */
export function typedLines(kinds: MutationKinds, rows: readonly { state: { name: string }; mutation: Mutation }[], into: TypedLines['into']): string[] {
  return rows.flatMap(({ mutation, state }) => {
    const typedInput = kinds.of(mutation)?.typed?.(mutation);
    return typedInput?.into === into && state.name !== 'parked' ? typedInput.lines : [];
  });
}
