// The forms of /admin/library/: deciding about missing videos, the trash, and how long both are kept.
import { cp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { html } from '../../server/admin/html.ts';
import { frame } from '../../server/admin/page-parts.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createSampler } from '../../server/library/sampler.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { serverWording, worded } from '../../server/texts/wording.ts';
import { createHousekeeping } from '../../server/trash/housekeeping.ts';
import { trashFolderName } from '../../server/trash/move-files.ts';
import { createTrashItems } from '../../server/trash/trash-items.ts';
import { createTrash } from '../../server/trash/trash.ts';
import { openAdminBrowser, invalidFields, type AdminBrowser } from '../builders/admin-browser.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4, aVtt } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';

let server: ServerArchive;
let browser: AdminBrowser;
const [pierId, ropeId, gullId] = ['Qx7vR2mKc-4', 'Rop3sAndKn0', 'Gul1sAtTen0'] as const;

beforeEach(async () => {
  server = await startServerArchive({ fill: () => undefined });
  await mkdir(path.join(server.libraryFolder, 'Films'));
  for (const id of [pierId, ropeId, gullId]) {
    await writeFile(filePath(id, 'info.json'), JSON.stringify(anInfo({ id, title: `Film <${id}>` })));
    await writeFile(filePath(id, 'mp4'), anMp4({}));
  }
  await importAll();
  browser = await browserOf('mara');
});
afterEach(() => server.stop());

const filePath = (id: string, extension: string): string => path.join(server.libraryFolder, 'Films', `${id}.${extension}`);
const importAll = () =>
  createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined, recheckDelayMs: 0 }).run(new AbortController().signal);

async function browserOf(name: string): Promise<AdminBrowser> {
  const accountBrowser = openAdminBrowser(server.url);
  accountBrowser.cookies.set('sessionid', server.archive.sessions.start(server.archive.accounts.find(name)?.id ?? 0, false, 'a test').token);
  await accountBrowser.open();
  return accountBrowser;
}
const page = async (): Promise<string> => (await browser.open('/admin/library/')).text;

test('the page and its forms are for staff only', async () => {
  const guest = await browserOf('tove');
  expect((await guest.open('/admin/library/')).status).toBe(403);
  for (const form of ['missing/keep', 'missing/forget', 'trash/restore', 'trash/delete', 'left/import', 'settings'])
    expect([form, (await guest.send(`/admin/library/${form}/`, { 'trash-days': '0' })).status]).toEqual([form, 403]);
  expect(server.archive.librarySettings.get().trashDays).toBe(7);
});

test('each kind of alert links to the card that helps with it', async () => {
  await mkdir(path.join(server.libraryFolder, 'Harbour'));
  for (const extension of ['mp4', 'info.json']) await rename(filePath(gullId, extension), path.join(server.libraryFolder, 'Harbour', `${gullId}.${extension}`));
  await rm(path.join(server.libraryFolder, 'Films'), { recursive: true });
  await importAll();
  // Any decision about a missing video updates the alerts.
  await browser.send('/admin/library/missing/keep/', { video: pierId });
  expect(await page()).toMatch(/Films was not found[^<]*<\/p>\s*<p[^>]*><a href="\/admin\/library\/#missing">See the missing videos in Library/);
  const account = server.archive.accounts.find('mara');
  if (!account) throw new Error('there is no account mara');
  const topics = ['missing-videos', 'library-disk', 'disk', 'second-backup-folder'] as const;
  const alerts = topics.map((topic) => ({ key: topic, topic, ...worded(() => `About ${topic}.`) }));
  const viewer = { account, wording: serverWording, formToken: '', theme: 'dark', sessionId: null, alerts };
  const renderedPage = frame({ wording: serverWording, title: 'A page', theme: 'dark', viewer, body: html`` });
  const links = [...renderedPage.matchAll(/href="([^"]+)#([^"]+)"/g)].map(([, address = '', id = '']) => ({ address, id }));
  expect(links.map(({ id }) => id)).toEqual(['missing', 'disk', 'trash', 'disk', 'second-folder']);
  for (const { address, id } of links) expect([id, (await browser.open(address)).text]).toEqual([id, expect.stringContaining(`id="${id}"`)]);
});

