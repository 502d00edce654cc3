// Every kind of task that this server runs.
import type { Backups } from '../backups/backups.ts';
import type { Outside } from '../outside/outside.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { lookAgainKinds } from './look-again.ts';
import { checkReindex, indexPlaylists, type LibraryPlaces } from './read-again.ts';
import { subscribeTo } from './subscribe-to.ts';
import type { TaskKind } from './tasks.ts';
import { versionCheck } from './version-check.ts';

export interface TaskPlaces extends LibraryPlaces {
  secrets: Secrets;
  outside: Outside;
  backups: Backups;
}

export function allTaskKinds(places: TaskPlaces): TaskKind[] {
  return [subscribeTo, checkReindex(places), indexPlaylists(places), ...lookAgainKinds(places), versionCheck(places.outside.releases), ...places.backups.kinds];
}
