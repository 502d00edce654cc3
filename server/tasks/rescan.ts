// The tasks rescan_filesystem and manual_import. Both compare the whole library with the archive. They mark videos as missing if their file
// is gone, add new videos, and query the source about new videos without a description (unless `preferLocal`). Only rescan_filesystem then
// looks for missing pictures. Otherwise both tasks do the same, because files are imported in place. They are needed if the library's folders
// cannot be watched for changes, or if a person does not want to wait until a change is noticed.
import { access } from 'node:fs/promises';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createImporter } from '../library/import-pass.ts';
import { changesText, absentLibraryText, mediaFilesText, problemText, problemCountText } from '../library/report-text.ts';
import { saveReport } from '../library/save-report.ts';
import { noProgramText, refreshSources, type SourceItem } from './refresh-sources.ts';
import { rereadVideos, refreshOne, withSourceArgs, type RefreshDeps } from './reindex.ts';
import { repeatWhileBusy } from './repeat-while-busy.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface RescanDeps extends RefreshDeps {
  startTask(name: string, input: unknown): void;
}

/**
 * ImportOptions of the contract, without `ignore_error`, because a file with a problem never makes the task fail. Empty if the task is
 * started by name.
 */
export interface RescanInput {
  /** Whether to query no source, so that videos without a description keep the title from their file name. */
  preferLocal?: boolean;
}

/** A notification shows at most this many problems; the log and the import report have all of them. */
const maxShownProblems = 5;

export function rescanKinds(deps: RescanDeps): TaskKind[] {
  const commonFields = { canStartByName: true, canStop: false };
  return [
    {
      ...commonFields,
      name: 'rescan_filesystem',
      title: titleOf('rescan_filesystem'),
      group: 'setting:filesystemscan',
      async run(input, work) {
        const end = await rescan(deps, input as RescanInput, work);
        if (!work.shutdownSignal.aborted) deps.startTask('thumbnail_check', {});
        return end;
      },
    },
    {
      ...commonFields,
      name: 'manual_import',
      title: titleOf('manual_import'),
      group: 'setting:import',
      run: (input, work) => rescan(deps, input as RescanInput, work),
    },
  ];
}

async function rescan(deps: RescanDeps, { preferLocal = false }: RescanInput, work: TaskWork): Promise<TaskEnd> {
  const { archive, library, libraryLock } = deps;
  const { update, signal } = work;
  update(['Looking at the library']);
  const knownIds = new Set(archive.videos.allIds());
  const catalogue = createSqliteCatalogue(archive.database);
  const onProgress = (readCount: number, total: number): void => update(['Looking at the library', `${readCount} of ${total} files`], readCount / total);
  const importer = createImporter({ root: library, catalogue, log: () => undefined, onProgress });
  const report = await repeatWhileBusy(deps, work, () => libraryLock.runPass(signal, (passSignal) => importer.run(passSignal)));
  const { problems } = report;
  if (!signal.aborted) await repeatWhileBusy(deps, work, () => saveReport(catalogue, report, () => undefined));
  const absentText = absentLibraryText(report);
  if (absentText !== null) return { level: 'error', lines: [absentText] };
  const refreshLines = preferLocal ? [] : await refreshUndescribed(deps, knownIds, work);
  return {
    level: 'info',
    lines: [
      `${mediaFilesText(report.found)}, ${changesText(report) ?? 'nothing new'}.`,
      ...refreshLines,
      ...(problems.length > 0 ? [`${problemCountText(problems.length)}. See /admin/library/.`] : []),
      ...problems.slice(0, maxShownProblems).map(problemText),
    ],
  };
}

/** Refreshes new videos that have no description, but whose file name contains an id, so that their source is known. */
async function refreshUndescribed(deps: RescanDeps, knownIds: Set<string>, work: TaskWork): Promise<string[]> {
  const { archive, library } = deps;
  const undescribedIds: string[] = [];
  for (const id of archive.videos.allIds()) {
    const row = knownIds.has(id) ? null : archive.videos.find(id);
    if (row === null || row.sourceUrl === null) continue;
    const descriptionFile = `${row.mediaFile.slice(0, row.mediaFile.lastIndexOf('.'))}.info.json`;
    const isDescribed = await access(library.absolute(descriptionFile)).then(
      () => true,
      () => false,
    );
    if (!isDescribed) undescribedIds.push(id);
  }
  if (undescribedIds.length === 0) return [];
  const { failedIds, unwrittenIds, notice } = await withSourceArgs(deps, true, (args) => {
    const items = undescribedIds.map((id): SourceItem => {
      const row = archive.videos.find(id);
      return {
        id,
        name: row?.title ?? id,
        address: row?.sourceUrl ?? null,
        refresh: () => refreshOne(deps, id, 'everything', args, work),
      };
    });
    return refreshSources('Querying the sources', items, deps.sourceClient.pause, work);
  });
  await rereadVideos(deps, undescribedIds, work);
  if (notice === noProgramText) return [notice];
  return [
    `Videos without a description: ${undescribedIds.length - failedIds.length - unwrittenIds.length} looked up at the source${failedIds.length > 0 ? `, ${failedIds.length} failed` : ''}.`,
    ...(notice === null ? [] : [notice]),
  ];
}
