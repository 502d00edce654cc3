// Over plain http there is no service worker, so the archive may be gone before the page has fetched the code for a logout.
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { createCommands, type CommandPorts } from '../../src/commands/commands.ts';
import { findCurrentAccount, hasPendingSignOut } from '../../src/mirror/registry.ts';
import { aMirror } from '../builders/mirror-copy.ts';

vi.mock('../../src/commands/logout.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test.each([
  [{ clearDevice: false }, { ok: true, value: undefined }, []],
  [{ clearDevice: true }, { ok: false, error: { kind: 'not-cleared' } }, ['delete']],
])('a logout whose code cannot be fetched is noted for the next start: %o', async (choice, outcome, deletions) => {
  const mirror = await aMirror();
  const { registry, clock } = mirror;
  const commands = createCommands({ registry, clock } as unknown as CommandPorts, () => mirror);
  expect(await commands.logout(choice)).toEqual(outcome);
  expect([await findCurrentAccount(registry), await hasPendingSignOut(registry)]).toEqual([null, true]);
  const keys = (await registry.notes.toCollection().primaryKeys()).map((key) => key.split(':')[0]);
  expect(keys.filter((key) => key === 'delete')).toEqual(deletions);
});
