// Every kind of task that this server runs.
import { lookAgainKinds } from './look-again.ts';
import { checkReindex, indexPlaylists, type LibraryPlaces } from './read-again.ts';
import { subscribeTo } from './subscribe-to.ts';
import type { TaskKind } from './tasks.ts';

export function allTaskKinds(places: LibraryPlaces): TaskKind[] {
  return [subscribeTo, checkReindex(places), indexPlaylists(places), ...lookAgainKinds(places)];
}