test('staff can keep or forget missing videos one by one or all at once, and a video that has returned is never forgotten', async () => {
  for (const id of [pierId, ropeId]) await rm(filePath(id, 'mp4'));
  await importAll();
  expect(await page()).toContain(`Films/${pierId}.mp4`);
  expect(await page()).toContain('Film &lt;Qx7vR2mKc-4&gt;');
  expect((await browser.send('/admin/library/missing/keep/', { video: pierId })).location).toBe('/admin/library/');
  expect(await page()).toContain('Kept, and not forgotten automatically.');
  expect(await page()).not.toContain('Kept. It will not');
  await browser.send('/admin/library/missing/forget/', { all: 'yes', until: String(server.archive.missing.count().latest) });
  expect(await page()).toContain('1 video was forgotten.');
  expect([server.archive.videos.find(ropeId), server.archive.videos.find(pierId)?.missingSince]).toEqual([null, expect.any(Number)]);
  await writeFile(filePath(pierId, 'mp4'), anMp4({}));
  await importAll();
  await browser.send('/admin/library/missing/forget/', { video: pierId });
  expect(await page()).toContain('Nothing was forgotten: the video is no longer missing.');
  expect(server.archive.videos.find(pierId)?.missingSince).toBeNull();
});

test('an import reports the file of a video that was deleted while its folder was absent; staff can import it again, even after the trash was emptied', async () => {
  const device = await server.login();
  const folder = path.join(server.libraryFolder, 'Films');
  const untilImported = () => expect.poll(async () => (await device.call(`/api/video/${pierId}/`)).status).toBe(200);
  await device.call('/api/watched/', { method: 'POST', body: { id: pierId, is_watched: true } });
  for (const isInTrash of [true, false]) {
    await rename(folder, `${folder}-away`);
    expect((await device.call(`/api/video/${pierId}/`, { method: 'DELETE' })).status).toBe(204);
    if (!isInTrash) await browser.send('/admin/library/trash/delete/', await fieldsOf('Empty the trash'));
    await rename(`${folder}-away`, folder);
    const { problems } = await importAll();
    expect(problems).toMatchObject([{ file: `Films/${pierId}.mp4`, reason: expect.stringContaining('Import the file again on /admin/library/') as string }]);
    expect((await device.call(`/api/video/${pierId}/`)).status).toBe(404);
    expect(await page()).toContain('Files of deleted videos');
    expect(await page()).toContain(`aria-label="Import Film &lt;${pierId}&gt; again"`);

    await browser.send('/admin/library/left/import/', { file: `Films/${pierId}.mp4` });
    expect(await page()).toContain('The library is being scanned');
    await untilImported();
    await importAll();
    expect(await page()).not.toContain('Files of deleted videos');
    // From the trash, the video comes back with its marks and positions.
    expect(await device.json(`/api/video/${pierId}/`)).toMatchObject({ player: { watched: isInTrash } });
    expect(trashTotals()).toMatchObject({ items: 0, bytes: 0 });
  }
  await browser.send('/admin/library/left/import/', { file: `Films/${pierId}.mp4` });
  expect(await page()).toContain('This file no longer belongs to a deleted video.');
});

test('while the trash holds all files of a video, a copy of the video is not imported', async () => {
  const device = await server.login();
  await mkdir(path.join(server.libraryFolder, 'Copies'));
  for (const extension of ['mp4', 'info.json']) await cp(filePath(pierId, extension), path.join(server.libraryFolder, 'Copies', `${pierId}.${extension}`));
  await device.call(`/api/video/${pierId}/`, { method: 'DELETE' });
  await importAll();
  await browser.send('/admin/library/left/import/', { file: `Copies/${pierId}.mp4` });
  expect(await page()).toContain('is in the trash. Restore it there');
  expect(trashTotals().items).toBe(1);
});

