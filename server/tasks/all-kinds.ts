// Every kind of task that this server runs.
import { subscribeTo } from './subscribe-to.ts';
import type { TaskKind } from './tasks.ts';

export function allTaskKinds(): TaskKind[] {
  return [subscribeTo];
}
