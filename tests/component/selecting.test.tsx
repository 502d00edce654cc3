// Starting a selection does not move the rows: the selection's bar is drawn over the tools, and the tools keep their space. For lists of
// videos see home.test.tsx.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aWirePagination, aWireDownload, aWirePlaylist, wireVideos } from '../builders/mirror-wire.ts';
import { json } from '../doubles/fetch-script.ts';
import { putSaved, wholeItem } from './put-saved.ts';
import { desktop, phone, renderScreen, tablet } from './screen.tsx';
import { untilStill } from './until-still.ts';
import { casesToRun } from '../long-test.ts';

const videos = wireVideos(4);
const playlist = aWirePlaylist({
  playlist_entries: videos.map(({ youtube_id, title }, idx) => ({ youtube_id, title, uploader: 'Harbour Lights', idx, downloaded: true })),
});
const queue = [aWireDownload({ youtube_id: 'q1', title: 'Part 1' }), aWireDownload({ youtube_id: 'q2', title: 'Part 2', message: 'ERROR: gone' })];
const answers = {
  '/api/video/?playlist=': () => json({ data: videos, paginate: aWirePagination({ total_hits: videos.length }) }),
  '/api/download/?': () => json({ data: queue, paginate: aWirePagination({ total_hits: queue.length }) }),
};

/** `controls`: the last buttons to appear above the rows. */
const lists = [
  { address: `/playlist/${playlist.playlist_id}/`, select: 'Select videos', row: '[data-entry]', controls: ['Save offline: Quay walks'] },
  { address: '/downloads/', select: 'Select items', row: 'article', controls: [] },
  { address: '/saved/', select: 'Select saved videos', row: '[data-video-id]', controls: [/Newest saved/, /^Change: /] },
];

for (const { address, select, row, controls } of lists) {
  test.each(casesToRun([phone, tablet, desktop], 1))(`${address}: starting a selection does not move the rows at %o`, async (viewport) => {
    const screen = await renderScreen('/about/', { videos, playlists: [playlist], answers, viewport });
    if (address === '/saved/') await putSaved(screen, wholeItem('v1'), wholeItem('v2'));
    screen.goTo(address);
    const selectButton = page.getByRole('button', { name: select });
    await expect.element(selectButton).toBeVisible();
    for (const name of controls) await expect.element(page.getByRole('button', { name })).toBeVisible();
    // Measured within the page, because notices above the page may appear late.
    const topOf = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().top ?? NaN;
    const top = (): number | undefined => (document.querySelector(row) ? topOf(row) - topOf('main') : undefined);
    await expect.poll(top).toBeDefined();
    selectButton.element().scrollIntoView({ block: 'center' });
    await untilStill(top);
    const topBefore = top();
    (selectButton.element() as HTMLElement).click();
    await expect.element(page.getByRole('group', { name: 'Selection' })).toBeVisible();
    expect(top()).toBe(topBefore);
  });
}
