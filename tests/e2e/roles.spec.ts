// Which role sees which controls on which screen (SPEC §6; docs/behaviour.md, Roles), as a table, on a real archive. Forbidden controls
// are absent, not disabled. This file runs only in the long tests; `npm test` checks the same rules with scripted answers
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
  readyElement: (page: Page) => Locator;
  /** The name of the button that opens a menu with some of the controls. */
  menu?: string;
  everyonesControls: Record<string, (page: Page) => Locator>;
  staffControls: Record<string, (page: Page) => Locator>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true });
const menuItem = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true });
const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name });
const radio = (name: string) => (page: Page) => page.getByRole('radio', { name });
const article = (page: Page) => page.getByRole('article').first();

/** @param customPlaylist the address of a playlist that the test created */
const controlTable = (customPlaylist: string): Row[] => [
  { address: '/', readyElement: article, everyonesControls: { Select: button(/^Select/) }, staffControls: {} },
  {
    address: '/channel/',
    readyElement: article,
    everyonesControls: {},
    staffControls: { 'add subscriptions': textbox('Add subscriptions'), Subscribe: button(/^Subscribe/) },
  },
  {
    address: `${slowHarbour}/`,
    readyElement: article,
    menu: 'More actions',
    everyonesControls: { 'mark all': menuItem('Mark as watched'), 'unmark all': menuItem('Mark as unwatched') },
    staffControls: { Subscribe: button(/^Subscribe/) },
  },
  { address: `${slowHarbour}/playlist/`, readyElement: article, everyonesControls: {}, staffControls: { 'menu of a card': button(/^More actions for/) } },
  {
    address: `${slowHarbour}/about/`,
    readyElement: (page) => page.getByText('Last refreshed', { exact: true }),
    everyonesControls: {},
    staffControls: { Reindex: button('Reindex'), Delete: button('Delete'), Configure: button(/^Configure/) },
  },
  {
    address: '/playlist/',
    readyElement: article,
    menu: 'New',
    everyonesControls: { 'new playlist': textbox('New playlist'), Create: button('Create') },
    staffControls: { 'add subscriptions': textbox('Add subscriptions'), Subscribe: button(/^Subscribe/) },
  },
  {
    address: regularPlaylist,
    readyElement: (page) => page.getByRole('heading', { level: 1, name: /North Sea/ }),
    menu: 'More actions',
    everyonesControls: { 'mark all': menuItem('Mark all watched'), 'play all': button('Play all') },
    staffControls: {
      Reindex: menuItem('Reindex'),
      'Reindex videos': menuItem('Reindex videos'),
      Delete: menuItem('Delete'),
      'sort order': radio('New on top'),
    },
  },
  {
    address: customPlaylist,
    readyElement: (page) => page.getByRole('heading', { level: 1, name: 'For the night watch' }),
    menu: 'More actions',
    everyonesControls: { Delete: menuItem('Delete') },
    staffControls: {},
  },
  {
    address: '/video/fogNorthSea/',
    readyElement: (page) => page.getByRole('heading', { name: 'Similar Videos' }),
    menu: 'More actions',
    everyonesControls: { mark: button('Mark watched'), 'Add To Playlist': button('Add To Playlist'), 'Download File': menuItem('Download File') },
    staffControls: { Reindex: menuItem('Reindex'), 'Delete Video': menuItem('Delete Video') },
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
    const rows = controlTable(await makePlaylist(archive.url));
    await signInAs(page, archive.url, person);
    const isStaff = person.isStaff || person.isSuperuser;
    const problems: string[] = [];
    for (const { address, readyElement, menu, everyonesControls, staffControls } of rows) {
      await page.goto(archive.url + address);
      await expect(readyElement(page), address).toBeVisible();
      if (menu !== undefined) await button(menu)(page).click();
      for (const [name, locate] of Object.entries({ ...everyonesControls, ...(isStaff ? staffControls : {}) })) {
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
      for (const [name, locate] of Object.entries(staffControls)) if ((await locate(page).count()) > 0) problems.push(`${address} has ${name}`);
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
