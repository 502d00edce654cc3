// The server's own pages are in the visitor's language: a German page contains no English sentence. What the API sends stays English.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { frame } from '../../server/admin/page-parts.ts';
import { html } from '../../server/admin/html.ts';
import { createAlerts } from '../../server/alerts/alerts.ts';
import { createDiskWatch } from '../../server/disk/watch-disks.ts';
import { createWelcomeServer } from '../../server/local-tls/welcome-page.ts';
import { createTaskHistory } from '../../server/tasks/history.ts';
import { english } from '../../server/texts/english.ts';
import { german } from '../../server/texts/german.ts';
import { wordingFor } from '../../server/texts/wording.ts';
import { openAdminBrowser, invalidFields, type AdminBrowser, type AdminPage } from '../builders/admin-browser.ts';
import { plainText, sentencesOf } from '../builders/catalogue-sentences.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { logInto } from '../doubles/log.ts';

const englishSentences = sentencesOf(english).filter((sentence) => !sentencesOf(german).some((germanSentence) => germanSentence.includes(sentence)));

let server: ServerArchive;
let browser: AdminBrowser;
beforeAll(async () => {
  server = await startServerArchive({ isOwnersLibrary: true });
  browser = browserOf('mara');
  await browser.open();
});
afterAll(() => server.stop());

/** The paragraphs that the page marks as English. */
const englishParagraphs = (text: string): string[] => [...text.matchAll(/<p\b[^>]*\blang="en"[^>]*>([^<]*)/g)].map(([, paragraph = '']) => paragraph);
const idOf = (name: string): number => server.archive.accounts.find(name)?.id ?? 0;