const trashTotals = () => createTrashItems(server.archive.database).totals();

test('files beside a missing video are not reported as import problems until the video is forgotten', async () => {
  const isListed = async (): Promise<boolean> => {
    server.catalogue.saveReport(await importAll());
    return (await page()).includes(`Films/${pierId}.info.json`);
  };
  await writeFile(filePath(pierId, 'en.vtt'), aVtt());
  await rm(filePath(pierId, 'mp4'));
  expect([await isListed(), await isListed()]).toEqual([false, false]);
  await browser.send('/admin/library/missing/keep/', { video: pierId });
  expect(await isListed()).toBe(false);
  // While all media files are gone, an import reports the whole library, and marks and forgets no video.
  for (const id of [ropeId, gullId]) await rename(filePath(id, 'mp4'), filePath(id, 'away'));
  expect((await importAll()).problems.map((problem) => problem.file)).toEqual(['.']);
  for (const id of [ropeId, gullId]) await rename(filePath(id, 'away'), filePath(id, 'mp4'));
  await browser.send('/admin/library/missing/forget/', { video: pierId });
  expect(await isListed()).toBe(true);
});

/** The hidden fields of the form that follows `label`. */
async function fieldsOf(label: string): Promise<Record<string, string>> {
  const pageText = await page();
  const formText = pageText.slice(pageText.indexOf(label)).split('</form>')[0] ?? '';
  return Object.fromEntries([...formText.matchAll(/name="(all|until|clock)" value="(\w+)"/g)].map(([, name, value]) => [name, value]));
}

test('a form in which nothing is selected changes nothing', async () => {
  await rm(filePath(pierId, 'mp4'));
  await importAll();
  await (await server.login()).call(`/api/video/${ropeId}/`, { method: 'DELETE' });
  for (const form of ['missing/keep', 'missing/forget', 'trash/restore', 'trash/delete'])
    for (const fields of form === 'trash/restore' ? [{}] : [{}, { all: 'yes' }]) {
      await browser.send(`/admin/library/${form}/`, fields);
      expect(await page()).toContain('Nothing was changed: nothing was selected.');
    }
  expect(server.archive.missing.count()).toMatchObject({ all: 1, kept: 0 });
  expect(server.archive.database.prepare("SELECT count(*) AS n FROM trash WHERE state = 'kept'").get()).toEqual({ n: 1 });
});

test('Forget all forgets only what the page showed: nothing that went missing since, and nothing in a folder that is absent', async () => {
  const ids = ['Dawn_walk-1', 'Dusk_walk-1', 'Noon_walk-1'];
  await mkdir(path.join(server.libraryFolder, 'Disk'));
  for (const id of ids) {
    await writeFile(path.join(server.libraryFolder, 'Disk', `${id}.info.json`), JSON.stringify(anInfo({ id, title: id })));
    await writeFile(path.join(server.libraryFolder, 'Disk', `${id}.mp4`), anMp4({}));
  }
  await writeFile(filePath('Tern1sHere0', 'mp4'), anMp4({ mediaBytes: 40 }));
  await importAll();
  for (const id of [pierId, ropeId]) await rm(filePath(id, 'mp4'));
  await rename(path.join(server.libraryFolder, 'Disk'), path.join(server.libraryFolder, '..', 'Disk'));
  await importAll();
  server.archive.database.exec("UPDATE video SET absent_since = absent_since - 60 WHERE absence = 'missing'");
  const fields = await fieldsOf('Forget all 5');
  await rm(filePath(gullId, 'mp4'));
  await importAll();
  await browser.send('/admin/library/missing/forget/', fields);
  expect(await page()).toContain(
    '2 videos were forgotten. 3 stay, because the whole folder is missing or empty. You can still forget them one by one. 1 stays, because it was added to the list after the page was opened.',
  );
  expect([...ids, gullId, pierId, ropeId].map((id) => server.archive.videos.find(id) !== null)).toEqual([true, true, true, true, false, false]);
  server.logLines.length = 0;
});

