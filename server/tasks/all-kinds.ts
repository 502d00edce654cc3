// Every kind of task that this server runs.
import { checkReindex, indexPlaylists, type ReadAgainPlaces } from './read-again.ts';
import { subscribeTo } from './subscribe-to.ts';
import type { TaskKind } from './tasks.ts';

export function allTaskKinds(places: ReadAgainPlaces): TaskKind[] {
  return [subscribeTo, checkReindex(places), indexPlaylists(places)];
}
