// Visitors of the server's own pages and the person at its terminal get texts in their language.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTexts } from '../../scripts/start/texts.mjs';
import { readCommand } from '../../server/start/options.ts';
import { failureLine, reasonOf, StartFailure } from '../../server/start/start-failure.ts';
import { chooseLanguage } from '../../server/texts/choose-language.ts';
import { english } from '../../server/texts/english.ts';
import { german } from '../../server/texts/german.ts';
import { translateStoredText } from '../../server/texts/translate-stored-text.ts';
import { terminalWording } from '../../server/texts/terminal-language.ts';
import { serverWording, wordingFor } from '../../server/texts/wording.ts';
import { sentencesOf } from '../builders/catalogue-sentences.ts';

const englishDefault = { language: 'en', locale: 'en-GB' };

test.each<[header: string, language: string, locale: string]>([
  ['de', 'de', 'de'],
  ['DE-at', 'de', 'de-AT'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'de-AT'],
  ['en-US,en;q=0.9,de;q=0.8', 'en', 'en-US'],
  ['fr, de;q=0.3', 'de', 'de'],
  ['en;q=0.2, de;q=0.7', 'de', 'de'],
  // With equal qualities, the first counts.
  ['de;q=0.5, en;q=0.5', 'de', 'de'],
  ['de;q=0, en;q=0.1', 'en', 'en'],
  ['de;q=0.0', 'en', 'en-GB'],
  ['de; q = 0.5', 'de', 'de'],
  ['de;q=1.5', 'en', 'en-GB'],
  ['de;q=x', 'en', 'en-GB'],
  ['*', 'en', 'en-GB'],
  ['', 'en', 'en-GB'],
  [',;,q=,;q=1', 'en', 'en-GB'],
  ['"><script>', 'en', 'en-GB'],
  // A request for other digits or another calendar is ignored.
  ['de-u-nu-arab', 'de', 'de'],
  ['de-Latn-CH-x-"', 'en', 'en-GB'],
  ['de-Latn-CH-1996', 'de', 'de-CH'],
  ['german', 'en', 'en-GB'],
])('Accept-Language %j gives %s (%s)', (header, language, locale) => {
  expect(chooseLanguage({ 'accept-language': header })).toEqual({ language, locale });
});

test('a header longer than any browser’s is not read', () => {
  expect(chooseLanguage({ 'accept-language': `de${',xx'.repeat(300)}` })).toMatchObject({ language: 'de' });
  expect(chooseLanguage({ 'accept-language': `de${',xx'.repeat(400)}` })).toEqual(englishDefault);
});

test('the language chosen in the client takes precedence over the browser’s languages, and the variety of that language comes from the browser', () => {
  const acceptHeaders = { 'accept-language': 'en-US,en;q=0.9,de-CH;q=0.5' };
  expect(chooseLanguage({ ...acceptHeaders, cookie: 'stowaway_language=de' })).toEqual({ language: 'de', locale: 'de-CH' });
  expect(chooseLanguage({ ...acceptHeaders, cookie: 'sessionid=x; stowaway_language=de; csrftoken=y' })).toMatchObject({ language: 'de' });
  expect(chooseLanguage({ 'accept-language': 'fr', cookie: 'stowaway_language=de' })).toEqual({ language: 'de', locale: 'de-DE' });
  for (const cookie of ['stowaway_language=', 'stowaway_language=fr', 'stowaway_language=de"', 'xstowaway_language=de', 'a=stowaway_language=de'])
    expect([cookie, chooseLanguage({ ...acceptHeaders, cookie }).language]).toEqual([cookie, 'en']);
});

test('numbers, sizes and dates are written in the reader’s variety', () => {
  const [austrian, british] = [wordingFor({ language: 'de', locale: 'de-AT' }), wordingFor({ language: 'en', locale: 'en-GB' })];
  expect([british.formatCount(12_400), british.formatSize(4.94e9), british.formatDay(Date.UTC(2026, 4, 12))]).toEqual(['12,400', '4.9 GB', '12 May 2026']);
  expect([austrian.formatSize(4.94e9), austrian.formatDay(Date.UTC(2026, 4, 12))]).toEqual(['4,9 GB', '12.05.2026']);
  expect(wordingFor({ language: 'de', locale: 'de' }).formatCount(12_400)).toBe('12.400');
  // The log and the API use one format everywhere.
  expect([serverWording.formatCount(12_400), serverWording.formatSize(4.94e9)]).toEqual(['12 400', '4.9 GB']);
});

