import { deleteDatabase } from '../mirror/open-database.ts';
import type { SessionPorts } from './load-account.ts';

/** At a start: what "clear this device" could not delete then. */
export async function finishClearing(ports: SessionPorts): Promise<void> {
  for (const note of await ports.registry.notes.toArray()) {
    if (!('databaseName' in note)) continue;
    const deleted = await deleteDatabase(note.databaseName);
    if (deleted.ok) await ports.registry.notes.delete(note.key);
  }
}
