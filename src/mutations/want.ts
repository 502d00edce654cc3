import type { Mirror } from '../mirror/database.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import type { KnownMutation } from './kinds/table.ts';

/**
 * A change that needs nothing but its arguments: kept, shown and sent by what its kind says. One that looks at rows first, waits for the
 * end of a toast or is of watch state has a function of its own.
 *
 * @param subject title or name, for the sync sheet
 */
export async function want(mirror: Mirror, mutation: KnownMutation, subject: string): Promise<void> {
  await appendEntityChange<KnownMutation>(mirror, { mutation, subject });
}
