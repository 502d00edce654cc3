// What a screen reader reads of the parts with the most facts: each fact once, in order, with a name. The names and their order are the
// behaviour, so they are compared as trees. `deep-equal`, because otherwise a tree may contain more than what is listed.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { longTest } from '../long-test.ts';
import { openVideo } from './open-video.ts';
import { putSaved, wholeItem } from './put-saved.ts';
import { desktop, renderScreen, type Screen, type ScreenOptions } from './screen.tsx';

const dialog = page.getByRole('dialog');

test('a card is read as the title with its facts, the channel and the age, and each control names the video', async () => {
  await openHome();
  await expect.element(card('Wren')).toMatchAriaInlineSnapshot(`
    - article:
      - /children: deep-equal
      - button "Save offline: Wren"
      - button "Mark unwatched: Wren"
      - heading "Wren , 10 minutes, watched" [level=3]:
        - link "Wren , 10 minutes, watched":
          - /url: /video/wren
      - paragraph: Harbour Lights · 3 days ago
      - button "More actions for Wren"
  `);
  await expect.element(card('Heron')).toMatchAriaInlineSnapshot(`
    - article:
      - /children: deep-equal
      - button "Save offline: Heron"
      - button "Mark watched: Heron"
      - heading "Heron , 10 minutes, 20% watched" [level=3]:
        - link "Heron , 10 minutes, 20% watched":
          - /url: /video/heron
      - paragraph: Harbour Lights · 3 days ago
      - button "More actions for Heron"
  `);
});

longTest('a mark that waits to be sent is read once, with the title', async () => {
  const screen = await openHome();
  screen.stopArchive();
  await card('Robin')
    .getByRole('button', { name: /^Mark watched/ })
    .click();
  await expect.element(card('Robin').getByText('Waiting to sync')).toBeVisible();
  await expect.element(card('Robin')).toMatchAriaInlineSnapshot(`
    - article:
      - /children: deep-equal
      - button "Not on this device. Save when back: Robin"
      - button "Mark unwatched: Robin"
      - heading "Robin , 10 minutes, watched, not sent yet" [level=3]:
        - link "Robin , 10 minutes, watched, not sent yet":
          - /url: /video/robin
      - paragraph: Harbour Lights · 3 days ago
      - button "More actions for Robin"
  `);
});

longTest('a row is read like a card, and its tags are not read as well', async () => {
  await openHome({ userConfig: { view_style_home: 'list' } });
  await expect.element(card('Heron')).toMatchAriaInlineSnapshot(`
    - article:
      - /children: deep-equal
      - heading "Heron , 10 minutes, 20% watched" [level=3]:
        - link "Heron , 10 minutes, 20% watched":
          - /url: /video/heron
      - paragraph: Harbour Lights · 3 days ago
      - button "Save offline: Heron"
      - button "More actions for Heron"
  `);
  await expect.element(card('Wren')).toMatchAriaInlineSnapshot(`
    - article:
      - /children: deep-equal
      - heading "Wren , 10 minutes, watched" [level=3]:
        - link "Wren , 10 minutes, watched":
          - /url: /video/wren
      - paragraph: Harbour Lights · 3 days ago
      - button "Save offline: Wren"
      - button "More actions for Wren"
  `);
});

longTest('the player’s controls are read in their order, each with a name', async () => {
  await openVideo();
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', '20 seconds of 3 minutes 12 seconds');
  await expect.element(page.getByRole('region', { name: /^Player: / })).toMatchAriaInlineSnapshot(`
    - region "Player: Fog":
      - /children: deep-equal
      - group "Player controls":
        - slider "Seek"
        - button "Play"
        - button "Mute"
        - slider "Volume": "100"
        - button "Subtitles"
        - button "Speed, 1 times": 1×
        - button "Picture in picture"
        - button "Theater"
        - button "Keyboard shortcuts"
        - button "More"
        - button "Fullscreen"
      - status
  `);
});

longTest('the sync sheet is read as the state, each change with its own controls, and the age of this copy', async () => {
  const screen = await openHome();
  screen.archive.on('POST /api/watched/', json({ detail: 'Only the keeper may do that.' }, 403));
  await card('Heron')
    .getByRole('button', { name: /^Mark watched/ })
    .click();
  await expect.element(page.getByRole('button', { name: /^1 needs you/ }).first()).toBeVisible();
  screen.stopArchive();
  await card('Robin')
    .getByRole('button', { name: /^Mark watched/ })
    .click();
  screen.goTo('/?sheet=sync');
  await expect.element(dialog.getByRole('heading', { name: 'Waiting to sync' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Retry' })).toHaveAccessibleDescription('Marked watched Heron · just now');
  await expect.element(dialog).toMatchAriaInlineSnapshot(`
    - dialog "Sync":
      - /children: deep-equal
      - heading "Sync" [level=2]
      - button "Close"
      - text: /^Your server hasn’t answered since \\d/
      - paragraph: 1 change waits on this device. It is sent when the server answers.
      - heading "Needs you" [level=3]
      - list:
        - listitem:
          - text: Marked watched
          - paragraph: Heron · just now
          - paragraph: "The server said: Only the keeper may do that."
          - paragraph: Retry once this account has permission. Discard keeps the server’s version.
          - button "Retry"
          - button "Discard"
      - heading "Waiting to sync" [level=3]
      - list:
        - listitem:
          - text: Marked watched
          - paragraph: Robin · just now
          - paragraph: Waits for your server to answer.
          - button "Discard this change: Marked watched, Robin"
      - heading "This copy" [level=3]
      - term: Videos
      - definition: 3 · just now
      - term: Channels
      - definition: none copied yet
      - term: Last contact
      - definition: just now
      - button "Discard all"
      - button "Try now"
  `);
});

longTest('the menu of a saved video and the sheet for the space of saved videos are read with names', async () => {
  const screen = await openHome();
  await putSaved(screen, wholeItem('robin'));
  await card('Robin')
    .getByRole('button', { name: /^Saved/ })
    .click();
  await expect.element(page.getByRole('menu')).toMatchAriaInlineSnapshot(`
    - menu "More actions for Robin":
      - /children: deep-equal
      - menuitem "Remove from device"
  `);
  screen.goTo('/saved/');
  await page.getByRole('button', { name: /^Change: Space for saved videos/ }).click();
  await expect.element(dialog).toMatchAriaInlineSnapshot(`
    - dialog "Space for saved videos":
      - /children: deep-equal
      - heading "Space for saved videos" [level=2]
      - button "Close"
      - text: Saved videos may use
      - slider "Saved videos may use": "5"
      - paragraph: This browser would give Stowaway 10.0 GiB more. What is already saved stays, even above your limit.
      - button "As the browser allows"
      - button "Done"
  `);
});

/** Home at the width of a desktop, with a watched, a started and a new video, once the save controls are loaded. */
async function openHome(options: ScreenOptions = {}): Promise<Screen> {
  const published = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const videos = [
    aWireVideo({ youtube_id: 'wren', title: 'Wren', published, player: { watched: true } }),
    aWireVideo({ youtube_id: 'heron', title: 'Heron', published, player: { position: 120, progress: 20 } }),
    aWireVideo({ youtube_id: 'robin', title: 'Robin', published }),
  ];
  const screen = await renderScreen('/', { videos, viewport: desktop, ...options });
  await expect.element(card('Heron').getByRole('button', { name: 'Save offline: Heron' })).toBeVisible();
  return screen;
}

function card(title: string) {
  return page
    .getByRole('region', { name: 'Recent Videos' })
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) });
}
