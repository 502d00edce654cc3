// Every kind of task that this server runs.
import type { Backups } from '../backups/backups.ts';
import type { Outside } from '../outside/outside.ts';
import { lookAgainKinds } from './look-again.ts';
import { mediaKinds, type MediaPlaces } from './media-kinds.ts';
import { checkReindex, indexPlaylists } from './read-again.ts';
import { subscribeTo } from './subscribe-to.ts';
import type { TaskKind } from './tasks.ts';
import { updateSubscribed } from './update-subscribed.ts';
import { versionCheck } from './version-check.ts';

export interface TaskPlaces extends MediaPlaces {
  outside: Outside;
  backups: Backups;
  startTask(name: string, input: unknown): void;
}

export function allTaskKinds(places: TaskPlaces): TaskKind[] {
  return [
    subscribeTo(places),
    updateSubscribed(places, () => places.startTask('download_pending', { scope: 'started' })),
    checkReindex(places),
    indexPlaylists(places),
    ...mediaKinds(places),
    ...lookAgainKinds(places),
    versionCheck(places.outside.releases),
    ...places.backups.kinds,
  ];
}