test('Forget all and Keep all change nothing if the clock was set back after the page was shown, because later videos may have earlier dates', async () => {
  for (const id of [pierId, ropeId]) await rm(filePath(id, 'mp4'));
  await importAll();
  const fields = await fieldsOf('Forget all 2');
  // The page was shown while the clock was a minute ahead of its present time.
  const earlierFields = { ...fields, clock: String(Number(fields['clock']) + 60) };
  for (const form of ['forget', 'keep']) {
    await browser.send(`/admin/library/missing/${form}/`, earlierFields);
    expect(await page()).toContain('Nothing was changed, because the server’s clock was set back after the page was opened.');
  }
  expect(server.archive.missing.count()).toMatchObject({ all: 2, kept: 0 });
  await browser.send('/admin/library/missing/forget/', fields);
  expect(await page()).toContain('2 videos were forgotten.');
});

test('Forget all and Keep all change nothing if the clock was ahead when a video went missing; single videos can still be decided', async () => {
  for (const id of [pierId, ropeId]) await rm(filePath(id, 'mp4'));
  await importAll();
  server.archive.database.prepare('UPDATE video SET absent_since = absent_since + 3600 WHERE video_id = ?').run(ropeId);
  const fields = await fieldsOf('Forget all 2');
  for (const form of ['forget', 'keep']) {
    await browser.send(`/admin/library/missing/${form}/`, fields);
    expect(await page()).toContain('Nothing was changed, because the server’s clock was ahead when some of these videos went missing.');
  }
  expect(server.archive.missing.count()).toMatchObject({ all: 2, kept: 0 });
  await browser.send('/admin/library/missing/keep/', { video: ropeId });
  await browser.send('/admin/library/missing/forget/', { all: 'yes', until: String(server.archive.missing.count().latest) });
  expect(server.archive.missing.count()).toMatchObject({ all: 1, kept: 1 });
});

test('Keep all keeps only what the page showed: nothing that went missing since', async () => {
  await writeFile(filePath('Tern1sHere0', 'mp4'), anMp4({ mediaBytes: 40 }));
  await importAll();
  for (const id of [pierId, ropeId]) await rm(filePath(id, 'mp4'));
  await importAll();
  server.archive.database.exec("UPDATE video SET absent_since = absent_since - 60 WHERE absence = 'missing'");
  const pageText = await page();
  const [, until = ''] = /name="until" value="(\d+)" \/><button\b[^>]*>Keep all</.exec(pageText) ?? [];
  await rm(filePath(gullId, 'mp4'));
  await importAll();
  await browser.send('/admin/library/missing/keep/', { all: 'yes', until });
  expect(await page()).toContain('Kept, and not forgotten automatically. 1 more is not kept, because it was added to the list after the page was opened.');
  expect(server.archive.missing.page(9, 0).map(({ videoId, isKept }) => [videoId, isKept])).toEqual([
    [gullId, false],
    [pierId, true],
    [ropeId, true],
  ]);
});

test('Empty the trash deletes only what the page showed', async () => {
  const device = await server.login();
  for (const id of [pierId, ropeId]) await device.call(`/api/video/${id}/`, { method: 'DELETE' });
  const fields = await fieldsOf('Empty the trash');
  await device.call(`/api/video/${gullId}/`, { method: 'DELETE' });
  await browser.send('/admin/library/trash/delete/', fields);
  expect(await page()).toContain('2 deleted for good. 1 stays, because it was added to the list after the page was opened.');
  expect(await page()).toContain(`Film &lt;${gullId}&gt;`);
});

test('a form waits for a moment while another program writes to the database', async () => {
  const otherConnection = openDatabase(path.join(server.folder, 'stowaway.sqlite'));
  onTestFinished(() => otherConnection.close());
  const exec = vi.spyOn(server.archive.database, 'exec');
  onTestFinished(() => exec.mockRestore());
  otherConnection.exec('BEGIN IMMEDIATE');
  const answer = browser.send('/admin/library/settings/', { 'trash-days': '14', 'forget-days': '' });
  await expect.poll(() => exec.mock.calls.filter(([sql]) => sql === 'BEGIN IMMEDIATE').length).toBeGreaterThan(2);
  otherConnection.exec('ROLLBACK');
  expect((await answer).status).toBe(303);
  expect(await page()).toContain('Saved.');
  expect(server.archive.librarySettings.get().trashDays).toBe(14);
});

