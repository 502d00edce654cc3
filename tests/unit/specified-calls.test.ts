// The list of calls that the browser tests count (SPEC §7) agrees with the API's description.
import { expect, test } from 'vitest';
import { allOperations } from '../contract/contract-answers.ts';
import { specifiedCallOf, specifiedCalls } from '../e2e/calls.ts';

test('the list has every operation of the specification, and no other operation', () => {
  const specifiedOperations = allOperations.filter(({ operation }) => !('x-beyond-spec' in operation));
  expect(specifiedCalls).toEqual(Object.fromEntries(specifiedOperations.map(({ method, path, operation }) => [operation.operationId, `${method} ${path}`])));
  expect(Object.keys(specifiedCalls)).toHaveLength(76);
});

test.each([
  ['GET', '/api/video/abc/', 'getVideo'],
  ['POST', '/api/playlist/custom/', 'createCustomPlaylist'],
  ['POST', '/api/playlist/PLabc/', 'updatePlaylist'],
  ['POST', '/api/playlist/custom/TA_pl/', 'updateCustomPlaylist'],
  ['GET', '/api/download/aggs/', 'getDownloadAggs'],
  ['PUT', '/api/video/abc/', null],
  ['POST', '/api/appsettings/manual-import/', null],
])('%s %s is %s', (method, path, call) => {
  expect(specifiedCallOf(method, path)).toBe(call);
});
