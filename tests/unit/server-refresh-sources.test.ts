// The pauses between queries of sources.
import { expect, test } from 'vitest';
import type { RefreshOutcome } from '../../server/source/refresh-video.ts';
import { refreshSources, type SourceItem } from '../../server/tasks/refresh-sources.ts';

test('a pause separates two queries, and items without a source are not waited for', async () => {
  const steps: string[] = [];
  const item = (id: string, hasSource: boolean): SourceItem => ({
    id,
    name: id,
    hasSource,
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
  expect(outcomes.failed).toEqual([]);
});
