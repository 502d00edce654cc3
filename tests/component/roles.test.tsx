// Which role sees which controls on which screen (SPEC §6; docs/behaviour.md, Roles), as a table. Forbidden controls are absent, not
// disabled. tests/e2e/roles.spec.ts checks the same on a real archive, and for a superuser.
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { aWireChannel, aWirePlaylist } from '../builders/mirror-wire.ts';
import { desktop, renderScreen } from './screen.tsx';
import { longTest } from '../long-test.ts';

const { channel_id: channelId } = aWireChannel();
const regularPlaylist = aWirePlaylist();
const customPlaylist = aWirePlaylist({ playlist_id: 'TA_playlist_night', playlist_name: 'For the night watch', playlist_type: 'custom' });

const main = page.getByRole('main');
const button = (name: string | RegExp): Locator => main.getByRole('button', { name, exact: true });
const menuItem = (name: string): Locator => page.getByRole('menuitem', { name, exact: true });
const textbox = (name: string): Locator => page.getByRole('textbox', { name });
const article = page.getByRole('article');
const heading = (name: string): Locator => page.getByRole('heading', { name, exact: true });

interface Row {
  address: string;
  /** The element that is visible once the screen is complete. */
  shows: Locator;
  /** A menu that is opened first, because it contains some of the controls. */
  menu?: Locator;
  everyone: Record<string, Locator>;
  staff: Record<string, Locator>;
}

const addSubscriptions = { 'add subscriptions': textbox('Add subscriptions'), Subscribe: button(/^Subscribe/) };
const subscribeButton = { Subscribe: button(/^(Subscribe|Unsubscribe)/) };

const table: Row[] = [
  { address: '/', shows: article, everyone: { Select: button(/^Select/) }, staff: {} },
  { address: '/channel/', shows: article, everyone: {}, staff: addSubscriptions },
  {
    address: `/channel/${channelId}/`,
    shows: article,
    menu: button('More actions'),
    everyone: { 'mark all': menuItem('Mark as watched'), 'unmark all': menuItem('Mark as unwatched') },
    staff: subscribeButton,
  },
  { address: `/channel/${channelId}/playlist/`, shows: article, everyone: {}, staff: { 'menu of a card': button(/^More actions for/) } },
  {
    address: `/channel/${channelId}/about/`,
    shows: page.getByText('Last refreshed', { exact: true }),
    everyone: {},
    staff: { Reindex: button('Reindex'), Delete: button('Delete'), Configure: button(/^Configure/) },
  },
  {
    address: '/playlist/',
    shows: article,
    menu: button('New'),
    everyone: { 'new playlist': textbox('New playlist'), Create: button('Create') },
    staff: addSubscriptions,
  },
  {
    address: `/playlist/${regularPlaylist.playlist_id}/`,
    shows: heading(regularPlaylist.playlist_name),
    menu: button('More actions'),
    everyone: { 'mark all': menuItem('Mark all watched'), 'play all': button('Play all') },
    staff: {
      Unsubscribe: menuItem('Unsubscribe'),
      Reindex: menuItem('Reindex'),
      'Reindex videos': menuItem('Reindex videos'),
      Delete: menuItem('Delete'),
      'sort order': page.getByRole('radio', { name: 'New on top' }),
    },
  },
  {
    address: `/playlist/${customPlaylist.playlist_id}/`,
    shows: heading(customPlaylist.playlist_name),
    menu: button('More actions'),
    everyone: { Delete: menuItem('Delete') },
    staff: {},
  },
  {
    address: '/video/v1/',
    shows: heading('Part 1'),
    menu: button('More actions'),
    everyone: {
      mark: button('Mark watched'),
      'Add To Playlist': button('Add To Playlist'),
      'Download File': menuItem('Download File'),
    },
    staff: { Reindex: menuItem('Reindex'), 'Delete Video': menuItem('Delete Video') },
  },
];

/** Words that only staff may see, anywhere on a screen. */
const staffOnlyTexts = /\b(Reindex|Downloads|Ignored|Rescan|Add to queue|Subscribe|Unsubscribe|Application|Scheduling|Admin|Point the server|Delete all)\b/;

for (const { address, shows, menu, everyone, staff } of table) {
  longTest(`${address}: staff see the controls for everyone and for staff`, async () => {
    await renderScreen(address, { viewport: desktop, playlists: [regularPlaylist, customPlaylist] });
    await expect.element(shows.first()).toBeVisible();
    await menu?.click();
    for (const [name, control] of Object.entries({ ...everyone, ...staff })) await expect.element(control.first(), { message: name }).toBeInTheDocument();
  });

  test(`${address}: others see the controls for everyone, and none for staff`, async () => {
    await renderScreen(address, { viewport: desktop, isStaff: false, playlists: [regularPlaylist, customPlaylist] });
    await expect.element(shows.first()).toBeVisible();
    await menu?.click();
    for (const [name, control] of Object.entries(everyone)) await expect.element(control.first(), { message: name }).toBeInTheDocument();
    for (const [name, control] of Object.entries(staff)) expect(control.elements(), name).toEqual([]);
    expect(staffOnlyTexts.exec(document.body.innerText)?.[0]).toBeUndefined();
  });
}

/** Further screens, each with an element that is there once the screen is complete. */
const otherScreens: [address: string, shows: Locator][] = [
  ['/settings/user/', page.getByText(/ used by this browser/)],
  ['/about/', heading('On this device')],
  ['/nowhere/', heading('That page does not exist')],
  ['/downloads/', heading('Forbidden: Access denied.')],
  ['/settings/application/', heading('Forbidden: Access denied.')],
];
for (const [address, shows] of otherScreens) {
  test(`${address}: others see no words meant for staff`, async () => {
    await renderScreen(address, { viewport: desktop, isStaff: false });
    await expect.element(shows.first()).toBeInTheDocument();
    expect(staffOnlyTexts.exec(document.body.innerText)?.[0]).toBeUndefined();
  });
}
