import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const server = path.resolve(import.meta.dirname, '../../server');

/** Matches the two ways of ignoring an error: `catch {` and `.catch(() => …)`. */
const ignoredError = /\bcatch \{$|\.catch\(\(\) =>/;
/** Matches a reason: a comment on the line or next to it, or code that throws, returns a reason or logs. */
const reason = /\/\/|\*\/|\bthrow\b|\breason:|\blog[.?(]/;

test('every error that the server drops has its reason beside it', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => /\.m?ts$|\.mjs$/.test(name));
  let ignoredCount = 0;
  const unexplainedCatches = files.flatMap((name) => {
    const lines = readFileSync(path.join(server, name), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      if (!ignoredError.test(line)) return [];
      ignoredCount += 1;
      const nearbyLines = line.endsWith('catch {') ? [line, lines[index + 1] ?? ''] : [lines[index - 1] ?? '', line, lines[index + 1] ?? ''];
      return nearbyLines.some((text) => reason.test(text)) ? [] : [`server/${name}:${index + 1}: ${line.trim()}`];
    });
  });
  expect(ignoredCount).toBeGreaterThan(50);
  expect(unexplainedCatches).toEqual([]);
});
