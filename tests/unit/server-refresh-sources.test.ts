// Sources are queried with pauses in between. Sources that cannot be reached are not queried further.
import { expect, test } from 'vitest';
import type { RefreshOutcome } from '../../server/source/refresh-video.ts';
import { refreshSources, type SourceItem } from '../../server/tasks/refresh-sources.ts';

test('a pause separates two queries, and items without a source cause no pause', async () => {
  const steps: string[] = [];
  const item = (id: string, hasSource: boolean): SourceItem => ({
    id,
    name: id,
    address: hasSource ? `https://${id}.example/` : null,
    refresh() {
      steps.push(id);
      return Promise.resolve<RefreshOutcome>({ kind: hasSource ? 'fresh' : 'no-source' });
    },
  });
  function pause(): Promise<void> {
    steps.push('pause');
    return Promise.resolve();
  }
  const { signal } = new AbortController();
  const items = [item('own one', false), item('pier', true), item('own two', false), item('own three', false), item('quay', true), item('reef', true)];
  const outcomes = await refreshSources('Asking', items, pause, { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal });
  expect(steps).toEqual(['own one', 'pier', 'own two', 'own three', 'pause', 'quay', 'pause', 'reef']);
  expect(outcomes.failedIds).toEqual([]);
});

test('items without a source between unreachable sources do not delay the end of the run', async () => {
  const askedIds: string[] = [];
  const item = (id: string, outcome: RefreshOutcome): SourceItem => ({
    id,
    name: id,
    address: outcome.kind === 'no-source' ? null : `https://${id}.example/`,
    refresh() {
      askedIds.push(id);
      return Promise.resolve(outcome);
    },
  });
  const names = Array.from({ length: 12 }, (_, index) => `pier-${index}`);
  const unreachableOutcome: RefreshOutcome = { kind: 'failed', why: 'unreachable', message: 'no answer' };
  const items = names.flatMap((id) => [item(id, unreachableOutcome), item(`own ${id}`, { kind: 'no-source' })]);
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  expect(await refreshSources('Asking', items, () => Promise.resolve(), work)).toMatchObject({
    notice: 'The sources cannot be reached. The other sources were skipped.',
  });
  expect(askedIds).toEqual(names.slice(0, 10).flatMap((name) => [name, `own ${name}`]));
});

test.each([
  ['at the beginning', ['dead-1', 'dead-2', 'dead-3', 'alive', 'last'], ['dead-1', 'dead-2', 'dead-3', 'alive', 'last']],
  [
    'after one that answers (which is queried again)',
    ['alive', 'dead-1', 'dead-2', 'dead-3', 'last'],
    ['alive', 'dead-1', 'dead-2', 'dead-3', 'alive', 'last'],
  ],
])('three dead sites %s do not keep the others from being queried', async (_where, sites, expected) => {
  const askedSites: string[] = [];
  const items = sites.map((site): SourceItem => ({
    id: site,
    name: site,
    address: `https://${site}.example/`,
    refresh() {
      askedSites.push(site);
      return Promise.resolve(site.startsWith('dead') ? { kind: 'failed', why: 'unreachable', message: 'no answer' } : { kind: 'fresh' });
    },
  }));
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const outcomes = await refreshSources('Asking', items, () => Promise.resolve(), work);
  expect([askedSites, outcomes.failedIds]).toEqual([expected, ['dead-1', 'dead-2', 'dead-3']]);
});

test('a refresh that is stopped while the last source that answered is queried again does not report a lost network', async () => {
  const stopController = new AbortController();
  const { signal } = stopController;
  const askedSites: string[] = [];
  const items = ['alive', 'dead-1', 'dead-2', 'dead-3', 'last'].map((site): SourceItem => ({
    id: site,
    name: site,
    address: `https://${site}.example/`,
    refresh() {
      if (askedSites.includes(site)) stopController.abort();
      askedSites.push(site);
      if (signal.aborted) return Promise.resolve({ kind: 'failed', why: 'stopped', message: 'Stopped.' });
      return Promise.resolve(site.startsWith('dead') ? { kind: 'failed', why: 'unreachable', message: 'no answer' } : { kind: 'fresh' });
    },
  }));
  const outcomes = await refreshSources('Asking', items, () => Promise.resolve(), {
    update: () => undefined,
    checkpoint: () => undefined,
    signal,
    shutdownSignal: signal,
  });
  expect([askedSites.at(-1), outcomes.failedIds, outcomes.notice]).toEqual(['alive', ['dead-1', 'dead-2', 'dead-3'], null]);
});

test('a site that does not answer is given up, and the sources at other sites are still queried', async () => {
  const askedAddresses: string[] = [];
  const item = (address: string, outcome: RefreshOutcome): SourceItem => ({
    id: address,
    name: address,
    address,
    refresh() {
      askedAddresses.push(address);
      return Promise.resolve(outcome);
    },
  });
  const deadAddresses = ['one', 'two', 'three', 'four'].map((name) => `https://dead.example/${name}`);
  const aliveAddresses = ['https://alive.example/one', 'https://other.example/two'];
  const items = [
    ...deadAddresses.map((address) => item(address, { kind: 'failed', why: 'unreachable', message: 'no answer' })),
    ...aliveAddresses.map((address) => item(address, { kind: 'fresh' })),
  ];
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  expect(await refreshSources('Asking', items, () => Promise.resolve(), work)).toMatchObject({
    failedIds: deadAddresses,
    retryableIds: deadAddresses,
    notice: 'Some sites cannot be queried now. Their other sources were skipped.',
  });
  expect(askedAddresses).toEqual([...deadAddresses.slice(0, 3), ...aliveAddresses]);
});
