import type { Mirror } from '../mirror/database.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import type { KnownMutation } from './kinds/table.ts';

/**
 * Stores a change that needs only its arguments; its kind defines how it is shown and sent. Changes that read rows first, can be undone, or
 * concern watch state have their own functions.
 *
 * @param subject title or name, for the sync sheet
 */
export async function queueMutation(mirror: Mirror, mutation: KnownMutation, subject: string): Promise<void> {
  await appendEntityChange<KnownMutation>(mirror, { mutation, subject });
}
