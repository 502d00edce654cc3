// Compares the whole library with the archive now: for people who do not want to wait for the watch, or whose folders cannot be watched. Videos
// without their file are marked missing, new ones are added; both names do the same, because files are imported in place. A rescan then looks for
// missing pictures, an import asks the source about videos that nothing in the folder describes.
import { access } from 'node:fs/promises';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createImporter } from '../library/import-pass.ts';
import { grouped, wordsOfChanges, wordsOfLibraryAway, wordsOfProblem, wordsOfProblemCount } from '../library/report-words.ts';
import { saveReport } from '../library/save-report.ts';
import { askSources, type Asked } from './ask-sources.ts';
import { readAgain, refreshOne, withArgs, type RefreshPlaces } from './read-again.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface LookAgainPlaces extends RefreshPlaces {
  startTask(name: string, input: unknown): void;
}

/** Contract ImportOptions; empty when started by name. Without `ignore_error`: files with a problem never fail the task. */
export interface LookAgainInput {
  /** Videos without a description keep the title from their name, and no source is asked. */
  preferLocal?: boolean;
}

/** A notification shows this many; the log and the import report have all. */
const mostProblems = 5;

export function lookAgainKinds(places: LookAgainPlaces): TaskKind[] {
  const common = { canStartByName: true, canStop: false };
  return [
    {
      ...common,
      name: 'rescan_filesystem',
      title: titleOf('rescan_filesystem'),
      group: 'setting:filesystemscan',
      async run(input, work) {
        const end = await lookAgain(places, input as LookAgainInput, work);
        if (!work.ending.aborted) places.startTask('thumbnail_check', {});
        return end;
      },
    },
    {
      ...common,
      name: 'manual_import',
      title: titleOf('manual_import'),
      group: 'setting:import',
      run: (input, work) => lookAgain(places, input as LookAgainInput, work),
    },
  ];
}

async function lookAgain(places: LookAgainPlaces, { preferLocal = false }: LookAgainInput, work: TaskWork): Promise<TaskEnd> {
  const { archive, library, turns } = places;
  const { say, signal } = work;
  say(['Looking at the library']);
  const before = new Set(archive.videos.allIds());
  const catalogue = createSqliteCatalogue(archive.database);
  const onProgress = (done: number, total: number): void => say(['Looking at the library', `${done} of ${total} files`], done / total);
  const importer = createImporter({ root: library, catalogue, log: () => undefined, onProgress });
  const report = await turns.pass(signal, (own) => importer.run(own));
  const { problems } = report;
  if (!signal.aborted) saveReport(catalogue, report, () => undefined);
  const away = wordsOfLibraryAway(report);
  if (away !== null) return { level: 'error', lines: [away] };
  const asked = preferLocal ? [] : await askAboutNew(places, before, work);
  return {
    level: 'info',
    lines: [
      `${grouped(report.found)} media files, ${wordsOfChanges(report) ?? 'nothing new'}.`,
      ...asked,
      ...(problems.length > 0 ? [`${wordsOfProblemCount(problems.length)}. See /admin/library/.`] : []),
      ...problems.slice(0, mostProblems).map(wordsOfProblem),
    ],
  };
}

/** New videos whose only hint of a source is an id in the name. */
async function askAboutNew(places: LookAgainPlaces, before: Set<string>, work: TaskWork): Promise<string[]> {
  const { archive, library } = places;
  const nameless: string[] = [];
  for (const id of archive.videos.allIds()) {
    const row = before.has(id) ? null : archive.videos.find(id);
    if (row === null || row.sourceUrl === null) continue;
    const description = `${row.mediaFile.slice(0, row.mediaFile.lastIndexOf('.'))}.info.json`;
    const isDescribed = await access(library.absolute(description)).then(
      () => true,
      () => false, // it has none
    );
    if (!isDescribed) nameless.push(id);
  }
  if (nameless.length === 0) return [];
  const { failed, notice } = await withArgs(places, true, (args) => {
    const asked = nameless.map((id): Asked => {
      const row = archive.videos.find(id);
      return {
        id,
        name: row?.title ?? id,
        ask: async () => (row ? refreshOne(places, row, 'everything', { args, signal: work.signal }) : { kind: 'no-source' }),
      };
    });
    return askSources('Asking the sources', asked, places.asking.pause, work);
  });
  await readAgain(places, nameless, work);
  if (notice !== null) return [notice];
  return [`${nameless.length - failed.length} without a description asked for at the source${failed.length > 0 ? `, ${failed.length} without success` : ''}.`];
}
