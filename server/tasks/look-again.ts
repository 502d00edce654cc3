// The whole library compared with the archive, now: for whoever does not want to wait for the watcher, or cannot be watched.
// What lost its file goes, what is new comes; both names do the same, because files are taken in where they lie.
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from './read-again.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

/** A notification shows so many; the log and the import report have all. */
const mostProblems = 5;

export function lookAgainKinds(places: LibraryPlaces): TaskKind[] {
  const common = { canStartByName: true, canStop: false, run: (_input: unknown, work: TaskWork) => lookAgain(places, work) };
  return [
    { ...common, name: 'rescan_filesystem', title: titleOf('rescan_filesystem'), group: 'setting:filesystemscan' },
    { ...common, name: 'manual_import', title: titleOf('manual_import'), group: 'setting:import' },
  ];
}

async function lookAgain({ archive, libraryFolder, turns }: LibraryPlaces, { say, signal }: TaskWork): Promise<TaskEnd> {
  say(['Looking at the library']);
  const catalogue = createSqliteCatalogue(archive.database);
  const onProgress = (done: number, total: number): void => say(['Looking at the library', `${done} of ${total} files`], done / total);
  const importer = createImporter({ root: libraryFolder, catalogue, log: () => undefined, onProgress });
  const { found, added, updated, moved, removed, problems } = await turns.pass(signal, (own) => importer.run(own));
  const changes = Object.entries({ new: added, changed: updated, moved, removed }).flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []));
  return {
    level: problems.length > 0 ? 'error' : 'info',
    lines: [
      `${found} media files, ${changes.join(', ') || 'nothing new'}.`,
      ...problems.slice(0, mostProblems).map(({ file, reason }) => `${file}: ${reason}`),
      ...(problems.length > mostProblems ? [`… and ${problems.length - mostProblems} more.`] : []),
    ],
  };
}
