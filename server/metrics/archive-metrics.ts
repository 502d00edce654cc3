// Collects metrics of an archive: videos, channels, playlists, queue, tasks, disks, last import.
import { Gauge, type Registry } from 'prom-client';
import type { Archive } from '../archive/archive.ts';
import { createImportReports } from '../archive/import-reports.ts';
import { spaceOf } from '../disk/free-space.ts';

export interface ArchiveMetricsDeps {
  archive: Archive;
  dataFolder: string;
  libraryFolder: string;
  downloadsFolder: string;
}

export function addArchiveMetrics(
  registers: Registry[],
  { archive, dataFolder, libraryFolder, downloadsFolder }: ArchiveMetricsDeps,
): { update(): Promise<void> } {
  const { database, stats } = archive;
  const gauge = (name: string, help: string, ...labelNames: string[]): Gauge => new Gauge({ name: `stowaway_${name}`, help, labelNames, registers });
  const videos = gauge('videos', 'Videos in the archive.', 'type', 'watched');
  const mediaBytes = gauge('media_bytes', 'Size of the media files of these videos.', 'type', 'watched');
  const channels = gauge('channels', 'Channels in the archive.', 'subscribed');
  const playlists = gauge('playlists', 'Playlists in the archive.', 'subscribed');
  const downloads = gauge('downloads', 'Items of the download queue.', 'status');
  const tasks = gauge('tasks', 'Tasks that run or wait.', 'task', 'state');
  const taskEnds = gauge('task_last_end_timestamp_seconds', 'When a task last ended with this outcome.', 'task', 'outcome');
  const diskFree = gauge('disk_free_bytes', 'Free space on the file system of a folder.', 'folder');
  const diskSize = gauge('disk_size_bytes', 'Size of the file system of a folder.', 'folder');
  const importEnd = gauge('last_import_timestamp_seconds', 'End of the last import that changed something.');
  const importFiles = gauge('last_import_files', 'Media files that the last import found.');
  const importProblems = gauge('last_import_problems', 'Files that the last import could not import, or only in part.');
  const unendedTasks = database.prepare(`SELECT name, begun_at IS NOT NULL AS isRunning, count(*) AS items FROM task GROUP BY 1, 2`);
  const endedTasks = database.prepare('SELECT name, outcome, max(ended_at) AS endedAt FROM task_run GROUP BY 1, 2');
  const importReports = createImportReports(database);

  function updateLibrary(): void {
    for (const metric of [videos, mediaBytes, channels, playlists, downloads]) metric.reset();
    for (const { kind: type, isWatched, items, size } of stats.videos()) {
      const labels = { type, watched: isWatched === 1 ? 'true' : 'false' };
      videos.inc(labels, items);
      mediaBytes.inc(labels, size);
    }
    for (const { isSubscribed, items } of stats.channels()) channels.inc({ subscribed: isSubscribed === 1 ? 'true' : 'false' }, items);
    for (const { isSubscribed, items } of stats.playlists()) playlists.inc({ subscribed: isSubscribed === 1 ? 'true' : 'false' }, items);
    for (const { status, items } of stats.downloads()) downloads.inc({ status }, items);
  }

  function updateTasks(): void {
    tasks.reset();
    taskEnds.reset();
    for (const { name: task, isRunning, items } of unendedTasks.all() as unknown as { name: string; isRunning: 0 | 1; items: number }[]) {
      tasks.set({ task, state: isRunning === 1 ? 'running' : 'waiting' }, items);
    }
    for (const { name: task, outcome, endedAt } of endedTasks.all() as unknown as { name: string; outcome: string; endedAt: number }[]) {
      taskEnds.set({ task, outcome }, endedAt);
    }
  }

  return {
    async update() {
      updateLibrary();
      updateTasks();
      for (const [folder, path] of Object.entries({ data: dataFolder, library: libraryFolder, downloads: downloadsFolder })) {
        // An absent folder has no numbers, so its series ends. The health check reports why.
        const space = await spaceOf(path).catch(() => null);
        diskFree.remove({ folder });
        diskSize.remove({ folder });
        if (space !== null) diskFree.set({ folder }, space.freeBytes);
        if (space !== null) diskSize.set({ folder }, space.totalBytes);
      }
      const lastReport = importReports.last();
      if (lastReport === null) return;
      importEnd.set(Date.parse(lastReport.finishedAt) / 1000);
      importFiles.set(lastReport.found);
      importProblems.set(lastReport.problemCount);
    },
  };
}