test('a form that waited is refused if the person has lost the role or the session meanwhile', async () => {
  const { database } = server.archive;
  const exec = vi.spyOn(database, 'exec');
  onTestFinished(() => exec.mockRestore());
  const texts: string[] = [];
  for (const change of ['UPDATE account SET is_staff = 0, is_superuser = 0', 'DELETE FROM session']) {
    exec.mockImplementationOnce(() => {
      database.prepare(change).run();
      throw Object.assign(new Error('database is locked'), { errcode: 5 });
    });
    const answer = await browser.send('/admin/library/settings/', { 'trash-days': '14', 'forget-days': '' });
    expect(answer.status).toBe(403);
    texts.push(answer.text);
    database.exec('UPDATE account SET is_staff = 1');
  }
  expect(texts).toEqual([expect.stringContaining('Not allowed'), expect.stringContaining('Sign in')]);
  expect(server.archive.librarySettings.get().trashDays).toBe(7);
});

test('staff can restore trash items and empty the trash', async () => {
  const device = await server.login();
  for (const id of [pierId, ropeId, gullId]) await device.call(`/api/video/${id}/`, { method: 'DELETE' });
  expect(await page()).toContain('3 items');
  const items = [...(await page()).matchAll(/name="item" value="(\d+)"/g)].map(([, id]) => id ?? '');
  await browser.send('/admin/library/trash/restore/', { item: items[0] ?? '' });
  expect(await page()).toMatch(/Film &lt;.{11}&gt; is back\./);
  await browser.send('/admin/library/trash/delete/', { item: items.at(-1) ?? '' });
  await browser.send('/admin/library/trash/restore/', { all: 'yes' });
  expect(await page()).toContain('1 item is back.');
  expect(await page()).toContain('The trash is empty.');
  expect(server.archive.videos.allIds()).toHaveLength(2);
  expect(server.logLines).toEqual([]);
});

test('files in the trash that belong to no item are reported with their folder', async () => {
  const strayFolder = path.join(server.libraryFolder, trashFolderName, '12');
  await mkdir(path.join(strayFolder, '0'), { recursive: true });
  await writeFile(path.join(strayFolder, '0', 'Lost.mp4'), 'x');
  expect(await page()).not.toContain(strayFolder);
  await server.kill();
  await server.start();
  await expect.poll(page).toContain(`${strayFolder} (1 file)`);
  expect(server.logLines).toEqual([expect.stringContaining(`${strayFolder} contains 1 file of which Stowaway has no record.`)]);
  server.logLines.length = 0;
});

test('invalid settings are reported at their fields, and the entered values stay', async () => {
  const daysMessage = 'Enter a whole number from 0 to 3650.';
  const forgetDaysMessage = 'Enter a whole number from 1 to 3650, or leave it empty.';
  for (const [fields, problems] of [
    [{ 'trash-days': 'soon', 'forget-days': '' }, { 'trash-days': daysMessage }],
    [{ 'trash-days': '-1', 'forget-days': '12' }, { 'trash-days': daysMessage }],
    [{ 'trash-days': '7', 'forget-days': '0' }, { 'forget-days': forgetDaysMessage }],
    [
      { 'trash-days': '3651', 'forget-days': 'x' },
      { 'trash-days': daysMessage, 'forget-days': forgetDaysMessage },
    ],
  ] as const) {
    await browser.send('/admin/library/settings/', fields);
    const text = await page();
    expect([fields, invalidFields(text)]).toEqual([fields, { problems, focused: Object.keys(problems).slice(0, 1) }]);
    for (const [name, value] of Object.entries(fields)) expect(text).toMatch(new RegExp(`name="${name}"\\s+value="${value}"`));
  }
  expect(server.archive.librarySettings.get().trashDays).toBe(7);
  await browser.send('/admin/library/settings/', { 'trash-days': '14', 'forget-days': '30' });
  const savedPage = await page();
  expect([savedPage, invalidFields(savedPage).problems]).toEqual([expect.stringContaining('Saved.'), {}]);
  expect(server.archive.librarySettings.get()).toMatchObject({ trashDays: 14, forgetMissingAfterDays: 30 });
});

