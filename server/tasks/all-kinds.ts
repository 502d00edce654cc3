// Constructs the kinds of tasks that this server runs, except the two of the download queue (server/downloader/downloader.ts).
import type { Backups } from '../backups/backups.ts';
import type { ExternalServices } from '../external-services/external-services.ts';
import { rescanKinds } from './rescan.ts';
import { mediaKinds, type MediaTaskDeps } from './media-kinds.ts';
import { checkReindex, indexPlaylists } from './reindex.ts';
import { subscribeTo } from './subscribe-to.ts';
import type { TaskKind } from './tasks.ts';
import { updateSubscribed } from './update-subscribed.ts';
import { versionCheck } from './version-check.ts';

export interface TaskDeps extends MediaTaskDeps {
  externalServices: ExternalServices;
  backups: Backups;
  startTask(name: string, input: unknown): void;
}

export function allTaskKinds(deps: TaskDeps): TaskKind[] {
  return [
    subscribeTo(deps),
    updateSubscribed(deps, () => deps.startTask('download_pending', { scope: 'started' })),
    checkReindex(deps),
    indexPlaylists(deps),
    ...mediaKinds(deps),
    ...rescanKinds(deps),
    versionCheck(deps.externalServices.releases),
    ...deps.backups.kinds,
  ];
}
