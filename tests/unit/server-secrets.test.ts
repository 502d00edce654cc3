import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Extraction } from '../../server/downloader/yt-dlp.ts';
import { createFailure } from '../../server/downloader/failures.ts';
import { secretHandlers } from '../../server/http/handlers/secrets.ts';
import { createCookie } from '../../server/secrets/cookie.ts';
import { cookiesProblem } from '../../server/secrets/cookie-text.ts';
import { createSecrets, poTokenProblem } from '../../server/secrets/secrets.ts';
import { aSmallDisk } from '../builders/small-disk.ts';

const now = 1_800_000_000;
const cookieLine = (...changes: [field: number, value: string][]): string => {
  const fields = ['.video.example', 'TRUE', '/', 'TRUE', String(now + 60), 'sid', 'value'];
  for (const [field, value] of changes) fields[field] = value;
  return fields.join('\t');
};

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'stowaway-secrets-')), 'secrets');
});
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

describe('a cookie text', () => {
  const goodTexts: string[] = [
    `# Netscape HTTP Cookie File\n${cookieLine()}\n`,
    `${cookieLine()}\r\n${cookieLine([0, '#HttpOnly_.video.example'])}\r\n`,
    `# a comment\n\n${cookieLine([4, '0'])}`,
    `${cookieLine([4, '1'])}\n${cookieLine()}`,
    cookieLine([6, '']),
  ];
  test.each(goodTexts)('%j can be used', (text) => expect(cookiesProblem(text, now)).toBeNull());

  const badTexts: [text: string, message: RegExp][] = [
    ['', /no cookie in it/],
    ['# Netscape HTTP Cookie File\n', /no cookie in it/],
    ['sid=value; path=/', /line 1 has 1 of 7 fields/],
    [cookieLine().replaceAll('\t', ' '), /separated by tabs/],
    [`[{"name": "sid"}]`, /JSON/],
    [cookieLine([4, '1']), /expired/],
    [cookieLine([4, 'tomorrow']), /time in seconds/],
    [cookieLine([1, 'yes']), /TRUE or FALSE/],
    [cookieLine([2, 'path']), /begins with \//],
    [cookieLine([0, '']), /names no site/],
    [cookieLine([5, '']), /has no name/],
    [`${cookieLine()}\0`, /not text/],
  ];
  test.each(badTexts)('%j is refused with a message that does not repeat the text', (text, message) => {
    const problem = cookiesProblem(text, now) ?? '';
    expect(problem).toMatch(message);
    expect(problem).not.toContain('value');
  });
});

describe('the cookie of downloads', () => {
  test('is a file that only its owner can read, and an invalid new cookie removes the stored cookie', async () => {
    const cookie = createCookie(folder, () => now);
    expect(cookie.store(cookieLine())).toBeNull();
    const { mode } = await stat(path.join(folder, 'cookies.txt'));
    expect([mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await readFile(path.join(folder, 'cookies.txt'), 'utf8')).toBe(`# Netscape HTTP Cookie File\n${cookieLine()}\n`);
    expect(cookie.store('nonsense')).not.toBeNull();
    expect([cookie.isStored(), cookie.lastCheck()]).toEqual([false, null]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('stays usable if the value of its last cookie is empty', async () => {
    const cookie = createCookie(folder, () => now);
    expect(cookie.store(`\n${cookieLine([6, ''])}\r\n\r\n`)).toBeNull();
    expect(cookie.problem()).toBeNull();
    expect(await readFile(path.join(folder, 'cookies.txt'), 'utf8')).toBe(`# Netscape HTTP Cookie File\n${cookieLine([6, ''])}\n`);
  });

  test('has no carriage return or space at its end, which programs would send as part of the last value', async () => {
    // A shell's `$(cat cookies.txt)` removes the last line feed of a file from Windows, but not its carriage return.
    for (const end of ['\r', ' ', '\r\n ']) {
      expect(createCookie(folder, () => now).store(`${cookieLine()}${end}`)).toBeNull();
      expect(await readFile(path.join(folder, 'cookies.txt'), 'utf8')).toBe(`# Netscape HTTP Cookie File\n${cookieLine()}\n`);
    }
  });

  test('keeps the result of a check for an hour', () => {
    let nowSeconds = now;
    const cookie = createCookie(folder, () => nowSeconds);
    expect(cookie.problem()).toBe('there is none');
    cookie.store(cookieLine([4, String(now + 100)]));
    nowSeconds = now + 3599;
    expect([cookie.lastCheck(), cookie.problem()]).toEqual([{ isValid: true, checkedAt: now }, expect.stringMatching(/expired/)]);
    nowSeconds = now + 3600;
    expect(cookie.lastCheck()).toBeNull();
    expect(cookie.remember(false)).toEqual({ isValid: false, checkedAt: nowSeconds });
    expect(cookie.lastCheck()).toEqual({ isValid: false, checkedAt: nowSeconds });
    nowSeconds -= 86_400; // the clock was a day ahead, and is corrected
    expect(cookie.lastCheck()).toBeNull();
    cookie.remember(true);
    cookie.remove();
    expect(cookie.lastCheck()).toBeNull();
  });

  test('is lent as a copy whose renewed cookies are taken back, unless they are incomplete or the cookie was removed', async () => {
    const cookie = createCookie(folder, () => now);
    expect(cookie.lend()).toBeNull();
    cookie.store(cookieLine());
    const loan = cookie.lend();
    expect((await stat(loan?.file ?? '')).mode & 0o777).toBe(0o600);
    await writeFile(loan?.file ?? '', `# Netscape HTTP Cookie File\n${cookieLine([6, 'renewed'])}\n`);
    loan?.release();
    expect(await readFile(path.join(folder, 'cookies.txt'), 'utf8')).toContain('renewed');

    const incompleteLoan = cookie.lend();
    await writeFile(incompleteLoan?.file ?? '', '.video.exam');
    incompleteLoan?.release();
    expect(await readFile(path.join(folder, 'cookies.txt'), 'utf8')).toContain('renewed');

    const lateLoan = cookie.lend();
    await writeFile(lateLoan?.file ?? '', cookieLine([6, 'late']));
    cookie.remove();
    lateLoan?.release();
    expect([cookie.isStored(), await readdir(folder)]).toEqual([false, []]);
  });

  test('stays as it is if a renewed cookie cannot be stored, as on a full disk', async () => {
    const cookie = createCookie(folder, () => now);
    cookie.store(cookieLine());
    const loan = cookie.lend();
    await writeFile(loan?.file ?? '', cookieLine([6, 'renewed']));
    // A folder in the file's place makes the write fail.
    await mkdir(path.join(folder, 'cookies.txt.unfinished'));
    expect(() => loan?.release()).not.toThrow();
    expect(await readFile(path.join(folder, 'cookies.txt'), 'utf8')).not.toContain('renewed');
  });

  test('leaves no part of a copy on a full disk', async ({ skip }) => {
    const disk = aSmallDisk(1);
    if (disk === null) return skip('no right to mount a file system');
    onTestFinished(() => disk.remove());
    const secretsFolder = path.join(disk.folder, 'secrets');
    const cookie = createCookie(secretsFolder, () => now);
    cookie.store(cookieLine([6, 'v'.repeat(20_000)]));
    disk.fill(8_192);
    expect(() => cookie.lend()).toThrow(/ENOSPC/);
    expect(() => cookie.store(cookieLine([6, 'w'.repeat(20_000)]))).toThrow(/ENOSPC/);
    expect(await readdir(secretsFolder)).toEqual(['cookies.txt']);
  });

  test('does not get the result of a check of the previous cookie', async () => {
    let nowSeconds = now;
    const cookie = createCookie(folder, () => nowSeconds);
    const answers: ((extraction: Extraction) => void)[] = [];
    const extract = (): Promise<Extraction> => new Promise((resolve) => answers.push(resolve));
    const archive = { downloadRuns: { retrySignIn: () => undefined }, downloadHolds: { tryNow: () => undefined } };
    const { validateCookie, updateCookie } = secretHandlers({ archive, secrets: { cookie }, ytDlp: { extract } } as never) as Record<
      string,
      (call: unknown) => Promise<unknown>
    >;
    const youtubeLine = (value: string): string => cookieLine([0, '.youtube.com'], [4, '0'], [6, value]);
    cookie.store(youtubeLine('old'));
    nowSeconds += 3600;
    const validation = validateCookie?.({});
    const update = updateCookie?.({ body: { cookie: youtubeLine('new') }, authMethod: 'session' });
    expect(answers).toHaveLength(2);
    answers[1]?.({ ok: true, info: {} });
    await update;
    answers[0]?.({ ok: false, failure: createFailure('gone', 'no such list') });
    await validation;
    expect(cookie.lastCheck()).toEqual({ isValid: true, checkedAt: nowSeconds });
    expect(await readFile(path.join(folder, 'cookies.txt'), 'utf8')).toContain('new');
  });

  test('leaves no copy after a crash', async () => {
    const cookie = createCookie(folder);
    cookie.store(cookieLine());
    cookie.lend();
    createCookie(folder);
    expect(await readdir(folder)).toEqual(['cookies.txt']);
  });
});

test('a PO token contains nothing that would begin another argument', () => {
  expect(poTokenProblem('web+MlNvbWVUb2tlbg==')).toBeNull();
  for (const token of ['', 'MlNv', 'web+', 'web+a;b', 'web+a,ios+b', 'web+a b', 'web+a:b', 'web+a\n', '-web+a'])
    expect(poTokenProblem(token), token).not.toBeNull();
});

test('the message about a bad PO token names every character that a token may have', () => {
  const namedCharacters =
    poTokenProblem('web+a b')
      ?.match(/characters (.+) after/)?.[1]
      ?.split(' ') ?? [];
  const acceptedCharacters = Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index)).filter(
    (character) => !/[A-Za-z0-9]/.test(character) && poTokenProblem(`web+${character}`) === null,
  );
  expect(namedCharacters.toSorted()).toEqual(acceptedCharacters.toSorted());
});

test('the other secrets are also files that only their owner can read, and removing a secret twice is no error', async () => {
  const { poToken, membershipKey } = createSecrets(folder);
  expect([poToken.get(), membershipKey.get()]).toEqual([null, null]);
  poToken.set('web+a');
  poToken.set('web+b');
  membershipKey.set('key');
  expect([poToken.get(), membershipKey.get(), (await stat(path.join(folder, 'membership-key'))).mode & 0o777]).toEqual(['web+b', 'key', 0o600]);
  poToken.remove();
  poToken.remove();
  expect(poToken.get()).toBeNull();
});