test.each<[environment: Record<string, string>, language: string]>([
  [{}, 'en'],
  [{ LANG: 'C' }, 'en'],
  [{ LANG: 'POSIX' }, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'de' }, 'de'],
  [{ LANG: 'de_AT.UTF-8' }, 'de'],
  [{ LANG: 'de_DE@euro' }, 'de'],
  [{ LANG: 'DE_at.UTF-8' }, 'de'],
  [{ LANG: 'de-CH' }, 'de'],
  [{ LANG: 'fr_FR.UTF-8' }, 'en'],
  [{ LANG: 'deutsch' }, 'en'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'de_DE.UTF-8' }, 'de'],
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'de_DE.UTF-8', LC_ALL: 'C' }, 'en'],
  // An empty variable counts as unset.
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: '', LC_ALL: '' }, 'de'],
])('a terminal with %j gets its texts in %s', (environment, language) => {
  const { texts, language: chosenLanguage } = terminalWording(environment);
  expect([chosenLanguage, texts]).toEqual([language, language === 'de' ? german : english]);
  // The commands that run before anything is installed choose the same language.
  expect(startTexts(environment).installed(3)).toBe(language === 'de' ? 'Installiert in 3 s.' : 'Installed in 3 s.');
});

test('an English terminal and the log use the same texts', () => {
  expect(terminalWording({ LANG: 'en_US.UTF-8' })).toBe(serverWording);
});

test('the reason why the server cannot start is printed in the language of the terminal, with the file that it concerns, and logged in English', () => {
  const problem = thrownBy(() => readCommand(['--port', 'x'], {}, '/srv'));
  expect(problem).toBeInstanceOf(StartFailure);
  expect((problem as Error).message).toBe('The port must be a number from 0 to 65535, not x.');
  const germanWording = terminalWording({ LANG: 'de_DE' });
  expect(failureLine(problem, germanWording)).toBe('stowaway: Der Port muss eine Zahl von 0 bis 65535 sein, nicht x.');
  const missingFileError = thrownBy(() => readFileSync('/nowhere/at/all'));
  expect(reasonOf(missingFileError, germanWording)).toBe('nicht vorhanden');
  expect(failureLine(missingFileError, germanWording)).toBe('stowaway: Der Start ist fehlgeschlagen: /nowhere/at/all: nicht vorhanden');
});

test('a reason that is stored in English is translated on a page, whatever file, number or inner reason it names', () => {
  const germanWording = wordingFor({ language: 'de', locale: 'de' });
  const [englishReasons, germanReasons] = [english, german].map(({ importReasons }) => valuesOf(importReasons));
  expect(englishReasons?.length).toBeGreaterThan(55);
  expect(englishReasons?.map((reason) => translateStoredText(reason, germanWording))).toEqual(germanReasons);
  expect(translateStoredText(english.importReasons.importedWithout(english.importReasons.descriptionUnreadable('it is gone')), germanWording)).toBe(
    'Die Beschreibung kann nicht gelesen werden: nicht mehr da. Das Video wurde ohne sie importiert.',
  );
  for (const outer of ['importedWithout', 'ofChannel', 'ofPlaylist'] as const)
    expect(englishReasons?.map((reason) => translateStoredText(english.importReasons[outer](reason), germanWording))).toEqual(
      germanReasons?.map((reason) => german.importReasons[outer](reason)),
    );
  // Another program's message, and what an English page shows, stay as they are.
  for (const otherText of ['ERROR: [quay] no such video', 'Its colour: blue', '']) expect(translateStoredText(otherText, germanWording)).toBe(otherText);
  expect(translateStoredText('The file is empty.', serverWording)).toBe('The file is empty.');
});

test('a name that reads like a reason stays as it is', () => {
  const germanWording = wordingFor({ language: 'de', locale: 'de' });
  for (const name of ['the system reports 2024.mp4', 'it is gone', 'The file is empty.']) {
    const retoldReason = translateStoredText(english.importReasons.otherCopy(name), germanWording);
    expect(retoldReason).toBe(german.importReasons.otherCopy(name));
    expect(translateStoredText(english.importReasons.descriptionOf(name), germanWording)).toBe(german.importReasons.descriptionOf(name));
  }
});

test('the German texts contain no sentence of the English texts', () => {
  const germanSentences = new Set(sentencesOf(german));
  const englishSentences = sentencesOf(english);
  expect(englishSentences.length).toBeGreaterThan(300);
  expect(englishSentences).toEqual(expect.arrayContaining(['Only staff can open this page.', '1 video was forgotten.', 'videos were forgotten.']));
  expect(englishSentences.filter((sentence) => germanSentences.has(sentence))).toEqual([]);
});

/** Returns every text, with names as its arguments. */
function valuesOf(texts: object): string[] {
  return Object.values(texts).flatMap((value: unknown) => {
    if (typeof value === 'function') return [(value as (...names: string[]) => string)('Ebbe (1).mp4', 'Flut.mkv')];
    return typeof value === 'string' ? [value] : valuesOf(value as object);
  });
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}
