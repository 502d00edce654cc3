// The totals in a channel's header, and its actions on all videos (SPEC §2 "Channel shell").
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aWireChannel } from '../builders/mirror-wire.ts';
import { renderScreen, type Screen } from './screen.tsx';
import { casesToRun, longTest } from '../long-test.ts';

const channel = aWireChannel();
const address = `/channel/${channel.channel_id}/`;
const totals = page.getByRole('main').getByRole('definition');
const shownTotals = (): string[] => totals.elements().map((value) => `${value.textContent} ${value.previousElementSibling?.textContent}`);

test('a channel shows how many videos it has, their total length and their size', async () => {
  await open({ total_items: { value: 1_204 }, total_size: { value: 34_400_000_000 }, total_duration: { value: 93_784, value_str: '1d 02h 03m 04s' } });
  await expect.poll(shownTotals).toEqual(['1,204 videos', '26 h 3 m to watch', '34.4 GB on the server']);
});

longTest('a channel shows its size in the unit that the person chose', async () => {
  await open({ total_size: { value: 34_400_000_000 } }, 'binary');
  await expect.poll(() => shownTotals().at(-1)).toBe('32.0 GiB on the server');
});

longTest('an empty channel offers no Play all and shows no unknown duration', async () => {
  await open({ total_items: { value: 0 }, total_size: { value: 0 }, total_duration: { value: 0, value_str: 'NA' } });
  await expect.poll(shownTotals).toEqual(['0 videos', '0 B on the server']);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Mark as watched' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Play all' })).not.toBeInTheDocument();
});

test('a channel with tabs of other kinds shows only the number of videos of the open tab', async () => {
  const nav = { has_streams: false, has_shorts: true, has_playlists: false, has_pending: false, has_ignored: false };
  await open({ total_items: { value: 8 } }, 'metric', { [`/api/channel/${channel.channel_id}/nav/`]: nav });
  await expect.poll(shownTotals).toEqual(['5 videos']);
});

longTest('a channel shows no totals of the server above a list that was assembled on this device', async () => {
  const screen = await open({ total_items: { value: 0 } });
  await expect.element(page.getByRole('link', { name: /Part 1/ }).first()).toBeVisible();
  screen.stopArchive();
  await screen.mirror().db.listPages.clear();
  await expect.element(page.getByText('From this device, may be incomplete')).toBeVisible();
  expect(shownTotals()).toEqual([]);
});

const markItems = [
  ['Mark as watched', true],
  ['Mark as unwatched', false],
] as const;
for (const [item, isWatched] of casesToRun(markItems, 1)) {
  test(`${item} shows a confirmation immediately, and Undo cancels the change before it is sent`, async () => {
    const screen = await open({});
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.element(page.getByText(`Marked all of ${channel.channel_name} as ${isWatched ? 'watched' : 'unwatched'}.`)).toBeVisible();
    const pendingMutations = async () => (await screen.mirror().db.outbox.toArray()).map(({ mutation }) => mutation);
    expect(await pendingMutations()).toMatchObject([{ kind: 'mark-channel-watched', channelId: channel.channel_id, isWatched }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(pendingMutations).toEqual([]);
    expect(screen.archive.count('POST /api/watched/')).toBe(0);
  });
}

function open(aggs: object, unit: 'metric' | 'binary' = 'metric', answers: Record<string, unknown> = {}): Promise<Screen> {
  const defaultTotals = { total_items: { value: 5 }, total_size: { value: 1 }, total_duration: { value: 60, value_str: '1m' } };
  return renderScreen(address, {
    channels: [channel],
    userConfig: { file_size_unit: unit },
    answers: { [`/api/channel/${channel.channel_id}/aggs/`]: { ...defaultTotals, ...aggs }, ...answers },
  });
}
