// Imports a library with many faulty files, and checks the report, the catalogue, and the HTTP answers about that library.
import { expect } from 'vitest';
import type { ImportReport } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { anOddLibrary } from '../builders/odd-library.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { clearFileFaults, fileFaults } from '../doubles/file-system.ts';

export async function checkOddLibrary({ count, seed, requestedVideos }: { count: number; seed: number; requestedVideos: number }): Promise<void> {
  clearFileFaults();
  const server = await startServerArchive({ fill: () => undefined });
  try {
    const { archive, libraryFolder: root } = server;
    const oddLibrary = await anOddLibrary(root, { count, seed });
    const importer = () => createImporter({ root, catalogue: createSqliteCatalogue(archive.database), log: () => undefined, recheckDelayMs: 1 });
    const { signal } = new AbortController();
    const rows = (): string => JSON.stringify(archive.database.prepare('SELECT * FROM video ORDER BY id').all());

    const firstReport = await importer().run(signal);
    const importedFiles = new Set([...archive.videos.mediaFilesOf(archive.videos.allIds()).values()]);
    const reportedFiles = firstReport.problems.map(({ file }) => file);
    expect(oddLibrary.goodFiles.filter((file) => !importedFiles.has(file))).toEqual([]);
    expect(oddLibrary.badFiles.filter((file) => !reportedFiles.includes(file))).toEqual([]);
    expect(reportedFiles.filter((file, index) => reportedFiles.indexOf(file) !== index)).toEqual([]);
    const reportableFiles = new Set([...oddLibrary.badFiles, ...oddLibrary.maybeBadFiles]);
    expect(firstReport.problems.filter(({ file }) => !reportableFiles.has(file))).toEqual([]);

    // The second pass begins as after a restart: it notices the files that vanished during the first pass, and reads the lists again. A
    // third pass changes nothing.
    fileFaults.actionsBeforeOpen.clear();
    const restartedImporter = importer();
    const secondReport = await restartedImporter.run(signal);
    const vanishedFiles = new Set([...oddLibrary.vanishedFiles, ...oddLibrary.vanishedFiles.map((file) => file.replace(/\.mp4$/, '.info.json'))]);
    const lastingProblems = (problems: ImportReport['problems']): unknown =>
      problems
        .filter(({ file }) => !vanishedFiles.has(file))
        .map(({ file }) => file)
        .toSorted();
    expect(lastingProblems(secondReport.problems)).toEqual(lastingProblems(firstReport.problems));
    const rowsBefore = rows();
    fileFaults.openedFiles.length = 0;
    const thirdReport = await restartedImporter.run(signal);
    expect(thirdReport).toMatchObject({ added: 0, updated: 0, moved: 0, missing: 0, returned: 0, problems: secondReport.problems });
    expect(rows()).toBe(rowsBefore);
    const retriedNames = new Set(oddLibrary.retriedFiles.map((file) => file.slice(file.lastIndexOf('/') + 1)));
    const openedNames = fileFaults.openedFiles.map((file) => file.slice(file.lastIndexOf('/') + 1)).filter((name) => !retriedNames.has(name));
    expect(openedNames).toEqual([]);

    await checkAnswers(server, requestedVideos);
  } finally {
    clearFileFaults();
    await server.stop();
  }
}

/** Checks that no list, document or search fails for anything that was imported. */
async function checkAnswers(server: ServerArchive, requestedVideos: number): Promise<void> {
  const { archive } = server;
  const { call } = await server.login();
  const failures: string[] = [];
  async function get(path: string): Promise<unknown> {
    const answer = await call(path);
    const body = await answer.text();
    if (answer.status >= 500) failures.push(`${answer.status} ${path} ${body.slice(0, 200)}`);
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(body) : null;
  }
  const ids = archive.videos.allIds();
  const pages = Math.ceil(ids.length / 500);
  for (const sort of ['published', 'downloaded', 'views', 'likes', 'duration', 'mediasize', 'width', 'height'])
    for (let page = 1; page <= Math.min(pages, 3); page += 1) await get(`/api/video/?sort=${sort}&page_size=500&page=${page}`);
  for (const path of ['channel', 'playlist', 'download', 'notification']) await get(`/api/${path}/`);
  for (const name of ['video', 'channel', 'playlist', 'download', 'watch', 'downloadhist', 'biggestchannels']) await get(`/api/stats/${name}/`);
  for (const query of ['tide', 'low', 'video:a', 'full:good', '"', 'channel:x', '%00', '\u{1f409}'])
    await get(`/api/search/?query=${encodeURIComponent(query)}`);
  const step = Math.max(Math.floor(ids.length / requestedVideos), 1);
  for (const id of ids.filter((_id, index) => index % step === 0)) {
    const video = (await get(`/api/video/${id}/`)) as { channel: { channel_id: string }; playlist: string[]; media_url: string } | null;
    for (const part of ['comment', 'similar', 'nav']) await get(`/api/video/${id}/${part}/`);
    await get(`/api/channel/${video?.channel.channel_id ?? ''}/`);
    for (const playlist of video?.playlist ?? []) await get(`/api/playlist/${playlist}/`);
  }
  expect(failures).toEqual([]);
  expect(server.logLines).toEqual([]);
}
