// axe looks at what screens and dialogs draw, in the dark and the light scheme. Walks through every state: tests/e2e/accessibility.spec.ts.
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { allAppSettings, aWireChannel } from '../builders/mirror-wire.ts';
import { renderScreen, type ScreenOptions } from './screen.tsx';

const channel = `/channel/${aWireChannel().channel_id}/`;
const settings = {
  appSettings: allAppSettings(),
  answers: {
    '/api/appsettings/cookie/': { cookie_enabled: false },
    '/api/appsettings/snapshot/': { next_exec: 0, next_exec_str: '', expire_after: '', snapshots: [] },
    '/api/appsettings/membership/token/': { token: null },
    '/api/appsettings/backup/': [],
    '/api/task/schedule/': [],
    '/api/task/notification/': {},
  },
} satisfies ScreenOptions;

const screens: [address: string, heading: string, options?: ScreenOptions][] = [
  ['/', 'Recent Videos'],
  ['/channel/', 'Channels'],
  [channel, 'Harbour Lights'],
  [`${channel}about/`, 'Harbour Lights'],
  ['/playlist/', 'Playlists'],
  ['/video/v1/', 'Part 1'],
  ['/settings/application/', 'Downloads', settings],
  ['/settings/scheduling/', 'Notifications', settings],
  ['/settings/actions/', 'Restore from backup', settings],
  ['/nowhere', 'That page does not exist'],
];

afterEach(() => void (document.documentElement.dataset['theme'] = 'dark'));

for (const [address, heading, options] of screens) {
  test(`${address}: axe finds nothing in what it draws`, async () => {
    await renderScreen(address, options);
    await expect.element(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeInTheDocument();
    expect(await violations('#root')).toEqual([]);
    // Everything but its colours is the same in light.
    document.documentElement.dataset['theme'] = 'light';
    expect(await violations('#root', ['color-contrast'])).toEqual([]);
  });
}

for (const [sheet, name] of [
  ['account', 'Account'],
  ['sync', 'Sync'],
  ['scheme', 'Color scheme'],
] as const) {
  test(`the sheet ${name}: axe finds nothing in it`, async () => {
    await renderScreen(`/?sheet=${sheet}`);
    await expect.element(page.getByRole('dialog', { name })).toBeVisible();
    expect(await violations('dialog[open]')).toEqual([]);
  });
}

test('a question before something is deleted: axe finds nothing in it', async () => {
  await renderScreen('/video/v1/');
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Delete Video' }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(await violations('dialog[open]')).toEqual([]);
});

async function violations(within: string, rules?: string[]): Promise<string[]> {
  const { violations: found } = await axe.run(within, { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) });
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}) at ${target.join(' ')}`));
}
