// Which role sees which controls on which screen (SPEC §6; docs/behaviour.md, Roles), as a table, on a real archive. Forbidden controls
// are absent, not disabled. It runs only in the long tests; `npm test` checks the same with scripted answers
// (tests/component/roles.test.tsx).
import { expect, type Locator, type Page } from '@playwright/test';
import { addPerson } from '../builders/archive-people.ts';
import { apiCaller } from './archive-process.ts';
import { signInAs } from './device.ts';
import { test } from './fixtures.ts';

const slowHarbour = '/channel/UCslowHarbourSampleAaa01';
const regularPlaylist = '/playlist/PLnorthSeaSingleHandedSampleList01';

interface Row {
  address: string;
  /** The element that is visible once the screen is complete. */
  shows: (page: Page) => Locator;
  /** The name of the button that opens a menu with some of the controls. */
  menu?: string;
  everyone: Record<string, (page: Page) => Locator>;
  staff: Record<string, (page: Page) => Locator>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true });
const menuItem = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true });
const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name });
const radio = (name: string) => (page: Page) => page.getByRole('radio', { name });
const article = (page: Page) => page.getByRole('article').first();

/** @param customPlaylist the address of a playlist that the test created */
const table = (customPlaylist: string): Row[] => [
  { address: '/', shows: article, everyone: { Select: button(/^Select/) }, staff: {} },
  { address: '/channel/', shows: article, everyone: {}, staff: { 'add subscriptions': textbox('Add subscriptions'), Subscribe: button(/^Subscribe/) } },
  {
    address: `${slowHarbour}/`,
    shows: article,
    menu: 'More actions',
    everyone: { 'mark all': menuItem('Mark as watched'), 'unmark all': menuItem('Mark as unwatched') },
    staff: { Subscribe: button(/^Subscribe/) },
  },
  { address: `${slowHarbour}/playlist/`, shows: article, everyone: {}, staff: { 'menu of a card': button(/^More actions for/) } },
  {
    address: `${slowHarbour}/about/`,
    shows: (page) => page.getByText('Last refreshed', { exact: true }),
    everyone: {},
    staff: { Reindex: button('Reindex'), Delete: button('Delete'), Configure: button(/^Configure/) },
  },
  {
    address: '/playlist/',
    shows: article,
    menu: 'New',
    everyone: { 'new playlist': textbox('New playlist'), Create: button('Create') },
    staff: { 'add subscriptions': textbox('Add subscriptions'), Subscribe: button(/^Subscribe/) },
  },
  {
    address: regularPlaylist,
    shows: (page) => page.getByRole('heading', { level: 1, name: /North Sea/ }),
    menu: 'More actions',
    everyone: { 'mark all': menuItem('Mark all watched'), 'play all': button('Play all') },
    staff: { Reindex: menuItem('Reindex'), 'Reindex videos': menuItem('Reindex videos'), Delete: menuItem('Delete'), 'sort order': radio('New on top') },
  },
  {
    address: customPlaylist,
    shows: (page) => page.getByRole('heading', { level: 1, name: 'For the night watch' }),
    menu: 'More actions',
    everyone: { Delete: menuItem('Delete') },
    staff: {},
  },
  {
    address: '/video/fogNorthSea/',
    shows: (page) => page.getByRole('heading', { name: 'Similar Videos' }),
    menu: 'More actions',
    everyone: { mark: button('Mark watched'), 'Add To Playlist': button('Add To Playlist'), 'Download File': menuItem('Download File') },
    staff: { Reindex: menuItem('Reindex'), 'Delete Video': menuItem('Delete Video') },
  },
];

/** Words that are on no screen of an ordinary user. */
const staffOnlyTexts = /\b(Reindex|Downloads|Ignored|Rescan|Add to queue|Subscribe|Unsubscribe|Application|Scheduling|Admin|Point the server|Delete all)\b/;

const people = [
  { kind: 'an ordinary person', username: 'tove', password: 'salt and tar and rope', isStaff: false, isSuperuser: false },
  { kind: 'staff', username: 'ida', password: 'a kettle on the stove', isStaff: true, isSuperuser: false },
  { kind: 'a superuser', username: 'bo', password: 'an anchor and a chain', isStaff: false, isSuperuser: true },
];

for (const person of people) {
  test(`${person.kind} sees exactly the permitted controls on every screen`, { tag: '@long' }, async ({ archive, page }) => {
    await addPerson(archive.dataFolder, person);
    const rows = table(await makePlaylist(archive.url));
    await signInAs(page, archive.url, person);
    const isStaff = person.isStaff || person.isSuperuser;
    const problems: string[] = [];
    for (const { address, shows, menu, everyone, staff } of rows) {
      await page.goto(archive.url + address);
      await expect(shows(page), address).toBeVisible();
      if (menu !== undefined) await button(menu)(page).click();
      for (const [name, locate] of Object.entries({ ...everyone, ...(isStaff ? staff : {}) })) {
        const isThere = await locate(page)
          .first()
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => false,
          );
        if (!isThere) problems.push(`${address} lacks ${name}`);
      }
      if (isStaff) continue;
      for (const [name, locate] of Object.entries(staff)) if ((await locate(page).count()) > 0) problems.push(`${address} has ${name}`);
      const match = staffOnlyTexts.exec(await page.evaluate(() => document.body.innerText));
      if (match) problems.push(`${address} says ${match[0]}`);
    }
    expect(problems).toEqual([]);
    if (isStaff) return;
    for (const address of ['/settings/user/', '/about/', '/nowhere/', '/downloads/', '/settings/application/']) {
      await page.goto(archive.url + address);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      expect(staffOnlyTexts.exec(await page.evaluate(() => document.body.innerText))?.[0], address).toBeUndefined();
    }
  });
}

async function makePlaylist(url: string): Promise<string> {
  const call = apiCaller(url);
  const playlist = (await (await call('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'For the night watch' } })).json()) as {
    playlist_id: string;
  };
  return `/playlist/${playlist.playlist_id}`;
}
