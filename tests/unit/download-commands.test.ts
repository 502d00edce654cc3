import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { changeDownloads } from '../../src/commands/download-commands.ts';
import type { ArchiveApi } from '../../src/network/archive-api.ts';
import { aMirror } from '../builders/mirror-copy.ts';

test('forgetting the items with errors is refused before any request, because the archive would forget the other items too', async () => {
  const call = vi.fn();
  const change = { filters: { status: 'pending', hasError: true }, to: 'forgotten', confirmed: { total: 1, isCapped: false } } as const;
  await expect(changeDownloads(await aMirror(), { call } as unknown as ArchiveApi, change)).rejects.toThrow('forgotten with a filter for errors');
  expect(call).not.toHaveBeenCalled();
});
