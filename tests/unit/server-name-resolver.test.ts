// Names that a person typed are found in the archive in a time that grows no faster than their number and length.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { aChannel } from '../builders/server-records.ts';
import { processorMsSince } from '../builders/processor-time.ts';

let archive: Archive;
beforeEach(() => void (archive = createArchive(openDatabase(':memory:'))));
afterEach(() => archive.database.close());

function putChannels(count: number): void {
  createSqliteCatalogue(archive.database).putChannels(
    Array.from({ length: count }, (_, index) => aChannel({ channelId: idOf(index), sourceUrl: `https://www.quay.example/people/${index}/videos` })),
  );
}

function idOf(index: number): string {
  return `UC${String(index).padStart(22, '0')}`;
}

test('a channel is found by several spellings of its address', () => {
  putChannels(3);
  const typedNames = ['https://quay.example/people/1', 'http://m.quay.example/people/2///', 'quay.example/people/0/about', 'https://quay.example/people/3'];
  expect(archive.nameResolver.channels(typedNames)).toEqual([idOf(1), idOf(2), idOf(0), null]);
});

test('4 000 addresses are looked up among 1 000 channels in less than 3 s of processor time', () => {
  putChannels(1_000);
  const typedNames = Array.from({ length: 4_000 }, (_, index) => `https://quay.example/people/${index}`);
  const cpuBefore = process.cpuUsage();
  expect(archive.nameResolver.channels(typedNames).filter((id) => id !== null)).toHaveLength(1_000);
  // Reading a thousand channels for each address would take tens of seconds.
  expect(processorMsSince(cpuBefore)).toBeLessThan(3_000);
});

test('an address with a long run of slashes is looked up in a time that grows no faster than its length', () => {
  const cpuBefore = process.cpuUsage();
  expect(archive.nameResolver.channel(`https://quay.example/${'/'.repeat(256 * 1024)}x`)).toBeNull();
  // Looking for the end of the path from every slash would take minutes.
  expect(processorMsSince(cpuBefore)).toBeLessThan(2_000);
});
