// Checks for a newer Stowaway; ping reports it from then on.
import type { Releases } from '../external-services/releases.ts';
import type { TaskKind } from './tasks.ts';
import { titleOf } from './task-titles.ts';

export function versionCheck(releases: Releases): TaskKind {
  return {
    name: 'version_check',
    title: titleOf('version_check'),
    // Empty, as in TubeArchivist (docs/behaviour.md), so no filter finds the task.
    group: '',
    canStartByName: false,
    canStop: false,
    async run() {
      const newestRelease = await releases.check();
      if (newestRelease.kind === 'off') return { level: 'info', lines: ['Checking for new versions is off.'] };
      if (newestRelease.kind === 'failed') return { level: 'error', lines: [newestRelease.message] };
      return { level: 'info', lines: [`The newest version is ${newestRelease.value}.`] };
    },
  };
}