const noLog = () => undefined;
/** Lets nine days pass for every missing video, sets the limit to two days, and runs the housekeeping. */
async function forgetDueVideos(library: LibraryPlaces = server.library): Promise<void> {
  const { archive, catalogue } = server;
  const options = { archive, catalogue, library, libraryLock: createLibraryLock(), log: noLog };
  archive.librarySettings.change({ forgetMissingAfterDays: 2 });
  archive.missing.addMissingTime(9 * 86_400);
  await createHousekeeping({ ...options, trash: createTrash(options) }).run();
}

test('a file renamed while the library was not watched is recognised, even if its video is due to be forgotten', async () => {
  const { archive, catalogue, library } = server;
  await writeFile(filePath(pierId, 'mp4'), anMp4({ mediaBytes: 77 }));
  await importAll();
  const sampler = createSampler({ places: library, catalogue, pauseMs: 0, signal: new AbortController().signal });
  sampler.run();
  await sampler.settled();
  await (await server.login()).call('/api/watched/', { method: 'POST', body: { id: pierId, is_watched: true } });
  const asideFile = path.join(server.libraryFolder, '..', 'aside.mp4');
  await rename(filePath(pierId, 'mp4'), asideFile);
  await rm(filePath(ropeId, 'mp4'));
  await importAll();
  // The file gets another name, folder and time, so only its content identifies it.
  const renamedFile = path.join(server.libraryFolder, 'Talks', 'Renamed.mp4');
  await mkdir(path.dirname(renamedFile));
  await rename(asideFile, renamedFile);
  await utimes(renamedFile, 1_700_000_000, 1_700_000_000);
  await forgetDueVideos();
  expect(archive.videos.find(pierId)).toMatchObject({ missingSince: null, isWatched: true, mediaFile: 'Talks/Renamed.mp4' });
  expect(archive.videos.find(ropeId)).toBeNull();
});

test('the housekeeping reports what its pass changed before an interruption', async () => {
  const { archive, catalogue, library } = server;
  const libraryLock = createLibraryLock();
  const logLines: string[] = [];
  const options = { archive, catalogue, library, libraryLock, log: (line: string) => void logLines.push(line) };
  await rm(filePath(pierId, 'mp4'));
  await importAll();
  await writeFile(filePath('Tern1sHere0', 'mp4'), anMp4({ mediaBytes: 40 }));
  archive.librarySettings.change({ forgetMissingAfterDays: 2 });
  archive.missing.addMissingTime(9 * 86_400);
  const putVideos = vi.spyOn(catalogue, 'putVideos');
  onTestFinished(() => putVideos.mockRestore());
  putVideos.mockImplementationOnce((records) => {
    void libraryLock.exclusive(async () => undefined);
    return catalogue.putVideos(records);
  });
  await createHousekeeping({ ...options, trash: createTrash(options) }).run();
  expect(logLines).toContain('Library: 3 media files, 1 new.');
  expect(archive.missing.count().all).toBe(0);
});

test('nothing is forgotten while a folder or file of the library cannot be read', async () => {
  const downloadsFolder = path.join(server.libraryFolder, '..', 'downloads');
  const library = createLibraryPlaces({ libraryFolder: server.libraryFolder, isOwnersLibrary: true, downloadsFolder, dataFolder: server.folder });
  const countMissing = () => server.archive.missing.count().all;
  await rm(filePath(pierId, 'mp4'));
  await importAll();
  await forgetDueVideos(library);
  expect(countMissing()).toBe(1);
  await mkdir(downloadsFolder);
  await writeFile(path.join(downloadsFolder, 'Half of it.mp4'), anMp4({}).subarray(0, 200));
  await forgetDueVideos(library);
  expect(countMissing()).toBe(1);
  // The pass above could not read the new file, so nothing was forgotten. The next pass remembers that the file is broken and skips it.
  await forgetDueVideos(library);
  expect(countMissing()).toBe(0);
});