function browserOf(name: string, languages = 'de-AT,de;q=0.9'): AdminBrowser {
  const accountBrowser = openAdminBrowser(server.url, { languages });
  accountBrowser.cookies.set('sessionid', server.archive.sessions.start(idOf(name), false, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0').token);
  return accountBrowser;
}

/** Asserts that the page says it is German, and contains no sentence that only the English texts have. */
function expectGerman({ text, headers }: Pick<AdminPage, 'text' | 'headers'>): void {
  const visibleText = plainText(text);
  expect(englishSentences.filter((sentence) => visibleText.includes(sentence))).toEqual([]);
  expect(text).toMatch(/<html lang="de"/);
  expect([headers.get('content-language'), headers.get('vary')]).toEqual(['de', expect.stringMatching(/accept-language, cookie/)]);
}

describe('there is no English sentence on a German page', () => {
  test('about people and devices', async () => {
    const home = await browser.open();
    expectGerman(home);
    expect(home.text).toContain('Personen und Geräte');
    expect(home.text).toContain('Firefox auf Linux');
    expectGerman(await browser.open(`/admin/people/${idOf('tove')}/`));
    expectGerman(await browserOf('tove').open());
    for (const doneKey of Object.keys(english.people.done)) expectGerman(await browser.open(`/admin/?done=${doneKey}`));
    expectGerman(await browser.send('/admin/token/show/'));
    expectGerman(await browser.send(`/admin/people/${idOf('tove')}/password/`));
  });

  test('that refuses a form', async () => {
    const refusal = await browser.send('/admin/people/add/', { name: 'two words', password: 'short', role: 'none' });
    expectGerman(refusal);
    expect(Object.keys(invalidFields(refusal.text).problems)).toEqual(['name', 'password', 'role']);
    expectGerman(await browser.send('/admin/password/', { present: 'x', new: 'short', again: 'other' }));
    expectGerman(await browser.send('/admin/people/add/', { name: 'mara', role: 'watches' }));
    expectGerman(await browser.send('/admin/people/add/', { name: 'lotse', role: 'superuser' }));
    expectGerman(await browser.send(`/admin/people/${idOf('mara')}/delete/`));
    expectGerman(await browser.send('/admin/people/999/delete/'));
    expectGerman(await browser.send('/admin/sign-out/', { token: 'wrong' }));
    expectGerman(await browserOf('tove').open('/admin/library/'));
    expectGerman(await browserOf('tove').open(`/admin/people/${idOf('mara')}/`));
  });

  test('about the library, with missing videos, a trash, and the messages of its forms', async () => {
    const api = await server.login();
    const [missingId = '', deletedId = ''] = (server.archive.database.prepare('SELECT video_id AS id FROM video').all() as { id: string }[]).map(
      ({ id }) => id,
    );
    expect((await api.call(`/api/video/${deletedId}/`, { method: 'DELETE' })).status).toBe(204);
    server.archive.database.prepare("UPDATE video SET absence = 'missing', absent_since = 1700000000 WHERE video_id = ?").run(missingId);
    server.archive.librarySettings.recordTrashEmptiedEarly({ message: 'The disk was almost full.', items: 2, bytes: 4.9e9 });
    await mkdir(path.join(server.libraryFolder, '.stowaway-trash', '77'), { recursive: true });
    const [finishedAt, reason] = [new Date().toISOString(), english.importReasons.importedWithout(english.importReasons.descriptionEmpty)];
    const unknownProblem = { file: 'b.mp4', reason: 'Something else.' };
    const counts = { found: 3, added: 1, updated: 2, moved: 3, missing: 4, returned: 5, unchanged: 0 };
    server.catalogue.saveReport({ startedAt: finishedAt, finishedAt, ...counts, awayFolders: [], problems: [{ file: 'a.mp4', reason }, unknownProblem] });
    const page = await browser.open('/admin/library/');
    expectGerman(page);
    expect(page.text).toContain('Die Beschreibung ist leer. Das Video wurde ohne sie importiert.');
    expect(page.text).toContain('2 Einträge (4,9 GB) wurden vorzeitig');
    expect(englishParagraphs(page.text)).toEqual(['Something else.']);
    for (const [form, fields] of [
      ['missing/keep', {}],
      ['missing/keep', { all: 'yes', until: '0' }],
      ['missing/forget', { video: 'unknown' }],
      ['missing/forget', { all: 'yes', until: '0' }],
      ['trash/restore', { item: '999' }],
      ['trash/restore', { all: 'yes' }],
      ['trash/delete', { item: '999' }],
      ['trash/delete', { all: 'yes', until: '0' }],
      ['left/import', { file: 'x' }],
      ['settings', { 'trash-days': 'x', 'forget-days': 'y' }],
      ['write-beside', { writes: 'on' }],
      ['write-beside', { writes: 'off' }],
    ] as [string, Record<string, string>][]) {
      await browser.send(`/admin/library/${form}/`, fields);
      expectGerman(await browser.open('/admin/library/'));
    }
  });

  test('about backups, and about the reason why an upload is not accepted', async () => {
    await browser.send('/admin/backups/make-backup/');
    await browser.send('/admin/backups/make-snapshot/');
    await vi.waitUntil(() => server.archive.database.prepare('SELECT 1 FROM task').get() === undefined, { timeout: 20_000 });
    expectGerman(await browser.open('/admin/backups/'));
    for (const [name, bytes] of [
      ['a.zip', 'PK not a zip'],
      ['a.sqlite', 'SQLite format 3\0 but no more'],
      ['a.txt', 'something else'],
      ['empty.zip', ''],
    ] as const) {
      await browser.upload('/admin/backups/bring-in/', { name, bytes: Buffer.from(bytes) });
      const page = await browser.open('/admin/backups/');
      expectGerman(page);
      expect(invalidFields(page.text).problems['file']).toMatch(/^Die Datei wurde nicht angenommen\. /);
    }
    for (const [form, fields] of [
      ['restore-backup', { name: 'x' }],
      ['restore-snapshot', { name: 'x' }],
      ['delete-backup', { name: 'x' }],
      ['delete-snapshot', { name: 'x' }],
      ['daily', { keep: '-1' }],
      ['second-folder', { folder: 'relative' }],
      ['second-folder', { folder: '/nowhere/at/all' }],
      ['second-folder', { folder: server.libraryFolder }],
    ] as [string, Record<string, string>][]) {
      await browser.send(`/admin/backups/${form}/`, fields);
      expectGerman(await browser.open('/admin/backups/'));
    }
    expectGerman(await browser.open('/admin/backups/backup/nothing.zip'));
  });

  test('about the system, with tasks of each outcome', async () => {
    const history = createTaskHistory(server.archive.database);
    const endedAt = Math.floor(Date.now() / 1000);
    for (const outcome of ['done', 'failed', 'killed'] as const)
      history.add({
        taskId: null,
        name: 'rescan_filesystem',
        title: 'Rescan the Library',
        outcome,
        startedAt: endedAt - 4000,
        endedAt,
        lines: Array(9).fill('–'),
      });
    const page = await browser.open('/admin/system/');
    expectGerman(page);
    expect(page.text).toContain('Dateisystem neu einlesen');
    expect(englishParagraphs(page.text)).toContain('–');
    expect(page.text).toContain('STOWAWAY_YTDLP nennt');
    expectGerman(await browser.open('/admin/system/?tasks=failed&before=1'));
  });

  test('for signing in', async () => {
    const signedOutBrowser = openAdminBrowser(server.url, { languages: 'de' });
    expectGerman(await signedOutBrowser.open());
    expectGerman(await signedOutBrowser.send('/admin/password/'));
    const refusal = await signedOutBrowser.send('/admin/sign-in/', { name: 'mara', password: 'wrong' });
    expectGerman(refusal);
    expect(invalidFields(refusal.text).problems).toEqual({ password: german.page.wrongPassword });
  });

  test('for an unknown address, a forbidden file, or a client that is not built', async () => {
    const signedOutBrowser = openAdminBrowser(server.url, { languages: 'de' });
    for (const [address, status, error] of [
      ['/admin/nothing', 404, 'notFound'],
      ['/media/x.mp4', 403, 'forbidden'],
      ['/', 503, 'notBuilt'],
    ] as const) {
      const page = await signedOutBrowser.open(address);
      expectGerman(page);
      expect([address, page.status, page.text]).toEqual([address, status, expect.stringContaining(german.errors[error].title)]);
    }
  });

  test('that sets up phones', async () => {
    const authority = { certificate: '', fingerprint: 'AB:CD', constraints: null };
    const welcomeServer = createWelcomeServer(() => ({ authority, addresses: ['https://192.168.1.2:8000/'] }));
    onTestFinished(() => void welcomeServer.close());
    const url = await startListening(welcomeServer);
    expectGerman(await pageOf(url, { 'accept-language': 'de' }));
    expectGerman(await pageOf(url, { cookie: 'stowaway_language=de' }));
    expect((await pageOf(url, {})).text).toContain(plainText(english.welcome.title));
  });

  test('with alerts', async () => {
    const notifications: string[] = [];
    const logLines: string[] = [];
    const alerts = createAlerts({ log: logInto(logLines), notify: (message) => void notifications.push(message) });
    const diskWatch = createDiskWatch({
      folders: [
        { name: 'data', folder: () => '/srv' },
        { name: 'library', folder: () => '/srv/library', hasTrash: true },
      ],
      onLow: () => Promise.resolve(),
      alerts,
      log: () => undefined,
      measure: () => Promise.resolve({ device: 1, freeBytes: 1_500_000_000, totalBytes: 100_000_000_000 }),
    });
    await diskWatch.check();
    const account = server.archive.accounts.find('mara');
    if (account === null) throw new Error('there is no account mara');
    const wording = wordingFor({ language: 'de', locale: 'de-DE' });
    const viewer = { account, wording, formToken: '', theme: 'dark', sessionId: null, alerts: alerts.list() };
    const text = frame({ wording, title: 'Seite', theme: 'dark', viewer, body: html`` });
    expect(plainText(text)).toContain('(Datenordner und Bibliothek: /srv): Noch 1,5 GB (1 %) sind frei.');
    // What is sent and logged is in English.
    expect([notifications, logLines]).toEqual([[expect.stringMatching(/^The disk of the data folder and the library/)], notifications]);
  });
});

test('the language chosen in the client takes precedence over the browser’s', async () => {
  const cookieBrowser = browserOf('mara', 'en-US,en');
  cookieBrowser.cookies.set('stowaway_language', 'de');
  expectGerman(await cookieBrowser.open());
  const otherBrowser = browserOf('mara', 'de');
  otherBrowser.cookies.set('stowaway_language', 'en');
  const page = await otherBrowser.open();
  expect([page.headers.get('content-language'), page.text]).toEqual(['en', expect.stringContaining('People and devices')]);
  // No text of the cookie appears on a page.
  otherBrowser.cookies.set('stowaway_language', 'fr"><b>Cookie</b>');
  expect((await otherBrowser.open()).text).not.toMatch(/Cookie|lang="fr/);
});

test('answers of the API stay in English', async () => {
  const headers = { 'accept-language': 'de', cookie: 'stowaway_language=de' };
  const refusal = await fetch(`${server.url}/api/video/`, { headers });
  expect([refusal.status, refusal.headers.get('content-language'), await refusal.json()]).toEqual([
    403,
    null,
    { detail: 'Authentication credentials were not provided.' },
  ]);
  const notFoundAnswer = await fetch(`${server.url}/api/nothing/`, { headers });
  expect([notFoundAnswer.status, await notFoundAnswer.text()]).toEqual([404, expect.stringContaining('There is nothing at this address.')]);
});

async function startListening(welcomeServer: Server): Promise<string> {
  await new Promise<void>((resolve) => welcomeServer.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(welcomeServer.address() as AddressInfo).port}/`;
}

async function pageOf(url: string, headers: Record<string, string>): Promise<Pick<AdminPage, 'text' | 'headers'>> {
  const answer = await fetch(url, { headers });
  return { text: await answer.text(), headers: answer.headers };
}
