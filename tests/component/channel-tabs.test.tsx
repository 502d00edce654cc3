// Which tabs a channel has, and for whom (SPEC §2 "Channel shell").
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WireChannelNav } from '../../src/contract/names.ts';
import { aWirePagination, aWireChannel } from '../builders/mirror-wire.ts';
import { renderScreen, type Screen } from './screen.tsx';

const { channel_id: channelId } = aWireChannel();
const tabs = page.getByRole('navigation', { name: 'Channel', exact: true });
const tabNames = (): string[] =>
  tabs
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);

test('a channel has tabs only for the kinds of video that it has, and About', async () => {
  await open({ has_shorts: true });
  await expect.poll(tabNames).toEqual(['Videos', 'Shorts', 'About']);
});

test('tabs lead staff to the channel’s queued and ignored downloads', async () => {
  await open({ has_pending: true, has_ignored: true });
  await expect.poll(tabNames).toEqual(['Videos', 'About', 'Downloads', 'Ignored']);
  const encodedId = encodeURIComponent(channelId);
  await expect.element(tabs.getByRole('link', { name: 'Downloads' })).toHaveAttribute('href', `/downloads/?channel=${encodedId}&ignored=false`);
  await expect.element(tabs.getByRole('link', { name: 'Ignored' })).toHaveAttribute('href', `/downloads/?channel=${encodedId}&ignored=true`);
});

test('only staff see the download tabs', async () => {
  await open({ has_pending: true, has_ignored: true, has_streams: true }, { isStaff: false });
  await expect.poll(tabNames).toEqual(['Videos', 'Streams', 'About']);
});

test('a channel without queued or ignored downloads has no tabs for downloads', async () => {
  await open({ has_streams: true });
  await expect.poll(tabNames).toEqual(['Videos', 'Streams', 'About']);
});

for (const [total, text] of [
  [3, 'This channel has only other kinds of videos.'],
  [0, 'Nothing of this channel is in the archive yet.'],
] as const) {
  test(`an empty tab of a channel with ${total} videos says: ${text}`, async () => {
    const aggs = { total_items: { value: total }, total_size: { value: total }, total_duration: { value: total, value_str: `${total}s` } };
    const answers = { '/api/video/?': { data: [], paginate: aWirePagination({ total_hits: 0 }) }, [`/api/channel/${channelId}/aggs/`]: aggs };
    await renderScreen(`/channel/${channelId}/`, { answers });
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Go to Downloads' })).toBeVisible();
  });
}

test('arrow keys move through the tabs and wrap around', async () => {
  await open({ has_shorts: true });
  await expect.poll(tabNames).toHaveLength(3);
  (tabs.getByRole('link', { name: 'Videos' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(tabs.getByRole('link', { name: 'About' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(tabs.getByRole('link', { name: 'Shorts' })).toHaveFocus();
});

function open(nav: Partial<WireChannelNav>, { isStaff = true } = {}): Promise<Screen> {
  const onlyVideos = { has_pending: false, has_ignored: false, has_playlists: false, has_videos: true, has_streams: false, has_shorts: false };
  return renderScreen(`/channel/${channelId}/`, { isStaff, answers: { [`/api/channel/${channelId}/nav/`]: { ...onlyVideos, ...nav } } });
}