test('a video at the top of the library is not forgotten while the library is empty, for example because its disk is not mounted', async () => {
  await rename(filePath(pierId, 'mp4'), path.join(server.libraryFolder, `${pierId}.mp4`));
  await importAll();
  await rm(path.join(server.libraryFolder, `${pierId}.mp4`));
  await importAll();
  const folder = path.join(server.libraryFolder, 'Films');
  const asideFolder = path.join(server.libraryFolder, '..', 'films');
  await rename(folder, asideFolder);
  await forgetDueVideos();
  expect(server.archive.missing.count().all).toBe(1);
  await rename(asideFolder, folder);
  await forgetDueVideos();
  expect(server.archive.missing.count().all).toBe(0);
});

test('days count only while the server runs, so a jump of the clock forgets nothing; videos of an absent folder are never forgotten automatically', async () => {
  let nowSeconds = 1_800_000_000;
  const { archive, catalogue, library } = server;
  const options = { archive, catalogue, library, libraryLock: createLibraryLock(), log: () => undefined };
  const trash = createTrash(options);
  const housekeeping = createHousekeeping({ ...options, trash, now: () => nowSeconds });
  archive.database.exec("DELETE FROM archive WHERE key = 'age-clock'");
  archive.librarySettings.change({ forgetMissingAfterDays: 2 });
  await rm(filePath(pierId, 'mp4'));
  await importAll();
  await (await server.login()).call(`/api/video/${ropeId}/`, { method: 'DELETE' });
  const missingAndTrashCounts = () => [archive.missing.count().all, trash.items.totals().items];
  await housekeeping.run();
  // The system's clock jumps forward by a year, and then back.
  nowSeconds += 365 * 86_400;
  await housekeeping.run();
  nowSeconds -= 400 * 86_400;
  await housekeeping.run();
  expect(missingAndTrashCounts()).toEqual([1, 1]);
  for (let hours = 0; hours < 24; hours += 1) {
    nowSeconds += 3600;
    await housekeeping.run();
  }
  expect(missingAndTrashCounts()).toEqual([0, 1]);
  await rm(path.join(server.libraryFolder, 'Films'), { recursive: true });
  await writeFile(path.join(server.libraryFolder, 'Elsewhere.mp4'), anMp4({ mediaBytes: 40 }));
  await importAll();
  for (let days = 0; days < 9; days += 1) {
    nowSeconds += 86_400;
    await housekeeping.run();
  }
  // Trash that could be restored into the absent folder is not deleted either.
  expect(missingAndTrashCounts()).toEqual([1, 1]);
  for (const { videoId } of archive.missing.page(9, 0)) archive.missing.forget(videoId);
  await housekeeping.run();
  expect(missingAndTrashCounts()).toEqual([0, 0]);
});

test('a video that has returned is not forgotten before an import has found it, however long the video was missing', async () => {
  const { archive, catalogue, library } = server;
  const options = { archive, catalogue, library, libraryLock: createLibraryLock(), log: () => undefined };
  const housekeeping = createHousekeeping({ ...options, trash: createTrash(options) });
  await (await server.login()).call('/api/watched/', { method: 'POST', body: { id: pierId, is_watched: true } });
  await rename(filePath(pierId, 'mp4'), filePath(pierId, 'away'));
  await importAll();
  archive.librarySettings.change({ forgetMissingAfterDays: 2 });
  archive.missing.addMissingTime(9 * 86_400);
  await rename(filePath(pierId, 'away'), filePath(pierId, 'mp4'));
  await housekeeping.run();
  await importAll();
  expect(archive.videos.find(pierId)).toMatchObject({ missingSince: null, isWatched: true });
});
